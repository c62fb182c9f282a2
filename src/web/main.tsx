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

/** After `load` the first screen still waits for its answers, and then is drawn. */
const REGISTER_AFTER_MS = 1_000;

const registerWorker = () =>
  import("./platform/service-worker.ts").then(
    ({ registerServiceWorker }) => registerServiceWorker(announceUpdate),
    () => undefined,
  );
if (import.meta.env.PROD)
  addEventListener("load", () => setTimeout(() => void registerWorker(), REGISTER_AFTER_MS));
