import { z } from "zod";
import { isRepeatRule } from "#contract/shared/repeat-rule.ts";
import type { Database, Tx } from "../db/client.ts";
import { readTodoObject } from "../ics/read-object.ts";
import { Failure } from "../failure.ts";
import { recordChange } from "../live/record-change.ts";
import { TASKS_MAX } from "./save-tasks.ts";

/** What a task row of an export may say; its title and tick are the note's where it belongs to one. Older exports know only half of it. */
const TASK = `(id uuid, note_id uuid, block_id text, title text, description text, completed boolean, is_started boolean, is_mine boolean, priority text,
  category text, tags text[], parent_id uuid, list_position double precision, start_date date, due_date date, due_time text,
  due_words text, estimate_minutes int, spent_minutes int, planned_at timestamptz, planned_minutes int, repeat text, repeat_from text, my_day date, waits_for uuid[],
  note_ids uuid[], position int, uid text, ics text, completed_at timestamptz, created_at timestamptz, updated_at timestamptz, trashed_at timestamptz)`;

/**
 * Tasks with what was chosen for them; those of notes are there by now, made of their checkboxes. One that was there before the import
 * stays what its owner has made of it.
 */
export function importTasks(db: Database, userId: string, rows: object[], importId: string): Promise<void> {
  return db.withUser(userId, async (tx) => {
    await assertRoom(tx, rows);
    const values = [userId, JSON.stringify(rows.map(readable)), importId];
    const [first] = await tx.query<{ id: string }>(IMPORT, values);
    // Parents may come after their sub-tasks, also in a later part of the export.
    await tx.query(IMPORT_PARENTS, values);
    await tx.query(CUT_DEEP, values.slice(0, 2));
    if (first) await recordChange(tx, { userId, entity: "task", entityId: first.id, operation: "update" });
  });
}

/** Tasks that were just imported into a shared project, whose they are to do of those who see it. Nobody is told of each. */
export async function assignImported(tx: Tx, rows: { id: string; assignee_id: string }[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(
    `UPDATE tasks t SET assignee_id = r.assignee_id FROM jsonb_to_recordset($2::jsonb) AS r (id uuid, assignee_id uuid)
     WHERE t.id = r.id AND t.user_id = $1`,
    [tx.userId, JSON.stringify(rows)],
    "assign-imported-tasks",
  );
}

/** @throws Failure QUOTA_EXCEEDED when an account would have more tasks of its own than one can have */
async function assertRoom(tx: Tx, rows: object[]): Promise<void> {
  const own = rows.filter((row) => !("note_id" in row) || row.note_id === null);
  const ids = own.flatMap((row) => ("id" in row ? row.id : []));
  if (ids.length === 0) return;
  const [room] = await tx.query<{ left: number }>(ROOM, [tx.userId, JSON.stringify(ids)], "room-for-tasks");
  if (room!.left < 0)
    throw new Failure("QUOTA_EXCEEDED", `An account can have ${TASKS_MAX.toLocaleString("en-US")} tasks.`);
}

const ROOM = `SELECT ${TASKS_MAX} - (SELECT count(*)::int FROM (
      SELECT 1 FROM tasks WHERE user_id = $1 AND trashed_at IS NULL LIMIT ${TASKS_MAX}) AS t)
    - (SELECT count(*)::int FROM jsonb_array_elements_text($2::jsonb) AS r
      WHERE NOT EXISTS (SELECT FROM tasks there WHERE there.id = r.value::uuid)) AS left`;

/** Columns that older exports do not have, each as this server can read it, or absent. */
function readable(row: object): object {
  const given = row as Record<string, unknown>;
  const only = (isRight: (value: unknown) => boolean, columns: string[]) =>
    columns.map((column) => [column, isRight(given[column]) ? given[column] : null]);
  const isRule = (value: unknown) => typeof value === "string" && isRepeatRule(value);
  return {
    ...row,
    ...Object.fromEntries([
      ...only(isRule, ["repeat"]),
      ...only(Array.isArray, ["tags", "waits_for", "note_ids"]),
      ...only(isMinutes, ["estimate_minutes", "spent_minutes", "planned_minutes"]),
      ...only(isInstant, ["planned_at"]),
      ...only(Number.isFinite, ["list_position"]),
      ...only(isDay, ["start_date", "my_day"]),
      ...only((value) => typeof value === "boolean", ["is_started", "is_mine"]),
      ...only(isObject, ["ics"]),
    ]),
  };
}

/** The file of another program, as one of them could have sent it. */
function isObject(value: unknown): boolean {
  try {
    return typeof value === "string" && readTodoObject(value) !== null;
  } catch {
    return false;
  }
}

const isMinutes = (value: unknown) => Number.isInteger(value) && Math.abs(Number(value)) <= 10_000_000;
const isInstant = (value: unknown) =>
  typeof value === "string" && INSTANT.test(value) && Date.parse(value) > 0;
/** As the database writes it. */
const INSTANT = /^(19|2\d)\d\d-\d\d-\d\d[T ][\d:.]{5,15}(Z|[+-]\d\d(:?\d\d)?)?$/;
const isDay = (value: unknown) => typeof value === "string" && z.iso.date().safeParse(value).success;

const IMPORT = `INSERT INTO tasks AS t (id, user_id, note_id, block_id, title, description, completed, is_started, priority, category, tags,
    list_position, start_date, due_date, due_time, due_words, estimate_minutes, spent_minutes, planned_at, planned_minutes, repeat, repeat_from,
    my_day, waits_for, note_ids, position, uid, ics, completed_at, created_at, updated_at, trashed_at, assignee_id)
  SELECT r.id, $1, r.note_id, r.block_id, left(coalesce(r.title, ''), 1000), left(coalesce(r.description, ''), 10000),
    coalesce(r.completed, false), coalesce(r.is_started, false),
    CASE WHEN r.priority IN ('high', 'medium', 'low') THEN r.priority ELSE 'medium' END, left(coalesce(r.category, 'general'), 100),
    coalesce((SELECT array_agg(left(tag, 100)) FROM unnest(r.tags[1:100]) AS tag WHERE tag IS NOT NULL), '{}'),
    coalesce(r.list_position, extract(epoch FROM coalesce(r.created_at, now()))), r.start_date, r.due_date,
    CASE WHEN r.due_time ~ '^([01]\\d|2[0-3]):[0-5]\\d$' THEN r.due_time END, r.due_words,
    CASE WHEN r.estimate_minutes BETWEEN 1 AND 10080 THEN r.estimate_minutes END, greatest(coalesce(r.spent_minutes, 0), 0), r.planned_at,
    CASE WHEN r.planned_at IS NOT NULL THEN CASE WHEN r.planned_minutes BETWEEN 5 AND 1440 THEN r.planned_minutes ELSE 30 END END, r.repeat,
    CASE WHEN r.repeat_from = 'completion' THEN 'completion' ELSE 'due' END, r.my_day, coalesce(r.waits_for[1:20], '{}'),
    coalesce(r.note_ids[1:20], '{}'), coalesce(r.position, 0), left(r.uid, 1000), r.ics,
    CASE WHEN r.completed THEN coalesce(r.completed_at, r.updated_at, now()) END,
    coalesce(r.created_at, now()), coalesce(r.updated_at, (SELECT i.created_at FROM imports i WHERE i.id = $3), now()), r.trashed_at,
    CASE WHEN r.is_mine THEN $1::uuid END
  FROM jsonb_to_recordset($2::jsonb) AS r ${TASK}
  WHERE r.id IS NOT NULL AND (r.note_id IS NULL OR EXISTS (SELECT FROM notes_v2 n WHERE n.id = r.note_id AND n.user_id = $1))
    AND NOT EXISTS (SELECT FROM tasks there WHERE there.id = r.id)
    AND (r.uid IS NULL OR NOT EXISTS (
      SELECT FROM tasks same WHERE same.user_id = $1 AND same.uid = left(r.uid, 1000) AND same.trashed_at IS NULL))
  ON CONFLICT (note_id, block_id) DO UPDATE SET priority = excluded.priority, category = excluded.category, due_date = excluded.due_date,
    due_time = excluded.due_time, due_words = excluded.due_words, completed_at = excluded.completed_at,
    created_at = excluded.created_at, updated_at = excluded.updated_at, description = excluded.description,
    is_started = excluded.is_started, tags = excluded.tags, list_position = excluded.list_position, start_date = excluded.start_date,
    estimate_minutes = excluded.estimate_minutes, spent_minutes = excluded.spent_minutes,
    assignee_id = excluded.assignee_id, planned_at = excluded.planned_at, planned_minutes = excluded.planned_minutes, repeat = excluded.repeat,
    repeat_from = excluded.repeat_from, my_day = excluded.my_day, waits_for = excluded.waits_for, note_ids = excluded.note_ids
  WHERE t.updated_at >= (SELECT i.created_at FROM imports i WHERE i.id = $3)
  RETURNING t.id`;

/** What this import made, or what it found it had made, goes under its parent when that is there; of those of notes none has one. */
const IMPORT_PARENTS = `UPDATE tasks t SET parent_id = r.parent_id FROM jsonb_to_recordset($2::jsonb) AS r ${TASK}
  WHERE t.id = r.id AND t.user_id = $1 AND t.note_id IS NULL AND t.parent_id IS NULL AND r.parent_id <> r.id
    AND t.updated_at IS NOT DISTINCT FROM coalesce(r.updated_at, t.updated_at) AND $3::uuid IS NOT NULL
    AND EXISTS (SELECT FROM tasks p WHERE p.id = r.parent_id AND p.user_id = $1 AND p.note_id IS NULL)`;

/** No server of ours writes a sixth level or a circle, which has no end of levels. */
const CUT_DEEP = `WITH RECURSIVE up AS (
    SELECT t.id AS start, t.parent_id, 1 AS level FROM jsonb_to_recordset($2::jsonb) AS r (id uuid) JOIN tasks t ON t.id = r.id
    WHERE t.user_id = $1 AND t.parent_id IS NOT NULL
    UNION ALL SELECT up.start, p.parent_id, level + 1 FROM up JOIN tasks p ON p.id = up.parent_id WHERE level < 6
  )
  UPDATE tasks SET parent_id = NULL WHERE user_id = $1 AND id IN (SELECT start FROM up WHERE level = 6)`;

/** What is chosen for checkboxes whose notes were just made, and with them their tasks. */
export async function chooseForCheckboxes(
  tx: Tx,
  rows: { note_id: string | null; block_id: string | null }[],
): Promise<void> {
  await tx.query(CHOSEN, [tx.userId, JSON.stringify(rows)]);
}

const CHOSEN = `UPDATE tasks t SET priority = r.priority, category = r.category, tags = r.tags, description = r.description,
    list_position = r.list_position, start_date = r.start_date, due_date = r.due_date, due_time = r.due_time,
    estimate_minutes = r.estimate_minutes, repeat = r.repeat, repeat_from = r.repeat_from, waits_for = r.waits_for, note_ids = r.note_ids
  FROM jsonb_to_recordset($2::jsonb) AS r (note_id uuid, block_id text, priority text, category text, tags text[], description text,
    list_position double precision, start_date date, due_date date, due_time text, estimate_minutes int, repeat text, repeat_from text,
    waits_for uuid[], note_ids uuid[])
  WHERE t.user_id = $1 AND t.note_id = r.note_id AND t.block_id = r.block_id`;

/** What was done of tasks that repeat; they are there by now. */
export async function importCompletions(db: Database, userId: string, rows: object[]): Promise<void> {
  await db.withUser(userId, (tx) =>
    tx.query(
      `INSERT INTO task_completions (id, user_id, task_id, due_date, completed_at)
       SELECT r.id, $1, r.task_id, r.due_date, coalesce(r.completed_at, now())
       FROM jsonb_to_recordset($2::jsonb) AS r (id uuid, task_id uuid, due_date date, completed_at timestamptz)
       WHERE r.id IS NOT NULL AND EXISTS (SELECT FROM tasks t WHERE t.id = r.task_id AND t.user_id = $1)
       ON CONFLICT (id) DO NOTHING`,
      [userId, JSON.stringify(rows)],
    ),
  );
}

/** Tasks of their own into the trash, unless somebody changed them since that moment. */
export async function trashUntouchedTasks(tx: Tx, ids: string[], since: string): Promise<void> {
  const [first] = await tx.query<{ id: string }>(
    `UPDATE tasks SET trashed_at = now() WHERE user_id = $2 AND note_id IS NULL AND trashed_at IS NULL AND id = ANY ($1::uuid[])
       AND updated_at <= $3::timestamptz RETURNING id`,
    [ids, tx.userId, since],
  );
  const about = { userId: tx.userId, entity: "task", operation: "delete" } as const;
  if (first) await recordChange(tx, { ...about, entityId: first.id });
}
