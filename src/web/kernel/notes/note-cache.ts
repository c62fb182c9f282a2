import type { InfiniteData } from "@tanstack/react-query";
import type { Note, NoteList } from "#contract/notes.ts";
import { api, invalidate, persistQueries, queryClient } from "../../platform/api.ts";
import { refreshWhenSettled } from "../refresh-when-settled.ts";

type Lists = InfiniteData<NoteList>;
type Hits = Awaited<ReturnType<typeof api.notes.search.call>>;
export type ListFilter = Partial<
  Pick<
    Parameters<typeof api.notes.list.call>[0],
    "folderId" | "category" | "isFavorite" | "tag" | "tags" | "hasOpenTasks" | "sort" | "order" | "trashed"
  >
>;

const listKey = () => api.notes.list.key();

/** Everything kept about notes, to put back when a change is refused. */
export function snapshotNotes(): () => void {
  const entries = queryClient.getQueriesData({ queryKey: api.notes.key() });
  return () => {
    for (const [key, data] of entries) queryClient.setQueryData(key, data);
    persistQueries(api.notes.key());
  };
}

function mapLists(change: (notes: Note[], filter: ListFilter, isFirstPage: boolean) => Note[]): void {
  for (const query of queryClient.getQueryCache().findAll({ queryKey: listKey() })) {
    const filter = ((query.queryKey[1] as { input?: ListFilter } | undefined)?.input ?? {}) as ListFilter;
    queryClient.setQueryData<Lists>(
      query.queryKey,
      (lists) =>
        lists && {
          ...lists,
          pages: lists.pages.map((page, index) => ({
            ...page,
            notes: change(page.notes, filter, index === 0),
          })),
        },
    );
  }
}

/** Whether a note belongs to a list, as far as the note itself tells. */
export function fits(note: Note, filter: ListFilter): boolean {
  return (
    Boolean(filter.trashed) === (note.trashedAt !== null) &&
    (filter.folderId === undefined || filter.folderId === note.folderId) &&
    (filter.category === undefined || filter.category === note.category) &&
    (filter.isFavorite === undefined || filter.isFavorite === note.isFavorite) &&
    (filter.tag === undefined || note.tags.includes(filter.tag)) &&
    (!filter.tags?.length || filter.tags.some((tag) => note.tags.includes(tag)))
  );
}

/** `putNote` of many at once; what newly belongs to a list comes there with the server's answer. */
export function putNotes(changed: readonly Note[]): void {
  const byId = new Map(changed.map((note) => [note.id, note]));
  const now = <Item>(item: Item, note: Note, place: (next: Note) => Item): Item => {
    const next = byId.get(note.id);
    return next ? place(next) : item;
  };
  mapLists((notes, filter) =>
    notes
      .map((note) => now(note, note, (next) => next))
      .filter((note) => !byId.has(note.id) || fits(note, filter)),
  );
  queryClient.setQueriesData<Hits>(
    { queryKey: api.notes.search.key() },
    (answer) =>
      answer && {
        hits: answer.hits
          .map((hit) => now(hit, hit.note, (note) => ({ ...hit, note })))
          .filter(({ note }) => note.trashedAt === null),
      },
  );
  for (const note of changed)
    queryClient.setQueryData(
      api.notes.get.queryKey({ input: { noteId: note.id } }),
      (known) => known && note,
    );
  persistQueries(api.notes.key());
}

/** Shows a note as it now is, everywhere it is listed; lists it no longer belongs to lose it. */
export function putNote(note: Note): void {
  mapLists((notes, filter, isFirstPage) => {
    const isListed = notes.some((listed) => listed.id === note.id);
    if (!fits(note, filter)) return isListed ? notes.filter((listed) => listed.id !== note.id) : notes;
    if (isListed) return notes.map((listed) => (listed.id === note.id ? note : listed));
    // Where it belongs in another order, the server's answer says.
    return isFirstPage && filter.sort === undefined ? withNote(notes, note) : notes;
  });
  queryClient.setQueryData(api.notes.get.queryKey({ input: { noteId: note.id } }), note);
  queryClient.setQueriesData<Hits>(
    { queryKey: api.notes.search.key() },
    (answer) =>
      answer && {
        hits: answer.hits.flatMap((hit) =>
          hit.note.id !== note.id ? [hit] : note.trashedAt ? [] : [{ ...hit, note }],
        ),
      },
  );
  persistQueries(api.notes.key());
}

/** At its place among the newest; older than all of them, it may be on another page. */
function withNote(notes: Note[], note: Note): Note[] {
  const at = notes.findIndex((listed) => listed.updatedAt <= note.updatedAt);
  return at >= 0 ? notes.toSpliced(at, 0, note) : notes.length === 0 ? [note] : notes;
}

/** A note from whatever this page already knows. */
export function cachedNote(noteId: string): Note | undefined {
  const queryKey = api.notes.get.queryKey({ input: { noteId } });
  const own = queryClient.getQueryData(queryKey);
  // Nobody asks again for a note that no screen shows: taken back from the trash, it would lie there still.
  if (own && !queryClient.getQueryState(queryKey)?.isInvalidated) return own;
  for (const [, lists] of queryClient.getQueriesData<Lists>({ queryKey: listKey() })) {
    for (const page of lists?.pages ?? []) {
      const found = page.notes?.find((note) => note.id === noteId);
      if (found) return found;
    }
  }
  for (const [, answer] of queryClient.getQueriesData<Hits>({ queryKey: api.notes.search.key() })) {
    const found = answer?.hits.find((hit) => hit.note.id === noteId);
    if (found) return found.note;
  }
  return own;
}

/** Every note that the lists of this page hold, without those in the trash. */
export function knownNotes(): Note[] {
  const known = new Map<string, Note>();
  for (const [, lists] of queryClient.getQueriesData<Lists>({ queryKey: listKey() })) {
    for (const note of lists?.pages.flatMap((page) => page.notes) ?? [])
      if (!note.trashedAt) known.set(note.id, note);
  }
  return [...known.values()];
}

/** Lists are asked for again; what is on the screen stays there meanwhile. */
export const { refresh: refreshNotes, whileChanging } = refreshWhenSettled(["notes", "folders"], () =>
  [api.notes, api.folders].forEach((part) => invalidate(part.key())),
);

/** The categories of the notes this page knows, for suggestions. */
export function knownCategories(): string[] {
  const categories = new Set(knownNotes().map((note) => note.category));
  return [...categories].sort((a, b) => a.localeCompare(b));
}
