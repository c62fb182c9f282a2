import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import "./lib/install-offer.ts";
import { startSession } from "./lib/session.ts";
import "./lib/theme.ts";
import { announceUpdate } from "./lib/update.ts";
import "./ui/styles.css";

startSession();
createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
// Fetched when the page stands: nobody waits for it.
if (import.meta.env.PROD)
  addEventListener("load", () => {
    void import("./lib/service-worker.ts").then(
      ({ registerServiceWorker }) => registerServiceWorker(announceUpdate),
      () => undefined,
    );
  });
