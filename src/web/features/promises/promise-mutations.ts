import type { LedgerPromise, PromiseDecision } from "#contract/promises.ts";
import { undoable } from "../../kernel/undo.ts";
import { t } from "../../lib/messages/t.ts";
import { api } from "../../platform/api.ts";
import { newId } from "../../platform/ids.ts";
import { failureWords } from "../../platform/rpc-errors.ts";
import { send } from "../../platform/send.ts";
import { toast } from "../../ui/toast-store.ts";
import { decided, showMoved } from "./promise-lists.ts";
import { attempt, refreshPromises } from "./refresh-promises.ts";

/** Reads what was written since, turn after turn, until nothing is left. */
export async function lookForPromises(): Promise<{ isFull: boolean }> {
  for (;;) {
    const { left, isFull } = await api.promises.look.call();
    if (left > 0 && !isFull) continue;
    refreshPromises();
    return { isFull };
  }
}

const DONE: Record<PromiseDecision, string> = {
  open: t("Promise is open again"),
  kept: t("Promise kept"),
  dropped: t("Promise dropped"),
  dismissed: t("This sentence won't be shown again"),
};

/** Shows it at once, and takes it back when the server refuses it. */
async function put(before: LedgerPromise, after: LedgerPromise): Promise<void> {
  const input = { promiseId: before.id, decision: after.decision };
  showMoved(before, after);
  await attempt(
    () => showMoved(after, before),
    () => send(["promises", "decide"], input, () => api.promises.decide.call(input), before),
  );
}

/** Also without the server: then it hears of it when there is a connection. */
export async function decidePromise(before: LedgerPromise, decision: PromiseDecision): Promise<void> {
  const after = decided(before, decision);
  try {
    await put(before, after);
    undoable(DONE[decision], () => put(after, before), {
      name: before.what,
      redo: () => put(before, after),
    });
  } catch (error) {
    toast.error(failureWords(error, t("Failed to change the promise")));
  }
}

export async function makeTaskOf({ id: promiseId, what }: LedgerPromise): Promise<void> {
  const taskId = newId();
  const make = () => api.promises.makeTask.call({ promiseId, taskId });
  try {
    await make();
    refreshPromises();
    undoable(t("Task created"), async () => void (await api.tasks.remove.call({ taskId })), { name: what });
  } catch (error) {
    toast.error(failureWords(error, t("Failed to create the task")));
  }
}
