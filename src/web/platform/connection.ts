import { useSyncExternalStore } from "react";
import { usePendingMutations } from "./send.ts";
import { connectionStatus, currentDevice, onConnectionStatus } from "./sync/device-sync.ts";
import type { ConnectionStatus } from "./sync/types.ts";

/** Before the page has asked, nothing is known against the server. */
const statusNow = (): ConnectionStatus => (currentDevice() ? connectionStatus() : "syncing");

/** The server is away: for longer than a quick reconnect takes, or because the device says that it has no network. */
export const useIsOffline = (): boolean =>
  useSyncExternalStore(onConnectionStatus, statusNow) === "disconnected";

/** The realtime status: syncing also while a change is on its way, disconnected also for a moment after one failed. */
export function useConnection(): ConnectionStatus {
  const status = useSyncExternalStore(onConnectionStatus, statusNow);
  const { running, failed } = usePendingMutations();
  if (status !== "connected") return status;
  return running > 0 ? "syncing" : failed ? "disconnected" : "connected";
}
