import type { SearchQuery } from "#contract/search-query.ts";
import type { Database } from "../db/client.ts";
import { NOTE_COLUMNS, type NoteRow } from "./note-row.ts";

export type SharedHit = NoteRow & { around: string };

/**
 * Notes that others share with the reader. They are few beside one's own, and in nobody else's index: their text itself is looked
 * through, for words and phrases as they stand.
 */
export function searchShared(
  db: Database,
  userId: string,
  { words, phrases, tags }: SearchQuery,
  place: { before: number; length: number },
  limit: number,
): Promise<SharedHit[]> {
  return db.queryAs<SharedHit>(
    userId,
    `SELECT ${NOTE_COLUMNS}, substr(n.text, greatest(1, coalesce((
         SELECT min(nullif(strpos(lower(n.text), needle), 0)) FROM unnest($1::text[]) AS needle
       ), 1) - ${place.before}), ${place.length}) AS around
     FROM notes_v2 n
     WHERE n.id IN (SELECT a.note_id FROM note_access a WHERE a.user_id = app_user_id()) AND n.trashed_at IS NULL
       AND NOT EXISTS (
         SELECT FROM unnest($1::text[]) AS needle
         WHERE strpos(lower(n.title || E'\\n' || array_to_string(n.tags, ' ') || E'\\n' || n.text), needle) = 0
       )
       AND ARRAY(SELECT lower(tag) FROM unnest(n.tags) AS tag) @> $2::text[]
     ORDER BY n.updated_at DESC, n.id LIMIT $3`,
    [[...words, ...phrases], tags, limit],
    "search-shared",
  );
}
