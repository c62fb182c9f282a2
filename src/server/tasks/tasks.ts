import type { Task } from "#contract/tasks.ts";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { SCHEMA_VERSION } from "#document/schema-version.ts";
import { type Changes, logActivity, logChange, quoted } from "../activity/log-activity.ts";
import type { Collab } from "../collab/collab.ts";
import { readBodyAs } from "../collab/load-note.ts";
import type { Database, Tx } from "../db/client.ts";
import { Failure } from "../failure.ts";
import { recordChange } from "../live/record-change.ts";
import { repeated } from "./repeat-task.ts";
import { COLUMNS, getTask, IS_THERE, oneOrNotFound, type TaskRow, toTask } from "./task-row.ts";
import { dueInTitle, todayOf } from "./task-clock.ts";

/** What may be said of a task at its creation and after it; an absent field is left as it is. */
type Details = {
  [
    Field in
      | "description"
      | "status"
      | "completed"
      | "tags"
      | "startDate"
      | "dueDate"
      | "dueTime"
      | "estimateMinutes"
      | "repeat"
      | "repeatFrom"
      | "myDay"
  ]?: Task[Field] | undefined;
};

export type NewTask = Details & {
  id?: string | undefined;
  title: string;
  priority: Task["priority"];
  category: string;
};

/** A status and a tick that say the same; where both are given, the tick counts. */
function stateOf({ status, completed }: Details, before: Task["status"]): Task["status"] {
  if (completed !== undefined) return completed ? "done" : before === "done" ? "todo" : (status ?? before);
  return status ?? before;
}

/** Repeated with the same id by its owner, it answers the task that is there. */
export function createTask(db: Database, userId: string, task: NewTask): Promise<Task> {
  const id = task.id ?? uuidV7();
  return db.withUser(userId, async (tx) => {
    const due = task.dueDate === undefined ? await dueInTitle(tx, task.title) : null;
    const state = stateOf(task, "todo");
    const inserted = await tx.query<TaskRow>(
      `INSERT INTO tasks AS t (id, user_id, title, priority, category, due_date, due_time, due_words, description, completed,
         is_started, completed_at, tags, start_date, estimate_minutes, repeat_rule, repeat_from, my_day)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, CASE WHEN $10 THEN now() END, $12, $13, $14, $15, $16, $17)
       ON CONFLICT (id) DO NOTHING RETURNING ${COLUMNS}`,
      [
        id,
        userId,
        task.title,
        task.priority,
        task.category,
        due?.date ?? task.dueDate ?? null,
        task.dueTime === undefined ? (due?.time ?? null) : task.dueTime,
        due?.words ?? null,
        task.description ?? "",
        state === "done",
        state === "doing",
        task.tags ?? [],
        task.startDate ?? null,
        task.estimateMinutes ?? null,
        task.repeat ?? null,
        task.repeatFrom ?? "due",
        task.myDay ?? null,
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

export type TaskChange = Details & {
  title?: string | undefined;
  priority?: Task["priority"] | undefined;
  category?: string | undefined;
  /** The due day of the instance that was done: said again, or by a second device, it is not done twice. */
  instance?: string | null | undefined;
};

/**
 * Changes a task. That of a note is ticked in the note's body first, so that it is seen wherever the note is open; its row
 * here follows at once instead of with the next derivation. One that repeats moves on to its next day instead of being done.
 *
 * @throws Failure CONFLICT for other words of a note's task: they are those of the note
 */
export async function updateTask(
  db: Database,
  collab: Collab,
  userId: string,
  taskId: string,
  { instance, ...change }: TaskChange,
): Promise<Task> {
  const before = await getTask(db, userId, taskId);
  if (before.noteId && change.title !== undefined && change.title !== before.title)
    throw new Failure("CONFLICT", "This task is part of a note. Edit its text there.");
  if (instance !== undefined && instance !== before.dueDate) return before;
  const status = stateOf(change, before.status);
  const wanted: Task = { ...before, ...given(change), status, completed: status === "done" };
  const moved = wanted.completed && !before.completed ? repeated(wanted, await todayOf(db, userId)) : null;
  const after = moved ?? wanted;
  const tickedSeq =
    after.completed === before.completed ? 0 : await tickInNote(db, collab, userId, before, after.completed);
  return db.withUser(userId, async (tx) => {
    const rows = await tx.query<TaskRow>(
      UPDATE,
      updateValues(userId, after, tickedSeq, moved !== null, before),
    );
    // Somebody else moved it on at the same moment.
    if (rows.length === 0 && moved) return getTask(db, userId, taskId);
    const changed = oneOrNotFound(rows);
    await recordTaskChange(tx, taskId, "update");
    await logTaskChange(tx, before, changed, moved !== null);
    return changed;
  });
}

const UPDATE = `UPDATE tasks t SET title = $3, completed = $4, priority = $5, category = $6, due_date = $7, due_time = $8,
    completed_at = CASE WHEN $4 THEN coalesce(t.completed_at, now()) END, updated_at = now(),
    ticked_seq = greatest(t.ticked_seq, $9), description = $10, is_started = $11, tags = $12, start_date = $13,
    estimate_minutes = $14, repeat_rule = $15, repeat_from = $16, my_day = $17
  WHERE ${IS_THERE} AND t.id = $2 AND (NOT $18::boolean OR t.due_date IS NOT DISTINCT FROM $19::date)
  RETURNING ${COLUMNS}`;

const updateValues = (userId: string, after: Task, tickedSeq: number, hasMoved: boolean, before: Task) => [
  userId,
  after.id,
  after.title,
  after.completed,
  after.priority,
  after.category,
  after.dueDate,
  after.dueDate === null ? null : after.dueTime,
  tickedSeq,
  after.description,
  after.status === "doing",
  after.tags,
  after.startDate,
  after.estimateMinutes,
  after.repeat,
  after.repeatFrom,
  after.myDay,
  hasMoved,
  before.dueDate,
];

/** Only what is given: an absent field is undefined, which would overwrite. */
const given = (change: Details): Partial<Task> =>
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

const FIELDS = [
  "title",
  "description",
  "status",
  "completed",
  "priority",
  "category",
  "tags",
  "startDate",
  "dueDate",
  "dueTime",
  "estimateMinutes",
  "repeat",
  "repeatFrom",
  "myDay",
] as const;

async function logTaskChange(tx: Tx, before: Task, after: Task, hasMoved = false): Promise<void> {
  const changes: Changes = {};
  for (const field of FIELDS)
    if (JSON.stringify(before[field]) !== JSON.stringify(after[field]))
      changes[field] = { from: before[field], to: after[field] };
  if (Object.keys(changes).length === 0) return;
  const isDone = hasMoved || (changes["completed"] && after.completed);
  const verb = isDone ? "Completed" : changes["completed"] ? "Reopened" : "Updated";
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
