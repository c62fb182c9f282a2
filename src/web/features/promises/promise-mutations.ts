import type { LedgerPromise, PromiseDecision } from "#contract/promises.ts";
import { removeQuietly, sendNewTask } from "../../kernel/tasks/task-mutations.ts";
import { undoable } from "../../kernel/undo.ts";
import { t } from "../../lib/messages/t.ts";
import { api } from "../../platform/api.ts";
import { newId } from "../../platform/ids.ts";
import { failureWords } from "../../platform/rpc-errors.ts";
import { toast } from "../../ui/toast-store.ts";
import { decided, promiseLists } from "./promise-lists.ts";
import { settling } from "./refresh-promises.ts";

/** Reads what was written since, turn after turn, until nothing is left. */
export async function lookForPromises(): Promise<{ isFull: boolean }> {
  for (;;) {
    const { left, isFull } = await api.promises.look.call();
    if (left > 0 && !isFull) continue;
    settling.refresh();
    return { isFull };
  }
}

const DONE: Record<PromiseDecision, string> = {
  open: t("Promise is open again"),
  kept: t("Promise kept"),
  dropped: t("Promise dropped"),
  dismissed: t("This sentence won't be shown again"),
};

const put = (before: LedgerPromise, after: LedgerPromise) => {
  const input = { promiseId: before.id, decision: after.decision };
  return promiseLists.put({ before, after }, ["promises", "decide"], input, () =>
    api.promises.decide.call(input),
  );
};

/** Also without the server: then it hears of it when there is a connection. */
export async function decidePromise(before: LedgerPromise, decision: PromiseDecision): Promise<void> {
  const after = decided(before, decision);
  try {
    await put(before, after);
    undoable(DONE[decision], async () => void (await put(after, before)), {
      name: before.what,
      redo: () => decidePromise(before, decision),
    });
  } catch (error) {
    toast.error(failureWords(error, t("Failed to change the promise")));
  }
}

/** Makes the task first, as any other is made: it stays when the promise is gone by the time the server hears of both. */
export async function makeTaskOf(before: LedgerPromise): Promise<void> {
  const { id: promiseId, what: title, due: dueDate, noteId } = before;
  const taskId = newId();
  const move = { before, after: { ...before, taskId } };
  const showWithout = () => promiseLists.show({ before: move.after, after: before });
  const input = { promiseId, taskId };
  let failed = t("Failed to create the task");
  // At once: pressed twice, it makes one task.
  promiseLists.show(move);
  try {
    const task = await settling.attempt(showWithout, async () => {
      const made = await sendNewTask({ title, dueDate, noteIds: [noteId] }, taskId);
      failed = t("Failed to change the promise");
      await promiseLists.put(move, ["promises", "makeTask"], input, () => api.promises.makeTask.call(input));
      return made;
    });
    const undo = async () => {
      showWithout();
      await removeQuietly([task]);
    };
    undoable(t("Task created"), undo, { name: title, redo: () => makeTaskOf(before) });
  } catch (error) {
    toast.error(failureWords(error, failed));
  }
}
