import type { SearchHit } from "#contract/notes.ts";
import type { Database } from "../db/client.ts";
import { NOTE_COLUMNS, type NoteRow, toNote } from "./note-row.ts";

/** A query taken apart: `"phrases"`, `tag:names` and words. */
export type ParsedQuery = { words: string[]; phrases: string[]; tags: string[] };

const MATCH_START = "\u0002";
const MATCH_END = "\u0003";
const SNIPPET_BEFORE = 60;
const SNIPPET_LENGTH = 220;
/** Each further word costs a search of its own, and narrows nothing any more. */
const MOST_WORDS = 24;

export function parseQuery(query: string): ParsedQuery {
  const parsed: ParsedQuery = { words: [], phrases: [], tags: [] };
  for (const match of query.toLowerCase().matchAll(/tag:("([^"]+)"|\S+)|"([^"]+)"|\S+/g)) {
    if (match[1]) parsed.tags.push(match[2] ?? match[1]);
    else if (match[3]?.trim()) parsed.phrases.push(match[3].trim());
    else if (!match[0].startsWith("tag:")) parsed.words.push(match[0].replaceAll('"', ""));
  }
  // What is left of a lone quotation mark stands in every text.
  parsed.words = parsed.words.filter(Boolean).slice(0, MOST_WORDS);
  return parsed;
}

type Hit = NoteRow & { how: "heading" | "text" | "inside" | "similar"; spelt: string[]; around: string };

/**
 * Every word must occur: as a word, the last one as the beginning of a word too (search as you type), or inside of words
 * when that finds too little; where nothing is found, words that are spelt like it. Only the reader's own notes are
 * looked at, by the definer function `search_notes`.
 */
export async function searchNotes(
  db: Database,
  userId: string,
  query: string,
  limit: number,
): Promise<SearchHit[]> {
  const parsed = parseQuery(query);
  const needles = [...parsed.phrases, ...parsed.words];
  if (needles.length === 0 && parsed.tags.length === 0) return [];
  const rows = await db.queryAs<Hit>(
    userId,
    `WITH hits AS MATERIALIZED (
         SELECT note_id, rank, how, spelt, place FROM search_notes($1::text[], $2::text[], $3::text[], $4)
           WITH ORDINALITY AS s (note_id, rank, how, spelt, place)
       )
       SELECT ${NOTE_COLUMNS}, hits.how, hits.spelt, substr(n.text, greatest(1, coalesce((
           SELECT min(nullif(strpos(lower(n.text), needle), 0))
           FROM unnest(CASE WHEN hits.how = 'similar' THEN hits.spelt ELSE $2::text[] || $1::text[] END) AS needle
         ), 1) - ${SNIPPET_BEFORE}), ${SNIPPET_LENGTH}) AS around
       FROM hits, LATERAL (SELECT * FROM notes_v2 WHERE id = hits.note_id OFFSET 0) n
       ORDER BY array_position(ARRAY['heading', 'text', 'inside', 'similar'], hits.how), hits.rank DESC, n.updated_at DESC`,
    [parsed.words, parsed.phrases, parsed.tags, limit],
    "search-notes",
  );
  return rows.map((row) => {
    const shown = row.how === "similar" ? row.spelt : needles;
    return { note: toNote(row), snippet: highlight(row.around, shown), reason: reasonOf(row, parsed) };
  });
}

function reasonOf(row: Hit, parsed: ParsedQuery): SearchHit["reason"] {
  const needles = [...parsed.phrases, ...parsed.words];
  const title = row.title.toLowerCase();
  if (row.how === "similar") return "similar";
  if (needles.length === 0) return "tag";
  if (row.how === "heading") return needles.every((needle) => title.includes(needle)) ? "title" : "tag";
  if (parsed.tags.length > 0) return "tag";
  // A part of a word of the title is in the title all the same; a single letter is in most of them.
  if (needles.every((needle) => needle.length > 2 && title.includes(needle))) return "title";
  return row.how === "inside" ? "substring" : "text";
}

/** Marks every needle; control characters that stand in the text already are taken out first. */
export function highlight(text: string, needles: string[]): string {
  const clean = text.replaceAll(/[\u0002\u0003]/g, "").replaceAll(/\s+/g, " ");
  if (needles.length === 0) return clean;
  const pattern = needles
    .toSorted((a, b) => b.length - a.length)
    .map((needle) => needle.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
    .join("|");
  return clean.replaceAll(new RegExp(pattern, "giu"), (match) => `${MATCH_START}${match}${MATCH_END}`);
}
