import { randomUUID } from "node:crypto";
import type { Document as OpenDocument } from "@hocuspocus/server";
import type { Database } from "../db/client.ts";
import { createLiveFeed } from "../live/feed.ts";
import type { Logger } from "../platform/log.ts";
import { type Appended, createAppender } from "./append-update.ts";
import { createBodyWorkerPool } from "./body-worker-pool.ts";
import { Compaction } from "./compaction.ts";
import { Derivation } from "./derivation.ts";
import { createNoticeSender } from "./peer-updates.ts";
import { listenToPeers } from "./peers.ts";
import { Presence } from "./presence.ts";
import { createSyncServer } from "./sync-server/sync-server.ts";
import { TextRoom, type TextLimits } from "./text-room.ts";

/** Everything around the bodies of notes in one process: the one write path, the sockets, what is derived, compaction. */
export function createCollab(db: Database, log: Logger, limits: TextLimits) {
  let isStopped = false;
  const isStopping = () => isStopped;
  const parts = createParts(db, log, limits);
  const { room, notices, presence, bodies, derivation, compaction, feed } = parts;
  /** Also for the first change of a note, which is logged by the statement that makes it, after its commit. */
  function onLogged(appended: Appended): void {
    const { noteId, ownerId, seq } = appended;
    notices.send({ noteId, seq });
    if (!appended.isDerived) derivation.schedule(noteId, ownerId, { isOpen: sync.notes.isOpen(noteId) });
    compaction.logged(noteId, ownerId);
    void sync.notes
      .relay(appended)
      .catch((error: unknown) => log.error({ err: error, noteId }, "a change was not relayed"));
  }
  const appender = createAppender(db, onLogged, room);
  const sync = createSyncServer({ db, log, appender, feed, isStopping, ...readersOf(parts) });
  const peers = listenToPeers({ ...parts, db, log, sync, isStopping });
  return {
    room,
    feed,
    derivation,
    bodies,
    onLogged,
    appendUpdate: appender.appendUpdate,
    hocuspocus: sync.hocuspocus,
    settled: sync.settled,
    compact: (noteId: string, ownerId: string) => compaction.compact(noteId, ownerId),
    ready: peers.ready,
    /** Commits what is on its way, tells the others, and stops. */
    async stop(): Promise<void> {
      isStopped = true;
      compaction.stop();
      peers.stopChecking();
      while (appender.pending > 0) await new Promise((resolve) => setTimeout(resolve, 10));
      await Promise.allSettled([notices.flush(), feed.flush()]);
      derivation.stop();
      presence.stop();
      await Promise.allSettled([bodies.stop(), peers.stop()]);
    },
  };
}

function createParts(db: Database, log: Logger, limits: TextLimits) {
  const nodeId = randomUUID();
  const bodies = createBodyWorkerPool();
  const derivation = new Derivation(db, log, bodies);
  return {
    nodeId,
    bodies,
    room: new TextRoom(db, limits, (error) =>
      log.debug({ err: error }, "the text of an account was not counted"),
    ),
    notices: createNoticeSender(db, nodeId, (error) =>
      log.warn({ err: error }, "other nodes were not told of a change"),
    ),
    presence: new Presence(db, nodeId, (error) =>
      log.debug({ err: error }, "other nodes were not told who is here"),
    ),
    derivation,
    compaction: new Compaction(db, log, bodies, (noteId, ownerId) => derivation.deriveDue(noteId, ownerId)),
    feed: createLiveFeed(db, log),
  };
}

/** What is to be done when a note is opened on this node, and when its last reader has gone. */
const readersOf = ({ presence, compaction, derivation }: ReturnType<typeof createParts>) => ({
  onLoad: (noteId: string, document: OpenDocument) => presence.opened(noteId, document),
  onUnload: (noteId: string) => {
    presence.left(noteId);
    compaction.closed(noteId);
    derivation.closed(noteId);
  },
});

export type Collab = ReturnType<typeof createCollab>;
