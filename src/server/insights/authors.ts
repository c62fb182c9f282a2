import type { AuthoredNote, AuthorRow } from "#contract/analytics.ts";
import type { Database } from "../db/client.ts";
import type { Period } from "./period.ts";

const MOST_ROWS = 100;
const MOST_NOTES = 200;

/** What the user wrote anywhere, and guests in the user's notes; what models wrote and imports brought is of no author. */
const PER_NOTE = `own AS (
    SELECT note_id, sum(added) AS added, sum(removed) AS removed FROM word_days
    WHERE user_id = $1 AND day BETWEEN $2::date AND $3::date AND origin NOT IN ('ai', 'import') AND (added <> 0 OR removed <> 0) GROUP BY note_id
  ), per_note AS (
    SELECT $1::uuid AS author_id, NULL AS name, note_id, added, removed FROM own
    UNION ALL SELECT author_id, name, note_id, added, removed FROM words_of_guests($2::date, $3::date)
  )`;

const SUMS = ["added", "removed"]
  .map((column) => `least(sum(w.${column}), 2000000000)::int AS ${column}`)
  .join(", ");

/** Words of a period by who wrote them, the most first. */
export function listAuthors(db: Database, userId: string, { from, to }: Period): Promise<AuthorRow[]> {
  return db.queryAs<AuthorRow>(
    userId,
    `WITH ${PER_NOTE}
     SELECT w.author_id AS "authorId", coalesce(max(w.name), (SELECT display_name FROM user_profiles WHERE id = w.author_id), '') AS name,
       w.author_id = $1 AS "isUser", ${SUMS}, count(w.note_id)::int AS notes
     FROM per_note w GROUP BY w.author_id ORDER BY sum(w.added + w.removed) DESC, w.author_id LIMIT ${MOST_ROWS}`,
    [userId, from, to],
    "insights-by-author",
  );
}

/** The notes that the words of an author were written in; of guests the user's own alone. */
export async function listAuthoredNotes(
  db: Database,
  userId: string,
  { from, to, authorId }: Period & { authorId: string },
): Promise<{ total: number; notes: AuthoredNote[] }> {
  const rows = await db.queryAs<AuthoredNote & { total: number }>(
    userId,
    `WITH ${PER_NOTE}, most AS (
       SELECT w.note_id, ${SUMS}, count(*) OVER ()::int AS total, sum(w.added + w.removed) AS words
       FROM per_note w WHERE w.author_id = $4 GROUP BY w.note_id ORDER BY words DESC, w.note_id LIMIT ${MOST_NOTES}
     )
     SELECT m.note_id AS "noteId", n.title, m.added, m.removed, m.total FROM most m LEFT JOIN notes_v2 n ON n.id = m.note_id
     ORDER BY m.words DESC, m.note_id`,
    [userId, from, to, authorId],
    "insights-notes-of-author",
  );
  return {
    total: rows[0]?.total ?? 0,
    notes: rows.map(({ noteId, title, added, removed }) => ({ noteId, title, added, removed })),
  };
}
