import type { Note } from "#contract/notes.ts";
import { api } from "../../lib/api.ts";
import { createNote, restoreNote } from "./note-actions.ts";
import { knownNote } from "./note-cache.ts";

/**
 * The id of the note of a day: the same on all devices of an account, so that two of them without a server make one note and not two.
 * A UUID of version 7 whose time is the day's midnight, and whose random part is that of the account's own id.
 * @param day Midnight UTC of the day, in milliseconds
 */
export function dailyId(userId: string, day: number): string {
  const time = day.toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${userId.slice(15)}`;
}

/** The midnight UTC of a day of the reader's calendar. */
export const dayOf = (date: Date): number => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());

async function find(noteId: string): Promise<Note | null> {
  const known = knownNote(noteId);
  if (known) return known;
  // Without the server a note that is there already and one made here now become one when it is back.
  return api.notes.get.call({ noteId }).catch(() => null);
}

type DailyNote = { id: string; title: string; folderId: string | null; text: string };

/** Makes the note of a day if there is none, and brings it back if it lies in the trash. Its id; null when it could not be made. */
export async function openDaily({ id, title, folderId, text }: DailyNote): Promise<string | null> {
  const note = await find(id);
  if (!note) return createNote(folderId, text || undefined, title, id);
  if (note.trashedAt && !(await restoreNote(note))) return null;
  return id;
}
