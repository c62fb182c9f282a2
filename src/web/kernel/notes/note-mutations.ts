import type { Note } from "#contract/notes.ts";
import { api } from "../../platform/api.ts";
import { newId } from "../../platform/ids.ts";
import { failureWords } from "../../platform/rpc-errors.ts";
import { send, sendFromDisk } from "../../platform/send.ts";
import { endDraft, isDraft } from "../../platform/sync/drafts.ts";
import { toast } from "../../ui/toast-store.ts";
import { cachedNote, putNote, refreshNotes, snapshotNotes } from "./note-cache.ts";
import { t } from "../../lib/messages/t.ts";

export type NoteChange = Partial<Pick<Note, "title" | "category" | "tags" | "isFavorite" | "folderId">>;

/** A note as it is before anything was written. */
export function blankNote(id: string, folderId: string | null): Note {
  const now = new Date().toISOString();
  return {
    id,
    title: "",
    category: "general",
    tags: [],
    isFavorite: false,
    folderId,
    excerpt: "",
    wordCount: 0,
    reminderDate: null,
    reminderStatus: "none",
    reminderFrequency: "once",
    reminderEnabled: false,
    createdAt: now,
    updatedAt: now,
    trashedAt: null,
  };
}

/** Runs a change that already shows; takes it back and says so when the server refuses it. True when it holds. */
async function attempt(
  failure: string,
  work: () => Promise<{ how: "sent"; answer: Note } | { how: "queued" }>,
  undo: () => void,
): Promise<boolean> {
  try {
    const result = await work();
    if (result.how === "sent") {
      putNote(result.answer);
      refreshNotes();
    }
    return true;
  } catch (error) {
    undo();
    toast.error(failureWords(error, failure));
    return false;
  }
}

/** Notes of one press that nobody has saved by hand yet. */
const unsavedByHand = new Set<string>();

/** What Ctrl+S says: a note that was made a moment ago is created by it, any other updated. */
export function savedWords(noteId: string): string {
  return unsavedByHand.delete(noteId) ? t("Note created successfully") : t("Note updated successfully");
}

/** Makes an empty note, online or not; its id, or null when the server refused it. */
export async function createNote(
  folderId: string | null = null,
  markdown?: string,
  title = "",
  id = newId(),
): Promise<string | null> {
  const undo = snapshotNotes();
  const excerpt = markdown?.slice(0, 200) ?? "";
  putNote({ ...blankNote(id, folderId), title, excerpt });
  const input = {
    id,
    folderId,
    title,
    ...(markdown && { body: { format: "markdown" as const, text: markdown } }),
  };
  const isMade = await attempt(
    t("Failed to create note"),
    () => send(["notes", "create"], input, () => api.notes.create.call(input)),
    undo,
  );
  if (!isMade) return null;
  unsavedByHand.add(id);
  toast.success(t("New note created"));
  return id;
}

/** Makes a copy beside a note, which needs the server: the text may be known to it alone. Its id, or null. */
export async function duplicateNote(note: Note): Promise<string | null> {
  try {
    const copy = await api.notes.duplicate.call({ noteId: note.id, id: newId() });
    putNote(copy);
    refreshNotes();
    toast.success(t("Note duplicated"));
    return copy.id;
  } catch (error) {
    toast.error(failureWords(error, t("Failed to duplicate note")));
    return null;
  }
}

const beingMade = new Map<string, Promise<void>>();

/** Makes the note of a draft; what was typed into it follows by itself. */
export async function makeDraft(noteId: string, title = ""): Promise<void> {
  if (!isDraft(noteId)) return;
  const making = beingMade.get(noteId) ?? make(noteId, title);
  beingMade.set(noteId, making);
  await making.finally(() => beingMade.delete(noteId));
}

async function make(noteId: string, title: string): Promise<void> {
  await sendFromDisk(["notes", "create"], { id: noteId, folderId: null, title });
  putNote({ ...blankNote(noteId, null), title });
  unsavedByHand.add(noteId);
  endDraft(noteId);
}

/** Changes title, tags, category, favourite or folder; shown at once. Says nothing unless it fails. */
export async function updateNote(
  noteId: string,
  change: NoteChange,
  failure = t("Failed to update note"),
): Promise<boolean> {
  await makeDraft(noteId, change.title);
  const undo = snapshotNotes();
  const known = cachedNote(noteId);
  if (known) putNote({ ...known, ...change, updatedAt: new Date().toISOString() });
  const input = { noteId, ...change };
  return attempt(failure, () => send(["notes", "update"], input, () => api.notes.update.call(input)), undo);
}

export async function toggleFavorite(note: Note): Promise<void> {
  const isFavorite = !note.isFavorite;
  const isDone = await updateNote(note.id, { isFavorite }, t("Failed to update favorite"));
  if (isDone) toast.success(isFavorite ? t("Added to favorites") : t("Removed from favorites"));
}

/** Puts a note into the trash; the toast takes it out again for ten seconds. */
export async function removeNote(note: Note): Promise<boolean> {
  const undo = snapshotNotes();
  putNote({ ...note, trashedAt: new Date().toISOString() });
  const input = { noteId: note.id };
  const isDone = await attempt(
    t("Failed to delete note"),
    () => send(["notes", "remove"], input, () => api.notes.remove.call(input)),
    undo,
  );
  if (isDone) toast.undoable(t("Note deleted successfully"), () => void restoreNote(note));
  return isDone;
}

export async function restoreNote(note: Note): Promise<boolean> {
  const undo = snapshotNotes();
  putNote({ ...note, trashedAt: null });
  const input = { noteId: note.id };
  return attempt(
    t("Failed to restore note"),
    () => send(["notes", "restore"], input, () => api.notes.restore.call(input)),
    undo,
  );
}
