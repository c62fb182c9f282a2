import type { BriefFile, BriefTask } from "#contract/briefs.ts";
import type { Task } from "#contract/tasks.ts";
import type { Database } from "../db/client.ts";
import { listTasks } from "../tasks/list-tasks.ts";
import { IS_THERE } from "../tasks/task-row.ts";
import { wordsIn } from "../notes/some-words/telling-words.ts";
import type { EventWord } from "./event-words.ts";
import { hasWord } from "./quotes.ts";

type TaskRow = {
  id: string;
  title: string;
  due_date: string | null;
  priority: Task["priority"];
  note_id: string | null;
  note_ids: string[];
};

const COLUMNS = "t.id, t.title, t.due_date, t.priority, t.note_id, t.note_ids";
const ORDER = "ORDER BY coalesce(t.due_date, 'infinity'::date), t.id";
const MOST_TASKS = 10;
const MOST_DUE = 50;

const toTask = (row: TaskRow): BriefTask => ({
  taskId: row.id,
  title: row.title,
  dueDate: row.due_date,
  priority: row.priority,
  noteId: row.note_id,
});

/** Open tasks of these notes, and those whose own words say what the event's do. */
export async function tasksAbout(
  db: Database,
  userId: string,
  words: readonly EventWord[],
  noteIds: readonly string[],
): Promise<BriefTask[]> {
  const rows = await db.queryAs<TaskRow>(userId, OPEN, [userId], "open-tasks-for-brief");
  const titled = words.filter(({ kind }) => kind !== "other");
  const needed = Math.min(2, titled.length);
  const isAbout = (row: TaskRow) => {
    if (noteIds.includes(row.note_id ?? "") || row.note_ids.some((id) => noteIds.includes(id))) return true;
    if (needed === 0) return false;
    const own = wordsIn(row.title);
    const shared = titled.filter(({ word }) => hasWord(own, word));
    return shared.length >= needed || shared.some(({ kind }) => kind === "person");
  };
  return rows.filter(isAbout).slice(0, MOST_TASKS).map(toTask);
}

const OPEN = `SELECT ${COLUMNS} FROM tasks t WHERE ${IS_THERE} AND NOT t.completed ${ORDER} LIMIT 2000`;

/** Open tasks that are due on a day or before it, or on My Day for it. */
export async function tasksDue(db: Database, userId: string, day: string): Promise<BriefTask[]> {
  const { tasks } = await listTasks(db, userId, { completed: false, onDay: day, limit: MOST_DUE });
  return tasks.map(({ id: taskId, title, dueDate, priority, noteId }) => ({
    taskId,
    title,
    dueDate,
    priority,
    noteId,
  }));
}

/** Files that these notes show. */
export async function filesIn(
  db: Database,
  userId: string,
  noteIds: readonly string[],
): Promise<BriefFile[]> {
  if (noteIds.length === 0) return [];
  const rows = await db.queryAs<{ id: string; name: string; note_id: string }>(
    userId,
    FILES,
    [userId, noteIds],
    "files-for-brief",
  );
  return rows.map(({ id, name, note_id: noteId }) => ({ fileId: id, name, url: `/files/${id}`, noteId }));
}

const FILES = `SELECT DISTINCT ON (f.id) f.id, f.name, l.note_id FROM note_links l
    JOIN files f ON l.target IN ('/files/' || f.id, '/files/' || f.id || '/original') AND f.user_id = $1
  WHERE l.user_id = $1 AND l.kind = 'file' AND l.note_id = ANY ($2::uuid[]) AND f.trashed_at IS NULL
  ORDER BY f.id DESC LIMIT 10`;
