import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState, useSyncExternalStore } from "react";
import type { XmlElement, XmlFragment } from "yjs";
import { makeDraft } from "../../kernel/notes/note-mutations.ts";
import { newId } from "../../platform/ids.ts";
import { isWaitingToBeCreated, onWaitingCalls } from "../../platform/send.ts";
import { beginDraft, dropDraft, isDraft, onDrafts } from "../../platform/sync/drafts.ts";
import type { NoteSession } from "../../platform/sync/types.ts";

function newDraft(): { id: string; isSpent: boolean } {
  const id = newId();
  beginDraft(id);
  return { id, isSpent: false };
}

/**
 * The note that the editor shows: the address's, else a draft, whose id takes its place in the address once something was written. The id is the
 * same before and after, so that the screen under somebody's fingers stays.
 */
export function useNoteOrDraft(noteId: string | undefined): string {
  const navigate = useNavigate();
  const [draft, setDraft] = useState(newDraft);
  if (noteId === draft.id && !draft.isSpent) setDraft({ ...draft, isSpent: true });
  if (!noteId && draft.isSpent) setDraft(newDraft());
  useEffect(() => {
    if (noteId) return;
    const stop = onDrafts(() => {
      if (!isDraft(draft.id))
        void navigate({ to: "/app/editor/{-$noteId}", params: { noteId: draft.id }, replace: true });
    });
    return stop;
  }, [noteId, draft.id, navigate]);
  useEffect(() => {
    return () => dropDraft(draft.id);
  }, [draft.id]);
  return noteId ?? draft.id;
}

export const useIsDraft = (noteId: string): boolean => useSyncExternalStore(onDrafts, () => isDraft(noteId));

/** Follows whether a note exists on this device alone. */
export const useIsNewHere = (noteId: string): boolean =>
  useSyncExternalStore(onWaitingCalls, () => isWaitingToBeCreated(noteId));

/** A text of one empty paragraph is what every editor begins with. */
function hasContent(fragment: XmlFragment): boolean {
  if (fragment.length === 0) return false;
  const [first] = fragment.toArray();
  return (
    fragment.length > 1 || (first as XmlElement).nodeName !== "paragraph" || (first as XmlElement).length > 0
  );
}

/** Makes the draft's note when its text gets its first character. */
export function useMakeWithText(noteId: string, session: NoteSession | null): void {
  useEffect(() => {
    if (!session || !isDraft(noteId)) return;
    const look = () => {
      if (hasContent(session.fragment)) void makeDraft(noteId);
    };
    session.doc.on("update", look);
    return () => session.doc.off("update", look);
  }, [noteId, session]);
}
