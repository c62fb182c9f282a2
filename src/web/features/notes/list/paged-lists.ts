import type { InfiniteData, Query } from "@tanstack/react-query";
import type { Note, NoteList } from "#contract/notes.ts";
import { api, invalidate, persistQueries, queryClient } from "../../../platform/api.ts";
import { errorCode } from "../../../platform/rpc-errors.ts";
import { fits, type ListFilter } from "../../../kernel/notes/note-cache.ts";

export type Lists = InfiniteData<NoteList, unknown>;

/** A list of more pages is not asked for as a whole at every change: that would be thousands of notes each second. */
const DEEP = 4;
/** More changes at once than these are asked for with the list. */
const FEW = 20;

export const filterOf = (query: Query): ListFilter =>
  (query.queryKey[1] as { input?: ListFilter } | undefined)?.input ?? {};

/** Which notes have open tasks a note itself does not tell. */
const isDeep = (query: Query) =>
  query.isActive() &&
  ((query.state.data as Lists | undefined)?.pages.length ?? 0) > DEEP &&
  filterOf(query).hasOpenTasks === undefined;

/** The notes that were changed elsewhere come into the lists on the screen: into deep ones each by itself. */
export async function takeInChanges(noteIds: ReadonlySet<string>): Promise<void> {
  const queryKey = api.notes.list.key();
  const deep = noteIds.size > FEW ? [] : queryClient.getQueryCache().findAll({ queryKey }).filter(isDeep);
  if (deep.length === 0) return invalidate(queryKey);
  void queryClient.invalidateQueries({ queryKey, predicate: (query) => !deep.includes(query) });
  try {
    const notes = await Promise.all([...noteIds].map(fetchNote));
    for (const query of deep) {
      queryClient.setQueryData<Lists>(
        query.queryKey,
        (lists) =>
          lists && notes.reduce((now, { id, note }) => placed(now, filterOf(query), id, note), lists),
      );
      // The next visit asks for all of it.
      query.invalidate();
    }
    persistQueries(queryKey);
  } catch {
    invalidate(queryKey);
  }
}

async function fetchNote(id: string): Promise<{ id: string; note: Note | null }> {
  try {
    return { id, note: await api.notes.get.call({ noteId: id }) };
  } catch (error) {
    if (errorCode(error) === "NOT_FOUND") return { id, note: null };
    throw error;
  }
}

const comparisons = {
  updated: (a: Note, b: Note) => (a.updatedAt < b.updatedAt ? -1 : a.updatedAt > b.updatedAt ? 1 : 0),
  created: (a: Note, b: Note) => (a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : 0),
  title: (a: Note, b: Note) => a.title.toLowerCase().localeCompare(b.title.toLowerCase()),
  words: (a: Note, b: Note) => a.wordCount - b.wordCount,
};

/** The pages with a note at the place it now has in their order; without it when it is gone, left out, or below what is loaded. */
export function placed(lists: Lists, filter: ListFilter, id: string, note: Note | null): Lists {
  const pages = lists.pages.map((page) =>
    page.notes.some((listed) => listed.id === id)
      ? { ...page, notes: page.notes.filter((listed) => listed.id !== id) }
      : page,
  );
  if (!note || note.isForeign || !fits(note, filter)) return { ...lists, pages };
  const { sort = "updated", order = sort === "title" ? "asc" : "desc" } = filter;
  const sign = order === "asc" ? 1 : -1;
  const isBehind = (listed: Note) => sign * comparisons[sort](listed, note) > 0;
  const at = pages.findIndex((page) => page.notes.some(isBehind));
  const into = at < 0 && pages.at(-1)?.nextCursor === null ? pages.length - 1 : at;
  const page = pages[into];
  if (!page) return { ...lists, pages };
  const index = page.notes.findIndex(isBehind);
  pages[into] = { ...page, notes: page.notes.toSpliced(index < 0 ? page.notes.length : index, 0, note) };
  return { ...lists, pages };
}
