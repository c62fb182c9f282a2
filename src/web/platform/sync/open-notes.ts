import { currentDevice, onDevice } from "./device-sync.ts";
import { createNoteSession, type OpenNote } from "./note-session.ts";
import { createUnsavedMark } from "../unsaved/unsaved-work.ts";
import type { NoteSession, SaveState } from "./types.ts";

/** How long a note without readers stays open: the way back is instant, and what is under way is confirmed. */
const LINGER_MS = 10_000;
type SharedNote = OpenNote & {
  readers: number;
  /** Ends the mark of unfinished work. */
  endWork: () => void;
  lingering?: ReturnType<typeof setTimeout> | undefined;
};
const sessions = new Map<string, SharedNote>();

onDevice((device) => {
  if (device) return;
  for (const open of sessions.values()) {
    clearTimeout(open.lingering);
    open.endWork();
    open.close();
  }
  sessions.clear();
});

/**
 * Opens a note on this page: from the device's store at once, from the server as soon as it answers. Every reader must
 * release it.
 */
export function openNoteSession(noteId: string): NoteSession {
  const device = currentDevice();
  if (!device) throw new Error("Nobody is signed in on this page");
  const open = sessions.get(noteId) ?? share(createNoteSession(noteId, device));
  sessions.set(noteId, open);
  open.readers += 1;
  clearTimeout(open.lingering);
  open.wake();
  let isReleased = false;
  return {
    ...open.session,
    release: () => {
      if (isReleased) return;
      isReleased = true;
      open.readers -= 1;
      if (open.readers > 0 || sessions.get(noteId) !== open) return;
      open.rest();
      open.lingering = setTimeout(() => {
        sessions.delete(noteId);
        open.endWork();
        open.close();
      }, LINGER_MS);
    },
  };
}

/** Text that the server has not confirmed is work in progress. */
function share(open: OpenNote): SharedNote {
  const mark = createUnsavedMark(() => isUnfinished(open.session.state().save));
  const stop = open.session.subscribe(mark.look);
  const endWork = () => {
    stop();
    mark.stop();
  };
  return { ...open, readers: 0, endWork };
}

function isUnfinished(save: SaveState): boolean {
  return (
    ["saving", "not-saved-here", "full"].includes(save.kind) || (save.kind === "offline" && save.waiting > 0)
  );
}
