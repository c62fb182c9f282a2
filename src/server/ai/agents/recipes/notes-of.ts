import type { Note } from "#contract/notes.ts";
import { listNotes, type NoteFilter } from "../../../notes/list-notes.ts";
import { inScope } from "../../answers/in-scope.ts";
import type { Working } from "./recipe.ts";

const PAGE = 200;

type Filter = Omit<NoteFilter, "trashed" | "limit" | "cursor">;

/** Notes of the agent's scope in an order, until `isEnough` says so of one. */
export async function notesOf(
  working: Working,
  filter: Filter,
  isEnough: (note: Note, found: number) => boolean,
): Promise<Note[]> {
  const found: Note[] = [];
  for await (const note of eachNote(working, filter)) {
    if (isEnough(note, found.length)) break;
    found.push(note);
  }
  return found;
}

/** Page by page, as long as more are wanted. */
export async function* eachNote(
  { services: { db }, userId, scope, signal }: Working,
  filter: Filter,
): AsyncGenerator<Note> {
  for (let cursor: string | undefined; ;) {
    signal.throwIfAborted();
    const page = await listNotes(db, userId, {
      ...filter,
      trashed: false,
      limit: PAGE,
      ...(cursor && { cursor }),
    });
    yield* inScope(scope, page.notes);
    if (!page.nextCursor) return;
    cursor = page.nextCursor;
  }
}

/** Whether it may be written in: what others share to be read is looked at alone. */
export const isOwn = ({ isForeign }: Note): boolean => !isForeign;
