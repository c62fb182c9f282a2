import { api, invalidate } from "../../platform/api.ts";
import { errorMessage } from "../../platform/rpc-errors.ts";
import { toast } from "../../ui/toast-store.ts";

export const refreshDrive = (): void => invalidate(api.drive.key());

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
