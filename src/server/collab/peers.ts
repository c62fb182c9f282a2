import type { Database } from "../db/client.ts";
import { listen } from "../db/listen.ts";
import { ANSWERS_CHANNEL, LIVE_CHANNEL, type LiveFeed } from "../live/feed.ts";
import type { Logger } from "../platform/log.ts";
import { NOTES_CHANNEL, readNotices } from "./peer-updates.ts";
import { type Presence, PRESENCE_CHANNEL } from "./presence.ts";
import type { SyncServer } from "./sync-server/sync-server.ts";

const FOLLOW_PAUSE_MS = 5_000;
/** Triggers of note_access notify it with the id of whoever gained or lost something. */
const ACCESS_CHANNEL = "cairn_access";
/** Should a notice be lost: what was revoked is closed within five seconds all the same. */
const ACCESS_CHECK_MS = 3_000;

/** Hears what other processes did to notes, access, live changes and carets, and brings this one up to it. */
export function listenToPeers(deps: {
  db: Database;
  log: Logger;
  nodeId: string;
  sync: SyncServer;
  feed: LiveFeed;
  presence: Presence;
  isStopping: () => boolean;
}) {
  const { db, log, nodeId, sync, feed, presence } = deps;
  /** While the database is away nobody is thrown out: it cannot say whose access ended. */
  const checkAccess = (userId?: string) =>
    sync
      .closeEndedAccess(userId)
      .catch((error: unknown) => log.debug({ err: error }, "access was not checked"));
  const timer = setInterval(() => void checkAccess(), ACCESS_CHECK_MS);
  const listener = listen({
    config: db.connections.app,
    channels: [NOTES_CHANNEL, LIVE_CHANNEL, ANSWERS_CHANNEL, ACCESS_CHANNEL, PRESENCE_CHANNEL],
    onNotice: (channel, payload) => {
      if (channel === ACCESS_CHANNEL) {
        feed.onNotice(JSON.stringify([payload]));
        return void checkAccess(payload);
      }
      if (channel === ANSWERS_CHANNEL) return feed.onAnswer(payload);
      if (channel === LIVE_CHANNEL) return feed.onNotice(payload);
      if (channel === PRESENCE_CHANNEL) return presence.onNotice(payload);
      const foreign = readNotices(payload, nodeId);
      if (foreign) void untilRead(deps, () => sync.notes.follow(foreign.map(({ noteId }) => noteId)));
    },
    onGap: () => {
      feed.onGap();
      presence.onGap();
      void untilRead(deps, () => sync.notes.catchUp());
      void checkAccess();
    },
    onError: (error) => log.warn({ err: error }, "the listening connection broke and is opened again"),
  });
  return { ready: listener.ready, stop: listener.stop, stopChecking: () => clearInterval(timer) };
}

/** Until it has succeeded: a change is told once, and an open note that missed it would stay behind. */
async function untilRead(
  { log, isStopping }: { log: Logger; isStopping: () => boolean },
  read: () => Promise<void>,
): Promise<void> {
  for (let delay = 100; !isStopping(); delay = Math.min(delay * 2, FOLLOW_PAUSE_MS)) {
    try {
      return await read();
    } catch (error) {
      log.warn({ err: error }, "changes of other nodes were not read; trying again");
      await new Promise((resolve) => setTimeout(resolve, delay).unref());
    }
  }
}
