import type { Task } from "#contract/tasks.ts";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import type { Due } from "#language/due-in.ts";
import { SCHEMA_VERSION } from "#document/schema-version.ts";
import { type Changes, logActivity, logChange, quoted } from "../activity/log-activity.ts";
import type { Collab } from "../collab/collab.ts";
import { readBodyAs } from "../collab/load-note.ts";
import type { Database, Tx } from "../db/client.ts";
import { Failure, notFound } from "../failure.ts";
import { recordChange } from "../live/record-change.ts";
import type { Row } from "../db/row.ts";
import type { tasks } from "../db/schema/tasks.ts";

const LISTED = [
  "id",
  "title",
  "completed",
  "priority",
  "category",
  "due_date",
  "due_time",
  "note_id",
  "block_id",
  "completed_at",
  "created_at",
  "updated_at",
] as const;
const COLUMNS = LISTED.map((column) => `t.${column}`).join(", ");
type TaskRow = Row<typeof tasks, typeof LISTED>;

/** A task in the trash, and one whose note is, is not there. */
const IS_THERE = `t.user_id = $1 AND t.trashed_at IS NULL
  AND NOT EXISTS (SELECT 1 FROM notes_v2 n WHERE n.id = t.note_id AND n.trashed_at IS NOT NULL)`;

/** Undated ones come last, in the order of their ids. */
const FAR = "'infinity'::date";

function toTask(row: TaskRow): Task {
  return {
    id: row.id,
    title: row.title,
    completed: row.completed,
    priority: row.priority,
    category: row.category,
    dueDate: row.due_date,
    dueTime: row.due_time,
    noteId: row.note_id,
    blockId: row.block_id,
    completedAt: row.completed_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

export type TaskFilter = {
  noteId?: string | undefined;
  completed?: boolean | undefined;
  dueFrom?: string | undefined;
  dueTo?: string | undefined;
  cursor?: string | undefined;
  limit: number;
};

export async function listTasks(
  db: Database,
  userId: string,
  { noteId, completed, dueFrom, dueTo, cursor, limit }: TaskFilter,
): Promise<{ tasks: Task[]; nextCursor: string | null }> {
  const [afterDue, afterId] = readCursor(cursor);
  const rows = await db.queryAs<TaskRow>(
    userId,
    `SELECT ${COLUMNS} FROM tasks t WHERE ${IS_THERE}
       AND ($2::uuid IS NULL OR t.note_id = $2) AND ($3::boolean IS NULL OR t.completed = $3)
       AND ($4::date IS NULL OR t.due_date >= $4) AND ($5::date IS NULL OR t.due_date <= $5)
       AND ($6::date IS NULL OR (coalesce(t.due_date, ${FAR}), t.id) > ($6, $7::uuid))
     ORDER BY coalesce(t.due_date, ${FAR}), t.id LIMIT $8`,
    [userId, noteId ?? null, completed ?? null, dueFrom ?? null, dueTo ?? null, afterDue, afterId, limit + 1],
    "list-tasks",
  );
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    tasks: rows.slice(0, limit).map(toTask),
    nextCursor: last ? `${last.due_date ?? "infinity"} ${last.id}` : null,
  };
}

const CURSOR = /^(\d{4}-\d{2}-\d{2}|infinity) ([0-9a-f-]{36})$/;

function readCursor(cursor: string | undefined): [due: string | null, id: string | null] {
  if (cursor === undefined) return [null, null];
  const [, due, id] = CURSOR.exec(cursor) ?? [];
  if (!due || !id) throw new Failure("INVALID_INPUT", "This cursor isn't valid.");
  return [due, id];
}

export async function getTask(db: Database, userId: string, taskId: string): Promise<Task> {
  return oneOrNotFound(
    await db.queryAs<TaskRow>(userId, `SELECT ${COLUMNS} FROM tasks t WHERE ${IS_THERE} AND t.id = $2`, [
      userId,
      taskId,
    ]),
  );
}

function oneOrNotFound([row]: TaskRow[]): Task {
  if (!row) throw notFound();
  return toTask(row);
}

export type NewTask = {
  id?: string | undefined;
  title: string;
  priority: Task["priority"];
  category: string;
  dueDate?: string | null | undefined;
  dueTime?: string | null | undefined;
};

/** Repeated with the same id by its owner, it answers the task that is there. */
export function createTask(db: Database, userId: string, task: NewTask): Promise<Task> {
  const id = task.id ?? uuidV7();
  return db.withUser(userId, async (tx) => {
    const due = task.dueDate === undefined ? await dueInTitle(tx, task.title) : null;
    const inserted = await tx.query<TaskRow>(
      `INSERT INTO tasks AS t (id, user_id, title, priority, category, due_date, due_time, due_words)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (id) DO NOTHING RETURNING ${COLUMNS}`,
      [
        id,
        userId,
        task.title,
        task.priority,
        task.category,
        due?.date ?? task.dueDate ?? null,
        task.dueTime === undefined ? (due?.time ?? null) : task.dueTime,
        due?.words ?? null,
      ],
    );
    if (inserted.length === 0) {
      const [known] = await tx.query<TaskRow>(`SELECT ${COLUMNS} FROM tasks t WHERE t.id = $1`, [id]);
      if (!known) throw new Failure("CONFLICT", "This id is taken. Create another one and try again.");
      return toTask(known);
    }
    await recordTaskChange(tx, id, "insert");
    await logActivity(tx, { ...about("task_created", id), title: `Created task ${quoted(task.title)}` });
    return oneOrNotFound(inserted);
  });
}

async function dueInTitle(tx: Tx, title: string): Promise<Due | null> {
  // Loaded with the first task: a fifth of a second that a start need not wait for.
  const { clockOf, dueIn } = await import("#language/due-in.ts");
  const [row] = await tx.query<{ zone: string | null }>(
    "SELECT settings->>'timeZone' AS zone FROM user_preferences WHERE user_id = $1",
    [tx.userId],
  );
  return dueIn(title, clockOf(new Date(), row?.zone ?? undefined));
}

export type TaskChange = {
  title?: string | undefined;
  completed?: boolean | undefined;
  priority?: Task["priority"] | undefined;
  category?: string | undefined;
  dueDate?: string | null | undefined;
  dueTime?: string | null | undefined;
};

/**
 * Changes a task. That of a note is ticked in the note's body first, so that it is seen wherever the note is open; its row
 * here follows at once instead of with the next derivation.
 *
 * @throws Failure CONFLICT for other words of a note's task: they are those of the note
 */
export async function updateTask(
  db: Database,
  collab: Collab,
  userId: string,
  taskId: string,
  change: TaskChange,
): Promise<Task> {
  const before = await getTask(db, userId, taskId);
  if (before.noteId && change.title !== undefined && change.title !== before.title)
    throw new Failure("CONFLICT", "This task is part of a note. Edit its text there.");
  const tickedSeq =
    change.completed === undefined ? 0 : await tickInNote(db, collab, userId, before, change.completed);
  const after: Task = { ...before, ...given(change) };
  return db.withUser(userId, async (tx) => {
    const rows = await tx.query<TaskRow>(
      `UPDATE tasks t SET title = $3, completed = $4, priority = $5, category = $6, due_date = $7, due_time = $8,
         completed_at = CASE WHEN $4 THEN coalesce(t.completed_at, now()) END, updated_at = now(),
         ticked_seq = greatest(t.ticked_seq, $9)
       WHERE ${IS_THERE} AND t.id = $2 RETURNING ${COLUMNS}`,
      [
        userId,
        taskId,
        after.title,
        after.completed,
        after.priority,
        after.category,
        after.dueDate,
        after.dueDate === null ? null : after.dueTime,
        tickedSeq,
      ],
    );
    const changed = oneOrNotFound(rows);
    await recordTaskChange(tx, taskId, "update");
    await logTaskChange(tx, before, changed);
    return changed;
  });
}

/** Only what is given: an absent field is undefined, which would overwrite. */
const given = (change: TaskChange): Partial<Task> =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));

export type Schedule = {
  noteId: string;
  blockId: string;
  title: string;
  dueDate: string | null;
  dueTime: string | null;
};

/**
 * Gives a checkbox its day, or takes it away, until the words of its title that say a day change. May come before the note's
 * body has: the row then waits in the trash, from where the body takes it out.
 */
export async function scheduleTask(db: Database, userId: string, task: Schedule): Promise<void> {
  await db.withUser(userId, async (tx) => {
    const words = (await dueInTitle(tx, task.title))?.words ?? null;
    const [before] = await tx.query<TaskRow>(
      `SELECT ${COLUMNS} FROM tasks t WHERE ${IS_THERE} AND t.note_id = $2 AND t.block_id = $3 FOR UPDATE OF t`,
      [userId, task.noteId, task.blockId],
    );
    const rows = await tx.query<TaskRow>(SCHEDULE, [
      uuidV7(),
      userId,
      task.noteId,
      task.blockId,
      task.title,
      task.dueDate,
      task.dueDate === null ? null : task.dueTime,
      words,
    ]);
    const after = oneOrNotFound(rows);
    if (!before) return;
    await recordTaskChange(tx, after.id, "update");
    await logTaskChange(tx, toTask(before), after);
  });
}

const SCHEDULE = `INSERT INTO tasks AS t
    (id, user_id, note_id, block_id, title, due_date, due_time, due_words, ticked_seq, trashed_at)
  SELECT $1, $2, n.id, $4, $5, $6, $7, $8, n.doc_seq, now() FROM notes_v2 n
  WHERE n.id = $3 AND n.user_id = $2 AND n.trashed_at IS NULL
  ON CONFLICT (note_id, block_id) DO UPDATE SET due_date = excluded.due_date, due_time = excluded.due_time,
    due_words = excluded.due_words, ticked_seq = greatest(t.ticked_seq, excluded.ticked_seq), updated_at = now()
  RETURNING ${COLUMNS}`;

/** @returns the change of the note that ticked it; 0 when there was nothing to change, or no note */
async function tickInNote(
  db: Database,
  collab: Collab,
  userId: string,
  { noteId, blockId }: Task,
  isDone: boolean,
): Promise<number> {
  if (!noteId || !blockId) return 0;
  const { parts } = await readBodyAs(db, userId, noteId);
  const payload = await collab.bodies.tick(parts, blockId, isDone);
  if (!payload) return 0;
  const { seq } = await collab.appendUpdate({
    noteId,
    actorId: userId,
    payload,
    schemaVersion: SCHEMA_VERSION,
    via: "server",
  });
  return seq;
}

const FIELDS = ["title", "completed", "priority", "category", "dueDate", "dueTime"] as const;

async function logTaskChange(tx: Tx, before: Task, after: Task): Promise<void> {
  const changes: Changes = {};
  for (const field of FIELDS)
    if (before[field] !== after[field]) changes[field] = { from: before[field], to: after[field] };
  if (Object.keys(changes).length === 0) return;
  const verb = changes["completed"] ? (after.completed ? "Completed" : "Reopened") : "Updated";
  await logChange(tx, {
    ...about("task_updated", after.id),
    title: `${verb} task ${quoted(after.title)}`,
    metadata: { changes },
  });
}

/** @throws Failure CONFLICT for a task of a note */
export async function removeTask(db: Database, userId: string, taskId: string): Promise<void> {
  await db.withUser(userId, async (tx) => {
    const [found] = await tx.query<TaskRow>(
      `SELECT ${COLUMNS} FROM tasks t WHERE ${IS_THERE} AND t.id = $2 FOR UPDATE`,
      [userId, taskId],
    );
    const task = oneOrNotFound(found ? [found] : []);
    if (task.noteId) throw new Failure("CONFLICT", "This task is part of a note. Delete it there.");
    await tx.query("UPDATE tasks SET trashed_at = now() WHERE id = $1", [taskId]);
    await recordTaskChange(tx, taskId, "delete");
    await logActivity(tx, { ...about("task_deleted", taskId), title: `Deleted task ${quoted(task.title)}` });
  });
}

export function restoreTask(db: Database, userId: string, taskId: string): Promise<Task> {
  return db.withUser(userId, async (tx) => {
    const task = oneOrNotFound(
      await tx.query<TaskRow>(
        `UPDATE tasks t SET trashed_at = NULL WHERE t.id = $2 AND t.user_id = $1 AND t.note_id IS NULL RETURNING ${COLUMNS}`,
        [userId, taskId],
      ),
    );
    await recordTaskChange(tx, taskId, "insert");
    await logActivity(tx, {
      ...about("task_restored", taskId),
      title: `Restored task ${quoted(task.title)}`,
    });
    return task;
  });
}

const recordTaskChange = (tx: Tx, entityId: string, operation: "insert" | "update" | "delete") =>
  recordChange(tx, { userId: tx.userId, entity: "task", entityId, operation });

const about = <Type extends "task_created" | "task_updated" | "task_deleted" | "task_restored">(
  type: Type,
  taskId: string,
) => ({ type, entityType: "task", entityId: taskId }) as const;
