import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Note } from "#contract/notes.ts";
import type { NoteAccess } from "#contract/sharing.ts";
import { api } from "../../platform/api.ts";
import { rememberSharedNote } from "../../kernel/notes/shared-notes.ts";

type Access = {
  role: NoteAccess["role"];
  canWrite: boolean;
  /** False while it is being asked for: then nothing is said of it. */
  isKnown: boolean;
};
const OWN: Access = { role: "owner", canWrite: true, isKnown: true };
const ASKED: Access = { role: "owner", canWrite: false, isKnown: false };

/**
 * What may be done with a note: everything with one's own; with another's, nothing but reading before that is known. Text that
 * could be written in, and then for a moment not, would lose its caret, and the letters typed meanwhile would be shortcuts.
 * @param isAsked Whose note it is has been asked and not answered yet
 */
export function useNoteAccess(note: Note | undefined, isAsked: boolean): Access {
  const noteId = note?.id ?? "";
  const isForeign = note?.isForeign === true;
  const { data, isError } = useQuery({
    ...api.sharing.access.queryOptions({ input: { noteId }, staleTime: 0 }),
    enabled: isForeign,
  });
  useEffect(() => {
    if (isForeign) rememberSharedNote(noteId);
  }, [isForeign, noteId]);
  if (isAsked) return ASKED;
  if (!isForeign) return OWN;
  return {
    role: data?.role ?? "viewer",
    canWrite: data?.role === "editor",
    isKnown: data !== undefined || isError,
  };
}
