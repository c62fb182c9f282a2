import { create } from "zustand";
import { onRpcError } from "./rpc.ts";
import { errorCode } from "./rpc-errors.ts";

/** `available`: a new version waits, the page may go on. `required`: the server no longer understands this page. */
export const useUpdate = create<{ need: "none" | "available" | "required" }>(() => ({ need: "none" }));

export function announceUpdate(): void {
  if (useUpdate.getState().need === "none") useUpdate.setState({ need: "available" });
}

/** Any answer CLIENT_TOO_OLD, over RPC or the socket, ends here. Text stays on the page and on the device. */
export function requireUpdate(): void {
  useUpdate.setState({ need: "required" });
}

/** Reloads into the newest version, by way of the waiting service worker where there is one. */
export async function updateNow(): Promise<void> {
  const worker = await import("./service-worker.ts").catch(() => null);
  if (!(await worker?.activateWaiting())) location.reload();
}

onRpcError((error) => {
  if (errorCode(error) === "CLIENT_TOO_OLD") requireUpdate();
});
