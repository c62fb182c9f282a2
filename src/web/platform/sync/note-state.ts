import type { Refusal } from "#contract/wire/socket.ts";
import type { ConnectionStatus, NoteSessionState, SaveState } from "./types.ts";

/** What this page knows of an open note. */
export type NoteFacts = {
  /** The device's store has answered. */
  isLoaded: boolean;
  /** This device has the note, be it empty. */
  hasCopy: boolean;
  /** It was made while it was open here: there is no older text to wait for, then or later. */
  isMadeHere: boolean;
  /** Server and page have told each other what they have. */
  isSynced: boolean;
  /** The server has sent the note. */
  hasAnswer: boolean;
  isReadOnly: boolean;
  hasUnsent: boolean;
  refusal: Refusal | null;
  lastSavedAt: Date | null;
  /** The server has no room for what is written here. */
  isFull: boolean;
};

/** What else decides how a note stands. */
export type NoteConditions = {
  isOutdated: boolean;
  /** Why the device's store does not keep it. */
  storeFault: string | null;
  socket: ConnectionStatus;
  /** Changes made here that the server has not committed. */
  unconfirmed: number;
};

export const nothingKnown = (): NoteFacts => ({
  isLoaded: false,
  hasCopy: false,
  isMadeHere: false,
  isSynced: false,
  hasAnswer: false,
  isReadOnly: false,
  hasUnsent: false,
  refusal: null,
  lastSavedAt: null,
  isFull: false,
});

export function describeNote(facts: NoteFacts, conditions: NoteConditions): NoteSessionState {
  return {
    save: describeSave(facts, conditions),
    connection: describeConnection(facts, conditions),
    isReady: facts.hasAnswer || (facts.isLoaded && (facts.hasCopy || facts.isMadeHere)),
    isEditable: !conditions.isOutdated && facts.refusal === null && !facts.isReadOnly,
    hasUnsent: facts.hasUnsent,
  };
}

function describeConnection(
  { isSynced }: NoteFacts,
  { socket, unconfirmed }: NoteConditions,
): ConnectionStatus {
  if (isSynced) return unconfirmed > 0 ? "syncing" : "connected";
  return socket === "disconnected" ? "disconnected" : "syncing";
}

function describeSave(facts: NoteFacts, conditions: NoteConditions): SaveState {
  const { refusal, isLoaded, isFull, isSynced, isReadOnly, hasAnswer, lastSavedAt } = facts;
  const { isOutdated, storeFault, socket, unconfirmed: waiting } = conditions;
  if (isOutdated) return { kind: "refused", refusal: "CLIENT_TOO_OLD" };
  if (refusal) return { kind: "refused", refusal };
  if (storeFault) return { kind: "not-saved-here", reason: storeFault };
  if (!isLoaded) return { kind: "loading" };
  if (isFull && waiting > 0) return { kind: "full", waiting };
  // What was typed before it might only be read is kept here, and refused there.
  if (isSynced && isReadOnly) return { kind: "saved", at: null };
  if (isSynced) return waiting > 0 ? { kind: "saving" } : { kind: "saved", at: lastSavedAt };
  if (socket === "disconnected") return { kind: "offline", waiting };
  if (waiting > 0) return { kind: "saving" };
  // A connection that blinks takes nothing back.
  return hasAnswer ? { kind: "saved", at: lastSavedAt } : { kind: "loading" };
}
