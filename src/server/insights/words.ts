import type { WordsRow } from "#contract/insights.ts";
import { WRITTEN, type WordOrigin } from "#contract/shared/word-origins.ts";
import type { Database } from "../db/client.ts";

type Row = {
  day: string | null;
  note_id: string | null;
  title: string | null;
  origin: WordOrigin | null;
  added: number;
  removed: number;
  written: number;
};

type Asked = { from: string; to: string; by: "day" | "note" | "origin" };

/** Words of a person between two days of their calendar, both included. */
export async function listWords(db: Database, userId: string, { from, to, by }: Asked): Promise<WordsRow[]> {
  const rows = await db.queryAs<Row>(userId, GROUPED, [userId, from, to, by, WRITTEN], "list-words");
  return rows.map(({ note_id: noteId, ...row }) => ({ ...row, noteId }));
}

/** Titles of notes that are the person's or shared with them; of others the words alone are theirs. */
const GROUPED = `WITH counted AS (
    SELECT CASE WHEN $4 = 'day' THEN day END AS day, CASE WHEN $4 = 'note' THEN note_id END AS note_id,
      CASE WHEN $4 = 'origin' THEN origin END AS origin, added, removed, CASE WHEN origin = $5 THEN added ELSE 0 END AS written
    FROM word_days WHERE user_id = $1 AND day BETWEEN $2::date AND $3::date
  ), grouped AS (
    SELECT day, note_id, origin, least(sum(added), 2000000000)::int AS added, least(sum(removed), 2000000000)::int AS removed, least(sum(written), 2000000000)::int AS written
    FROM counted GROUP BY day, note_id, origin ORDER BY day, sum(added + removed) DESC LIMIT 500
  )
  SELECT g.*, n.title FROM grouped g LEFT JOIN notes_v2 n ON n.id = g.note_id ORDER BY g.day, g.added + g.removed DESC`;
