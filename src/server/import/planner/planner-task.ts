import { Refused } from "../../extract/refused.ts";
import type { StagedRows } from "../reading/staged-rows.ts";

/** Each is in its account's lists, export and backups: as many as an account can have. */
const TASKS_MAX = 50_000;
const ROWS_A_LINE = 500;
/** Tasks with a remark have a line of their own in the report, up to here. */
const REMARKED_MAX = 200;
const TITLE_MAX = 1_000;
const DESCRIPTION_MAX = 10_000;
const TAG_MAX = 100;
/** A task and four levels below it. */
const LEVELS_MAX = 5;

/** A task as the file of another planner says it. */
export type PlannerTask = {
  /** Names it within its file, the same each time the file is read. */
  key: string;
  parentKey: string | null;
  /** Where it stands in its file. */
  line: number;
  title: string;
  description: string;
  isDone: boolean;
  /** ISO, in UTC */
  completedAt: string | null;
  createdAt: string | null;
  priority: "high" | "medium" | "low";
  tags: string[];
  startDate: string | null;
  dueDate: string | null;
  dueTime: string | null;
  plannedAt: string | null;
  plannedMinutes: number | null;
  estimateMinutes: number | null;
  /** RRULE without its prefix */
  repeat: string | null;
  repeatFrom: "due" | "completion";
  reminders: { minutesBefore: number; ringsAt: Date; localTime: string; timeZone: string }[];
  /** What of it could not come along as it was, in words. */
  remarks: string[];
};

export const newPlannerTask = (
  given: Pick<PlannerTask, "key" | "line" | "title"> & Partial<PlannerTask>,
): PlannerTask => ({
  parentKey: null,
  description: "",
  isDone: false,
  completedAt: null,
  createdAt: null,
  priority: "medium",
  tags: [],
  startDate: null,
  dueDate: null,
  dueTime: null,
  plannedAt: null,
  plannedMinutes: null,
  estimateMinutes: null,
  repeat: null,
  repeatFrom: "due",
  reminders: [],
  remarks: [],
  ...given,
});

/** Something of a file that no field of a task holds, kept where it is read. */
export function keepInWords(task: PlannerTask, words: string): void {
  task.description = task.description === "" ? words : `${task.description}\n\n${words}`;
}

/** Tasks as lines of a plan, parents before their sub-tasks, and their reminders behind them. @throws Refused */
export function* rowsOfTasks(path: string, tasks: PlannerTask[]): Generator<StagedRows> {
  if (tasks.length > TASKS_MAX)
    throw new Refused(`more than ${TASKS_MAX.toLocaleString("en")} tasks: export fewer lists at a time`);
  const nameOf = (key: string) => `${path} ${key}`;
  const ordered = parentsFirst(tasks);
  const from = Date.now() / 1000;
  let waiting: PlannerTask[] = [];
  let remarked = 0;
  const places = new Map(ordered.map((task, at) => [task, from + at / 1000]));
  const lineOf = (some: PlannerTask[]): StagedRows => ({
    kind: "tasks",
    path,
    title: titleOf(some),
    rows: some.map((task) => toRow(task, nameOf, places.get(task)!)),
    problems: problemsOf(some),
  });
  for (const task of ordered) {
    const isAlone = task.remarks.length > 0 && remarked++ < REMARKED_MAX;
    if ((isAlone || waiting.length >= ROWS_A_LINE) && waiting.length > 0) {
      yield lineOf(waiting);
      waiting = [];
    }
    if (isAlone) yield lineOf([task]);
    else waiting.push(task);
  }
  if (waiting.length > 0) yield lineOf(waiting);
  const reminders = ordered.flatMap((task) => remindersOf(task, nameOf));
  for (let at = 0; at < reminders.length; at += ROWS_A_LINE) {
    const rows = reminders.slice(at, at + ROWS_A_LINE);
    yield { kind: "reminders", path, title: countOf(rows.length, "reminder"), rows, problems: [] };
  }
}

const countOf = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** "Fix the tap, Buy a washer and 198 more" */
function titleOf(tasks: PlannerTask[]): string {
  const named = tasks.slice(0, 2).map(({ title }) => title.slice(0, 80));
  return tasks.length > 2 ? `${named.join(", ")} and ${tasks.length - 2} more` : named.join(", ");
}

const problemsOf = (tasks: PlannerTask[]) =>
  tasks.flatMap(({ line, title, remarks }) =>
    remarks.map((became) => ({
      line,
      kind: "format",
      source: title.slice(0, 200),
      became: tasks.length > 1 ? `${title.slice(0, 80)}: ${became}` : became,
    })),
  );

/** What names a parent that is nowhere, or itself from afar, lies at the top; what lies too deep goes as deep as tasks go. */
function parentsFirst(tasks: PlannerTask[]): PlannerTask[] {
  const byKey = new Map(tasks.map((task) => [task.key, task]));
  const parentOf = (task: PlannerTask) => (task.parentKey === null ? undefined : byKey.get(task.parentKey));
  // Each with its level; in the order they were added.
  const placed = new Map<PlannerTask, number>();
  for (const task of tasks) {
    // From below upwards, without recursion: a file can make a chain of all its tasks.
    const chain = new Set<PlannerTask>();
    let top: PlannerTask | undefined = task;
    while (top && !placed.has(top) && !chain.has(top)) {
      chain.add(top);
      top = parentOf(top);
    }
    if (top && chain.has(top)) top.parentKey = null;
    for (const one of [...chain].toReversed()) add(placed, one, parentOf(one));
  }
  return [...placed.keys()];
}

function add(placed: Map<PlannerTask, number>, task: PlannerTask, parent: PlannerTask | undefined): void {
  if (!parent) task.parentKey = null;
  const above = parent ? (placed.get(parent) ?? 0) : 0;
  if (above === LEVELS_MAX) {
    // Beside its parent.
    task.parentKey = parent!.parentKey;
    task.remarks.push(`It was more than ${LEVELS_MAX} levels deep, so it's one level higher.`);
  }
  placed.set(task, Math.min(above + 1, LEVELS_MAX));
}

function toRow(task: PlannerTask, nameOf: (key: string) => string, place: number) {
  return {
    id: nameOf(task.key),
    parent_id: task.parentKey === null ? null : nameOf(task.parentKey),
    title: task.title.slice(0, TITLE_MAX).trim() || "Untitled",
    description: task.description.slice(0, DESCRIPTION_MAX),
    completed: task.isDone,
    completed_at: task.isDone ? task.completedAt : null,
    created_at: task.createdAt,
    priority: task.priority,
    tags: [...new Set(task.tags.map((tag) => tag.trim().slice(0, TAG_MAX)).filter((tag) => tag !== ""))],
    list_position: place,
    start_date: task.startDate,
    due_date: task.dueDate,
    due_time: task.dueDate === null ? null : task.dueTime,
    planned_at: task.plannedAt,
    planned_minutes: task.plannedMinutes,
    estimate_minutes: task.estimateMinutes,
    repeat: task.dueDate === null ? null : task.repeat,
    repeat_from: task.repeatFrom,
  };
}

/** Those that are to ring yet: of what is done, and of what has passed, there is nothing to say. */
function remindersOf(task: PlannerTask, nameOf: (key: string) => string) {
  if (task.isDone || task.dueDate === null) return [];
  return task.reminders
    .filter(({ ringsAt }) => task.repeat !== null || ringsAt.getTime() > Date.now())
    .map(({ minutesBefore, ringsAt, localTime, timeZone }) => ({
      id: nameOf(`${task.key} reminder ${minutesBefore}`),
      task_id: nameOf(task.key),
      reminder_date: ringsAt.toISOString(),
      local_time: localTime,
      time_zone: timeZone,
      minutes_before: minutesBefore,
      frequency: "once",
      status: "pending",
    }));
}
