import type { SearchHit } from "#contract/notes.ts";
import { textWithoutTitle } from "#document/title-once.ts";
import { folded, foldedWithPlaces } from "#contract/shared/fold-diacritics.ts";
import { HIT_PLACE, TITLE_FIT, titleFit } from "#contract/shared/search-order.ts";
import { hasFilters, parseQuery, type SearchQuery } from "#contract/shared/search-query.ts";
import type { Database } from "../db/client.ts";
import { foldersBelow } from "./folders-below.ts";
import { filterOfReach, type Reach } from "./ai-access/reach.ts";
import { NOTE_COLUMNS, type NoteRow, toNote } from "./note-row.ts";
import { searchAttachments } from "./search-parts/search-attachments.ts";
import { NOTES_OF_HITS, SEARCHED, type SearchFilter, searchShared } from "./search-parts/search-shared.ts";

const MATCH_START = "\u0002";
const MATCH_END = "\u0003";
const SNIPPET_BEFORE = 60;
const SNIPPET_LENGTH = 220;
const AROUND = { before: SNIPPET_BEFORE, length: SNIPPET_LENGTH };
type Hit = NoteRow & {
  how: "heading" | "text" | "prefix" | "inside" | "similar" | "filter" | "attachment";
  spelt: string[];
  around: string;
};

/**
 * Every word must occur: as a word, the last one as the beginning of a word too (search as you type), or inside of words
 * when that finds too little; where nothing is found, words that are spelt like it. What fits best comes first (decision 83); among
 * equals the reader's own notes. A person who searches sees all of it, so that it goes nowhere unless that is said.
 */
export async function searchNotes(
  db: Database,
  userId: string,
  query: string,
  limit: number,
  reach: Reach = "nowhere",
): Promise<SearchHit[]> {
  const { parsed, filter: asked } = await readQuery(db, userId, query);
  const filter = { ...asked, ...filterOfReach(reach) };
  const needles = [...parsed.phrases, ...parsed.words];
  if (needles.length === 0 && parsed.tags.length === 0 && !hasFilters(parsed)) return [];
  const [hits, beside] = await Promise.all([
    searchOwn(db, userId, parsed, filter, limit),
    // Most people are answered by their own notes alone.
    db.queryAs<{ shared: boolean; files: boolean }>(
      userId,
      "SELECT * FROM has_shared_or_attached()",
      [],
      "search-beside",
    ),
  ]);
  const { shared: isShared, files: hasFiles } = beside[0]!;
  // Parts of words and guesses make room for what has the words as they were typed.
  const room = () => limit - hits.filter(({ how }) => how !== "inside" && how !== "similar").length;
  if (isShared && room() > 0) {
    const shared = await searchShared(db, userId, parsed, filter, { around: AROUND, limit: room() });
    hits.push(...shared.map((row) => ({ ...row, spelt: [] })));
  }
  if ((isShared || hasFiles) && needles.length > 0 && room() > 0) {
    const found = hits.map(({ id }) => id);
    const attached = await searchAttachments(db, userId, parsed, filter, {
      around: AROUND,
      found,
      limit: room(),
    });
    hits.push(...attached.map((row) => ({ ...row, how: "attachment" as const, spelt: [] })));
  }
  return inOrder(hits, parsed)
    .slice(0, limit)
    .map((row) => toHit(row, parsed));
}

/** A query by the user's clock and folders, and what it narrows by besides words and tags. */
export async function readQuery(
  db: Database,
  userId: string,
  query: string,
): Promise<{ parsed: SearchQuery; filter: SearchFilter }> {
  const zone = await timeZoneOf(db, userId, query);
  const parsed = parseQuery(query, dayIn(zone));
  return { parsed, filter: await filterOf(db, userId, parsed, zone) };
}

function toHit(row: Hit, parsed: SearchQuery): SearchHit {
  const needles = row.how === "similar" ? row.spelt : [...parsed.phrases, ...parsed.words];
  return {
    note: toNote(row),
    snippet: highlight(textWithoutTitle(row.around, row.title), needles),
    reason: reasonOf(row, parsed),
    isInside: row.how === "inside",
  };
}

/** By how well they fit, whoever owns them; equals as they came, one's own first. */
function inOrder(hits: Hit[], { words, phrases }: SearchQuery): Hit[] {
  const needles = [...phrases, ...words].map(folded);
  const placeOf = ({ how, title }: Hit): number => {
    if (how === "similar" || how === "attachment") return HIT_PLACE[how];
    if (how === "inside")
      return needles.every((needle) => folded(title).includes(needle))
        ? HIT_PLACE.insideTitle
        : HIT_PLACE.inside;
    const fit = titleFit(title, needles);
    if (fit < TITLE_FIT.none) return fit;
    return how === "heading" ? HIT_PLACE.tag : how === "prefix" ? HIT_PLACE.beginning : HIT_PLACE.word;
  };
  return hits
    .map((hit) => ({ hit, place: placeOf(hit) }))
    .sort((a, b) => a.place - b.place)
    .map(({ hit }) => hit);
}

const NEEDLES =
  "unnest(CASE WHEN hits.how = 'similar' THEN hits.spelt ELSE $2::text[] || $1::text[] END) AS needle";
/**
 * Where the first needle stands in the text. Taking the diacritics off a text costs twenty times as much as looking for it as it was
 * typed, so it is done only where nothing else can say why the note was found.
 */
const PLACE = `coalesce(
         (SELECT min(nullif(strpos(lower(searched.text), needle), 0)) FROM ${NEEDLES}),
         CASE WHEN hits.how <> 'heading' THEN
           (SELECT min(nullif(strpos(folded(lower(left(searched.text, 50000))), folded(needle)), 0)) FROM ${NEEDLES}) END)`;

/** One's own notes; the definer function `search_notes` knows them. */
function searchOwn(
  db: Database,
  userId: string,
  { words, phrases, tags }: SearchQuery,
  filter: SearchFilter,
  limit: number,
): Promise<Hit[]> {
  return db.queryAs<Hit>(
    userId,
    `WITH hits AS MATERIALIZED (
         SELECT note_id, rank, how, spelt, place FROM search_notes($1::text[], $2::text[], $3::text[], $4, $5::jsonb)
           WITH ORDINALITY AS s (note_id, rank, how, spelt, place)
       )
       SELECT ${NOTE_COLUMNS}, hits.how, hits.spelt, substr(searched.text, greatest(1, coalesce(${PLACE}, 1) - ${SNIPPET_BEFORE}), ${SNIPPET_LENGTH}) AS around
       FROM ${NOTES_OF_HITS}, ${SEARCHED}
       ORDER BY array_position(ARRAY['heading', 'text', 'prefix', 'inside', 'similar', 'filter'], hits.how), hits.rank DESC, n.updated_at DESC, hits.place`,
    [words, phrases, tags, limit, JSON.stringify(filter)],
    "search-notes",
  );
}

/** What `search_notes` narrows by besides words and tags; see `filter_sql`. */
async function filterOf(
  db: Database,
  userId: string,
  { not, folders, projects, is, has, origin, before, after }: SearchQuery,
  zone: string,
): Promise<SearchFilter> {
  return {
    ...(is.length > 0 && { is }),
    ...(has.length > 0 && { has }),
    ...(origin && { origin }),
    // The day begins by the user's own clock.
    ...(before && { before: `${before} 00:00 ${zone}` }),
    ...(after && { after: `${after} 00:00 ${zone}` }),
    ...(not.words.length > 0 && { notWords: not.words }),
    ...(not.tags.length > 0 && { notTags: not.tags }),
    ...(not.phrases.length > 0 && { notLikes: not.phrases }),
    ...(folders.length + projects.length > 0 && {
      folders: await foldersOf(db, userId, { folders, projects }),
    }),
    ...(folders.length === 0 && projects.length > 0 && { pages: await pagesOf(db, userId, projects) }),
  };
}

/** The page of a project may lie anywhere. */
async function pagesOf(db: Database, userId: string, projects: string[]): Promise<string[]> {
  const rows = await db.queryAs<{ id: string }>(
    userId,
    `SELECT note_id AS id FROM projects WHERE user_id = $1 AND note_id IS NOT NULL AND lower(title) = ANY ($2::text[])
     UNION SELECT note_id FROM shared_projects_named($2) WHERE note_id IS NOT NULL`,
    [userId, projects],
    "pages-of-projects",
  );
  return rows.map(({ id }) => id);
}

/** Where both are named, what lies in both. */
async function foldersOf(
  db: Database,
  userId: string,
  { folders, projects }: Pick<SearchQuery, "folders" | "projects">,
): Promise<string[]> {
  if (projects.length === 0) return foldersBelow(db, userId, { names: folders });
  const ofProjects = await foldersBelow(db, userId, { projects });
  if (folders.length === 0) return ofProjects;
  const named = new Set(await foldersBelow(db, userId, { names: folders }));
  return ofProjects.filter((id) => named.has(id));
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
  const needles = [...parsed.phrases, ...parsed.words].map(folded);
  const title = folded(row.title);
  if (row.how === "similar" || row.how === "filter" || row.how === "attachment") return row.how;
  if (needles.length === 0) return "tag";
  if (row.how === "heading") return needles.every((needle) => title.includes(needle)) ? "title" : "tag";
  if (parsed.tags.length > 0) return "tag";
  // A part of a word of the title is in the title all the same; a single letter is in most of them.
  if (needles.every((needle) => needle.length > 2 && title.includes(needle))) return "title";
  return row.how === "inside" ? "substring" : "text";
}

/** Marks every needle, with or without its accents; control characters that stand in the text already are taken out first. */
export function highlight(text: string, needles: string[]): string {
  const clean = text.replaceAll(/[\u0002\u0003]/g, "").replaceAll(/\s+/g, " ");
  const wanted = needles.map(folded).filter(Boolean);
  if (wanted.length === 0) return clean;
  const pattern = wanted
    .toSorted((a, b) => b.length - a.length)
    .map((needle) => needle.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
    .join("|");
  const { plain, places } = foldedWithPlaces(clean);
  let marked = "";
  let from = 0;
  for (const { index, 0: match } of plain.matchAll(new RegExp(pattern, "gu"))) {
    const begin = places[index]!;
    // A letter that is written as two ("ß") is marked as a whole, and once.
    let next = index + match.length;
    while (places[next] === places[next - 1]) next++;
    const end = places[next]!;
    if (begin < from) continue;
    marked += `${clean.slice(from, begin)}${MATCH_START}${clean.slice(begin, end)}${MATCH_END}`;
    from = end;
  }
  return marked + clean.slice(from);
}
