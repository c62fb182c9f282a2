import type { Database } from "../../db/client.ts";
import { NOTE_COLUMNS, type NoteRow } from "../note-row.ts";
import { NOTES_OF_HITS, type SearchFilter } from "../search-parts/search-shared.ts";

/** `score`: what the words count that it has; `weights`: what each of those does that were asked for. */
export type AnyWordsHit = NoteRow & { words: string[]; score: number; weights: number[]; text: string };

type Wanted = {
  /** In small letters without marks; see tellingWords. */
  words: string[];
  tags?: string[];
  filter?: SearchFilter;
  /** The notes to look in; all when left out. */
  onlyIn?: string[] | undefined;
  /** Those that are there already. */
  known?: string[];
  limit: number;
  mostWords?: number;
};

/** More narrow nothing any more, and each costs a look into the index. */
export const MOST_WORDS = 12;
/** Of a text, in characters. */
const TEXT_MAX = 100_000;

/** Notes that have some of the words, one's own and those that others share, the most telling first. */
export async function searchAnyWords(db: Database, userId: string, wanted: Wanted): Promise<AnyWordsHit[]> {
  const { words, tags = [], filter = {}, onlyIn, known = [], limit, mostWords = MOST_WORDS } = wanted;
  if (words.length === 0) return [];
  return db.queryAs<AnyWordsHit>(
    userId,
    `WITH hits AS MATERIALIZED (
       SELECT note_id, score, weights, found, place
       FROM search_any_words($1::text[], $2::text[], $3::jsonb, $4::uuid[], $5::uuid[], $6) WITH ORDINALITY AS s (note_id, score, weights, found, place)
     )
     SELECT ${NOTE_COLUMNS}, hits.score, hits.weights, hits.found AS words, left(CASE WHEN $3::jsonb ->> 'origin' = 'human' THEN coalesce(n.human_text, n.text) ELSE n.text END, ${TEXT_MAX}) AS text
     FROM ${NOTES_OF_HITS} ORDER BY hits.place`,
    [words.slice(0, mostWords), tags, JSON.stringify(filter), onlyIn ?? null, known, limit],
    "search-any-words",
  );
}
