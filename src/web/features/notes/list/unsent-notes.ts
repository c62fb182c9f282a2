import type { Note } from "#contract/notes.ts";
import { cachedNote } from "../../../kernel/notes/note-cache.ts";
import { blankNote } from "../../../kernel/notes/note-mutations.ts";
import { api, persistQueries, queryClient } from "../../../platform/api.ts";
import { currentDevice, onDevice } from "../../../platform/sync/device-sync.ts";
import { filterOf, type Lists, placed } from "./paged-lists.ts";

/** How long the server may take to have read the text of a note that was just made there. */
const READ_WITHIN_MS = 10_000;

type Creation = { id: string; title?: string; folderId?: string | null };

/** Notes that were made without the server, as this device knows them, until the server has read their text. */
const rows = new Map<string, Note>();
const LIST = api.notes.list.key();

/**
 * Lists notes whose creation waits for the server whenever a list comes: from the device, which kept it before they were made, or
 * from a server that does not know them or has not read their text yet. The answer ends it.
 */
export function listUnsentNotes(): () => void {
  let stopOutbox: (() => void) | undefined;
  const stopDevice = onDevice((device) => {
    stopOutbox?.();
    stopOutbox = device?.outbox.subscribe(() => void listThem());
    void listThem();
  });
  const stopCache = queryClient.getQueryCache().subscribe((event) => {
    // What is set by hand comes from here or has the note already.
    if (event.type !== "updated" || event.action.type !== "success" || event.action.manual) return;
    if (String(event.query.queryKey[0]) === String(LIST[0])) void listThem();
  });
  return () => {
    stopDevice();
    stopOutbox?.();
    stopCache();
  };
}

async function listThem(): Promise<void> {
  const waiting = waitingCreations();
  for (const creation of waiting) rows.set(creation.id, await rowOf(creation));
  const ids = new Set(waiting.map(({ id }) => id));
  for (const id of rows.keys()) if (!ids.has(id)) setTimeout(() => rows.delete(id), READ_WITHIN_MS);
  if (rows.size === 0) return;
  for (const query of queryClient.getQueryCache().findAll({ queryKey: LIST }))
    queryClient.setQueryData<Lists>(query.queryKey, (lists) =>
      [...rows.values()].reduce(
        (now, note) => now && withUnsent(now, filterOf(query), note, ids.has(note.id)),
        lists,
      ),
    );
  persistQueries(LIST);
}

/** A list with the note's row, which has the words that this device knows while the server has none. */
export function withUnsent(
  lists: Lists,
  filter: Parameters<typeof placed>[1],
  note: Note,
  isWaiting: boolean,
): Lists {
  const listed = lists.pages.flatMap(({ notes }) => notes).find(({ id }) => id === note.id);
  if (!listed) return isWaiting ? placed(lists, filter, note.id, note) : lists;
  if (listed.excerpt !== "" || note.excerpt === "") return lists;
  const row = { ...listed, excerpt: note.excerpt };
  const pages = lists.pages.map((page) => ({
    ...page,
    notes: page.notes.map((other) => (other === listed ? row : other)),
  }));
  return { ...lists, pages };
}

const waitingCreations = () =>
  (currentDevice()?.outbox.calls() ?? [])
    .filter(({ path }) => path.join(".") === "notes.create")
    .map(({ input }) => input as Creation);

/** As this page has it, as an earlier page kept it, or as it was asked to be made. */
async function rowOf({ id, title = "", folderId = null }: Creation): Promise<Note> {
  const known = rows.get(id) ?? cachedNote(id);
  if (known) return cachedNote(id) ?? known;
  const options = api.notes.get.queryOptions({ input: { noteId: id }, retry: false });
  return queryClient.fetchQuery(options).catch(() => ({ ...blankNote(id, folderId), title }));
}
