import { t } from "../../lib/messages/t.ts";
import { api, invalidate, queryClient } from "../../platform/api.ts";
import { rpc } from "../../platform/rpc.ts";
import { errorCode, isUnreachable } from "../../platform/rpc-errors.ts";
import { toast } from "../../ui/toast-store.ts";

/** Never kept for later: what cannot be taken back happens now or not at all. */
export async function removeChangeset(id: string, onGone: () => void): Promise<void> {
  try {
    await rpc.changesets.remove({ id });
  } catch (error) {
    if (errorCode(error) !== "NOT_FOUND") {
      toast.failed(
        isUnreachable(error)
          ? t("You're offline. Nothing was deleted; try again when you're back.")
          : t("Couldn't delete the changes."),
        () => void removeChangeset(id, onGone),
      );
      return;
    }
  }
  onGone();
  toast.success(t("Changes deleted"));
  queryClient.removeQueries({ queryKey: api.changesets.get.key({ input: { id } }) });
  invalidate(api.changesets.key());
}
