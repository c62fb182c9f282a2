import type { Note } from "#contract/notes.ts";
import { api } from "../../platform/api.ts";
import { newId } from "../../platform/ids.ts";
import { failureWords } from "../../platform/rpc-errors.ts";
import { send, sendFromDisk } from "../../platform/send.ts";
import { endDraft, isDraft } from "../../platform/sync/drafts.ts";
import { toast } from "../../ui/toast-store.ts";
import { settle, tellFailed } from "../failed-changes.ts";
import { undoable, withUndoWaiting } from "../undo.ts";
import { cachedNote, putNote, refreshNotes, snapshotNotes, whileChanging } from "./note-cache.ts";
import { titleOf } from "./note-title.ts";
import { tagChange, type TagChange, tagsAfter } from "../../lib/tags-after.ts";
import { t } from "../../lib/messages/t.ts";

export type NoteChange = Partial<Pick<Note, "title" | "category" | "tags" | "isFavorite" | "folderId">>;
type Sent = Omit<NoteChange, "tags"> & TagChange;

/**
 * Of tags what a person did is told, not what stands there then: the press before, of which nothing shows yet, or somebody else may have
 * changed others.
 */
const inTermsOfTags = ({ tags, ...change }: NoteChange, before: readonly string[]): Sent => ({
  ...change,
  ...(tags && tagChange(before, tags)),
});

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

type Work = () => Promise<{ how: "sent"; answer: Note } | { how: "queued" }>;

/** Runs a change that already shows; takes it back when the server refuses it. */
async function attempt(work: Work, takeBack: () => void): Promise<void> {
  try {
    const result = await whileChanging(work);
    if (result.how === "sent") putNote(result.answer);
  } catch (error) {
    takeBack();
    throw error;
  } finally {
    // What was taken back with it, of other changes and of answers, is asked for as well.
    refreshNotes();
  }
}

/** The same, and says what was refused, in a toast and on the note's row. True when it holds. */
async function attemptAloud(
  noteId: string,
  failure: string,
  work: Work,
  takeBack: () => void,
  retry: () => unknown,
): Promise<boolean> {
  try {
    await attempt(work, takeBack);
    settle(noteId);
    return true;
  } catch (error) {
    tellFailed(noteId, failureWords(error, failure), retry);
    return false;
  }
}

/** Notes of one press that nobody has saved by hand yet. */
const unsavedByHand = new Set<string>();

/** What Ctrl+S says: a note that was made a moment ago is created by it, any other updated. */
export function savedWords(noteId: string): string {
  return unsavedByHand.delete(noteId) ? t("Note created successfully") : t("Note updated successfully");
}

/** How the text came about that a note begins with; typed where it isn't said. */
type Written = Partial<Pick<Parameters<typeof api.notes.create.call>[0], "origin" | "earlier">>;

/** Makes an empty note, online or not; its id, or null when the server refused it. */
export async function createNote(
  folderId: string | null = null,
  markdown?: string,
  title = "",
  id = newId(),
  written: Written = {},
): Promise<string | null> {
  const undo = snapshotNotes();
  const excerpt = markdown?.slice(0, 200) ?? "";
  putNote({ ...blankNote(id, folderId), title, excerpt });
  const input = {
    id,
    folderId,
    title,
    ...(markdown && { body: { format: "markdown" as const, text: markdown } }),
    ...written,
  };
  const isMade = await attemptAloud(
    id,
    t("Failed to create note"),
    () => send(["notes", "create"], input, () => api.notes.create.call(input)),
    undo,
    () => createNote(folderId, markdown, title, id, written),
  );
  if (!isMade) return null;
  unsavedByHand.add(id);
  toast.success(t("New note created"));
  return id;
}

/** Makes a copy beside a note, which needs the server: the text may be known to it alone. Its id, or null. */
export async function duplicateNote(note: Note, id = newId()): Promise<string | null> {
  try {
    const copy = await api.notes.duplicate.call({ noteId: note.id, id });
    putNote(copy);
    refreshNotes();
    toast.success(t("Note duplicated"));
    return copy.id;
  } catch (error) {
    tellFailed(note.id, failureWords(error, t("Failed to duplicate note")), () => duplicateNote(note, id));
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
  putNote({ ...blankNote(noteId, null), title });
  await sendFromDisk(["notes", "create"], { id: noteId, folderId: null, title });
  unsavedByHand.add(noteId);
  endDraft(noteId);
}

/** Changes title, tags, category, favourite or folder; shown at once. Says nothing unless it fails. */
export async function updateNote(
  noteId: string,
  change: Sent,
  failure = t("Failed to update note"),
  retry: () => unknown = () => updateNote(noteId, change, failure),
): Promise<boolean> {
  await makeDraft(noteId, change.title);
  const undo = showChange(noteId, change);
  const input = { noteId, ...change };
  const work = () => send(["notes", "update"], input, () => api.notes.update.call(input));
  return attemptAloud(noteId, failure, work, undo, retry);
}

function showChange(noteId: string, { addTags, removeTags, ...change }: Sent): () => void {
  const undo = snapshotNotes();
  const known = cachedNote(noteId);
  // As on the server: a move and a star leave the day of the last change alone.
  const isRewritten = change.isFavorite === undefined && change.folderId === undefined;
  if (known)
    putNote({
      ...known,
      ...change,
      tags: tagsAfter(known.tags, { addTags, removeTags }),
      ...(isRewritten && { updatedAt: new Date().toISOString() }),
    });
  return undo;
}

/** `words` for the toast, `name` for the list of what can be undone. */
type Told = { words: string; name: string; failure?: string | undefined };

/** A change of a note that a person made on purpose: it is told, and can be taken back. */
export async function changeNote(note: Note, change: NoteChange, told: Told): Promise<boolean> {
  const again = () => changeNote(note, change, told);
  const isDone = await withUndoWaiting(
    updateNote(note.id, inTermsOfTags(change, note.tags), told.failure, again),
  );
  if (isDone) offerUndo(note, change, told);
  return isDone;
}

/** Offers to put a note back to what it said before a change, as long as nobody has changed the same again. */
export function offerUndo(before: Note, change: NoteChange, told: Told): void {
  const { addTags, removeTags, ...given } = inTermsOfTags(change, before.tags);
  const fields = Object.keys(given) as (keyof typeof given)[];
  const back: Sent = {
    ...Object.fromEntries(fields.map((field) => [field, before[field]])),
    addTags: removeTags,
    removeTags: addTags,
  };
  const input = { noteId: before.id, ...back, onlyIf: given };
  const undo = () =>
    attempt(
      () => send(["notes", "update"], input, () => api.notes.update.call(input)),
      showChange(before.id, back),
    );
  undoable(told.words, undo, { name: told.name, redo: () => changeNote(before, change, told) });
}

/** The words for a note that was renamed, tagged or filed under a category. */
export const updated = (note: Note, change: NoteChange): Told => ({
  words: t("Note updated successfully"),
  name:
    change.title !== undefined
      ? t("Renamed {title}", { title: titleOf({ ...note, title: change.title }) })
      : change.tags
        ? t("Changed the tags of {title}", { title: titleOf(note) })
        : t("Changed the category of {title}", { title: titleOf(note) }),
});

export async function toggleFavorite(note: Note): Promise<void> {
  const isFavorite = !note.isFavorite;
  const title = titleOf(note);
  await changeNote(
    note,
    { isFavorite },
    {
      words: isFavorite ? t("Added to favorites") : t("Removed from favorites"),
      name: isFavorite
        ? t("Added {title} to favorites", { title })
        : t("Removed {title} from favorites", { title }),
      failure: t("Failed to update favorite"),
    },
  );
}

const trashWork = (noteId: string, isTrashed: boolean) => () => {
  const input = { noteId };
  return isTrashed
    ? send(["notes", "remove"], input, () => api.notes.remove.call(input))
    : send(["notes", "restore"], input, () => api.notes.restore.call(input));
};

function showTrashed(note: Note, isTrashed: boolean): () => void {
  const undo = snapshotNotes();
  putNote({ ...note, trashedAt: isTrashed ? new Date().toISOString() : null });
  return undo;
}

/** Puts a note into the trash; it can be taken out again. */
export async function removeNote(note: Note): Promise<boolean> {
  const isDone = await attemptAloud(
    note.id,
    t("Failed to delete note"),
    trashWork(note.id, true),
    showTrashed(note, true),
    () => removeNote(note),
  );
  if (isDone)
    undoable(
      t("Note deleted successfully"),
      () => attempt(trashWork(note.id, false), showTrashed(note, false)),
      { name: t("Deleted {title}", { title: titleOf(note) }), redo: () => removeNote(note) },
    );
  return isDone;
}

export const restoreNote = (note: Note): Promise<boolean> =>
  attemptAloud(
    note.id,
    t("Failed to restore note"),
    trashWork(note.id, false),
    showTrashed(note, false),
    () => restoreNote(note),
  );
