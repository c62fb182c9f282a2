import { readFile } from "node:fs/promises";
import { join, posix } from "node:path";
import { remindersOfAlarms } from "../../calendar/ics/alarm-reminders.ts";
import type { FitEvent } from "../../calendar/ics/fit-event.ts";
import type { FileLine, SeriesLine } from "../../calendar/ics/file-lines.ts";
import { linesOf } from "../../calendar/ics/series-lines.ts";
import { Refused } from "../../extract/refused.ts";
import type { IcsTodo } from "../../ics/ics.ts";
import { UnreadableCalendar } from "../../ics/read-calendar.ts";
import { writeCalendar } from "../../ics/write-calendar.ts";
import { fieldsOf } from "../../tasks/objects/todo-fields.ts";
import type { Problem } from "../report.ts";
import type { Stage } from "../reading/stage.ts";
import type { StagedRows } from "../reading/staged-rows.ts";

const ROWS_A_LINE = 500;
const NAME_MAX = 200;
type Row = Record<string, unknown>;

/**
 * A file of iCalendar (RFC 5545) as a calendar of its own: its events, its to-dos as tasks, and its alarms as reminders. What other programs
 * know beyond that is kept with each, as the calendar's own import keeps it.
 *
 * @param zone of the account, by whose clock tasks are due
 * @throws Refused
 */
export async function readIcs(path: string, stage: Stage, zone: string): Promise<void> {
  const file = await readFile(join(stage.root, path));
  const read = readRows(path, zone, linesIn(file));
  const { events, tasks, reminders, end } = read;
  for (const { title, why } of end.skipped) stage.skip(`${path}: ${title || "Untitled"}`, why);
  const untold = end.skippedCount - end.skipped.length;
  if (untold > 0) stage.skip(`${path}: ${untold} more`, "left out for reasons like these");
  if (events.length + tasks.length === 0) {
    if (end.skippedCount === 0) throw new Refused("There are no events and no to-dos in it");
    return;
  }
  const name = (read.name?.trim() || posix.basename(path).replace(/\.[^.]*$/, "")).slice(0, NAME_MAX);
  const calendar: StagedRows = {
    kind: "calendars",
    path,
    title: name,
    rows: [{ id: calendarOf(path), name }],
    problems: end.changed.map(({ title, why }): Problem => ({
      line: 1,
      kind: "format",
      source: title,
      became: `${title}: ${why}`,
    })),
  };
  if (events.length > 0) stage.addRows(calendar);
  for (const line of inLines("events", path, events)) stage.addRows(line);
  for (const line of inLines("tasks", path, tasks)) stage.addRows(line);
  for (const line of inLines("reminders", path, reminders)) stage.addRows(line);
}

function* linesIn(file: Uint8Array): Generator<FileLine> {
  try {
    yield* linesOf(file);
  } catch (error) {
    if (error instanceof UnreadableCalendar) throw new Refused(error.message);
    throw error;
  }
}

const IS_ANSWER = "This file is a guest's answer to an invitation. Import it in the calendar.";

const calendarOf = (path: string) => `${path} calendar`;

type Read = {
  name: string | null;
  events: Row[];
  tasks: Row[];
  reminders: Row[];
  end: Extract<FileLine, { is: "end" }>;
};

function readRows(path: string, zone: string, lines: Iterable<FileLine>): Read {
  const read: Read = {
    name: null,
    events: [],
    tasks: [],
    reminders: [],
    end: { is: "end", skipped: [], skippedCount: 0, changed: [], changedCount: 0 },
  };
  for (const line of lines) {
    if (line.is === "about") {
      if (line.method === "REPLY") throw new Refused(IS_ANSWER);
      read.name = line.name;
    }
    if (line.is === "todo") read.tasks.push(taskOf(path, line.todo, zone));
    else if (line.is === "end") read.end = { ...line };
    else if (line.is === "series")
      for (const { id, seriesId, event } of eventsOf(path, line)) {
        const { alarms: _, ...columns } = event;
        read.events.push({ ...columns, id, series_id: seriesId, calendar_id: calendarOf(path) });
        read.reminders.push(...remindersOf(id, event, zone, seriesId === null ? null : line.series));
      }
  }
  return read;
}

/** A series with its changed instances; one whose series is nowhere is an event by itself. */
function eventsOf(path: string, { uid, series, instances }: SeriesLine) {
  const seriesId = `${path} event ${uid}`;
  const idOf = ({ instance }: FitEvent) => `${seriesId} ${instance ?? ""}`;
  if (series)
    return [
      { id: seriesId, seriesId: null, event: series },
      ...instances.map((event) => ({ id: idOf(event), seriesId, event })),
    ];
  return instances.map((event) => ({
    id: idOf(event),
    seriesId: null,
    event: {
      ...event,
      uid: `${uid.slice(0, 950)}_I${(event.instance ?? "").replaceAll(/[-:]/g, "")}`,
      instance: null,
    },
  }));
}

function taskOf(path: string, todo: IcsTodo, zone: string): Row {
  const fields = fieldsOf(todo, zone);
  const nameOf = (uid: string) => `${path} todo ${uid}`;
  return {
    id: nameOf(todo.uid),
    parent_id: todo.parentUid === null ? null : nameOf(todo.parentUid),
    title: fields.title,
    description: fields.description,
    completed: fields.status === "done",
    is_started: fields.status === "doing",
    completed_at: todo.completedAt,
    priority: fields.priority,
    tags: fields.tags,
    start_date: fields.startDate,
    due_date: fields.dueDate,
    due_time: fields.dueDate === null ? null : fields.dueTime,
    repeat: fields.dueDate === null ? null : fields.repeat,
    uid: todo.uid,
    // What Cairn does not understand of it goes out again as it came.
    ics: writeCalendar({ events: [], todos: [{ ...todo, reminders: null }], now: Date.now() }),
  };
}

function remindersOf(id: string, event: FitEvent, zone: string, series: FitEvent | null): Row[] {
  return remindersOfAlarms(id, event, zone, series ?? undefined).map((row) => ({
    ...row,
    id: `${id} reminder ${row.minutes_before ?? row.reminder_date}`,
  }));
}

function* inLines(kind: StagedRows["kind"], path: string, rows: Row[]): Generator<StagedRows> {
  for (let at = 0; at < rows.length; at += ROWS_A_LINE) {
    const some = rows.slice(at, at + ROWS_A_LINE);
    yield { kind, path, title: titleOf(kind, some), rows: some, problems: [] };
  }
}

/** "Dentist, Standup and 498 more" */
function titleOf(kind: StagedRows["kind"], rows: Row[]): string {
  if (kind === "reminders") return `${rows.length} reminder${rows.length === 1 ? "" : "s"}`;
  const named = rows.slice(0, 2).map(({ title }) => String(title).slice(0, 80));
  return rows.length > 2 ? `${named.join(", ")} and ${rows.length - 2} more` : named.join(", ");
}
