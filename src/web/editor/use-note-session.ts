import { useEffect, useState, useSyncExternalStore } from "react";
import { openNoteSession } from "../lib/sync/open-notes.ts";
import type { NoteSession, NoteSessionState } from "../lib/sync/types.ts";

/** Opens a note for as long as the component shows it. Null until it is open; give the component a key per note. */
export function useNoteSession(noteId: string): NoteSession | null {
  const [session, setSession] = useState<NoteSession | null>(null);
  useEffect(() => {
    const opened = openNoteSession(noteId);
    // oxlint-disable-next-line react/set-state-in-effect -- opening is the effect, and its result has to be shown
    setSession(opened);
    return () => {
      setSession(null);
      opened.release();
    };
  }, [noteId]);
  return session;
}

const OPENING: NoteSessionState = {
  save: { kind: "loading" },
  connection: "disconnected",
  isReady: false,
  isEditable: true,
};
const never = () => () => undefined;

export function useNoteState(session: NoteSession | null): NoteSessionState {
  return useSyncExternalStore(session?.subscribe ?? never, session?.state ?? (() => OPENING));
}
