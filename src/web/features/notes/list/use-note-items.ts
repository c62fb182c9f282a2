import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { FileText, Hash, Search } from "lucide-react";
import type { Note } from "#contract/notes.ts";
import { QUERY_MAX } from "#contract/shared/search-query.ts";
import { useActionContext } from "../../../kernel/actions/here.ts";
import { api } from "../../../platform/api.ts";
import { fromFirstMatch, markWords, queryWords } from "../../../lib/match-parts.ts";
import { isUnreachable } from "../../../platform/rpc-errors.ts";
import { tagsInAddress } from "../../../kernel/tags/tag-address.ts";
import { useDebounced } from "../../../lib/use-debounced.ts";
import { cachedNote, knownNotes } from "../../../kernel/notes/note-cache.ts";
import { noteListOptions } from "./note-list-options.ts";
import { titleOf } from "../../../kernel/notes/note-title.ts";
import { searchKnownNotes } from "../search/search-known-notes.ts";
import { plural } from "../../../lib/messages/plural.ts";
import { t } from "../../../lib/messages/t.ts";

const SHOWN = 12;

const go = (href: string) => useActionContext.getState().go(href);

/** A note as a line of the palette. */
function itemOf(note: Note) {
  const href = `/app/editor/${note.id}`;
  return { id: `note.${note.id}`, title: titleOf(note), icon: FileText, href, run: () => go(href) };
}

/** Notes that match, from what this page knows at once and from the server a moment later. */
export function useNoteItems(query: string) {
  const asked = query.trim().slice(0, QUERY_MAX);
  // What the device has kept of the lists, for the recent notes and for searching without the server.
  useInfiniteQuery(noteListOptions({ trashed: false }));
  const settled = useDebounced(asked, 120);
  const { data, error } = useQuery(
    api.notes.search.queryOptions({
      input: { query: settled, limit: SHOWN },
      enabled: settled !== "",
      staleTime: 10_000,
      gcTime: 60_000,
      persister: undefined,
      retry: 0,
    }),
  );
  const isAway = error !== null && isUnreachable(error);
  const isAnswered = data !== undefined && settled === asked;
  const hits = asked === "" ? [] : isAnswered ? data.hits : searchKnownNotes(asked).slice(0, SHOWN);
  const words = queryWords(asked);
  return {
    isAway,
    items: hits.map(({ note, snippet }) => ({
      ...itemOf(note),
      marked: markWords(titleOf(note), words),
      about: fromFirstMatch(snippet, 16),
    })),
  };
}

/** The line that leads to the explorer with the whole of what was found. */
export const searchItem = (query: string) => ({
  id: "search.all",
  title: t("Search notes for “{query}”", { query: query.trim() }),
  icon: Search,
  keys: "Mod+K",
  href: `/app/explorer?q=${encodeURIComponent(query.trim())}`,
  run: () => go(`/app/explorer?q=${encodeURIComponent(query.trim())}`),
});

/** A note that was opened before, unless it is in the trash by now. */
export function recentNoteItem(noteId: string, title: string) {
  const note = cachedNote(noteId);
  if (note?.trashedAt) return null;
  const href = `/app/editor/${noteId}`;
  return note ? itemOf(note) : { id: `note.${noteId}`, title, icon: FileText, href, run: () => go(href) };
}

/** The notes changed last, as far as this page knows. */
export const lastNoteItems = (limit: number) =>
  knownNotes()
    .toSorted((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1))
    .slice(0, limit)
    .map(itemOf);

/** The tags this page knows, the most used first. */
export function tagItems() {
  const counts = new Map<string, number>();
  for (const note of knownNotes()) for (const tag of note.tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts]
    .toSorted((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]))
    .map(([tag, count]) => {
      const href = `/app/explorer?tag=${encodeURIComponent(tagsInAddress([tag]))}`;
      const about = plural(count, { one: "{count} note", other: "{count} notes" });
      return { id: `tag.${tag}`, title: tag, about, icon: Hash, href, run: () => go(href) };
    });
}
