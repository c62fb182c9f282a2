import { parentPort } from "node:worker_threads";
import type { FoundTask } from "./note-tasks.ts";
import { type BodyAnswer, type BodyTask, doBodyWork, isTooDeep } from "./body-tasks.ts";

export type WorkerAnswer = { answer: BodyAnswer } | { error: string; isTooDeep: boolean };

parentPort!.on("message", (task: BodyTask) => {
  void perform(task).then((answer) => parentPort!.postMessage(answer));
});

async function perform(task: BodyTask): Promise<WorkerAnswer> {
  try {
    if (task.kind === "publish") {
      const { publishBody } = await import("./publish-body.ts");
      return { answer: { page: publishBody(task) } };
    }
    const begun = performance.now();
    const answer = doBodyWork(task);
    if (task.kind !== "derive" || !("derived" in answer)) return { answer };
    const ms = performance.now() - begun;
    return { answer: { ...answer, tasks: await withDue(answer.derived.tasks, task), ms } };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error), isTooDeep: isTooDeep(error) };
  }
}

/** Only titles that the table does not have are read: what "tomorrow" means was settled when it was written. */
async function withDue(
  tasks: Omit<FoundTask, "due">[],
  { known: { titles, timeZone } }: BodyTask & { kind: "derive" },
): Promise<FoundTask[]> {
  if (tasks.every(({ blockId, title }) => titles[blockId] === title))
    return tasks.map((task) => ({ ...task, due: null }));
  // Most notes have no checkboxes, and the parser takes a fifth of a second to load.
  const { clockOf, dueIn } = await import("#document/due-in.ts");
  const now = clockOf(new Date(), timeZone);
  return tasks.map((task) => ({
    ...task,
    due: titles[task.blockId] === task.title ? null : dueIn(task.title, now),
  }));
}
