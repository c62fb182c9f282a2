import type { Task } from "#contract/tasks.ts";
import { api } from "../../platform/api.ts";
import { newId } from "../../platform/ids.ts";
import { send } from "../../platform/send.ts";
import { isOfOthers } from "../projects/is-of-others.ts";
import { onAccountClock } from "../account/account-clock.ts";
import { dueWords } from "./due-phrase.ts";
import { ChangedSince, undoable, withUndoWaiting } from "../undo.ts";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";
import { attempt } from "./refresh-tasks.ts";
import { knownTask, lastPosition, leaveOut, showTask } from "./task-lists.ts";
import { settle, tellTaskFailed } from "../failed-changes.ts";

export type NewTask = Omit<Parameters<typeof api.tasks.create.call>[0], "id"> & { title: string };
export type TaskChange = Omit<Parameters<typeof api.tasks.update.call>[0], "taskId">;

/** A task as it is before the server has answered. */
export function blankTask(id: string, given: NewTask): Task & Pick<NewTask, "projectId"> {
  const now = new Date().toISOString();
  return {
    description: "",
    status: "todo",
    completed: false,
    priority: "medium",
    category: "general",
    tags: [],
    parentId: null,
    position: lastPosition(),
    spentMinutes: 0,
    plannedAt: null,
    plannedMinutes: null,
    waitsFor: [],
    noteIds: [],
    assigneeId: null,
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
    ...(given.projectId && isOfOthers(given.projectId) && { isOthers: true as const }),
    dueDate: given.dueDate ?? null,
    dueTime: given.dueTime ?? null,
    id,
  };
}

/** Shows a new task and tells the server of it, now or later; the task as it is known then. Throws when it is refused. */
export async function sendNewTask(given: NewTask, id: string): Promise<Task> {
  // The id comes first: by it, what follows waits for the creation (platform/send.ts).
  const input = { id, ...given };
  await withUndoWaiting(
    attempt(showTask(blankTask(id, given)), () =>
      send(["tasks", "create"], input, () => api.tasks.create.call(input)),
    ),
  );
  return knownTask(id) ?? blankTask(id, given);
}

/** Makes a task, online or not. True when it is made or will be. Without a due day the server reads one from the title. */
export async function createTask(given: NewTask, id = newId()): Promise<boolean> {
  let made: Task;
  try {
    made = await sendNewTask(given, id);
  } catch (error) {
    tellTaskFailed(id, error, t("Failed to create task"), () => createTask(given, id));
    return false;
  }
  settle(id);
  undoable(t("Task created successfully"), () => removeQuietly([made]), {
    name: given.title,
    redo: () => restoreTasks([made]),
  });
  return true;
}

/** Tick and status say the same: the status alone is sent, and of a task that repeats the day that is done. */
function inTermsOfStatus(task: Task, { completed, ...change }: TaskChange): TaskChange {
  const status =
    change.status ?? (completed === undefined ? undefined : completed ? "done" : statusWithoutTick(task));
  if (status === undefined) return change;
  const isDoneNow = status === "done" && task.status !== "done";
  // What a second device has done already, or a call that is sent again, does nothing.
  return { ...change, status, ...(isDoneNow && task.repeat && { instance: task.dueDate ?? task.startDate }) };
}

const statusWithoutTick = ({ status }: Task) => (status === "done" ? "todo" : status);

/** Shows a change and sends it. */
export const putTask = (task: Task, change: TaskChange) => {
  const { instance: _, takenBack: _taken, spent, ...shown } = change;
  const after = { ...task, ...shown } as Task;
  after.spentMinutes = Math.max(0, after.spentMinutes + (spent?.minutes ?? 0));
  after.completed = after.status === "done";
  after.completedAt = after.completed ? (task.completedAt ?? new Date().toISOString()) : null;
  const input = { taskId: task.id, ...change };
  return attempt(showTask(after), () => send(["tasks", "update"], input, () => api.tasks.update.call(input)));
};

/** Done, a task that repeats moves on: all of this changes by it. */
const MOVED = [
  "status",
  "dueDate",
  "dueTime",
  "startDate",
  "myDay",
  "repeat",
  "plannedAt",
  "plannedMinutes",
] as const;

/** What a change puts in place, as it was before. */
export function backOf(task: Task, change: TaskChange): TaskChange {
  const given = Object.keys(change).filter((field) => field in task) as (keyof TaskChange & keyof Task)[];
  const { instance } = change;
  const fields = new Set([...given, ...(instance === undefined ? [] : MOVED)]);
  const back = Object.fromEntries([...fields].map((field) => [field, task[field]])) as TaskChange;
  return instance === undefined ? back : { ...back, takenBack: instance };
}

/** What puts back has been changed by somebody else meanwhile. */
export const isChangedSince = (now: Task, then: Task, back: TaskChange): boolean =>
  (Object.keys(back) as (keyof Task)[]).some(
    (field) => field in then && JSON.stringify(now[field]) !== JSON.stringify(then[field]),
  );

/** As the server has it; without it, what this page knows. */
export const taskNow = (taskId: string): Promise<Task | undefined> =>
  api.tasks.get.call({ taskId }).catch(() => knownTask(taskId));

/** Puts back what was before, unless somebody changed it again. */
export async function putBack(after: Task, back: TaskChange): Promise<void> {
  const now = (await taskNow(after.id)) ?? after;
  if (isChangedSince(now, after, back)) throw new ChangedSince();
  await putTask(now, back);
}

/** Changes a task; shown at once, with Undo. `words` say what was done. */
export async function updateTask(task: Task, given: TaskChange, words?: string): Promise<boolean> {
  const change = inTermsOfStatus(task, given);
  const again = () => updateTask(task, given, words);
  let answer: Task | undefined;
  try {
    answer = await withUndoWaiting(putTask(task, change));
  } catch (error) {
    tellTaskFailed(task.id, error, t("Failed to update task"), again);
    return false;
  }
  settle(task.id);
  const after = answer ?? ({ ...task, ...change } as Task);
  undoable(words ?? wordsOf(task, change, answer), () => putBack(after, backOf(task, change)), {
    name: task.title,
    redo: again,
  });
  return true;
}

export function wordsOf(task: Task, { status }: TaskChange, answer: Task | undefined): string {
  if (status === undefined || (status !== "done" && task.status !== "done")) return t("Task updated");
  if (status !== "done") return t("Task reopened");
  const next = answer && !answer.completed ? dueWords(answer, onAccountClock(new Date())) : null;
  return next ? t("Done. Next: {day}", { day: next.words }) : t("Done: {title}", { title: task.title });
}

export const setDone = (task: Task, completed: boolean): Promise<boolean> => updateTask(task, { completed });

const idsOf = (tasks: Task[]) => tasks.map(({ id }) => id);

/** As many as one call takes. */
export const MANY_TASKS = 500;

/** One call after the other, each of as many as it takes; the answer is that of the last. */
async function inParts<Answer>(
  tasks: Task[],
  call: (input: { taskIds: string[] }) => Promise<Answer>,
): Promise<Answer> {
  const ids = idsOf(tasks);
  for (let from = 0; ; from += MANY_TASKS) {
    const answer = await call({ taskIds: ids.slice(from, from + MANY_TASKS) });
    if (from + MANY_TASKS >= ids.length) return answer;
  }
}

/** Into the trash, without a word: for whoever offers the way back. */
export async function removeQuietly(tasks: Task[]): Promise<void> {
  await attempt(leaveOut(new Set(idsOf(tasks))), () =>
    inParts(tasks, (input) => send(["tasks", "removeMany"], input, () => api.tasks.removeMany.call(input))),
  );
}

async function restoreTasks(tasks: Task[]): Promise<void> {
  const takeBack = tasks.map(showTask);
  await attempt(
    () => takeBack.toReversed().forEach((back) => back()),
    () =>
      inParts(tasks, (input) =>
        send(["tasks", "restoreMany"], input, () => api.tasks.restoreMany.call(input)),
      ),
  );
}

/** Into the trash, also without a connection: then it happens when there is one. */
export async function removeTasks(tasks: Task[]): Promise<void> {
  try {
    await withUndoWaiting(removeQuietly(tasks));
  } catch (error) {
    tellTaskFailed(tasks[0]?.id ?? null, error, t("Failed to delete task"), () => removeTasks(tasks));
    return;
  }
  for (const { id } of tasks) settle(id);
  const words = plural(tasks.length, { one: "Task deleted successfully", other: "{count} tasks deleted" });
  undoable(words, () => restoreTasks(tasks), { redo: () => removeTasks(tasks) });
}
