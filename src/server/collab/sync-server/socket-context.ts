import type { Connection } from "@hocuspocus/server";
import type { LiveReader } from "../../live/feed.ts";

/** What a socket knows of its user from the upgrade on, and of the document from its handshake on. */
export type SocketContext = {
  userId: string;
  /** Or of the app password of a program. */
  sessionId: string;
  /** An app password that only reads changes nothing, whoever's it is. */
  isReadOnly?: boolean | undefined;
  /** What readers of the same note are told. */
  name: string;
  /** Of the document this connection is about. */
  topic?: { kind: "note"; noteId: string; ownerId: string } | { kind: "live" };
  liveReader?: LiveReader;
  schemaVersion?: number;
  /** Of the whole socket: what it has open. */
  connections: Set<Connection>;
  connection?: Connection;
};
