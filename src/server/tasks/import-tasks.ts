import type { Database, Tx } from "../db/client.ts";
import { recordChange } from "../live/record-change.ts";

/** What a task row of an export may say; its title and tick are the note's where it belongs to one. */
const TASK = `(id uuid, note_id uuid, block_id text, title text, completed boolean, priority text, category text, due_date date,
  due_time text, due_words text, position int, completed_at timestamptz, created_at timestamptz, updated_at timestamptz, trashed_at timestamptz,
  description text, is_started boolean, tags text[], start_date date, estimate_minutes int, repeat_rule text, repeat_from text, my_day date)`;

/** What was chosen for a task, as far as it is what the API would take. */
const CHOSEN = `left(coalesce(r.description, ''), 10000), coalesce(r.is_started, false), coalesce(r.tags[1:100], '{}'), r.start_date,
  CASE WHEN r.estimate_minutes BETWEEN 1 AND 10080 THEN r.estimate_minutes END,
  CASE WHEN r.repeat_rule ~ '^FREQ=(DAILY|WEEKLY|MONTHLY|YEARLY)(;[A-Z]+=[A-Z0-9,+-]+)*$' AND length(r.repeat_rule) <= 500 THEN r.repeat_rule END,
  CASE WHEN r.repeat_from = 'completion' THEN 'completion' ELSE 'due' END, r.my_day`;

/**
 * Tasks with what was chosen for them; those of notes are there by now, made of their checkboxes. One that was there before the import
 * stays what its owner has made of it.
 */
export function importTasks(db: Database, userId: string, rows: object[], importId: string): Promise<void> {
  return db.withUser(userId, async (tx) => {
    const [first] = await tx.query<{ id: string }>(
      `INSERT INTO tasks AS t (id, user_id, note_id, block_id, title, completed, priority, category, due_date, due_time, due_words,
         position, completed_at, created_at, updated_at, trashed_at,
         description, is_started, tags, start_date, estimate_minutes, repeat_rule, repeat_from, my_day)
       SELECT r.id, $1, r.note_id, r.block_id, left(coalesce(r.title, ''), 1000), coalesce(r.completed, false),
         CASE WHEN r.priority IN ('high', 'medium', 'low') THEN r.priority ELSE 'medium' END, left(coalesce(r.category, 'general'), 100),
         r.due_date, CASE WHEN r.due_time ~ '^([01]\\d|2[0-3]):[0-5]\\d$' THEN r.due_time END, r.due_words, coalesce(r.position, 0), CASE WHEN r.completed THEN coalesce(r.completed_at, r.updated_at, now()) END,
         coalesce(r.created_at, now()), coalesce(r.updated_at, now()), r.trashed_at, ${CHOSEN}
       FROM jsonb_to_recordset($2::jsonb) AS r ${TASK}
       WHERE r.id IS NOT NULL AND (r.note_id IS NULL OR EXISTS (SELECT FROM notes_v2 n WHERE n.id = r.note_id AND n.user_id = $1))
         AND NOT EXISTS (SELECT FROM tasks there WHERE there.id = r.id)
       ON CONFLICT (note_id, block_id) DO UPDATE SET priority = excluded.priority, category = excluded.category, due_date = excluded.due_date,
         due_time = excluded.due_time, due_words = excluded.due_words, completed_at = excluded.completed_at,
         description = excluded.description, is_started = excluded.is_started, tags = excluded.tags, start_date = excluded.start_date,
         estimate_minutes = excluded.estimate_minutes, repeat_rule = excluded.repeat_rule, repeat_from = excluded.repeat_from, my_day = excluded.my_day,
         created_at = excluded.created_at, updated_at = excluded.updated_at
       WHERE t.updated_at >= (SELECT i.created_at FROM imports i WHERE i.id = $3)
       RETURNING t.id`,
      [userId, JSON.stringify(rows), importId],
    );
    if (first) await recordChange(tx, { userId, entity: "task", entityId: first.id, operation: "update" });
  });
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
