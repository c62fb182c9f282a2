import type { Estimates, LeftOut, PlannedBlock, PlanReason } from "#contract/planning.ts";
import type { Task } from "#contract/tasks.ts";
import { addDays, wallOf } from "#language/moment.ts";
import { instantOf } from "#language/time-zone.ts";
import type { Stretch } from "./free-slots.ts";

export type PlanTask = Pick<
  Task,
  | "id"
  | "title"
  | "priority"
  | "position"
  | "dueDate"
  | "dueTime"
  | "estimateMinutes"
  | "spentMinutes"
  | "myDay"
  | "waitsFor"
  | "plannedAt"
  | "plannedMinutes"
>;

type Asked = {
  day: string;
  zone: string;
  /** Apart, by their start. */
  free: readonly Stretch[];
  estimates: Estimates;
  /** Tasks that have their time set aside already, by id, with its end. */
  settled?: ReadonlyMap<string, Before>;
};
type Before = { title: string; end: number };
type Plan = { blocks: PlannedBlock[]; leftOut: LeftOut[] };

const MINUTE = 60_000;
const STEP_MINUTES = 5;
const USUAL_MINUTES = 30;
const LEAST_MINUTES = 15;
const SOON_DAYS = 7;

const RANKS = ["overdue", "due-today", "my-day", "due-soon", "high-priority", "comes-before"] as const;
/** What was due earlier is as urgent as what is due today. */
const rankOf = (reason: PlanReason) => Math.max(RANKS.indexOf(reason), 1);

/** Why a task belongs to a day; null when nothing says so. */
export function reasonFor(task: PlanTask, day: string): PlanReason | null {
  const { dueDate, myDay, priority } = task;
  if (dueDate !== null && dueDate < day) return "overdue";
  if (dueDate === day) return "due-today";
  if (myDay === day) return "my-day";
  if (dueDate !== null && dueDate <= addDays(day, SOON_DAYS)) return "due-soon";
  return priority === "high" ? "high-priority" : null;
}

/** How long a task will take: what is left of its estimate, as far as estimates are right. */
export function minutesFor(task: Pick<PlanTask, "estimateMinutes" | "spentMinutes">, factor: number): number {
  const whole = task.estimateMinutes === null ? USUAL_MINUTES : task.estimateMinutes * factor;
  const left = task.estimateMinutes === null ? whole : whole - task.spentMinutes;
  return Math.max(LEAST_MINUTES, Math.ceil(left / STEP_MINUTES) * STEP_MINUTES);
}

/**
 * Lays tasks into free time: what is due first has the first place that is long enough, each in one piece. What one of them waits for comes
 * before it, as urgent as that. The same tasks and times give the same plan.
 */
export function layTasks(
  tasks: readonly PlanTask[],
  { day, zone, free, estimates, settled = new Map() }: Asked,
): Plan {
  const line = inLine(tasks, day);
  const left = free.map((slot) => ({ ...slot }));
  const placed = new Map<string, number>();
  const blocks: PlannedBlock[] = [];
  const leftOut: LeftOut[] = [];
  for (const next of line) {
    const { task } = next;
    const minutes = minutesFor(task, estimates.factor);
    const before = lastBefore(next, line, placed, settled);
    const dueAt =
      task.dueDate === day && task.dueTime ? instantOf(wallOf(`${day}T${task.dueTime}`), zone) : null;
    const place = before === "waits" ? null : placeFor(left, minutes, before?.end ?? 0, dueAt);
    if (place) {
      placed.set(task.id, place.to);
      const isAfterDueTime = dueAt !== null && place.to > dueAt;
      const after = before === "waits" ? null : (before?.title ?? null);
      const why = { ...whyOf(next, estimates), isAfterDueTime, after };
      blocks.push({ taskId: task.id, title: task.title, ...timesOf(place), minutes, why });
      continue;
    }
    const reason = before === "waits" ? "waits" : "no-room";
    const longestFree = longestAfter(left, before === "waits" ? 0 : (before?.end ?? 0));
    leftOut.push({ taskId: task.id, title: task.title, minutes, reason, longestFree });
  }
  blocks.sort((one, other) => compare(one.startsAt, other.startsAt));
  return { blocks, leftOut };
}

const timesOf = ({ from, to }: Stretch) => ({
  startsAt: new Date(from).toISOString(),
  endsAt: new Date(to).toISOString(),
});

const whyOf = ({ task, reason }: InLine, { factor }: Estimates) => ({
  reason,
  dueDate: task.dueDate,
  dueTime: task.dueTime,
  priority: task.priority,
  estimateMinutes: task.estimateMinutes,
  spentMinutes: task.spentMinutes,
  factor,
});

/** Which of the tasks that come before it ends last, null when none does; "waits" when one of them has no place. */
function lastBefore(
  { task, isStuck }: InLine,
  line: readonly InLine[],
  placed: ReadonlyMap<string, number>,
  settled: ReadonlyMap<string, Before>,
): Before | "waits" | null {
  let last: Before | null = null;
  for (const id of task.waitsFor) {
    const other = settled.get(id);
    if (other && (!last || other.end > last.end)) last = other;
  }
  for (const { task: other } of line) {
    if (!task.waitsFor.includes(other.id)) continue;
    const end = placed.get(other.id);
    if (end === undefined) return "waits";
    if (!last || end > last.end) last = { title: other.title, end };
  }
  return isStuck ? "waits" : last;
}

/** Before the time it is due while there is room. */
const placeFor = (left: Stretch[], minutes: number, notBefore: number, dueAt: number | null) =>
  (dueAt === null ? null : takeFirst(left, minutes, notBefore, dueAt)) ?? takeFirst(left, minutes, notBefore);

/** The first place that is long enough, taken out of what is left. */
function takeFirst(left: Stretch[], minutes: number, notBefore: number, until = Infinity): Stretch | null {
  const length = minutes * MINUTE;
  for (const [index, slot] of left.entries()) {
    const from = Math.max(slot.from, notBefore);
    const to = from + length;
    if (to > Math.min(slot.to, until)) continue;
    const parts = [
      { from: slot.from, to: from },
      { from: to, to: slot.to },
    ];
    left.splice(index, 1, ...parts.filter((part) => part.to > part.from));
    return { from, to };
  }
  return null;
}

const longestAfter = (left: readonly Stretch[], notBefore: number) =>
  Math.max(0, ...left.map(({ from, to }) => Math.floor((to - Math.max(from, notBefore)) / MINUTE)));

type InLine = { task: PlanTask; reason: PlanReason; isStuck: boolean };

/** The tasks in the order in which they choose, each after what it waits for. */
function inLine(tasks: readonly PlanTask[], day: string): InLine[] {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const keys = new Map<string, Key>();
  // What another task waits for is as urgent as that.
  const give = (task: PlanTask, key: Key): void => {
    const known = keys.get(task.id);
    if (known && compareKeys(known, key) <= 0) return;
    keys.set(task.id, key);
    for (const id of task.waitsFor) {
      const before = byId.get(id);
      if (before) give(before, key);
    }
  };
  for (const task of tasks) {
    const reason = reasonFor(task, day);
    if (reason) give(task, keyOf(task, reason, day));
  }
  const wanted = tasks.filter(({ id }) => keys.has(id));
  const waiting = new Set(
    wanted.toSorted(
      (one, other) => compareKeys(keys.get(one.id)!, keys.get(other.id)!) || compareOwn(one, other),
    ),
  );
  const waitingIds = new Set([...waiting].map(({ id }) => id));
  const line: InLine[] = [];
  while (waiting.size > 0) {
    const ready = firstOf(waiting, ({ waitsFor }) => !waitsFor.some((id) => waitingIds.has(id)));
    // Tasks that wait for each other: none of them can begin.
    const next = ready ?? [...waiting][0]!;
    waiting.delete(next);
    waitingIds.delete(next.id);
    line.push({ task: next, reason: reasonFor(next, day) ?? "comes-before", isStuck: !ready });
  }
  return line;
}

function firstOf<Item>(items: Iterable<Item>, fits: (item: Item) => boolean): Item | undefined {
  for (const item of items) if (fits(item)) return item;
  return undefined;
}

/** What decides, the first difference alone. */
type Key = readonly [
  rank: number,
  dueTime: string,
  priority: number,
  dueDate: string,
  position: number,
  id: string,
];

const PRIORITIES = { high: 0, medium: 1, low: 2 };
const NEVER = "9999";

const keyOf = (task: PlanTask, reason: PlanReason, day: string): Key => [
  rankOf(reason),
  task.dueDate === day ? (task.dueTime ?? NEVER) : NEVER,
  PRIORITIES[task.priority],
  task.dueDate ?? NEVER,
  task.position,
  task.id,
];

const compare = (one: string | number, other: string | number) => (one < other ? -1 : Number(one > other));

function compareKeys(one: Key, other: Key): number {
  for (const [index, value] of one.entries()) {
    const difference = compare(value, other[index]!);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Of tasks that another one waits for. */
const compareOwn = (one: PlanTask, other: PlanTask) =>
  PRIORITIES[one.priority] - PRIORITIES[other.priority] ||
  compare(one.position, other.position) ||
  compare(one.id, other.id);
