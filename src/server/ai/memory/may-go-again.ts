import type { Database } from "../../db/client.ts";
import { notesWithinReach, type Reach } from "../../notes/ai-access/reach.ts";
import { filesWithinReach } from "../../retrieval/files-within-reach.ts";

type Rests = { id: string; on: string[] };

/**
 * Those of these answers that may go along with another question: all that they rest on may go there now. A fence may have come since, and
 * a chat may have changed its model.
 */
export async function mayGoAgain(
  db: Database,
  userId: string,
  answerIds: readonly string[],
  reach: Reach,
): Promise<Set<string>> {
  const answers = await db.queryAs<Rests>(
    userId,
    `SELECT m.id, ARRAY(
       SELECT unnest(m.cited) UNION SELECT (s ->> 'id')::uuid FROM jsonb_array_elements(m.sent) AS s WHERE s ->> 'kind' <> ALL ('{memory,earlier}')
     ) AS on
     FROM chat_messages m WHERE m.id = ANY ($1::uuid[]) AND m.user_id = $2`,
    [answerIds, userId],
    "what-answers-rest-on",
  );
  const allowed = await withinReach(db, userId, [...new Set(answers.flatMap(({ on }) => on))], reach);
  return new Set(answers.flatMap(({ id, on }) => (on.every((one) => allowed.has(one)) ? [id] : [])));
}

/** Those of these notes, tasks, events and files whose words may go there, their titles too. */
export async function withinReach(
  db: Database,
  userId: string,
  ids: readonly string[],
  reach: Reach,
): Promise<Set<string>> {
  const planned = await db.queryAs<{ id: string; note_id: string | null }>(
    userId,
    `SELECT id, note_id FROM tasks WHERE id = ANY ($1::uuid[])
     UNION ALL SELECT id, note_id FROM calendar_events WHERE id = ANY ($1::uuid[])`,
    [ids],
    "notes-of-planned",
  );
  const files = await filesWithinReach(db, userId, ids, reach);
  const ofNotes = planned.flatMap(({ note_id: noteId }) => noteId ?? []);
  const notes = await notesWithinReach(db, userId, [...ids, ...ofNotes], reach);
  const free = planned.flatMap(({ id, note_id: noteId }) =>
    noteId === null || notes.has(noteId) ? [id] : [],
  );
  return new Set([...notes, ...free, ...files.map(({ id }) => id)]);
}
