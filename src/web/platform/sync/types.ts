import type { Awareness } from "y-protocols/awareness";
import type * as Y from "yjs";
import type { Refusal } from "#contract/wire/socket.ts";

/** The spec's realtime status: syncing during an operation, connected after success, disconnected on failure. */
export type ConnectionStatus = "disconnected" | "syncing" | "connected";

/**
 * Where the text of a note stands. Shown in words beside the title:
 * "Saving...", "Saved 10:42", "Offline, 1 note waiting", "Out of space, 1 note waiting", "Not saved on this device".
 * `waiting` counts changes; people are told of notes (waiting-notes.ts).
 */
export type SaveState =
  | { kind: "loading" }
  /** Every change is committed in the server's database; `at` is when the last one was, null if none was made here. */
  | { kind: "saved"; at: Date | null }
  | { kind: "saving" }
  /** Kept on this device, waiting for the server. */
  | { kind: "offline"; waiting: number }
  /** The server has no room for more text of this account; kept on this device and offered again, slower each time. */
  | { kind: "full"; waiting: number }
  /** The device's own store failed (quota, private mode, deleted database): said within 2 s of the failed write. */
  | { kind: "not-saved-here"; reason: string }
  | { kind: "refused"; refusal: Refusal };

/** What a screen shows of an open note; a new object on every change, so that React can compare by identity. */
export type NoteSessionState = {
  save: SaveState;
  connection: ConnectionStatus;
  /** True once text can be shown: from this device's store, or after the server's first answer. */
  isReady: boolean;
  /** False once the page must not edit any more: an older schema, or another tab opened a newer store. */
  isEditable: boolean;
  /** True when this page may only read, and the server has not taken words that were written here before. */
  hasUnsent: boolean;
};

/** One open note on this page, shared by all its readers. */
export type NoteSession = {
  noteId: string;
  doc: Y.Doc;
  fragment: Y.XmlFragment;
  awareness: Awareness;
  state: () => NoteSessionState;
  subscribe: (listener: () => void) => () => void;
  /** Gives the note back; the last reader's release closes it. Never loses what is not yet sent: it stays in the device's store. */
  release: () => void;
};
