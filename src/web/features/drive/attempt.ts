import { api, invalidate } from "../../platform/api.ts";
import { errorMessage } from "../../platform/rpc-errors.ts";
import { toast } from "../../ui/toast-store.ts";

/** What our own server knows. Other servers are asked again when somebody looks there, not whenever a note was written. */
export function refreshDrive(): void {
  const { status, items, backup, webdav, folder } = api.drive;
  for (const operation of [status, items, backup, webdav, folder]) invalidate(operation.key());
}

/** Another account or server may be connected: what was listed before is not there any more. */
export const refreshConnected = (): void => invalidate(api.drive.key());

/** Says in a toast why it didn't work; null then. */
export async function attempt<Result>(run: () => Promise<Result>, words: string): Promise<Result | null> {
  try {
    return await run();
  } catch (error) {
    toast.error(errorMessage(error, words));
    return null;
  } finally {
    refreshDrive();
  }
}
