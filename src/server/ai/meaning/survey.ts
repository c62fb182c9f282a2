import type { Tx } from "../../db/client.ts";
import type { Reach } from "../../notes/ai-access/reach.ts";

/** What is there and has no item yet: the newest of all first, and before what is older. */
const NEW_ITEMS = `INSERT INTO meaning_items (id, user_id, note_id, file_id, task_id, event_id, due_at)
  SELECT gen_random_uuid(), $1, s.note_id, s.file_id, s.task_id, s.event_id, s.at FROM (
    SELECT n.id AS note_id, NULL::uuid AS file_id, NULL::uuid AS task_id, NULL::uuid AS event_id, n.updated_at AS at
      FROM notes_v2 n WHERE n.user_id = $1 AND n.trashed_at IS NULL
    UNION ALL SELECT NULL, t.file_id, NULL, NULL, f.updated_at FROM file_texts t JOIN files f ON f.id = t.file_id WHERE t.user_id = $1 AND f.trashed_at IS NULL
    UNION ALL SELECT NULL, NULL, t.id, NULL, t.updated_at FROM tasks t WHERE t.user_id = $1 AND t.trashed_at IS NULL
    UNION ALL SELECT NULL, NULL, NULL, e.id, e.updated_at FROM calendar_events e WHERE e.user_id = $1 AND e.trashed_at IS NULL
  ) s ON CONFLICT DO NOTHING`;

/** What may be read by now and is not kept, or is kept and may not be read any more. Files go by the notes that show them, and are all looked at. */
const FENCED_ITEMS = `UPDATE meaning_items i SET due_at = coalesce(i.due_at, clock_timestamp() - interval '1 day') WHERE i.user_id = $1 AND (
    i.file_id IS NOT NULL
    OR i.note_id IS NOT NULL AND (cardinality(i.hashes) > 0) <> (i.note_id IN (
      SELECT notes_within_reach(ARRAY(SELECT n.note_id FROM meaning_items n WHERE n.user_id = $1 AND n.note_id IS NOT NULL), $2)))
    OR i.task_id IS NOT NULL AND (cardinality(i.hashes) > 0) <> (i.task_id IN (
      SELECT planner_within_reach(false, ARRAY(SELECT n.task_id FROM meaning_items n WHERE n.user_id = $1 AND n.task_id IS NOT NULL), $2)))
    OR i.event_id IS NOT NULL AND (cardinality(i.hashes) > 0) <> (i.event_id IN (
      SELECT planner_within_reach(true, ARRAY(SELECT n.event_id FROM meaning_items n WHERE n.user_id = $1 AND n.event_id IS NOT NULL), $2))))`;

/** Finds out what of an account is to be read: after search by meaning was turned on, and whenever a fence came or went. */
export async function survey(tx: Tx, reach: Reach): Promise<void> {
  // First: what changes from here on says so again.
  await tx.query(
    "UPDATE meaning_indexes SET is_survey_due = false WHERE user_id = $1",
    [tx.userId],
    "begin-meaning-survey",
  );
  await tx.query(NEW_ITEMS, [tx.userId], "new-meaning-items");
  await tx.query(FENCED_ITEMS, [tx.userId, reach], "fenced-meaning-items");
}
