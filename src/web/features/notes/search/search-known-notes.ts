import type { Note } from "#contract/notes.ts";
import type { api } from "../../../platform/api.ts";
import { folded } from "#contract/shared/fold-diacritics.ts";
import { HIT_PLACE, hitPlace } from "#contract/shared/search-order.ts";
import { parseQuery } from "#contract/shared/search-query.ts";
import { markWords, queryWords } from "../../../lib/match-parts.ts";
import { knownNotes } from "../../../kernel/notes/note-cache.ts";

type Hit = Awaited<ReturnType<typeof api.notes.search.call>>["hits"][number];

/** Search without the server: over what the lists of this page hold, in the order in which the server gives its hits. */
export const searchKnownNotes = (query: string): Hit[] => searchIn(knownNotes(), query);

export function searchIn(notes: readonly Note[], query: string): Hit[] {
  const words = queryWords(query);
  return notes
    .flatMap((note) => {
      const hit = hitOf(note, query);
      if (!hit) return [];
      const place = hitPlace({ title: note.title, tags: note.tags, text: note.excerpt }, words);
      return [{ hit: { ...hit, isInside: words.length > 0 && place >= HIT_PLACE.insideTitle }, place }];
    })
    .sort((a, b) => a.place - b.place || (a.hit.note.updatedAt < b.hit.note.updatedAt ? 1 : -1))
    .map(({ hit }) => hit);
}

/** Whether and where a query is found in what a list knows of a note. Case and accents do not matter; every word must occur. */
function hitOf(note: Note, query: string): Hit | null {
  const words = queryWords(query).map(folded);
  const { tags, not, is, before, after, folders, projects, has, origin } = parseQuery(query);
  const own = note.tags.map((tag) => tag.toLowerCase());
  const isNarrowed = not.tags.length + not.words.length + is.length > 0 || before !== null || after !== null;
  if (words.length + tags.length === 0 && !isNarrowed) return null;
  // What lists do not know of a note cannot be asked without the server.
  if (folders.length + projects.length + has.length > 0 || origin !== null) return null;
  const known = `${note.title} ${note.excerpt} ${own.join(" ")}`.toLowerCase();
  const fits =
    tags.every((tag) => own.includes(tag)) &&
    !not.tags.some((tag) => own.includes(tag)) &&
    ![...not.words, ...not.phrases].some((word) => known.includes(word)) &&
    (!is.includes("favorite") || note.isFavorite) &&
    (!is.includes("untagged") || own.length === 0) &&
    // Of one's own notes only the server knows with whom they are shared.
    (!is.includes("shared") || note.isForeign === true) &&
    (before === null || note.updatedAt < before) &&
    (after === null || note.updatedAt >= after);
  if (!fits) return null;
  const title = folded(note.title);
  const text = folded(note.excerpt);
  const named = own.map(folded);
  const isFound = (word: string) =>
    title.includes(word) || text.includes(word) || named.some((tag) => tag.includes(word));
  if (!words.every(isFound)) return null;
  const reason =
    words.length === 0
      ? tags.length === 0
        ? "filter"
        : "tag"
      : words.every((word) => title.includes(word))
        ? "title"
        : words.some((word) => text.includes(word))
          ? "text"
          : "tag";
  return { note, snippet: markWords(note.excerpt, queryWords(query)), reason, isInside: false };
}
