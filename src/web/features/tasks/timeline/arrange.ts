import type { Task } from "#contract/tasks.ts";

/** First and last day of something, both included. */
export type Days = { first: string; last: string };

export type TimelineRow = {
  task: Task;
  /** How deep a sub-task it is, among those that are shown. */
  depth: number;
  parent: Task | null;
  days: Days | null;
  /** What it waits for, as far as it is shown and not done. */
  waits: Task[];
  /** Those of them that end after it starts. */
  late: Task[];
};

/** A task lasts from its start to its due day; with one of them a day, and without either the day on which time is set aside. */
export function daysOf(
  { startDate, dueDate, plannedAt }: Task,
  dayAt: (instant: string) => string,
): Days | null {
  const one = startDate ?? dueDate ?? (plannedAt === null ? null : dayAt(plannedAt));
  if (one === null) return null;
  const other = dueDate ?? one;
  // Nothing stops people from saying that something is due before it starts.
  return one <= other ? { first: one, last: other } : { first: other, last: one };
}

/**
 * The rows of a timeline: what begins first above, sub-tasks under their task, and what has no day, nor a sub-task with one, in `undated`.
 * The same tasks in any order give the same rows.
 *
 * @param dayAt The day of an instant on the clock of the page.
 */
export function arrange(
  tasks: readonly Task[],
  dayAt: (instant: string) => string,
): { rows: TimelineRow[]; undated: Task[] } {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const days = new Map(tasks.map((task) => [task.id, daysOf(task, dayAt)]));
  const children = Map.groupBy(tasks, ({ parentId }) =>
    parentId !== null && byId.has(parentId) ? parentId : null,
  );
  const begins = new Map<string, string>();
  const beginOf = (task: Task): string => {
    const known = begins.get(task.id);
    if (known !== undefined) return known;
    // Said before it is known, so that a circle ends.
    begins.set(task.id, NEVER);
    const all = [days.get(task.id)?.first ?? NEVER, ...(children.get(task.id) ?? []).map(beginOf)];
    const first = all.reduce((one, other) => (one < other ? one : other));
    begins.set(task.id, first);
    return first;
  };
  const inOrder = (list: readonly Task[]) =>
    list.toSorted(
      (one, other) =>
        compare(beginOf(one), beginOf(other)) || one.position - other.position || compare(one.id, other.id),
    );
  const rows: TimelineRow[] = [];
  const undated: Task[] = [];
  const added = new Set<string>();
  const add = (task: Task, parent: Task | null, depth: number) => {
    if (added.has(task.id)) return;
    added.add(task.id);
    if (beginOf(task) === NEVER) undated.push(task);
    else rows.push({ task, parent, depth, days: days.get(task.id) ?? null, ...waitsOf(task, byId, days) });
    for (const child of inOrder(children.get(task.id) ?? [])) add(child, task, depth + 1);
  };
  for (const task of inOrder(children.get(null) ?? [])) add(task, null, 0);
  // Two devices may have made a circle of sub-tasks, which hangs from nothing.
  for (const task of inOrder(tasks)) add(task, null, 0);
  return { rows, undated };
}

/** After every day. */
const NEVER = "~";

const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other));

type Known = Map<string, Days | null>;

function waitsOf(task: Task, byId: Map<string, Task>, days: Known): Pick<TimelineRow, "waits" | "late"> {
  if (task.completed) return { waits: [], late: [] };
  const waits = task.waitsFor.flatMap((id) => byId.get(id) ?? []).filter(({ completed }) => !completed);
  const own = days.get(task.id);
  const endsLater = ({ id }: Task) => own && (days.get(id)?.last ?? "") > own.first;
  return { waits, late: waits.filter(endsLater) };
}
