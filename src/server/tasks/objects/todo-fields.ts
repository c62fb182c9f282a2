import type { Task } from "#contract/tasks.ts";
import type { IcsTodo, TodoToWrite } from "../../ics/ics.ts";
import { inZone, withSeconds } from "../../ics/moments.ts";

/** What a to-do says of a task; its parent is found by its UID. */
export type TodoFields = Pick<
  Task,
  "title" | "description" | "status" | "priority" | "tags" | "startDate" | "dueDate" | "dueTime" | "repeat"
>;

const TITLE_MAX = 1_000;
const DESCRIPTION_MAX = 10_000;
const TAG_MAX = 100;

/** @param zone of the account, by whose clock tasks are due; a to-do without a zone is due by whoever's clock it is */
export function fieldsOf(todo: IcsTodo, zone: string | null): TodoFields {
  const due = todo.dueDate === null ? null : onClock(todo.dueDate, todo.dueTime, todo.timeZone, zone);
  const start = todo.startDate === null ? null : onClock(todo.startDate, todo.startTime, todo.timeZone, zone);
  return {
    title: todo.title.slice(0, TITLE_MAX).trim() || "Untitled",
    description: todo.description.slice(0, DESCRIPTION_MAX),
    status: todo.status,
    priority: todo.priority ?? "medium",
    tags: [...new Set(todo.tags.map((tag) => tag.slice(0, TAG_MAX)))],
    startDate: start?.date ?? null,
    dueDate: due?.date ?? null,
    dueTime: due?.time ?? null,
    repeat: todo.repeat,
  };
}

function onClock(date: string, time: string | null, own: string | null, zone: string | null) {
  if (time === null) return { date, time };
  const { local } = inZone({ local: withSeconds(`${date}T${time}`), zone: own }, own === null ? null : zone);
  return { date: local.slice(0, 10), time: local.slice(11, 16) };
}

/**
 * A task as a to-do: what the client's file said of it where that is still so, and what was changed since. Finer things than a task knows
 * (percent, a priority of 3, the zone of a time) live on as long as what they refine.
 *
 * @param told the client's file, if there is one
 * @param parentUid of the task it lies under
 */
export function todoOf(
  task: Task,
  told: IcsTodo | null,
  { uid, parentUid, zone }: { uid: string; parentUid: string | null; zone: string | null },
): TodoToWrite {
  const known = told && fieldsOf(told, zone);
  const isSame = (...names: (keyof TodoFields)[]) =>
    known !== null && names.every((name) => JSON.stringify(known[name]) === JSON.stringify(task[name]));
  return {
    uid,
    title: told && isSame("title") ? told.title : task.title,
    description: told && isSame("description") ? told.description : task.description,
    tags: told && isSame("tags") ? told.tags : task.tags,
    ...(told && isSame("status") ? progressIn(told) : progressOf(task)),
    priority: told && isSame("priority") ? told.priority : priorityOf(task, told),
    ...(told && isSame("startDate", "dueDate", "dueTime") ? timesIn(told) : timesOf(task, zone)),
    repeat: told && isSame("repeat") ? told.repeat : task.repeat,
    parentUid,
    // Its alarms stay as they came.
    reminders: null,
    ics: told?.ics ?? null,
  };
}

const progressIn = ({ status, isCancelled, percent, completedAt }: IcsTodo) => ({
  status,
  isCancelled,
  percent,
  completedAt,
});

const progressOf = ({ status, completed, completedAt }: Task) => ({
  status,
  isCancelled: false,
  percent: completed ? 100 : null,
  completedAt: completed ? completedAt : null,
});

/** Medium is what a task is that nobody gave a priority, and no priority is what other programs call that. */
const priorityOf = ({ priority }: Task, told: IcsTodo | null) =>
  priority === "medium" && !told ? null : priority;

const timesIn = ({ startDate, startTime, dueDate, dueTime, timeZone }: IcsTodo) => ({
  startDate,
  startTime,
  dueDate,
  dueTime,
  timeZone,
});

/** RFC 5545 wants both to be days, or both to be times. */
const timesOf = ({ startDate, dueDate, dueTime }: Task, zone: string | null) => ({
  startDate,
  startTime: startDate !== null && dueTime !== null ? "00:00" : null,
  dueDate,
  dueTime,
  timeZone: dueTime === null ? null : zone,
});
