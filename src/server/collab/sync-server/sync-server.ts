import {
  type Connection,
  Hocuspocus,
  type Document as OpenDocument,
  type beforeHandleMessagePayload,
  type connectedPayload,
} from "@hocuspocus/server";
import type { WebSocket } from "ws";
import type { Database } from "../../db/client.ts";
import type { LiveFeed } from "../../live/feed.ts";
import type { Logger } from "../../platform/log.ts";
import type { Appender } from "../append-update.ts";
import { nameReader, takeLeave } from "../who-is-here.ts";
import { closeEndedAccess } from "./access.ts";
import { commitBeforeApplying } from "./commit.ts";
import { authenticate } from "./handshake.ts";
import { OpenNotes } from "./open-notes.ts";
import { noteIdOf } from "./page-frames.ts";
import type { SocketContext } from "./socket-context.ts";

const IDLE_MS = 90_000;
/** Bytes that a peer has not read yet, beyond which it is told nothing more until it has. */
const UNREAD_PAUSE_BYTES = 8 * 1024 * 1024;

/** Without words, or Hocuspocus writes them to the log. */
class StaleUnload extends Error {}

type Deps = {
  db: Database;
  log: Logger;
  appender: Appender;
  feed: LiveFeed;
  isStopping: () => boolean;
  /** A note was opened on this node, and its last reader has gone. */
  onLoad: (noteId: string, document: OpenDocument) => void;
  onUnload: (noteId: string) => void;
};

/**
 * Hocuspocus with our log in front: `beforeSync` is awaited before a change is applied, relayed and acknowledged, and it
 * commits. Hocuspocus' own store hooks stay empty; a document in memory is never ahead of the log, so it may go any time.
 */
export function createSyncServer(deps: Deps) {
  const { db, log, feed, appender, isStopping } = deps;
  const hocuspocus: Hocuspocus<SocketContext> = new Hocuspocus<SocketContext>({
    name: "cairn",
    quiet: true,
    timeout: IDLE_MS,
    onAuthenticate: (payload) => authenticate(db, payload),
    onLoadDocument: async ({ document, context: { topic, userId } }) => {
      if (topic?.kind !== "note") return;
      await notes.load(document, userId, topic);
      deps.onLoad(topic.noteId, document);
    },
    beforeHandleMessage: waitForReader,
    beforeHandleAwareness: async ({ states, awareness, context }) =>
      context ? nameReader(states, awareness, context) : states.clear(),
    beforeSync: (payload) => commitBeforeApplying({ appender, notes, isStopping }, payload),
    connected: (payload) => welcome(deps, hocuspocus, payload),
    // It unloads by name: a late call for a document that is closed would take the one that was opened since.
    beforeUnloadDocument: async ({ documentName, document }) => {
      if (hocuspocus.documents.get(documentName) !== document) throw new StaleUnload();
    },
    afterUnloadDocument: async ({ documentName }) => {
      const noteId = noteIdOf(documentName);
      // It may have been opened again meanwhile.
      if (noteId && !hocuspocus.documents.has(documentName)) deps.onUnload(noteId);
    },
    onDisconnect: async ({ context }) => dismiss(feed, context),
  });
  const notes = new OpenNotes(db, log, hocuspocus);
  return {
    hocuspocus,
    notes,
    closeEndedAccess: (userId?: string) => closeEndedAccess(db, hocuspocus, userId),
    /** Resolves when nothing that a socket has said is waiting any more. */
    async settled({ connections }: Pick<SocketContext, "connections">): Promise<void> {
      await Promise.allSettled([...connections].map((connection) => connection.waitForPendingMessages()));
    },
  };
}

/** A peer that asks for whole documents and reads none of them would fill our memory. */
async function waitForReader({ connection, update, context }: beforeHandleMessagePayload<SocketContext>) {
  const webSocket = connection.webSocket as WebSocket;
  while (webSocket.readyState === webSocket.OPEN && webSocket.bufferedAmount > UNREAD_PAUSE_BYTES)
    await new Promise((resolve) => setTimeout(resolve, 50));
  takeLeave(update, connection.document, context);
}

async function welcome(
  { feed, log }: Deps,
  hocuspocus: Hocuspocus<SocketContext>,
  { context, connection }: connectedPayload<SocketContext>,
): Promise<void> {
  // Hocuspocus may have let go of the document while this connection was made: it would hear nothing of the others.
  if (hocuspocus.documents.get(connection.document.name) !== connection.document) return connection.close();
  context.connection = connection;
  context.connections.add(connection);
  if (context.topic?.kind !== "live") return;
  context.liveReader = liveReader(context.userId, connection);
  // Hocuspocus would keep the connection and tell the page that it was refused: it would ask again and never be heard.
  await feed.add(context.liveReader).catch((error: unknown) => {
    log.warn({ err: error }, "live changes could not be followed; the page asks again");
    connection.close();
  });
}

function dismiss(feed: LiveFeed, { connection, connections, liveReader }: SocketContext): void {
  if (connection) connections.delete(connection);
  if (liveReader) feed.remove(liveReader);
}

const liveReader = (userId: string, connection: Connection) => ({
  userId,
  send: (message: unknown) => connection.sendStateless(JSON.stringify(message)),
});

export type SyncServer = ReturnType<typeof createSyncServer>;
