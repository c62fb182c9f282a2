import type { Task } from "#contract/tasks.ts";
import type { Database } from "../db/client.ts";
import type { Row } from "../db/row.ts";
import type { tasks } from "../db/schema/tasks.ts";
import { notFound } from "../failure.ts";

const LISTED = [
  "id",
  "title",
  "description",
  "completed",
  "is_started",
  "priority",
  "category",
  "tags",
  "start_date",
  "due_date",
  "due_time",
  "estimate_minutes",
  "repeat_rule",
  "repeat_from",
  "my_day",
  "note_id",
  "block_id",
  "completed_at",
  "created_at",
  "updated_at",
] as const;
export const COLUMNS = LISTED.map((column) => `t.${column}`).join(", ");
export type TaskRow = Row<typeof tasks, typeof LISTED>;

/** A task in the trash, and one whose note is, is not there. */
export const IS_THERE = `t.user_id = $1 AND t.trashed_at IS NULL
  AND NOT EXISTS (SELECT 1 FROM notes_v2 n WHERE n.id = t.note_id AND n.trashed_at IS NOT NULL)`;

export function toTask(row: TaskRow): Task {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    status: row.completed ? "done" : row.is_started ? "doing" : "todo",
    completed: row.completed,
    priority: row.priority,
    category: row.category,
    tags: row.tags,
    startDate: row.start_date,
    dueDate: row.due_date,
    dueTime: row.due_time,
    estimateMinutes: row.estimate_minutes,
    repeat: row.repeat_rule,
    repeatFrom: row.repeat_from,
    myDay: row.my_day,
    noteId: row.note_id,
    blockId: row.block_id,
    completedAt: row.completed_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

export function oneOrNotFound([row]: TaskRow[]): Task {
  if (!row) throw notFound();
  return toTask(row);
}

export async function getTask(db: Database, userId: string, taskId: string): Promise<Task> {
  return oneOrNotFound(
    await db.queryAs<TaskRow>(userId, `SELECT ${COLUMNS} FROM tasks t WHERE ${IS_THERE} AND t.id = $2`, [
      userId,
      taskId,
    ]),
  );
}
