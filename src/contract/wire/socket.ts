/**
 * The words of /sync, shared by both ends. Frames are Hocuspocus': address, message type, payload. One socket carries
 * every open note, addressed `note:<id>`, and the user's live changes, addressed `live:<userId>`, as stateless JSON.
 */
export const SYNC_PATH = "/sync";
export const noteAddress = (noteId: string) => `note:${noteId}`;
export const liveAddress = (userId: string) => `live:${userId}`;

/** What a page says of itself before any document byte moves, as the JSON of Hocuspocus' token. */
export type Handshake = {
  /** SCHEMA_VERSION of document/ this page was built with. An older one is refused before any sync. */
  schemaVersion: number;
  build: string;
};

/** Why a document was refused: the reason of Hocuspocus' permission-denied message. */
export type Refusal = "CLIENT_TOO_OLD" | "UNAUTHENTICATED" | "NOT_FOUND" | "UNAVAILABLE";

/** Why the server let go of an open document that it will take again, as Hocuspocus' close message says it; others have no meaning here. */
export type CloseReason = "QUOTA_EXCEEDED";

/** A longer frame goes in parts: frames of the same address that say whether they are the last, and hold its bytes in their order. */
export const PART_BYTES = 1024 * 1024;

export const messageType = {
  sync: 0,
  awareness: 1,
  auth: 2,
  queryAwareness: 3,
  stateless: 5,
  close: 7,
  syncStatus: 8,
  part: 10,
} as const;

/** What a sync message is, as y-protocols numbers them; stated here because importing them from there takes Yjs along. */
export const syncStep = { one: 0, two: 1, update: 2 } as const;

/** Close code of a socket whose session was ended elsewhere. */
export const SESSION_ENDED = 4401;
