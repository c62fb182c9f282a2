import { isRepeatRule } from "#contract/shared/repeat-rule.ts";
import { isTimeZone } from "#contract/shared/time-zone.ts";
import { instantAt, momentOf } from "#language/moment.ts";
import { clockOf } from "#language/time-zone.ts";
import { keepInWords, newPlannerTask, type PlannerTask } from "./planner-task.ts";
import { type TableRow, recordsOf } from "./table.ts";

/** What was a note there: it becomes one here. */
export type PlannerNote = { title: string; text: string; tags: string[]; folder: string };

/**
 * TickTick's "Generate Backup" (version 7 of its files, and the shorter ones before it): lines about the file, one of which goes over
 * several lines ("Status: 0 Normal 1 Completed 2 Archived"), then the columns, then everything of all lists. TickTick does not document it;
 * what is in it is told by files of its users, such as those of https://github.com/go-vikunja/vikunja (pkg/modules/migration/ticktick,
 * testdata_*.csv): times in UTC with the zone beside them, in two ways of writing; parentId, a taskId of the same file. Priority is 5, 3, 1
 * and 0 for high, medium, low and none, reminders are durations before the start, and items of a checklist are lines of the content that
 * begin with ▪ when they are done and ▫ when they are not.
 */
export function readTickTick(text: string, account: string): { tasks: PlannerTask[]; notes: PlannerNote[] } {
  const tasks: PlannerTask[] = [];
  const notes: PlannerNote[] = [];
  const records = recordsOf(text, ["list name", "title", "status", "priority"]);
  for (const record of records.toSorted(byPlace)) {
    const title = record.get("title").replaceAll(/\s+/g, " ").trim();
    const content = record.get("content").replaceAll(/\r\n?/g, "\n").trim();
    if (title === "" && content === "") continue;
    if (record.get("kind").trim().toUpperCase() === "NOTE")
      notes.push({
        title: title || "Untitled",
        text: content,
        tags: tagsOf(record),
        folder: record.get("list name").trim(),
      });
    else tasks.push(...readTask(record, title, content, account));
  }
  return { tasks, notes };
}

/** As they stand in their list; an order of its own is the smaller number first. */
function byPlace(one: TableRow, other: TableRow): number {
  const lists = [one, other].map((record) => record.get("list name"));
  if (lists[0] !== lists[1]) return 0;
  return (Number(one.get("order")) || 0) - (Number(other.get("order")) || 0);
}

const tagsOf = (record: TableRow) =>
  record
    .get("tags")
    .split(/[,\n]/)
    .map((tag) => tag.trim().replace(/^#/, ""))
    .filter((tag) => tag !== "");

const PRIORITIES: Record<string, PlannerTask["priority"]> = { 5: "high", 3: "medium", 1: "low" };
const OVER = new Set(["1", "2", "-1"]);

function readTask(record: TableRow, title: string, content: string, account: string): PlannerTask[] {
  const { items, rest } = checklistIn(record, content);
  const list = record.get("list name").trim();
  const status = record.get("status").trim();
  const task = newPlannerTask({
    key: keyOf(record),
    parentKey: record.get("parentid").trim() === "" ? null : `task ${record.get("parentid").trim()}`,
    line: record.line,
    title: title || rest.split("\n")[0] || "Untitled",
    description: rest,
    isDone: OVER.has(status),
    completedAt: instantIn(record, "completed time")?.toISOString() ?? null,
    createdAt: instantIn(record, "created time")?.toISOString() ?? null,
    priority: PRIORITIES[record.get("priority").trim()] ?? "medium",
    tags: [...(/^inbox$/i.test(list) ? [] : [list]), record.get("column name").trim(), ...tagsOf(record)],
  });
  if (status === "-1") task.remarks.push("It was marked “Won't do”; here it's done.");
  readTimes(task, record, account);
  return [task, ...items.map((item, at) => itemOf(task, item, at))];
}

const keyOf = (record: TableRow) =>
  record.get("taskid").trim() === "" ? `line ${record.line}` : `task ${record.get("taskid").trim()}`;

type Item = { title: string; isDone: boolean };

function checklistIn(record: TableRow, content: string): { items: Item[]; rest: string } {
  const isChecklist =
    /^(?:y|yes|true|1)$/i.test(record.get("is check list").trim()) ||
    /^checklist$/i.test(record.get("kind").trim());
  if (!isChecklist) return { items: [], rest: content };
  const items: Item[] = [];
  const rest: string[] = [];
  for (const line of content.split("\n")) {
    const [, mark, words = ""] = /^\s*([▪▫])\s*(.*)$/.exec(line) ?? [];
    if (mark === undefined) rest.push(line);
    else if (words.trim() !== "") items.push({ title: words.trim(), isDone: mark === "▪" });
  }
  return { items, rest: rest.join("\n").trim() };
}

const itemOf = (task: PlannerTask, { title, isDone }: Item, at: number) =>
  newPlannerTask({
    key: `${task.key} item ${at + 1}`,
    parentKey: task.key,
    line: task.line,
    title,
    isDone: isDone || task.isDone,
    completedAt: task.completedAt,
    createdAt: task.createdAt,
    tags: task.tags,
  });

const WRITTEN = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:\.\d+)?(?:Z|([+-]\d\d):?(\d\d))?)?$/;

function instantIn(record: TableRow, column: string): Date | null {
  const [, day, time = "00:00", hours = "+00", minutes = "00"] =
    WRITTEN.exec(record.get(column).trim()) ?? [];
  if (day === undefined || day < "1970") return null;
  const at = new Date(`${day}T${time}${hours}:${minutes}`);
  return Number.isNaN(at.getTime()) ? null : at;
}

const MINUTE = 60_000;

function readTimes(task: PlannerTask, record: TableRow, account: string): void {
  const own = record.get("timezone").trim();
  const zone = isTimeZone(own) ? own : account;
  const start = instantIn(record, "start date");
  const due = instantIn(record, "due date") ?? start;
  for (const column of ["start date", "due date"])
    tellUnread(task, record, column, instantIn(record, column));
  if (!due) return;
  const shown = clockOf(due, zone).toISOString();
  task.dueDate = shown.slice(0, 10);
  const said = record.get("is all day").trim().toLowerCase();
  // Older files do not say.
  const isAllDay = said === "" ? shown.slice(11, 16) === "00:00" : said === "true";
  if (!isAllDay) task.dueTime = shown.slice(11, 16);
  if (start && start < due) {
    const day = clockOf(start, zone).toISOString().slice(0, 10);
    const minutes = Math.round((due.getTime() - start.getTime()) / MINUTE);
    if (!isAllDay && minutes >= 5 && minutes <= 1440 && !task.isDone) {
      task.plannedAt = start.toISOString();
      task.plannedMinutes = minutes;
    }
    if (day < task.dueDate) task.startDate = day;
  }
  readRule(task, record);
  const begins = isAllDay ? instantAt(momentOf(task.dueDate, "00:00"), zone) : due;
  readReminders(task, record, begins, zone);
}

function tellUnread(task: PlannerTask, record: TableRow, column: string, read: Date | null): void {
  const words = record.get(column).trim();
  if (words === "" || read) return;
  keepInWords(task, `Date in TickTick: ${words}`);
  task.remarks.push(`“${words.slice(0, 100)}” wasn't understood as a date; it's in the description.`);
}

function readRule(task: PlannerTask, record: TableRow): void {
  // Where there are several rules, the first is the one that counts.
  const words = record.get("repeat").trim().split("\n")[0]!.trim();
  if (words === "") return;
  // Its own parts come behind: TT_SKIP leaves out weekends and holidays.
  const parts = words
    .replace(/^RRULE:/i, "")
    .toUpperCase()
    .split(";")
    .filter((part) => part !== "");
  const rule = parts.filter((part) => !part.startsWith("TT_") && part !== "WKST=").join(";");
  if (isRepeatRule(rule)) task.repeat = rule;
  if (task.repeat !== null && parts.every((part) => !part.startsWith("TT_SKIP"))) return;
  keepInWords(task, `Repeats in TickTick: ${words}`);
  task.remarks.push(
    task.repeat === null
      ? `It repeats by “${words.slice(0, 100)}”, which Cairn doesn't know; it's in the description.`
      : "It leaves out weekends or holidays in TickTick; here it repeats on them, too.",
  );
}

const DURATION = /^(?:TRIGGER:)?([+-]?)P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:\d+S)?)?$/i;

function readReminders(task: PlannerTask, record: TableRow, begins: Date, zone: string): void {
  for (const words of record.get("reminder").split(/[\n,]/)) {
    if (words.trim() === "") continue;
    const read = DURATION.exec(words.trim());
    const [, sign, weeks = 0, days = 0, hours = 0, minutes = 0] = read ?? [];
    const length = ((Number(weeks) * 7 + Number(days)) * 24 + Number(hours)) * 60 + Number(minutes);
    const minutesBefore = sign === "-" ? length : 0 - length;
    if (!read || minutesBefore < -1440 || minutesBefore > 525_600) {
      task.remarks.push(`Its reminder “${words.trim().slice(0, 40)}” wasn't understood.`);
      continue;
    }
    if (task.reminders.some((known) => known.minutesBefore === minutesBefore)) continue;
    const ringsAt = new Date(begins.getTime() - minutesBefore * MINUTE);
    const localTime = clockOf(ringsAt, zone).toISOString().slice(0, 16);
    task.reminders.push({ minutesBefore, ringsAt, localTime, timeZone: zone });
  }
}
