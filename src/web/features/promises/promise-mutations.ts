import type { LedgerPromise, PromiseDecision } from "#contract/promises.ts";
import { unsettle, whileSettling } from "../../kernel/insights/settling.ts";
import { undoable } from "../../kernel/undo.ts";
import { t } from "../../lib/messages/t.ts";
import { api, invalidate } from "../../platform/api.ts";
import { newId } from "../../platform/ids.ts";
import { failureWords } from "../../platform/rpc-errors.ts";
import { toast } from "../../ui/toast-store.ts";

const refresh = () => invalidate(api.promises.key());

/** Reads what was written since, turn after turn, until nothing is left. */
export async function lookForPromises(): Promise<{ isFull: boolean }> {
  for (;;) {
    const { left, isFull } = await api.promises.look.call();
    if (left > 0 && !isFull) continue;
    refresh();
    return { isFull };
  }
}

const DONE: Record<PromiseDecision, string> = {
  open: t("Promise is open again"),
  kept: t("Promise kept"),
  dropped: t("Promise dropped"),
  dismissed: t("This sentence won't be shown again"),
};

export async function decidePromise(before: LedgerPromise, decision: PromiseDecision): Promise<void> {
  const promiseId = before.id;
  const put = async (given: PromiseDecision) => {
    await api.promises.decide.call({ promiseId, decision: given });
    refresh();
  };
  try {
    await whileSettling(promiseId, api.promises.key(), () => put(decision));
    const undo = () => {
      unsettle(promiseId);
      return put(before.decision);
    };
    undoable(DONE[decision], undo, { name: before.what, redo: () => put(decision) });
  } catch (error) {
    refresh();
    toast.error(failureWords(error, t("Failed to change the promise")));
  }
}

export async function makeTaskOf({ id: promiseId, what }: LedgerPromise): Promise<void> {
  const taskId = newId();
  const make = () => api.promises.makeTask.call({ promiseId, taskId });
  try {
    await make();
    refresh();
    undoable(t("Task created"), async () => void (await api.tasks.remove.call({ taskId })), { name: what });
  } catch (error) {
    toast.error(failureWords(error, t("Failed to create the task")));
  }
}
