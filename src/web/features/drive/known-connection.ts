import { local } from "../../platform/local.ts";

const KEY = "cairn-drive";

/** Whether this device has seen that the account is connected: few are, and to ask the server for the palette's sake would be a question a page. */
export const isKnownConnected = (): boolean => local.get(KEY) !== null;

export const noteConnected = (isConnected: boolean): void =>
  isConnected ? local.set(KEY, "1") : local.remove(KEY);
