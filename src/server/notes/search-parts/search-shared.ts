import type { SearchQuery } from "#contract/shared/search-query.ts";
import type { Database } from "../../db/client.ts";
import { NOTE_COLUMNS, type NoteRow } from "../note-row.ts";

export type SharedHit = NoteRow & { around: string; how: "heading" | "text" | "inside" | "filter" };
/** How much of a text is shown around the first place. */
export type Around = { before: number; length: number };
/** What narrows a search besides words and tags; see `filter_sql`. */
export type SearchFilter = Record<string, unknown>;

/**
 * The notes `n` of the `hits` of a search, together. A connection keeps the plan of a statement from when there were few notes until
 * somebody counts them again: one by one, each hit would then read all notes that an import has brought since.
 */
export const NOTES_OF_HITS = `hits JOIN (
  SELECT * FROM notes_v2 WHERE id = ANY (ARRAY(SELECT note_id FROM hits)) OFFSET 0
) n ON n.id = hits.note_id`;

/** Their text as far as it was searched; $5 is the filter. */
export const SEARCHED = `LATERAL (
  SELECT CASE WHEN $5::jsonb ->> 'origin' = 'human' THEN coalesce(n.human_text, n.text) ELSE n.text END AS text
) searched`;

/** Notes that others share with the reader: the definer function `search_shared` knows which, and looks only at those. */
export function searchShared(
  db: Database,
  userId: string,
  { words, phrases, tags }: SearchQuery,
  filter: SearchFilter,
  { around, limit }: { around: Around; limit: number },
): Promise<SharedHit[]> {
  return db.queryAs<SharedHit>(
    userId,
    `WITH hits AS MATERIALIZED (
       SELECT note_id, how, place FROM search_shared($1::text[], $2::text[], $3::text[], $4, $5::jsonb)
         WITH ORDINALITY AS s (note_id, how, place)
     )
     SELECT ${NOTE_COLUMNS}, hits.how, substr(searched.text, greatest(1, coalesce((
         SELECT min(nullif(strpos(lower(searched.text), needle), 0)) FROM unnest($2::text[] || $1::text[]) AS needle
       ), 1) - ${around.before}), ${around.length}) AS around
     FROM ${NOTES_OF_HITS}, ${SEARCHED} ORDER BY hits.place`,
    [words, phrases, tags, limit, JSON.stringify(filter)],
    "search-shared",
  );
}
