import type { SearchHit } from "#contract/notes.ts";
import { hasFilters, parseQuery, type SearchQuery } from "#contract/search-query.ts";
import type { Database } from "../db/client.ts";
import { NOTE_COLUMNS, type NoteRow, toNote } from "./note-row.ts";
import { searchAttachments } from "./search-attachments.ts";
import { searchShared } from "./search-shared.ts";

const MATCH_START = "\u0002";
const MATCH_END = "\u0003";
const SNIPPET_BEFORE = 60;
const SNIPPET_LENGTH = 220;
const AROUND = { before: SNIPPET_BEFORE, length: SNIPPET_LENGTH };
type Hit = NoteRow & {
  how: "heading" | "text" | "inside" | "similar" | "filter" | "attachment";
  spelt: string[];
  around: string;
};

/**
 * Every word must occur: as a word, the last one as the beginning of a word too (search as you type), or inside of words
 * when that finds too little; where nothing is found, words that are spelt like it. The reader's own notes are looked at by the
 * definer function `search_notes`; those that others share come after them.
 */
export async function searchNotes(
  db: Database,
  userId: string,
  query: string,
  limit: number,
): Promise<SearchHit[]> {
  const zone = await timeZoneOf(db, userId, query);
  const parsed = parseQuery(query, dayIn(zone));
  const needles = [...parsed.phrases, ...parsed.words];
  if (needles.length === 0 && parsed.tags.length === 0 && !hasFilters(parsed)) return [];
  const filter = await filterOf(db, userId, parsed, zone);
  const rows = await db.queryAs<Hit>(
    userId,
    `WITH hits AS MATERIALIZED (
         SELECT note_id, rank, how, spelt, place FROM search_notes($1::text[], $2::text[], $3::text[], $4, $5::jsonb)
           WITH ORDINALITY AS s (note_id, rank, how, spelt, place)
       )
       SELECT ${NOTE_COLUMNS}, hits.how, hits.spelt, substr(n.text, greatest(1, coalesce((
           SELECT min(nullif(strpos(lower(n.text), needle), 0))
           FROM unnest(CASE WHEN hits.how = 'similar' THEN hits.spelt ELSE $2::text[] || $1::text[] END) AS needle
         ), 1) - ${SNIPPET_BEFORE}), ${SNIPPET_LENGTH}) AS around
       FROM hits, LATERAL (SELECT * FROM notes_v2 WHERE id = hits.note_id OFFSET 0) n
       ORDER BY array_position(ARRAY['heading', 'text', 'inside', 'similar', 'filter'], hits.how), hits.rank DESC, n.updated_at DESC`,
    [parsed.words, parsed.phrases, parsed.tags, limit, JSON.stringify(filter)],
    "search-notes",
  );
  const isPlain = Object.keys(filter).length === 0;
  const shared =
    isPlain && rows.length < limit ? await searchShared(db, userId, parsed, AROUND, limit - rows.length) : [];
  const hits: Hit[] = [...rows, ...shared.map((row) => ({ ...row, how: "text" as const, spelt: [] }))];
  if (isPlain && needles.length > 0 && hits.length < limit) {
    const found = hits.map(({ id }) => id);
    const attached = await searchAttachments(db, userId, parsed, AROUND, {
      found,
      limit: limit - hits.length,
    });
    hits.push(...attached.map((row) => ({ ...row, how: "attachment" as const, spelt: [] })));
  }
  return hits.map((row) => {
    const shown = row.how === "similar" ? row.spelt : needles;
    return { note: toNote(row), snippet: highlight(row.around, shown), reason: reasonOf(row, parsed) };
  });
}

/** What `search_notes` narrows by besides words and tags; see `filter_sql` in 0015_search_operators.sql. */
async function filterOf(
  db: Database,
  userId: string,
  { not, folders, is, has, before, after }: SearchQuery,
  zone: string,
): Promise<Record<string, unknown>> {
  return {
    ...(is.length > 0 && { is }),
    ...(has.length > 0 && { has }),
    // The day begins by the user's own clock.
    ...(before && { before: `${before} 00:00 ${zone}` }),
    ...(after && { after: `${after} 00:00 ${zone}` }),
    ...(not.words.length > 0 && { notWords: not.words }),
    ...(not.tags.length > 0 && { notTags: not.tags }),
    ...(not.phrases.length > 0 && { notLikes: not.phrases }),
    ...(folders.length > 0 && { folders: await foldersNamed(db, userId, folders) }),
  };
}

/** The folders of these names, and what lies inside them; none of another person can be among them. */
async function foldersNamed(db: Database, userId: string, names: string[]): Promise<string[]> {
  const rows = await db.queryAs<{ id: string }>(
    userId,
    `WITH RECURSIVE named AS (
         SELECT id FROM folders WHERE user_id = $1 AND trashed_at IS NULL AND lower(name) = ANY ($2::text[])
         UNION SELECT f.id FROM folders f JOIN named ON f.parent_folder_id = named.id WHERE f.trashed_at IS NULL
       ) SELECT id FROM named`,
    [userId, names],
  );
  return rows.map(({ id }) => id);
}

/** Only asked for when a day is: most searches name none. */
async function timeZoneOf(db: Database, userId: string, query: string): Promise<string> {
  if (!/\b(?:before|after):/i.test(query)) return "UTC";
  const [row] = await db.queryAs<{ zone: string | null }>(
    userId,
    "SELECT settings->>'timeZone' AS zone FROM user_preferences WHERE user_id = $1",
    [userId],
  );
  return row?.zone ?? "UTC";
}

/** Today by the calendar of a zone, as YYYY-MM-DD. */
const dayIn = (timeZone: string) => new Intl.DateTimeFormat("sv-SE", { timeZone }).format(new Date());

function reasonOf(row: Hit, parsed: SearchQuery): SearchHit["reason"] {
  const needles = [...parsed.phrases, ...parsed.words];
  const title = row.title.toLowerCase();
  if (row.how === "similar" || row.how === "filter" || row.how === "attachment") return row.how;
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
