import { Refused } from "../../extract/refused.ts";
import { parseCsv } from "../formats/csv.ts";

export const ROWS_MAX = 5_000;

/** Names that columns have in tables of tasks, in small letters; the first that is there is taken. */
const NAMES = {
  title: [
    "card name",
    "title",
    "name",
    "task name",
    "task",
    "summary",
    "subject",
    "タイトル",
    "件名",
    "名前",
    "タスク名",
  ],
  description: ["card description", "description", "notes", "body", "details", "content"],
  state: [
    "list name",
    "status",
    "state",
    "section/column",
    "section",
    "column",
    "list",
    "stage",
    "ステータス",
  ],
  key: ["card id", "id", "issue key", "key", "task id", "number"],
  parent: ["parent issue", "parent", "parent id", "parent task", "parent key", "parent item"],
  tags: ["labels", "tags", "label", "tag"],
  priority: ["priority"],
  due: ["due date", "due", "deadline", "due on", "date", "期限", "期日"],
  start: ["start date", "start", "start on"],
  estimate: ["estimate", "estimated time", "time estimate", "duration"],
  isDone: ["due complete", "is done", "complete", "is completed", "done", "checkbox"],
  completed: ["completed", "completed at", "date completed", "resolved"],
  canceled: ["canceled", "cancelled"],
  archived: ["archived"],
  created: ["created", "created at", "created on"],
  who: ["assignee", "members", "assigned to"],
  url: ["card url", "url", "link"],
  blockedBy: ["blocked by", "blocked by (dependencies)", "depends on"],
  checklist: ["checklist item total count"],
  board: ["board name"],
  project: ["project", "projects"],
} as const;
export type Column = keyof typeof NAMES;

export type Source = "linear" | "trello" | "csv";
export type BoardRow = { line: number; get: (column: Column) => string };

/**
 * Rows of a table of tasks by what their columns are. Linear's "Export issues as CSV" and Trello's "Export as CSV" are known by columns that
 * only they have; of any other table a title is enough.
 * @throws Refused
 */
export function rowsOfBoard(text: string): { source: Source; rows: BoardRow[]; hasSemicolons: boolean } {
  const table = text.replace(/^\uFEFF/, "").replace(/^sep=.\r?\n/i, "");
  const [head, ...all] = parseCsv(table);
  if (!head) throw new Refused("This table is empty.");
  if (all.length > ROWS_MAX)
    throw new Refused(
      `This table has ${all.length.toLocaleString("en-US")} rows. At most ${ROWS_MAX.toLocaleString("en-US")} can be imported at once: split it, or export fewer.`,
    );
  const names = head.map((name) => name.replaceAll("\0", "").trim().toLowerCase());
  const places = new Map<Column, number>();
  for (const [column, known] of Object.entries(NAMES) as [Column, readonly string[]][]) {
    const found = known.find((name) => names.includes(name));
    if (found !== undefined) places.set(column, names.indexOf(found));
  }
  if (!places.has("title"))
    throw new Refused('This table has no column called "Title", "Name", "Task" or "Card Name".');
  const rows = all.map((row, index) => ({
    line: index + 2,
    get: (column: Column) => (row[places.get(column) ?? -1] ?? "").replaceAll("\0", "").toWellFormed().trim(),
  }));
  const firstLine = /^[^\r\n]*/.exec(table)![0];
  return { source: sourceOf(names), rows, hasSemicolons: firstLine.split(";").length === names.length };
}

function sourceOf(names: string[]): Source {
  const has = (...some: string[]) => some.every((name) => names.includes(name));
  if (has("card id", "card name", "list name")) return "trello";
  return has("id", "team", "title", "status", "parent issue") ? "linear" : "csv";
}
