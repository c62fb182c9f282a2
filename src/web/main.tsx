import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import "./platform/device/install-offer.ts";
import { startSession } from "./platform/session.ts";
import "./kernel/theme/theme.ts";
import { announceUpdate } from "./platform/update.ts";
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
    void import("./platform/service-worker.ts").then(
      ({ registerServiceWorker }) => registerServiceWorker(announceUpdate),
      () => undefined,
    );
  });
