import type { NoteSuggestions } from "#contract/assistant.ts";
import { segmentWords } from "#document/text/words.ts";
import type { Database } from "../../db/client.ts";
import { getNote } from "../../notes/notes.ts";
import { relatedNotes } from "../meaning/related-notes.ts";

/** Of a note's text, in letters: what comes later says less of what it is about. */
const TEXT_READ = 20_000;
const MOST_TAGS = 8;
const MOST_MENTIONED = 20;
/** Titles of more words are seldom written out in a text. */
const LONGEST_TITLE = 8;
const MOST_NAMES = 8_000;
/** A title shorter than this stands in most texts by chance; one of Chinese letters says more. */
const NAMED = /^(?=.*[\p{L}\p{N}])(?:.{3,}|.*\p{Script=Han}.+)$/su;

/**
 * What a note could have besides, found without any model: tags of notes about the same things and tags that its text names; notes whose title
 * stands in its text without a link; notes about the same things.
 */
export async function suggestFor(db: Database, userId: string, noteId: string): Promise<NoteSuggestions> {
  const note = await getNote(db, userId, noteId);
  const [row] = await db.queryAs<{ text: string; tags: string[] }>(
    userId,
    `SELECT left(n.text, ${TEXT_READ}) AS text, ARRAY(
       SELECT DISTINCT tag FROM notes_v2 m, unnest(m.tags) tag WHERE m.user_id = $1 AND m.trashed_at IS NULL
     ) AS tags FROM notes_v2 n WHERE n.id = $2`,
    [userId, noteId],
    "text-to-suggest-for",
  );
  const { text = "", tags: known = [] } = row ?? {};
  const [mentioned, related] = await Promise.all([
    mentionedIn(db, userId, noteId, text),
    relatedNotes(db, userId, noteId),
  ]);
  const near = related.notes.map((hit) => hit.note);
  return {
    tags: tagsFor(note.tags, known, near, namesIn(`${note.title}\n${text}`)),
    mentioned,
    related: near
      .filter(({ id }) => !mentioned.some((other) => other.noteId === id))
      .map(({ id, title }) => ({ noteId: id, title })),
  };
}

/** Those of similar notes first, by how many have them; then those whose name is a word of the text. */
function tagsFor(
  own: readonly string[],
  known: readonly string[],
  near: readonly { tags: string[] }[],
  names: ReadonlySet<string>,
): string[] {
  const worth = new Map<string, number>();
  const add = (tag: string, by: number) => worth.set(tag, (worth.get(tag) ?? 0) + by);
  for (const note of near) for (const tag of note.tags) add(tag, 1);
  for (const tag of known) if (names.has(tag.toLowerCase().replaceAll(/[-_]/g, " "))) add(tag, 2);
  const had = new Set(own.map((tag) => tag.toLowerCase()));
  return [...worth]
    .filter(([tag]) => !had.has(tag.toLowerCase()))
    .toSorted(([one, a], [other, b]) => b - a || (one < other ? -1 : 1))
    .slice(0, MOST_TAGS)
    .map(([tag]) => tag);
}

/** Everything that stands in a text between two words of a line, as far as it could be a title. */
function namesIn(text: string): Set<string> {
  const names = new Set<string>();
  for (const line of text.toLowerCase().split("\n")) {
    const words = segmentWords(line);
    for (const [first, { index }] of words.entries())
      for (const { index: last, segment } of words.slice(first, first + LONGEST_TITLE)) {
        if (names.size >= MOST_NAMES) return names;
        names.add(line.slice(index, last + segment.length));
      }
  }
  return names;
}

async function mentionedIn(db: Database, userId: string, noteId: string, text: string) {
  const names = [...namesIn(text)].filter((name) => NAMED.test(name));
  if (names.length === 0) return [];
  return db.queryAs<{ noteId: string; title: string }>(
    userId,
    // The first condition is what the index of titles knows.
    `SELECT n.id AS "noteId", n.title FROM notes_v2 n
      WHERE n.user_id = $1 AND n.trashed_at IS NULL AND n.id <> $2::uuid
        AND left(normalize(lower(n.title), NFKD), 60) IN (SELECT left(normalize(t, NFKD), 60) FROM unnest($3::text[]) t)
        AND lower(btrim(n.title)) = ANY ($3)
        AND NOT EXISTS (SELECT FROM note_links l WHERE l.user_id = $1::uuid AND l.note_id = $2::uuid
          AND (l.kind = 'note' AND l.target = n.id::text OR l.kind = 'title' AND l.target = lower(btrim(n.title))))
      ORDER BY length(n.title) DESC, n.updated_at DESC, n.id LIMIT ${MOST_MENTIONED}`,
    [userId, noteId, names],
    "notes-mentioned-in",
  );
}
