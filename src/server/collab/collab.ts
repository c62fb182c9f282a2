import { randomUUID } from "node:crypto";
import type { Database } from "../db/client.ts";
import { listen } from "../db/listen.ts";
import { createLiveFeed, LIVE_CHANNEL } from "../live/feed.ts";
import type { Logger } from "../platform/log.ts";
import { type Appended, createAppender } from "./append-update.ts";
import { createBodyWorkerPool } from "./body-worker-pool.ts";
import { compactNote } from "./compact.ts";
import { createDerivation } from "./derivation.ts";
import { createNoticeSender, NOTES_CHANNEL, readNotices } from "./peer-updates.ts";
import { createPresence, PRESENCE_CHANNEL } from "./presence.ts";
import { createSyncServer } from "./sync-server/sync-server.ts";
import { createTextRoom, type TextLimits } from "./text-room.ts";

const COMPACT_OPEN_AT = 500;
const COMPACT_CLOSED_AT = 20;
const SWEEP_MS = 10 * 60 * 1000;
const FOLLOW_PAUSE_MS = 5_000;
/** Triggers of note_access notify it with the id of whoever gained or lost something. */
const ACCESS_CHANNEL = "cairn_access";
/** Should a notice be lost: what was revoked is closed within five seconds all the same. */
const ACCESS_CHECK_MS = 3_000;

/** Everything around the bodies of notes in one process: the one write path, the sockets, what is derived, compaction. */
export function createCollab(db: Database, log: Logger, limits: TextLimits) {
  const nodeId = randomUUID();
  const room = createTextRoom(db, limits, (error) =>
    log.debug({ err: error }, "the text of an account was not counted"),
  );
  let isStopping = false;
  const notices = createNoticeSender(db, nodeId, (error) =>
    log.warn({ err: error }, "other nodes were not told of a change"),
  );
  const presence = createPresence(db, nodeId, (error) =>
    log.debug({ err: error }, "other nodes were not told who is here"),
  );
  const bodies = createBodyWorkerPool();
  const derivation = createDerivation(db, log, bodies);
  const feed = createLiveFeed(db, log);
  const logged = new Map<string, { ownerId: string; rows: number }>();
  const compacting = new Set<string>();

  function onAppended(appended: Appended): void {
    const { noteId, ownerId, seq } = appended;
    notices.send({ noteId, seq });
    derivation.schedule(noteId, ownerId);
    const count = logged.get(noteId) ?? { ownerId, rows: 0 };
    logged.set(noteId, { ownerId, rows: count.rows + 1 });
    if (count.rows + 1 >= COMPACT_OPEN_AT) void compact(noteId, ownerId);
    void sync.notes
      .relay(appended)
      .catch((error: unknown) => log.error({ err: error, noteId }, "a change was not relayed"));
  }

  async function compact(id: string, ownerId: string): Promise<void> {
    if (compacting.has(id) || isStopping) return;
    compacting.add(id);
    logged.delete(id);
    try {
      await compactNote(db, bodies, { id, ownerId });
    } catch (error) {
      log.warn({ err: error, noteId: id }, "a note was not compacted; the next sweep tries again");
    } finally {
      compacting.delete(id);
    }
  }

  function onUnload(noteId: string): void {
    presence.left(noteId);
    const count = logged.get(noteId);
    if (count && count.rows >= COMPACT_CLOSED_AT) void compact(noteId, count.ownerId);
  }

  async function sweep(): Promise<void> {
    try {
      const due = await db.asSystem("find notes to compact", (tx) =>
        tx.call<{ note_id: string; user_id: string }>("notesToCompact", COMPACT_CLOSED_AT, 200),
      );
      for (const note of due) await compact(note.note_id, note.user_id);
    } catch (error) {
      log.debug({ err: error }, "the compaction sweep found no database");
    }
  }

  const appender = createAppender(db, onAppended, room);
  const sync = createSyncServer({
    db,
    log,
    appender,
    feed,
    isStopping: () => isStopping,
    onLoad: presence.opened,
    onUnload,
  });
  /** Until it has succeeded: a change is told once, and an open note that missed it would stay behind. */
  async function follow(read: () => Promise<void>): Promise<void> {
    for (let delay = 100; !isStopping; delay = Math.min(delay * 2, FOLLOW_PAUSE_MS)) {
      try {
        return await read();
      } catch (error) {
        log.warn({ err: error }, "changes of other nodes were not read; trying again");
        await new Promise((resolve) => setTimeout(resolve, delay).unref());
      }
    }
  }
  /** While the database is away nobody is thrown out: it cannot say whose access ended. */
  const checkAccess = (userId?: string) =>
    sync
      .closeEndedAccess(userId)
      .catch((error: unknown) => log.debug({ err: error }, "access was not checked"));
  const accessTimer = setInterval(() => void checkAccess(), ACCESS_CHECK_MS);
  const listener = listen({
    config: db.connections.app,
    channels: [NOTES_CHANNEL, LIVE_CHANNEL, ACCESS_CHANNEL, PRESENCE_CHANNEL],
    onNotice: (channel, payload) => {
      if (channel === ACCESS_CHANNEL) {
        feed.onNotice(JSON.stringify([payload]));
        return void checkAccess(payload);
      }
      if (channel === LIVE_CHANNEL) return feed.onNotice(payload);
      if (channel === PRESENCE_CHANNEL) return presence.onNotice(payload);
      const foreign = readNotices(payload, nodeId);
      if (foreign) void follow(() => sync.notes.follow(foreign.map(({ noteId }) => noteId)));
    },
    onGap: () => {
      feed.onGap();
      presence.onGap();
      void follow(() => sync.notes.catchUp());
      void checkAccess();
    },
    onError: (error) => log.warn({ err: error }, "the listening connection broke and is opened again"),
  });
  const sweeper = setInterval(() => void sweep(), SWEEP_MS);

  return {
    appendUpdate: appender.appendUpdate,
    /** For the first change of a note, which is logged by the statement that makes it, after its commit. */
    onLogged: onAppended,
    room,
    hocuspocus: sync.hocuspocus,
    settled: sync.settled,
    feed,
    derivation,
    bodies,
    compact,
    ready: listener.ready,
    /** Commits what is on its way, tells the others, and stops. */
    async stop(): Promise<void> {
      isStopping = true;
      clearInterval(sweeper);
      clearInterval(accessTimer);
      while (appender.pending > 0) await new Promise((resolve) => setTimeout(resolve, 10));
      await Promise.allSettled([notices.flush(), feed.flush()]);
      derivation.stop();
      presence.stop();
      await Promise.allSettled([bodies.stop(), listener.stop()]);
    },
  };
}

export type Collab = ReturnType<typeof createCollab>;
