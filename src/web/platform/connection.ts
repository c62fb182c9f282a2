import { useSyncExternalStore } from "react";
import { usePendingMutations } from "./send.ts";
import { connectionStatus, onConnectionStatus } from "./sync/device-sync.ts";
import type { ConnectionStatus } from "./sync/types.ts";

/** The realtime status: syncing also while a change is on its way, disconnected also for a moment after one failed. */
export function useConnection(): ConnectionStatus {
  const status = useSyncExternalStore(onConnectionStatus, connectionStatus);
  const { running, failed } = usePendingMutations();
  if (status !== "connected") return status;
  return running > 0 ? "syncing" : failed ? "disconnected" : "connected";
}
