import type { Task } from "#contract/tasks.ts";

type Given<Fields> = { [Field in keyof Fields]?: Fields[Field] | undefined };

/** What a caller may give of a task. */
export type TaskFields = Given<
  Omit<Task, "id" | "noteId" | "blockId" | "completedAt" | "createdAt" | "updatedAt">
>;
export type TaskChange = TaskFields & {
  addTags?: string[] | undefined;
  removeTags?: string[] | undefined;
  /** The due day of what it is said of; nothing happens when the task has gone on since. */
  instance?: string | null | undefined;
  /** The due day whose completion is taken back. */
  takenBack?: string | null | undefined;
  /** Minutes that were spent besides those of others; an id counts once. */
  spent?: { id?: string; minutes: number } | undefined;
  /** What the task must still say. */
  onlyIf?: { position: number } | undefined;
};

/** The task as a change makes it. */
export function applyChange(before: Task, change: TaskChange): Task {
  const { addTags = [], removeTags = [], completed, status, spent, ...rest } = change;
  const { instance: _, takenBack: _taken, onlyIf: _still, ...fields } = rest;
  const after: Task = {
    ...before,
    ...given(fields),
    status: statusAfter(before.status, { completed, status }),
  };
  const tags = after.tags.filter((tag) => !removeTags.includes(tag));
  return {
    ...after,
    completed: after.status === "done",
    spentMinutes: Math.min(Math.max(after.spentMinutes + (spent?.minutes ?? 0), 0), MOST_SPENT),
    dueTime: after.dueDate === null ? null : after.dueTime,
    plannedMinutes: plannedMinutesOf(after),
    tags: [...new Set([...tags, ...addTags])].slice(0, 100),
    waitsFor: [...new Set(after.waitsFor)],
    noteIds: [...new Set(after.noteIds)],
  };
}

const USUAL_MINUTES = 30;
const MOST_MINUTES = 1440;
const MOST_SPENT = 10_000_000;

/** Time that is set aside has a length. */
function plannedMinutesOf({ plannedAt, plannedMinutes, estimateMinutes }: Task): number | null {
  if (plannedAt === null) return null;
  return plannedMinutes ?? Math.min(Math.max(estimateMinutes ?? USUAL_MINUTES, 5), MOST_MINUTES);
}

/** `completed: false` says nothing new of a task that is being done. */
function statusAfter(
  before: Task["status"],
  { completed, status }: Pick<TaskChange, "completed" | "status">,
): Task["status"] {
  if (status) return status;
  if (completed === undefined || completed === (before === "done")) return before;
  return completed ? "done" : "todo";
}

/** Only what is given: an absent field is undefined, which would overwrite. */
const given = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Task>;
