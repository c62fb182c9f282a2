import type { Task } from "#contract/tasks.ts";
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
  "parent_id",
  "list_position",
  "start_date",
  "due_date",
  "due_time",
  "estimate_minutes",
  "spent_minutes",
  "planned_at",
  "planned_minutes",
  "repeat",
  "repeat_from",
  "my_day",
  "waits_for",
  "note_ids",
  "assignee_id",
  "note_id",
  "block_id",
  "completed_at",
  "created_at",
  "updated_at",
] as const;
export const COLUMNS = LISTED.map((column) => `t.${column}`).join(", ");
export type TaskRow = Row<typeof tasks, typeof LISTED>;

/** A task in the trash, and one whose note is, is not there. */
const IS_OUT_OF_TRASH = `t.trashed_at IS NULL
  AND NOT EXISTS (SELECT 1 FROM notes_v2 n WHERE n.id = t.note_id AND n.trashed_at IS NOT NULL)`;
/** Of account $1. */
export const IS_THERE = `t.user_id = $1 AND ${IS_OUT_OF_TRASH}`;
/** Of anybody but account $1. */
export const IS_OF_OTHERS = `t.user_id <> $1 AND ${IS_OUT_OF_TRASH}`;
/** Of whomever, for account $1 to do. */
export const IS_ASSIGNED = `t.assignee_id = $1 AND ${IS_OUT_OF_TRASH}`;

export function toTask(row: TaskRow): Task {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    status: statusOf(row),
    completed: row.completed,
    priority: row.priority,
    category: row.category,
    tags: row.tags,
    parentId: row.parent_id,
    position: row.list_position,
    startDate: row.start_date,
    dueDate: row.due_date,
    dueTime: row.due_time,
    estimateMinutes: row.estimate_minutes,
    spentMinutes: row.spent_minutes,
    plannedAt: row.planned_at?.toISOString() ?? null,
    plannedMinutes: row.planned_minutes,
    repeat: row.repeat,
    repeatFrom: row.repeat_from,
    myDay: row.my_day,
    waitsFor: row.waits_for,
    noteIds: row.note_ids,
    assigneeId: row.assignee_id,
    noteId: row.note_id,
    blockId: row.block_id,
    completedAt: row.completed_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

function statusOf({ completed, is_started: isStarted }: TaskRow): Task["status"] {
  if (completed) return "done";
  return isStarted ? "doing" : "todo";
}

/** @throws Failure NOT_FOUND */
export function oneOrNotFound([row]: TaskRow[]): Task {
  if (!row) throw notFound();
  return toTask(row);
}
