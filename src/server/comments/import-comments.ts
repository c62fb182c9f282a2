import type { Database } from "../db/client.ts";

/** Comments are said by whoever brings them: accounts of another server are nobody here. */
export function importThreads(db: Database, userId: string, rows: object[]): Promise<void> {
  return db.withUser(userId, async (tx) => {
    await tx.query(
      `INSERT INTO comment_threads (id, note_id, user_id, quote, created_by, created_at, resolved_at, resolved_by)
       SELECT r.id, r.note_id, $1, left(coalesce(r.quote, ''), 1000), $1, coalesce(r.created_at, now()), r.resolved_at,
         CASE WHEN r.resolved_at IS NOT NULL THEN $1::uuid END
       FROM jsonb_to_recordset($2::jsonb) AS r (id uuid, note_id uuid, quote text, created_at timestamptz, resolved_at timestamptz)
       WHERE r.id IS NOT NULL AND EXISTS (SELECT FROM notes_v2 n WHERE n.id = r.note_id AND n.user_id = $1) ON CONFLICT DO NOTHING`,
      [userId, JSON.stringify(rows)],
    );
  });
}

export function importComments(db: Database, userId: string, rows: object[]): Promise<void> {
  return db.withUser(userId, async (tx) => {
    await tx.query(
      `INSERT INTO note_comments (id, thread_id, note_id, user_id, author_id, text, created_at, edited_at)
       SELECT r.id, r.thread_id, r.note_id, $1, $1, left(coalesce(r.text, ''), 10000), coalesce(r.created_at, now()), r.edited_at
       FROM jsonb_to_recordset($2::jsonb) AS r (id uuid, thread_id uuid, note_id uuid, text text, created_at timestamptz, edited_at timestamptz)
       WHERE EXISTS (SELECT FROM comment_threads t WHERE t.id = r.thread_id AND t.note_id = r.note_id AND t.user_id = $1) ON CONFLICT DO NOTHING`,
      [userId, JSON.stringify(rows)],
    );
  });
}
