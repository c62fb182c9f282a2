import type { Note } from "#contract/notes.ts";
import { cachedNote, fits, type ListFilter } from "../../../kernel/notes/note-cache.ts";
import { blankNote } from "../../../kernel/notes/note-mutations.ts";
import { api, persistQueries, queryClient, storedAnswer } from "../../../platform/api.ts";
import type { DeviceSync } from "../../../platform/sync/device.ts";
import { currentDevice, onDevice } from "../../../platform/sync/device-sync.ts";
import { filterOf, type Lists, placed } from "./paged-lists.ts";

/** How long the server may take to have read the text of a note that was just made there. */
const READ_WITHIN_MS = 10_000;

type Creation = { id: string; title?: string; folderId?: string | null };

/** A note that was made without the server, as this device knows it; `sentAt` since the server has it. */
type Unsent = { note: Note; sentAt: number | null };

const LIST = api.notes.list.key();

/**
 * Lists notes whose creation waits for the server whenever a list comes: from the device, which kept it before they were made, or
 * from a server that does not know them or has not read their text yet. The answer ends it.
 */
export function listUnsentNotes(): () => void {
  let stopList = () => {};
  const stopDevice = onDevice((device) => {
    stopList();
    stopList = device ? listUnsentOf(device) : () => {};
  });
  return () => {
    stopDevice();
    stopList();
  };
}

function listUnsentOf(device: DeviceSync): () => void {
  const known = new Map<string, Unsent>();
  let isRunning = false;
  let isAskedAgain = false;
  const list = async () => {
    isAskedAgain = true;
    if (isRunning) return;
    isRunning = true;
    while (isAskedAgain) {
      isAskedAgain = false;
      await learn(device, known);
      if (currentDevice() === device && known.size > 0) placeAll(known);
    }
    isRunning = false;
  };
  const stopOutbox = device.outbox.subscribe(() => void list());
  const stopCache = queryClient.getQueryCache().subscribe((event) => {
    // What is set by hand comes from here or has the note already.
    if (event.type !== "updated" || event.action.type !== "success" || event.action.manual) return;
    if (String(event.query.queryKey[0]) === String(LIST[0])) void list();
  });
  void list();
  return () => {
    stopOutbox();
    stopCache();
  };
}

/** Which notes wait now, and which the server has since a moment ago. */
async function learn(device: DeviceSync, known: Map<string, Unsent>): Promise<void> {
  const waiting = device.outbox
    .calls()
    .filter(({ path }) => path.join(".") === "notes.create")
    .map(({ input }) => input as Creation);
  const ids = new Set(waiting.map(({ id }) => id));
  for (const [id, unsent] of known) {
    if (ids.has(id)) continue;
    unsent.sentAt ??= Date.now();
    if (Date.now() - unsent.sentAt > READ_WITHIN_MS) known.delete(id);
  }
  for (const creation of waiting)
    known.set(creation.id, { note: await rowOf(creation, known.get(creation.id)?.note), sentAt: null });
}

/** As this page has it, as an earlier page kept it, or as it was asked to be made. */
async function rowOf(creation: Creation, before: Note | undefined): Promise<Note> {
  const { id, title = "", folderId = null } = creation;
  const known = cachedNote(id) ?? before;
  if (known) return known;
  // The server knows nothing of it yet, and its "no such note" would be everybody's answer.
  const stored = await storedAnswer<Note>(api.notes.get.queryKey({ input: { noteId: id } }));
  return stored ?? { ...blankNote(id, folderId), title };
}

function placeAll(known: ReadonlyMap<string, Unsent>): void {
  let isChanged = false;
  for (const query of queryClient.getQueryCache().findAll({ queryKey: LIST })) {
    const { data, dataUpdatedAt, isInvalidated } = query.state;
    const lists = data as Lists | undefined;
    const next =
      lists && [...known.values()].reduce((now, unsent) => withUnsent(now, filterOf(query), unsent), lists);
    if (next === lists) continue;
    isChanged = true;
    // As old as it was: the server is asked again when it would have been.
    queryClient.setQueryData(query.queryKey, next, { updatedAt: dataUpdatedAt });
    if (isInvalidated) query.invalidate();
  }
  if (isChanged) persistQueries(LIST);
}

/** A list with the note's row, which has the words that this device knows while the server has none. */
export function withUnsent(lists: Lists, filter: ListFilter, { note, sentAt }: Unsent): Lists {
  const listed = lists.pages.flatMap(({ notes }) => notes).find(({ id }) => id === note.id);
  if (!listed) return sentAt === null && fits(note, filter) ? placed(lists, filter, note.id, note) : lists;
  if (listed.excerpt !== "" || note.excerpt === "") return lists;
  const row = { ...listed, excerpt: note.excerpt };
  const pages = lists.pages.map((page) => ({
    ...page,
    notes: page.notes.map((other) => (other === listed ? row : other)),
  }));
  return { ...lists, pages };
}
