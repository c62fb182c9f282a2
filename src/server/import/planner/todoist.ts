import { posix } from "node:path";
import { isTimeZone } from "#contract/shared/time-zone.ts";
import { keepInWords, newPlannerTask, type PlannerTask } from "./planner-task.ts";
import { readSpokenDate } from "./spoken-date.ts";
import { type TableRow, recordsOf } from "./table.ts";

/**
 * Todoist's "Export as a template", a table for each project, as its help describes it: "Format a CSV file to import into Todoist",
 * https://todoist.com/help/articles/format-a-csv-file-to-import-into-todoist-UVUXTmm6. TYPE is task, section, note (a comment on the task
 * above) or, in files of today, meta; PRIORITY 1 is the highest and 4 is none; INDENT 1 is a task and 2 its sub-task; labels are words
 * with @ in CONTENT; DATE is what was typed, in the language DATE_LANG.
 */
export function readTodoist(text: string, path: string, now: Date, zone: string): PlannerTask[] {
  const project = projectOf(path);
  const tasks: PlannerTask[] = [];
  /** The tasks that one further in lies under, by their level. */
  let above: PlannerTask[] = [];
  let section = "";
  for (const record of recordsOf(text, ["type", "content", "priority", "indent"])) {
    const type = record.get("type").trim().toLowerCase();
    const content = record.get("content").trim();
    if (content === "") continue;
    const last = tasks.at(-1);
    if (type === "section") {
      section = content;
      above = [];
    } else if (type === "note") {
      if (last) keepInWords(last, content);
    } else if (type === "task") {
      const level = Math.max(1, Math.min(Number.parseInt(record.get("indent"), 10) || 1, above.length + 1));
      const task = readTask(record, content, now, zone);
      task.parentKey = above[level - 2]?.key ?? null;
      task.tags.unshift(...[project, section].filter((tag) => tag !== ""));
      above = [...above.slice(0, level - 1), task];
      tasks.push(task);
    }
  }
  return tasks;
}

/** "Work [2203306141].csv" is of the project Work. Everybody has an inbox, which says nothing. */
function projectOf(path: string): string {
  const name = posix
    .basename(path)
    .replace(/\.[^.]*$/, "")
    .replace(/\s*\[[^\]]*\]$/, "")
    .trim();
  return /^inbox$/i.test(name) ? "" : name;
}

const LABEL = /(?<=^|\s)@([\p{L}\p{N}_-]+)(?=\s|$)/gu;
/** As the app's keys for them are. */
const PRIORITIES: Record<string, PlannerTask["priority"]> = { 1: "high", 2: "medium", 3: "low" };

function readTask(record: TableRow, content: string, now: Date, zone: string): PlannerTask {
  const labels = [...content.matchAll(LABEL)].map(([, label = ""]) => label);
  const title = content
    .replaceAll(LABEL, "")
    .replaceAll(/\s+/g, " ")
    // Marks a task that cannot be completed.
    .replace(/^\* /, "")
    .trim();
  const task = newPlannerTask({
    key: `line ${record.line}`,
    line: record.line,
    title: title || content,
    description: record.get("description").trim(),
    priority: PRIORITIES[record.get("priority").trim()] ?? "medium",
    tags: title === "" ? [] : labels,
    estimateMinutes: minutesOf(record),
  });
  readDates(task, record, now, zone);
  const responsible = record
    .get("responsible")
    .replace(/\s*\(\d+\)$/, "")
    .trim();
  if (responsible !== "") keepInWords(task, `Assigned to: ${responsible}`);
  return task;
}

const MINUTES: Record<string, number> = { minute: 1, hour: 60, day: 1440 };

function minutesOf(record: TableRow): number | null {
  const minutes =
    Number(record.get("duration")) * (MINUTES[record.get("duration_unit").trim().toLowerCase()] ?? 1);
  return Number.isInteger(minutes) && minutes >= 1 && minutes <= 10_080 ? minutes : null;
}

/** A deadline is the day it is due, and the date then the one it is begun on. */
function readDates(task: PlannerTask, record: TableRow, now: Date, account: string): void {
  const own = record.get("timezone").trim();
  const zone = isTimeZone(own) ? own : account;
  const read = (column: string) => {
    const words = record.get(column).trim();
    if (words === "") return null;
    const found = readSpokenDate(words, now, zone);
    if (!found) {
      keepInWords(task, `Date in Todoist: ${words}`);
      task.remarks.push(`“${words.slice(0, 100)}” wasn't understood as a date; it's in the description.`);
    }
    return found;
  };
  const date = read("date");
  const deadline = read("deadline");
  const due = date?.repeat === null && deadline && deadline.date >= date.date ? deadline : (date ?? deadline);
  if (!due) return;
  task.dueDate = due.date;
  task.dueTime = due.time;
  task.repeat = due.repeat;
  task.repeatFrom = due.repeatFrom;
  if (date && due === deadline && date.date < due.date) task.startDate = date.date;
  else if (deadline && due !== deadline) keepInWords(task, `Deadline: ${deadline.date}`);
}
