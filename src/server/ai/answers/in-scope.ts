import type { Note } from "#contract/notes.ts";
import { folded } from "#contract/shared/fold-diacritics.ts";
import type { Scope } from "../../retrieval/scope.ts";

/** Whether a scope names notes at all; one that does says nothing about tasks and events. */
export const isOfNotes = ({ noteIds, folderIds, tags, after, before }: Scope): boolean =>
  Boolean(noteIds ?? folderIds ?? tags ?? after ?? before);

type Placed = Pick<Note, "id" | "folderId" | "tags" | "updatedAt">;

/** Those of some notes that a scope names, as retrieval narrows by it. */
export function inScope<Each extends Placed>(scope: Scope, notes: readonly Each[]): Each[] {
  const { noteIds, folderIds, tags, after, before } = scope;
  const wanted = tags?.map(folded) ?? [];
  return notes.filter((note) => {
    const has = new Set(note.tags.map(folded));
    return (
      (noteIds?.includes(note.id) ?? true) &&
      (folderIds === undefined || (note.folderId !== null && folderIds.includes(note.folderId))) &&
      wanted.every((tag) => has.has(tag)) &&
      (after === undefined || Date.parse(note.updatedAt) >= Date.parse(after)) &&
      (before === undefined || Date.parse(note.updatedAt) < Date.parse(before))
    );
  });
}
