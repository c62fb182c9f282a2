import { settle, tellFailed } from "../../kernel/failed-changes.ts";
import { api, queryClient } from "../../platform/api.ts";
import { rpc } from "../../platform/rpc.ts";
import { toast } from "../../ui/toast-store.ts";
import { t } from "../../lib/messages/t.ts";

/** Changes what is shared, says so, and shows the lists anew; a failure stands on the row of `mark`, too. */
export async function change(
  mark: string,
  work: () => Promise<unknown>,
  words: string,
  failure = t("Couldn't make this change. Try again."),
): Promise<void> {
  settle(mark);
  try {
    await work();
    toast.success(words);
  } catch {
    tellFailed(mark, failure, () => change(mark, work, words, failure));
  }
  await queryClient.invalidateQueries({ queryKey: api.sharing.key() });
}

/** Whose share this is: what was accepted of them is gone from the lists, and what comes is not shown. */
export const blockSender = (shareId: string, name: string): Promise<void> =>
  change(shareId, () => rpc.sharing.block({ shareId }), t("Blocked {name}", { name }));
