import type { TaskItem } from "#document/tasks.ts";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { z } from "zod";
import type { Due } from "#language/due-in.ts";
import type { Database, Tx } from "../db/client.ts";
import { enqueue } from "../jobs/job.ts";

/** A checkbox of a body; `due` is null where its words are those the table has already. */
export type FoundTask = TaskItem & { due: Due | null };

/** What the table knows of a note's checkboxes, by block, and by whose clock "tomorrow" is read. */
export type KnownTasks = { titles: Titles; timeZone: string | undefined };
type Titles = Record<string, string>;

/** Left to whoever knows when tasks repeat, which lies above this: those that were ticked in their note and go on to another day. */
export const advanceRepeating = {
  name: "advance-repeating-tasks",
  data: z.object({ taskIds: z.array(z.uuid()) }),
};

/** Of several notes; those without tasks are missing. */
export async function knownTasks(
  db: Database,
  ownerId: string,
  noteIds: string[],
): Promise<{ titles: Record<string, Titles>; timeZone: string | undefined }> {
  const [row] = await db.queryAs<{ titles: Record<string, Titles> | null; time_zone: string | null }>(
    ownerId,
    `SELECT (SELECT jsonb_object_agg(note_id, titles) FROM (
         SELECT note_id, jsonb_object_agg(block_id, title) AS titles FROM tasks
         WHERE note_id = ANY ($2) AND trashed_at IS NULL GROUP BY note_id) AS of_notes) AS titles,
       (SELECT settings->>'timeZone' FROM user_preferences WHERE user_id = $1) AS time_zone`,
    [ownerId, noteIds],
    "known-tasks",
  );
  return { titles: row?.titles ?? {}, timeZone: row?.time_zone ?? undefined };
}

export async function timeZoneOf(db: Database, userId: string): Promise<string | undefined> {
  const [row] = await db.queryAs<{ zone: string | null }>(
    userId,
    "SELECT settings->>'timeZone' AS zone FROM user_preferences WHERE user_id = $1",
    [userId],
    "time-zone-of",
  );
  return row?.zone ?? undefined;
}

/**
 * Makes the note's tasks those of its body as of `seq`.
 * What is gone from the body goes into the trash, so that a line cut here and pasted there keeps its priority.
 * @returns one of those that changed, for a live event: whoever shows tasks asks for its list again; none when nothing changed
 */
export async function keepTasks(
  tx: Tx,
  note: { id: string; ownerId: string; seq: number },
  found: FoundTask[],
): Promise<string[]> {
  const column = <Value>(read: (task: FoundTask) => Value) => found.map(read);
  const [row] = await tx.query<{ id: string | null; repeating: string[] | null }>(
    KEEP_TASKS,
    [
      note.id,
      note.ownerId,
      note.seq,
      column(() => uuidV7()),
      column(({ blockId }) => blockId),
      column(({ title }) => title.replaceAll("\0", "")),
      column(({ isDone }) => isDone),
      column(({ due }) => due?.date ?? null),
      column(({ due }) => due?.time ?? null),
      column(({ due }) => due?.words ?? null),
    ],
    "keep-tasks",
  );
  if (row?.repeating) await enqueue(tx, advanceRepeating, { taskIds: row.repeating });
  return row?.id ? [row.id] : [];
}

/**
 * The due day changes with the words it was read from alone: a title that says "tomorrow" still means the day it meant. A row that was
 * changed by hand as of a later body waits for that body: an older one knows neither the tick nor the words of a day that was refused.
 */
const KEEP_TASKS = `WITH found AS (
    SELECT * FROM unnest($4::uuid[], $5::text[], $6::text[], $7::boolean[], $8::date[], $9::text[], $10::text[]) WITH ORDINALITY
      AS item (id, block_id, title, is_done, due_date, due_time, due_words, position)
  ), gone AS (
    UPDATE tasks SET trashed_at = now()
    WHERE note_id = $1 AND trashed_at IS NULL AND block_id NOT IN (SELECT block_id FROM found) RETURNING tasks.id
  ), kept AS (
    INSERT INTO tasks AS t (id, user_id, note_id, block_id, title, completed, completed_at, due_date, due_time, due_words, position)
    SELECT id, $2, $1, block_id, title, is_done, CASE WHEN is_done THEN now() END, due_date, due_time, due_words, position
    FROM found
    ON CONFLICT (note_id, block_id) DO UPDATE SET title = excluded.title, completed = excluded.completed,
      is_started = t.is_started AND NOT excluded.completed,
      completed_at = CASE WHEN excluded.completed THEN coalesce(t.completed_at, now()) END,
      due_date = CASE WHEN t.title = excluded.title OR t.due_words IS NOT DISTINCT FROM excluded.due_words
        THEN t.due_date ELSE excluded.due_date END,
      due_time = CASE WHEN t.title = excluded.title OR t.due_words IS NOT DISTINCT FROM excluded.due_words
        THEN t.due_time ELSE excluded.due_time END,
      due_words = CASE WHEN t.title = excluded.title THEN t.due_words ELSE excluded.due_words END,
      position = excluded.position, trashed_at = NULL, updated_at = now()
    WHERE t.ticked_seq <= $3 AND (t.title, t.completed, t.position, t.trashed_at) IS DISTINCT FROM
      (excluded.title, excluded.completed, excluded.position, NULL::timestamptz)
    RETURNING t.id, t.completed AND t.repeat IS NOT NULL AS is_repeating
  )
  SELECT coalesce((SELECT id FROM kept LIMIT 1), (SELECT id FROM gone LIMIT 1)) AS id,
    (SELECT array_agg(id) FROM kept WHERE is_repeating) AS repeating`;
