import type { TableState, TaskTableLook } from "#contract/imports.ts";
import { keepInWords, newPlannerTask, type PlannerTask } from "../planner/planner-task.ts";
import { type BoardRow, rowsOfBoard, type Source } from "./columns.ts";
import { type Person, readPeople } from "./people.ts";
import {
  AWAY,
  type DateReading,
  dayOf,
  instantOf,
  dayOrderOf,
  isSaid,
  isYes,
  minutesOf,
  priorityOf,
  stateOf,
  tagsOf,
} from "./read-values.ts";

type Changed = TaskTableLook["changed"][number]["what"];

/** A row of the table as a task. */
export type BoardTask = {
  task: PlannerTask;
  /** Its state or list there, as it stands in the table. */
  value: string;
  /** Ticked, whatever list it is in. */
  isDone: boolean;
  /** Archived or canceled. */
  isAway: boolean;
  blockedBy: string[];
  /** Whose it is to do, of those who see the project; and who else is named for it. */
  assigneeId: string | null;
  strangers: string[];
  changed: Changed[];
};

export type Board = {
  source: Source;
  title: string;
  total: number;
  tasks: BoardTask[];
  states: { value: string; count: number; state: TableState }[];
  dayOrder: TaskTableLook["dayOrder"];
  untitled: number;
  /** Rows with the id of one before them. */
  repeated: number;
};

/** More lists than this say something else than how far a task is. */
const STATES_MAX = 50;
const TITLE_MAX = 1_000;
const DESCRIPTION_MAX = 10_000;

/** Of the account, and what somebody said of its days, which counts as far as the table leaves it open. */
export type BoardReading = {
  zone: string;
  now: Date;
  isDayFirst?: boolean | null;
  /** Whose a task can be to do. */
  people?: readonly Person[];
};

/** @param name of the file @throws Refused */
export function readBoard(text: string, name: string, about: BoardReading): Board {
  const { zone, now, isDayFirst, people = [] } = about;
  const { source, rows, hasSemicolons } = rowsOfBoard(text);
  const days = rows.flatMap((row) => [row.get("due"), row.get("start")]);
  const found = dayOrderOf(days, hasSemicolons);
  const dayOrder = found && !found.isSure ? { ...found, isDayFirst: isDayFirst ?? found.isDayFirst } : found;
  const reading = { zone, now, isDayFirst: dayOrder?.isDayFirst ?? false };
  const board: Board = {
    source,
    title: titleOf(rows, name),
    total: 0,
    tasks: [],
    states: [],
    dayOrder,
    untitled: 0,
    repeated: 0,
  };
  const known = new Set<string>();
  const sameTitle = new Map<string, number>();
  for (const row of rows) {
    const title = row.get("title").replaceAll(/\s+/g, " ");
    if (title === "") {
      board.untitled += 1;
      continue;
    }
    board.total += 1;
    const nth = (sameTitle.get(title) ?? 0) + 1;
    sameTitle.set(title, nth);
    const key = row.get("key") || `${title} ${nth}`;
    if (known.has(key)) board.repeated += 1;
    else board.tasks.push(readRow(row, { source, key, title, reading, people }));
    known.add(key);
  }
  nameParents(board);
  countStates(board);
  return board;
}

/** Asana and Notion name a parent by its title, Notion with its address behind it. */
function nameParents({ tasks }: Board): void {
  const keys = new Set(tasks.map(({ task }) => task.key));
  const byTitle = new Map(tasks.toReversed().map(({ task }) => [task.title, task.key]));
  for (const { task } of tasks) {
    if (task.parentKey === null || keys.has(task.parentKey)) continue;
    const title = task.parentKey.replace(/ \(https?:\/\/\S+\)$/, "").replaceAll(/\s+/g, " ");
    task.parentKey = byTitle.get(title) ?? task.parentKey;
  }
}

type About = {
  source: Source;
  key: string;
  title: string;
  reading: DateReading;
  people: readonly Person[];
};

function readRow(row: BoardRow, { source, key, title, reading, people }: About): BoardTask {
  const value = row.get("state");
  const changed: Changed[] = [];
  const task = newPlannerTask({
    key,
    line: row.line,
    title,
    parentKey: row.get("parent") || null,
    description: row.get("description"),
    priority: priorityOf(row.get("priority")),
    tags: tagsOf(row.get("tags")),
    createdAt: instantOf(row.get("created"))?.toISOString() ?? null,
    completedAt: instantOf(row.get("completed"))?.toISOString() ?? null,
  });
  const estimate = row.get("estimate");
  if (source !== "linear") task.estimateMinutes = minutesOf(estimate);
  // Points are no minutes.
  else if (estimate !== "") keepInWords(task, `Estimate: ${estimate}`);
  readDays(task, row, reading, changed);
  const { known, unknown } = readPeople(row.get("who"), people);
  // A task is one person's to do: what else is said of it stays in words.
  if (unknown.length > 0 || known.length > 1) keepInWords(task, `Assigned to: ${row.get("who")}`);
  if (row.get("url") !== "") keepInWords(task, row.get("url"));
  if (Number(row.get("checklist")) > 0) changed.push("checklist");
  if (title.length > TITLE_MAX || task.description.length > DESCRIPTION_MAX) changed.push("cut");
  return {
    task,
    value,
    isDone: isYes(row.get("isDone")) || (source === "csv" && isSaid(row.get("completed"))),
    isAway: isSaid(row.get("archived")) || isSaid(row.get("canceled")) || AWAY.test(value),
    blockedBy: row
      .get("blockedBy")
      .split(/[,;\s]+/)
      .filter(Boolean)
      .slice(0, 20),
    assigneeId: known[0]?.id ?? null,
    strangers: unknown,
    changed,
  };
}

function readDays(task: PlannerTask, row: BoardRow, reading: DateReading, changed: Changed[]) {
  // Notion writes both days into one cell.
  const [first = "", last] = row.get("due").split(" → ");
  const cells = { due: last ?? first, start: row.get("start") || (last === undefined ? "" : first) };
  for (const column of ["due", "start"] as const) {
    const words = cells[column];
    if (words === "") continue;
    const found = dayOf(words, reading);
    if (!found) {
      keepInWords(task, `${column === "due" ? "Due" : "Start"}: ${words}`);
      changed.push("date");
    } else if (column === "start") task.startDate = found.day;
    else [task.dueDate, task.dueTime] = [found.day, found.time];
  }
}

function countStates(board: Board): void {
  const counts = new Map<string, number>();
  for (const { value } of board.tasks) counts.set(value, (counts.get(value) ?? 0) + 1);
  // One state for all of them is none to choose from, unless it is named.
  if (counts.size > STATES_MAX || (counts.size === 1 && counts.has(""))) return;
  for (const [value, count] of counts) board.states.push({ value, count, state: guessOf(value) });
}

/** What is canceled stays out by itself; where it is wanted, it comes as done. */
const guessOf = (value: string): TableState => (AWAY.test(value) ? "done" : stateOf(value));

const NAME_MAX = 200;

/** The board's name, or the one project of all rows, else the file's. */
function titleOf(rows: BoardRow[], name: string): string {
  const only = (column: "board" | "project") => {
    const values = new Set(rows.map((row) => row.get(column)));
    return values.size === 1 ? [...values][0]! : "";
  };
  const file = name
    .replace(/^.*[/\\]/, "")
    .replace(/\.[^.]*$/, "")
    // The second time that a browser saves it.
    .replace(/ ?\(\d+\)$/, "")
    .trim();
  return (only("board") || only("project") || file || "Imported tasks").slice(0, NAME_MAX).trim();
}
