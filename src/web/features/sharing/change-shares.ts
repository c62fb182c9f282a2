import { api, queryClient } from "../../platform/api.ts";
import { rpc } from "../../platform/rpc.ts";
import { toast } from "../../ui/toast-store.ts";
import { t } from "../../lib/messages/t.ts";

/** Changes what others share, says so, and shows the lists anew. */
export async function change(
  work: () => Promise<unknown>,
  words: string,
  failure = t("Couldn't make this change. Try again."),
): Promise<void> {
  try {
    await work();
    toast.success(words);
  } catch {
    toast.failed(failure, () => void change(work, words, failure));
  }
  await queryClient.invalidateQueries({ queryKey: api.sharing.key() });
}

/** Whose share this is: what was accepted of them is gone from the lists, and what comes is not shown. */
export const blockSender = (shareId: string, name: string): Promise<void> =>
  change(() => rpc.sharing.block({ shareId }), t("Blocked {name}", { name }));
