import type { Task } from "#contract/tasks.ts";
import type { Tx } from "../db/client.ts";
import { notFound } from "../failure.ts";
import { COLUMNS, type TaskRow, toTask } from "./task-row.ts";

/** What is written of a task, as columns of one JSON object. */
const GIVEN = `(id uuid, title text, description text, completed boolean, is_started boolean, priority text, category text,
  tags text[], parent_id uuid, list_position double precision, start_date date, due_date date, due_time text, due_words text,
  estimate_minutes int, spent_minutes int, planned_at timestamptz, planned_minutes int, repeat text, repeat_from text, my_day date,
  waits_for uuid[], note_ids uuid[], assignee_id uuid, ticked_seq bigint)`;

/** A place that nobody chose is null. */
export type NewTask = Omit<
  Task,
  "completed" | "position" | "noteId" | "blockId" | "completedAt" | "createdAt" | "updatedAt"
> & { position: number | null };

function toRow(task: NewTask) {
  return {
    id: task.id,
    title: task.title,
    description: task.description,
    completed: task.status === "done",
    is_started: task.status === "doing",
    priority: task.priority,
    category: task.category,
    tags: task.tags,
    parent_id: task.parentId,
    list_position: task.position,
    start_date: task.startDate,
    due_date: task.dueDate,
    due_time: task.dueDate === null ? null : task.dueTime,
    estimate_minutes: task.estimateMinutes,
    spent_minutes: task.spentMinutes,
    planned_at: task.plannedAt,
    planned_minutes: task.plannedMinutes,
    repeat: task.repeat,
    repeat_from: task.repeatFrom,
    my_day: task.myDay,
    waits_for: task.waitsFor,
    note_ids: task.noteIds,
    assignee_id: task.assigneeId,
  };
}

/** After all others, those with a place by hand included. */
export const LAST_POSITION = `greatest(extract(epoch FROM clock_timestamp()),
  1 + (SELECT max(o.list_position) FROM tasks o WHERE o.user_id = $1 AND o.trashed_at IS NULL))`;

/** Of an account, with those that are done: each of them is in its lists, its export and its backups. */
export const TASKS_MAX = 50_000;

/** @returns nothing when there is a task of this id, or no room for another */
export async function insertTask(tx: Tx, task: NewTask, dueWords: string | null): Promise<Task | undefined> {
  const [row] = await tx.query<TaskRow>(
    INSERT,
    [tx.ownerId, JSON.stringify({ ...toRow(task), due_words: dueWords })],
    "insert-task",
  );
  return row && toTask(row);
}

const INSERT = `INSERT INTO tasks AS t (id, user_id, title, description, completed, completed_at, is_started, priority, category, tags,
    parent_id, list_position, start_date, due_date, due_time, due_words, estimate_minutes, spent_minutes, planned_at, planned_minutes,
    repeat, repeat_from, my_day, waits_for, note_ids)
  SELECT r.id, $1, r.title, r.description, r.completed, CASE WHEN r.completed THEN now() END, r.is_started, r.priority, r.category, r.tags,
    r.parent_id, coalesce(r.list_position, ${LAST_POSITION}), r.start_date, r.due_date, r.due_time, r.due_words, r.estimate_minutes,
    r.spent_minutes, r.planned_at, r.planned_minutes, r.repeat, r.repeat_from, r.my_day, r.waits_for, r.note_ids
  FROM jsonb_to_record($2::jsonb) AS r ${GIVEN}
  WHERE (SELECT count(*) FROM (SELECT 1 FROM tasks o WHERE o.user_id = $1 AND o.trashed_at IS NULL LIMIT ${TASKS_MAX}) AS others) < ${TASKS_MAX}
  ON CONFLICT (id) DO NOTHING RETURNING ${COLUMNS}`;

/**
 * Writes tasks that were read in this transaction, `FOR UPDATE`.
 * @param ticked the change of its note that ticked a task, by its id
 * @throws Failure NOT_FOUND
 */
export async function saveTasks(
  tx: Tx,
  tasks: Task[],
  ticked: ReadonlyMap<string, number>,
): Promise<Map<string, Task>> {
  const rows = await tx.query<TaskRow>(
    SAVE,
    [
      tx.ownerId,
      JSON.stringify(tasks.map((task) => ({ ...toRow(task), ticked_seq: ticked.get(task.id) ?? 0 }))),
    ],
    "save-tasks",
  );
  // Its owner has taken one out of the project since a guest read it.
  if (rows.length < tasks.length) throw notFound();
  return new Map(rows.map((row) => [row.id, toTask(row)]));
}

/** So many additions of time to a task are known again when they are sent once more. */
const SPENT_KEPT = 50;

/** Remembers an addition of time to a task that is locked. False when it was counted before. */
export async function keepSpent(tx: Tx, taskId: string, id: string): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE tasks SET spent_ids = ($3::uuid || spent_ids)[1:${SPENT_KEPT}]
     WHERE user_id = $1 AND id = $2 AND $3::uuid <> ALL (spent_ids) RETURNING id`,
    [tx.ownerId, taskId, id],
    "keep-spent",
  );
  return rows.length > 0;
}

const SAVE = `UPDATE tasks t SET title = r.title, description = r.description, completed = r.completed, is_started = r.is_started,
    completed_at = CASE WHEN r.completed THEN coalesce(t.completed_at, now()) END, priority = r.priority, category = r.category,
    tags = r.tags, parent_id = r.parent_id, list_position = r.list_position, start_date = r.start_date, due_date = r.due_date,
    due_time = r.due_time, estimate_minutes = r.estimate_minutes, spent_minutes = r.spent_minutes,
    planned_at = r.planned_at, planned_minutes = r.planned_minutes, repeat = r.repeat,
    repeat_from = r.repeat_from, my_day = r.my_day, waits_for = r.waits_for, note_ids = r.note_ids,
    assignee_id = r.assignee_id, ticked_seq = greatest(t.ticked_seq, r.ticked_seq), updated_at = now()
  FROM jsonb_to_recordset($2::jsonb) AS r ${GIVEN}
  WHERE t.user_id = $1 AND t.id = r.id RETURNING ${COLUMNS}`;
