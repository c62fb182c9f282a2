import { digest } from "lib0/hash/sha256";
import type { Note } from "#contract/notes.ts";
import { api } from "../../platform/api.ts";
import { createNote, restoreNote } from "../../kernel/notes/note-mutations.ts";
import { cachedNote } from "../../kernel/notes/note-cache.ts";

/**
 * The id of the note of a day: the same on all devices of an account, so that two of them without a server make one note and not two.
 * A UUID of version 7 whose time is the day's midnight. Its random part comes from a seed that only the account knows, and tells
 * nothing of it: who could work out the ids to come could take them, and the account could make no note of those days.
 * @param day Midnight UTC of the day, in milliseconds
 */
export function dailyId(seed: string, day: number): string {
  const hash = digest(new TextEncoder().encode(`daily note\0${seed}\0${day}`));
  const hex = Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const variant = ((hash[31]! & 0x3) | 0x8).toString(16);
  return dated(day, `7${hex.slice(0, 3)}-${variant}${hex.slice(3, 6)}-${hex.slice(6, 18)}`);
}

/** The id it had before, in which stood that of the account, which guests are told; notes that are there keep it. */
export const formerDailyId = (userId: string, day: number): string => dated(day, `7${userId.slice(15)}`);

function dated(day: number, rest: string): string {
  const time = day.toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-${rest}`;
}

/** The midnight UTC of a day of the reader's calendar. */
export const dayOf = (date: Date): number => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());

async function find(noteId: string): Promise<Note | null> {
  const known = cachedNote(noteId);
  // Without the server a note that is there already and one made here now become one when it is back.
  const note = known ?? (await api.notes.get.call({ noteId }).catch(() => null));
  // Nobody else's note is the note of one's day, whatever its id.
  return note?.isForeign ? null : note;
}

type DailyNote = {
  id: string;
  /** See {@link formerDailyId}. */
  formerId: string;
  title: string;
  folderId: string | null;
  text: string;
};

/** Makes the note of a day if there is none, and brings it back if it lies in the trash. Its id; null when it could not be made. */
export async function openDaily({ id, formerId, title, folderId, text }: DailyNote): Promise<string | null> {
  const note = (await find(id)) ?? (await find(formerId));
  if (!note) return createNote(folderId, text || undefined, title, id, { origin: "template" });
  if (note.trashedAt && !(await restoreNote(note))) return null;
  return note.id;
}
