import type { Task } from "#contract/tasks.ts";
import { api } from "../../platform/api.ts";
import { send } from "../../platform/send.ts";
import { ChangedSince, undoable, withUndoWaiting } from "../undo.ts";
import { t } from "../../lib/messages/t.ts";
import { attempt } from "./refresh-tasks.ts";
import { showTask } from "./task-lists.ts";
import { backOf, isChangedSince, type TaskChange, taskNow } from "./task-mutations.ts";
import { tellTaskFailed } from "../failed-changes.ts";

export type ManyChange = Parameters<typeof api.tasks.updateMany.call>[0]["change"];

function shownAs(task: Task, { addTags = [], removeTags = [], ...rest }: ManyChange): Task {
  const { takenBack: _, ...fields } = rest;
  const tags = [...new Set([...task.tags.filter((tag) => !removeTags.includes(tag)), ...addTags])];
  const after = { ...task, ...fields, tags } as Task;
  after.completed = after.status === "done";
  after.completedAt = after.completed ? (task.completedAt ?? new Date().toISOString()) : null;
  if (after.dueDate === null) after.dueTime = null;
  return after;
}

/** Said of a task that repeats, done is the day it is due: what another device has done already stays. */
const isOfInstance = (task: Task, { status }: ManyChange) =>
  status === "done" && task.status !== "done" && task.repeat !== null;

const dayOf = ({ dueDate, startDate }: Task) => dueDate ?? startDate;

/** What puts a task back as it was before the change. */
function backTo(task: Task, { addTags = [], removeTags = [], ...fields }: ManyChange): ManyChange {
  const given = fields as TaskChange;
  return {
    ...(backOf(task, isOfInstance(task, fields) ? { ...given, instance: dayOf(task) } : given) as ManyChange),
    ...(fields.dueDate !== undefined && { dueTime: task.dueTime }),
    ...(addTags.length > 0 && { removeTags: addTags.filter((tag) => !task.tags.includes(tag)) }),
    ...(removeTags.length > 0 && { addTags: removeTags.filter((tag) => task.tags.includes(tag)) }),
  };
}

function put(tasks: readonly Task[], change: ManyChange): Promise<{ tasks: Task[] } | undefined> {
  const repeating = tasks.filter((task) => isOfInstance(task, change));
  const instances = Object.fromEntries(repeating.map((task) => [task.id, dayOf(task)]));
  const input = {
    taskIds: tasks.map(({ id }) => id),
    change,
    ...(repeating.length > 0 && { instances }),
  };
  const takeBack = tasks.map((task) => showTask(shownAs(task, change)));
  return attempt(
    () => takeBack.toReversed().forEach((back) => back()),
    () => send(["tasks", "updateMany"], input, () => api.tasks.updateMany.call(input)),
  );
}

/** Asked of the server so many at a time. */
const AT_A_TIME = 20;

async function tasksNow(ids: readonly string[]): Promise<Map<string, Task>> {
  const now = new Map<string, Task>();
  for (let from = 0; from < ids.length; from += AT_A_TIME) {
    const some = await Promise.all(ids.slice(from, from + AT_A_TIME).map(taskNow));
    for (const task of some) if (task) now.set(task.id, task);
  }
  return now;
}

/** Tasks that were alike go back together, unless somebody changed one of them again. */
async function putBack(before: readonly Task[], after: ReadonlyMap<string, Task>, change: ManyChange) {
  const now = await tasksNow(before.map(({ id }) => id));
  for (const task of before) {
    const [is, then] = [now.get(task.id), after.get(task.id)];
    if (is && then && isChangedSince(is, then, backTo(task, change) as TaskChange)) throw new ChangedSince();
  }
  const alike = Map.groupBy(before, (task) => JSON.stringify(backTo(task, change)));
  for (const tasks of alike.values())
    await put(
      tasks.map((task) => now.get(task.id) ?? after.get(task.id) ?? task),
      backTo(tasks[0]!, change),
    );
}

/** Changes many tasks alike, all or none; shown at once, with one Undo. `words` say what was done. */
export async function updateTasks(
  tasks: readonly Task[],
  change: ManyChange,
  words: string,
): Promise<boolean> {
  const again = () => updateTasks(tasks, change, words);
  let answer: { tasks: Task[] } | undefined;
  try {
    answer = await withUndoWaiting(put(tasks, change));
  } catch (error) {
    tellTaskFailed(null, error, t("Failed to update tasks"), again);
    return false;
  }
  const after = answer?.tasks ?? tasks.map((task) => shownAs(task, change));
  undoable(words, () => putBack(tasks, new Map(after.map((task) => [task.id, task])), change), {
    redo: again,
  });
  return true;
}
