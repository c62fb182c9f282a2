import { local } from "../../platform/local.ts";

const ANSWERED = "cairn-notifications-asked";

/** Whether neither the browser nor somebody at it has an answer yet. */
export const mayAskForNotifications = (): boolean =>
  isSecureContext &&
  "Notification" in globalThis &&
  Notification.permission === "default" &&
  local.get(ANSWERED) === null;

export const noteAnswered = (): void => local.set(ANSWERED, "1");
