import { useSyncExternalStore } from "react";
import { useOperations } from "./send.ts";
import { connectionStatus, onConnectionStatus } from "./sync/device-sync.ts";
import type { ConnectionStatus } from "./sync/types.ts";

/** The realtime status: disconnected, connected, or syncing while connecting or while a change is on its way. */
export function useConnection(): ConnectionStatus {
  const status = useSyncExternalStore(onConnectionStatus, connectionStatus);
  const isRunning = useOperations((state) => state.running > 0);
  return status === "connected" && isRunning ? "syncing" : status;
}
