import type { DriveSource } from "#contract/drive.ts";
import { local } from "../../platform/local.ts";

const KEYS: Record<DriveSource, string> = {
  google: "cairn-drive",
  folder: "cairn-server-folder",
  webdav: "cairn-webdav",
};

/** Whether this device has seen that the account is connected: few are, and to ask the server for the palette's sake would be a question a page. */
export const isKnownConnected = (source: DriveSource = "google"): boolean => local.get(KEYS[source]) !== null;

export const noteConnected = (isConnected: boolean, source: DriveSource = "google"): void =>
  isConnected ? local.set(KEYS[source], "1") : local.remove(KEYS[source]);
