import type { ManyNotesChange, Note, NotePlacement } from "#contract/notes.ts";
import { api, invalidate } from "../../platform/api.ts";
import { send } from "../../platform/send.ts";
import { toast } from "../../ui/toast-store.ts";
import { changeNote, removeNote, toggleFavorite } from "../../kernel/notes/note-mutations.ts";
import { ChangedSince, undoable } from "../../kernel/undo.ts";
import { titleOf } from "../../kernel/notes/note-title.ts";
import { putNotes, refreshNotes, snapshotNotes } from "../../kernel/notes/note-cache.ts";
import { chunksOf } from "../../lib/chunks.ts";
import { tagsAfter } from "../../lib/tags-after.ts";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";

/** The most that one call takes. */
const AT_ONCE = 1000;

export type Change = Omit<ManyNotesChange, "noteIds">;

const placementOf = ({ id, folderId, tags, isFavorite, trashedAt }: Note): NotePlacement => ({
  noteId: id,
  folderId,
  tags,
  isFavorite,
  isTrashed: trashedAt !== null,
});

/** What a note will be after a change, by the server's own rules. */
export function changedNote(
  note: Note,
  { folderId, addTags = [], removeTags = [], isFavorite, isTrashed }: Change,
  now: string,
): Note {
  return {
    ...note,
    folderId: folderId === undefined ? note.folderId : folderId,
    tags: tagsAfter(note.tags, { addTags, removeTags }),
    isFavorite: isFavorite ?? note.isFavorite,
    trashedAt: isTrashed === undefined ? note.trashedAt : isTrashed ? now : null,
    updatedAt: addTags.length + removeTags.length > 0 ? now : note.updatedAt,
  };
}

/** How many were put back; unknown while the server is away. */
async function putBack(before: NotePlacement[], undone: Change): Promise<number | undefined> {
  let count: number | undefined = 0;
  for (const chunk of chunksOf(before, AT_ONCE)) {
    const input = { before: chunk, undone };
    const sent = await send(["notes", "putBack"], input, () => api.notes.putBack.call(input));
    count = sent.how === "sent" && count !== undefined ? count + sent.answer.notes : undefined;
  }
  return count;
}

function refresh(): void {
  refreshNotes();
  invalidate(api.tags.key());
}

/** Answers what to say when some were changed again since: those stay. */
async function undo(notes: readonly Note[], before: NotePlacement[], change: Change): Promise<string | void> {
  const takeBack = snapshotNotes();
  putNotes(notes);
  try {
    const count = await putBack(before, change);
    const stayed = count === undefined ? 0 : before.length - count;
    if (stayed === 0) return;
    if (count === 0) throw new ChangedSince();
    return plural(stayed, {
      one: "Undone, but for {count} note that was changed again since",
      other: "Undone, but for {count} notes that were changed again since",
    });
  } catch (error) {
    takeBack();
    throw error;
  } finally {
    refresh();
  }
}

/** The same change of many notes: shown at once, taken back as a whole when the server refuses it, undone as a whole. */
export async function changeNotes(
  notes: readonly Note[],
  change: Change,
  done: string,
  failed: string,
): Promise<boolean> {
  if (notes.length === 0) return false;
  const again = () => changeNotes(notes, change, done, failed);
  const takeBack = snapshotNotes();
  const now = new Date().toISOString();
  putNotes(notes.map((note) => changedNote(note, change, now)));
  const before: NotePlacement[] = [];
  try {
    for (const chunk of chunksOf(notes, AT_ONCE)) {
      const input = { ...change, noteIds: chunk.map(({ id }) => id) };
      const sent = await send(["notes", "updateMany"], input, () => api.notes.updateMany.call(input));
      before.push(...(sent.how === "sent" ? sent.answer.before : chunk.map(placementOf)));
    }
  } catch {
    takeBack();
    await putBack(before, change).catch(() => undefined);
    refresh();
    toast.failed(failed, () => void again());
    return false;
  }
  refresh();
  undoable(done, () => undo(notes, before, change), { redo: again });
  return true;
}

export const countOf = (notes: readonly Note[]): string =>
  plural(notes.length, { one: "{count} note", other: "{count} notes" });

function moveNote(note: Note, folderId: string | null, folderName: string): Promise<boolean> {
  const title = titleOf(note);
  return changeNote(
    note,
    { folderId },
    {
      words: folderId ? t("Moved to {name}", { name: folderName }) : t("Moved out of folders"),
      name: folderId
        ? t("Moved {title} to {name}", { title, name: folderName })
        : t("Moved {title} out of folders", { title }),
    },
  );
}

export const moveNotes = (
  notes: readonly Note[],
  folderId: string | null,
  folderName: string,
): Promise<boolean> => {
  const moving = notes.filter((note) => note.folderId !== folderId);
  const [only] = moving;
  if (only && moving.length === 1) return moveNote(only, folderId, folderName);
  return changeNotes(
    moving,
    { folderId },
    folderId
      ? t("Moved {notes} to {folderName}", { notes: countOf(moving), folderName })
      : t("Moved {notes} out of folders", { notes: countOf(moving) }),
    t("Failed to move the notes"),
  );
};

/** All favourites already: they are no longer; else all become so. */
export async function toggleFavorites(notes: readonly Note[]): Promise<void> {
  const [only] = notes;
  if (only && notes.length === 1) return toggleFavorite(only);
  const isFavorite = notes.some((note) => !note.isFavorite);
  const changing = notes.filter((note) => note.isFavorite !== isFavorite);
  const words = isFavorite ? t("Added to favorites") : t("Removed from favorites");
  await changeNotes(
    changing,
    { isFavorite },
    t("{what}: {notes}", { what: words, notes: countOf(changing) }),
    t("Failed to update favorite"),
  );
}

/** Into the trash. */
export async function removeNotes(notes: readonly Note[]): Promise<boolean> {
  const [only] = notes;
  if (only && notes.length === 1) return removeNote(only);
  return changeNotes(
    notes,
    { isTrashed: true },
    t("{notes} deleted", { notes: countOf(notes) }),
    t("Failed to delete the notes"),
  );
}
