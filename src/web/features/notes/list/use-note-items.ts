import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { FileText, Hash, Search } from "lucide-react";
import type { Note } from "#contract/notes.ts";
import { parseQuery, QUERY_MAX } from "#contract/shared/search-query.ts";
import { useActionContext } from "../../../kernel/actions/here.ts";
import { folderPath } from "../../../kernel/folders/folder-tree.ts";
import { api, queryClient } from "../../../platform/api.ts";
import { fromFirstMatch, markWords, wordsInTitles } from "../../../lib/match-parts.ts";
import { isUnreachable } from "../../../platform/rpc-errors.ts";
import { tagsInAddress } from "../../../kernel/tags/tag-address.ts";
import { cachedNote, knownNotes } from "../../../kernel/notes/note-cache.ts";
import { noteListOptions } from "./note-list-options.ts";
import { titleOf } from "../../../kernel/notes/note-title.ts";
import { searchIn } from "../search/search-known-notes.ts";
import { plural } from "../../../lib/messages/plural.ts";
import { t } from "../../../lib/messages/t.ts";

const SHOWN = 12;

const go = (href: string) => useActionContext.getState().go(href);

type Hit = Awaited<ReturnType<typeof api.notes.search.call>>["hits"][number];

const foldersOptions = () => api.folders.list.queryOptions({ input: {} });

/** Where a note lies, as far as this page knows. */
function placeOf({ folderId }: Note): string[] {
  const folders = queryClient.getQueryData(foldersOptions().queryKey)?.folders ?? [];
  return folderPath(folders, folderId).map(({ name }) => name);
}

/** A note as a line of the palette. */
export function itemOf(note: Note) {
  const href = `/app/editor/${note.id}`;
  return {
    id: `note.${note.id}`,
    title: titleOf(note),
    place: placeOf(note),
    icon: FileText,
    href,
    run: () => go(href),
    note,
  };
}

/** Until the server answers: of the last answer and of what this page knows, what has the words as they now stand. */
function hitsMeanwhile(asked: string, last: Hit[]): Hit[] {
  const { folders, projects, has } = parseQuery(asked);
  // Only the server can tell.
  if (folders.length + projects.length + has.length > 0) return last;
  const known = new Map(knownNotes().map((note) => [note.id, note]));
  for (const { note, snippet } of last)
    if (!note.trashedAt)
      known.set(note.id, {
        ...note,
        // The text around the place where it was found goes on with what is typed on.
        excerpt: snippet ? snippet.replaceAll(/[\u0002\u0003]/g, "") : note.excerpt,
      });
  return searchIn([...known.values()], asked).slice(0, SHOWN);
}

/** Parts of words only where there is nothing better: the line below leads to all. */
const withoutParts = (hits: Hit[]) =>
  hits.every(({ isInside }) => isInside) ? hits : hits.filter(({ isInside }) => !isInside);

/** Notes that match: what is here at once, what the server says as soon as it does. */
export function useNoteItems(query: string) {
  const asked = query.trim().slice(0, QUERY_MAX);
  // What the device has kept of the lists, for the recent notes and for searching without the server.
  useInfiniteQuery(noteListOptions({ trashed: false }));
  useQuery(foldersOptions());
  // Another question ends the one before: only the answer to what stands in the field is taken.
  const { data, error, isPlaceholderData, isFetching } = useQuery(
    api.notes.search.queryOptions({
      input: { query: asked, limit: SHOWN, someWords: true },
      enabled: asked !== "",
      placeholderData: keepPreviousData,
      staleTime: 10_000,
      gcTime: 60_000,
      persister: undefined,
      retry: 0,
    }),
  );
  const isAway = error !== null && isUnreachable(error);
  const isAnswered = data !== undefined && !isPlaceholderData;
  const hits =
    asked === "" ? [] : withoutParts(isAnswered ? data.hits : hitsMeanwhile(asked, data?.hits ?? []));
  const words = wordsInTitles(asked, hits[0]?.reason === "some");
  return {
    isAway,
    /** The server has not said yet what it finds. */
    isPending: isFetching && !isAnswered,
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
