import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { registerServiceWorker } from "./lib/service-worker.ts";
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
if (import.meta.env.PROD) addEventListener("load", () => void registerServiceWorker(announceUpdate));
