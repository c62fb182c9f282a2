import type { Problem } from "../report.ts";
import { rowsOf, text, textOrNull } from "./rows.ts";

/** What others saw of an account, in words for the report, by the note or folder it was about. */
export type SeenByOthers = { notes: Map<string, string[]>; folders: Map<string, number> };

/**
 * Which notes were published, and what was shared with whom. None of it is done again: an address of another server says nothing here,
 * whoever was invited there has no account here, and nothing becomes public by an import. The report names all of it, so that its owner
 * can do it again.
 */
export async function readSeenByOthers(root: string): Promise<SeenByOthers> {
  const notes = new Map<string, string[]>();
  const say = (id: string, words: string) => void notes.set(id, [...(notes.get(id) ?? []), words]);
  for await (const { row } of rowsOf(root, "note_publications")) {
    const expires = textOrNull(row["expires_at"]);
    if (expires === null || Date.parse(expires) > Date.now())
      say(text(row["note_id"]), `it was published as /p/${text(row["slug"])}: publish it here yourself`);
  }
  const guests = new Map<string, number>();
  const folders = new Map<string, number>();
  for await (const { row } of rowsOf(root, "shares")) {
    const [note, folder] = [textOrNull(row["note_id"]), textOrNull(row["folder_id"])];
    if (note !== null) guests.set(note, (guests.get(note) ?? 0) + 1);
    if (folder !== null) folders.set(folder, (folders.get(folder) ?? 0) + 1);
  }
  for (const [id, count] of guests) say(id, sharedWith(count));
  return { notes, folders };
}

export const sharedWith = (count: number): string =>
  `it was shared with ${count === 1 ? "one person" : `${count} people`}: invite them here yourself`;

export const asProblems = (words: string[]): Problem[] =>
  words.map((became) => ({ line: 1, kind: "format", source: "", became }));
