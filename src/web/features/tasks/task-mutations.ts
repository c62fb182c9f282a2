import type { Task } from "#contract/tasks.ts";
import { api, invalidate } from "../../platform/api.ts";
import { newId } from "../../platform/ids.ts";
import { failureWords } from "../../platform/rpc-errors.ts";
import { send, type Sent } from "../../platform/send.ts";
import { settle, tellFailed } from "../../kernel/failed-changes.ts";
import { dueWords } from "../../kernel/tasks/due-phrase.ts";
import { undoable, withUndoWaiting } from "../../kernel/undo.ts";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";
import { leaveOut, showTask } from "./tasks-query.ts";

export type NewTask = Omit<Parameters<typeof api.tasks.create.call>[0], "id"> & { title: string };
export type TaskChange = Omit<Parameters<typeof api.tasks.update.call>[0], "taskId">;

function refresh(): void {
  invalidate(api.tasks.key());
  invalidate(api.trash.key());
}

/** Runs a change that already shows; takes it back when the server refuses it. */
async function attempt<Answer>(
  takeBack: () => void,
  work: () => Promise<Sent<Answer>>,
): Promise<Answer | undefined> {
  try {
    const result = await work();
    if (result.how === "queued") return undefined;
    refresh();
    return result.answer;
  } catch (error) {
    takeBack();
    throw error;
  }
}

/** A task as it is before the server has answered. */
function blankTask(id: string, given: NewTask): Task {
  const now = new Date().toISOString();
  return {
    description: "",
    status: "todo",
    completed: false,
    priority: "medium",
    category: "general",
    tags: [],
    parentId: null,
    position: Number.MAX_SAFE_INTEGER,
    spentMinutes: 0,
    waitsFor: [],
    noteIds: [],
    startDate: null,
    estimateMinutes: null,
    repeat: null,
    repeatFrom: "due",
    myDay: null,
    noteId: null,
    blockId: null,
    completedAt: null,
    createdAt: now,
    updatedAt: now,
    ...given,
    dueDate: given.dueDate ?? null,
    dueTime: given.dueTime ?? null,
    id,
  };
}

/** Makes a task, online or not. True when it is made or will be. */
export async function createTask(given: NewTask, id = newId()): Promise<boolean> {
  // Said here, so that the server reads nothing else out of the words.
  const input = { ...given, id, dueDate: given.dueDate ?? null, dueTime: given.dueTime ?? null };
  try {
    await withUndoWaiting(
      attempt(showTask(blankTask(id, given)), () =>
        send(["tasks", "create"], input, () => api.tasks.create.call(input)),
      ),
    );
  } catch (error) {
    tellFailed(id, failureWords(error, t("Failed to create task")), () => createTask(given, id));
    return false;
  }
  settle(id);
  undoable(t("Task created successfully"), () => removeQuietly([id]), {
    name: given.title,
    redo: () => restoreTasks([id]),
  });
  return true;
}

const put = (task: Task, change: TaskChange) => {
  const input = { taskId: task.id, ...change };
  const status = change.status ?? (change.completed === undefined ? {} : statusOf(change.completed));
  const after = { ...task, ...change, ...(typeof status === "object" ? status : { status }) } as Task;
  after.completed = after.status === "done";
  return attempt(showTask(after), () => send(["tasks", "update"], input, () => api.tasks.update.call(input)));
};

const statusOf = (completed: boolean) => ({ status: completed ? "done" : "todo" }) as const;

/** What a change puts in place, as it was before. */
function backOf(task: Task, change: TaskChange): TaskChange {
  const fields = Object.keys(change).filter((field) => field in task) as (keyof TaskChange & keyof Task)[];
  const back = Object.fromEntries(fields.map((field) => [field, task[field]])) as TaskChange;
  const hasMoved = change.completed === true && task.repeat !== null;
  return hasMoved ? { ...back, dueDate: task.dueDate, dueTime: task.dueTime, repeat: task.repeat } : back;
}

/** Changes a task; shown at once, with Undo. `words` say what was done. */
export async function updateTask(task: Task, change: TaskChange, words?: string): Promise<boolean> {
  const again = () => updateTask(task, change, words);
  let answer: Task | undefined;
  try {
    answer = await withUndoWaiting(put(task, change));
  } catch (error) {
    tellFailed(task.id, failureWords(error, t("Failed to update task")), again);
    return false;
  }
  settle(task.id);
  const after = answer ?? ({ ...task, ...change } as Task);
  undoable(
    words ?? wordsOf(task, change, answer),
    async () => void (await put(after, backOf(task, change))),
    {
      name: task.title,
      redo: again,
    },
  );
  return true;
}

function wordsOf(task: Task, { completed }: TaskChange, answer: Task | undefined): string {
  if (completed === undefined) return t("Task updated");
  if (!completed) return t("Task reopened");
  const next = answer && !answer.completed ? dueWords(answer, new Date()) : null;
  return next ? t("Done. Next: {day}", { day: next.words }) : t("Done: {title}", { title: task.title });
}

/** Ticks it for the day it shows: what a second device has ticked already is not done twice. */
export const setDone = (task: Task, completed: boolean): Promise<boolean> =>
  updateTask(task, { completed, ...(completed && task.repeat && { instance: task.dueDate }) });

async function removeQuietly(ids: string[]): Promise<void> {
  const input = { taskIds: ids };
  await attempt(leaveOut(new Set(ids)), () =>
    send(["tasks", "removeMany"], input, () => api.tasks.removeMany.call(input)),
  );
}

async function restoreTasks(ids: string[]): Promise<void> {
  const input = { taskIds: ids };
  await attempt(
    () => {},
    () => send(["tasks", "restoreMany"], input, () => api.tasks.restoreMany.call(input)),
  );
}

/** Into the trash, also without a connection: then it happens when there is one. */
export async function removeTasks(tasks: Task[]): Promise<void> {
  const ids = tasks.map(({ id }) => id);
  try {
    await withUndoWaiting(removeQuietly(ids));
  } catch (error) {
    const [only] = ids;
    tellFailed(only ?? null, failureWords(error, t("Failed to delete task")), () => removeTasks(tasks));
    return;
  }
  for (const id of ids) settle(id);
  const words = plural(tasks.length, { one: "Task deleted successfully", other: "{count} tasks deleted" });
  undoable(words, () => restoreTasks(ids), { redo: () => removeTasks(tasks) });
}
