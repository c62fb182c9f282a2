import { useEffect, useState, useSyncExternalStore } from "react";
import { openNoteSession } from "../../platform/sync/open-notes.ts";
import type { Refusal } from "#contract/wire/socket.ts";
import type { NoteSession, SaveState } from "../../platform/sync/types.ts";

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

const never = () => () => undefined;
const LOADING: SaveState = { kind: "loading" };

/** "Saved" comes when it has been so for this long: said between any two keys of a quick typist it would only flicker. */
const SETTLED_MS = 150;

/** Whether one's work is safe; changes with every pause, so only what shows it may ask. */
export function useSaveState(session: NoteSession | null): SaveState {
  const [shown, setShown] = useState<SaveState>(LOADING);
  useEffect(() => {
    if (!session) return;
    let settling: ReturnType<typeof setTimeout> | undefined;
    const show = () => setShown(session.state().save);
    const take = () => {
      clearTimeout(settling);
      const { save } = session.state();
      if (save.kind === "saved") settling = setTimeout(show, SETTLED_MS);
      else setShown((before) => (before.kind === "saving" && save.kind === "saving" ? before : save));
    };
    show();
    const stop = session.subscribe(take);
    return () => {
      clearTimeout(settling);
      stop();
    };
  }, [session]);
  return session ? shown : LOADING;
}

/** What a screen draws a note by: the same object for as long as typing changes nothing of it. */
export type NoteView = {
  phase: "loading" | "offline" | "refused" | "full" | "open";
  refusal: Refusal | null;
  isReady: boolean;
  isEditable: boolean;
  hasUnsent: boolean;
};

const OPENING: NoteView = {
  phase: "loading",
  refusal: null,
  isReady: false,
  isEditable: true,
  hasUnsent: false,
};
const views = new WeakMap<NoteSession, NoteView>();

export function useNoteView(session: NoteSession | null): NoteView {
  return useSyncExternalStore(session?.subscribe ?? never, () => (session ? viewOf(session) : OPENING));
}

function viewOf(session: NoteSession): NoteView {
  const { save, isReady, isEditable, hasUnsent } = session.state();
  const view: NoteView = {
    phase:
      save.kind === "saved" || save.kind === "saving" || save.kind === "not-saved-here" ? "open" : save.kind,
    refusal: save.kind === "refused" ? save.refusal : null,
    isReady,
    isEditable,
    hasUnsent,
  };
  const known = views.get(session);
  const isSame = known && (Object.keys(view) as (keyof NoteView)[]).every((key) => known[key] === view[key]);
  if (isSame) return known;
  views.set(session, view);
  return view;
}
