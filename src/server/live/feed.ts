import type { LiveEvent } from "#contract/wire/live.ts";
import type { Database } from "../db/client.ts";
import type { Logger } from "../platform/log.ts";

export const LIVE_CHANNEL = "cairn_live";
const WINDOW_MS = 15;
const USERS_PER_MESSAGE = 150;
const RETRY_MS = 1_000;

/**
 * What travels on a live address, as JSON: where the reader stands and how old the newest event is, then what is new. An
 * age and no time of day, because the reader's clock may be any.
 */
export type LiveMessage =
  | { type: "hello"; seq: number; ageMs: number | null }
  | { type: "events"; events: LiveEvent[] };

/** Someone who wants a user's live events: a socket. */
export type LiveReader = { userId: string; send: (message: LiveMessage) => void };

/**
 * Carries live events from the table to the sockets of this process. Which users have news is told by one coalesced
 * NOTIFY, which every node (this one too) hears; the events themselves are read from the table, by the user's own id.
 */
export function createLiveFeed(db: Database, log: Logger) {
  const readers = new Map<string, Set<LiveReader>>();
  const lastSeq = new Map<string, number>();
  const changed = new Set<string>();
  const gone = new WeakSet<LiveReader>();
  const reading = new Map<string, { isDueAgain: boolean }>();
  let timer: NodeJS.Timeout | undefined;

  db.onLiveEvent((userId) => {
    changed.add(userId);
    timer ??= setTimeout(() => void flush(), WINDOW_MS);
  });

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const users = [...changed];
    changed.clear();
    for (let start = 0; start < users.length; start += USERS_PER_MESSAGE) {
      const payload = JSON.stringify(users.slice(start, start + USERS_PER_MESSAGE));
      await db.notify(LIVE_CHANNEL, payload).catch((error: unknown) => {
        log.warn({ err: error }, "a live notice was not sent; trying again");
        for (const userId of users.slice(start, start + USERS_PER_MESSAGE)) changed.add(userId);
        timer ??= setTimeout(() => void flush(), RETRY_MS).unref();
      });
    }
  }

  async function deliver(userId: string): Promise<void> {
    if (!readers.has(userId)) return;
    const busy = reading.get(userId);
    if (busy) {
      busy.isDueAgain = true;
      return;
    }
    const state = { isDueAgain: false };
    reading.set(userId, state);
    try {
      do {
        state.isDueAgain = false;
        const events = await eventsAfter(userId, lastSeq.get(userId) ?? 0);
        const newest = events.at(-1);
        if (!newest) continue;
        lastSeq.set(userId, newest.seq);
        // Looked up now: readers come and go while the database answers.
        for (const reader of readers.get(userId) ?? []) reader.send({ type: "events", events });
        state.isDueAgain ||= events.length === 500;
      } while (state.isDueAgain);
    } catch (error) {
      log.warn({ err: error }, "live events could not be read; trying again");
      setTimeout(() => void deliver(userId), RETRY_MS).unref();
    } finally {
      reading.delete(userId);
    }
  }

  async function eventsAfter(userId: string, seq: number): Promise<LiveEvent[]> {
    const rows = await db.asSystem("read live events", (tx) =>
      tx.call<{
        seq: number;
        entity: LiveEvent["entity"];
        entity_id: string;
        operation: LiveEvent["operation"];
      }>("liveEvents", userId, seq),
    );
    return rows.map((row) => ({
      seq: row.seq,
      entity: row.entity,
      entityId: row.entity_id,
      operation: row.operation,
    }));
  }

  return {
    /** Adds a reader and greets it with the newest number, so that it can see whether it missed something. */
    async add(reader: LiveReader): Promise<void> {
      const [counter] = await db.queryAs<{ seq: number; age_ms: number | null }>(
        reader.userId,
        `SELECT c.seq, (
           SELECT extract(epoch FROM clock_timestamp() - e.at)::float8 * 1000 FROM live_events e
           WHERE e.user_id = $1 AND e.seq = c.seq
         ) AS age_ms FROM live_counters c WHERE c.user_id = $1`,
        [reader.userId],
        "read-counter",
      );
      // It may have left while the database answered, and nobody would take it out again.
      if (gone.has(reader)) return;
      const seq = counter?.seq ?? 0;
      const audience = readers.get(reader.userId) ?? new Set();
      audience.add(reader);
      readers.set(reader.userId, audience);
      reader.send({ type: "hello", seq, ageMs: counter?.age_ms ?? null });
      if (audience.size === 1) lastSeq.set(reader.userId, seq);
      // Whatever was told after the counter was read and before there was somebody to tell.
      void deliver(reader.userId);
    },
    remove(reader: LiveReader): void {
      gone.add(reader);
      const audience = readers.get(reader.userId);
      if (!audience?.delete(reader) || audience.size > 0) return;
      readers.delete(reader.userId);
      lastSeq.delete(reader.userId);
    },
    /** A NOTIFY on LIVE_CHANNEL. */
    onNotice(payload: string): void {
      for (const userId of JSON.parse(payload) as string[]) void deliver(userId);
    },
    /** The listening connection was away: look for everybody. */
    onGap(): void {
      for (const userId of readers.keys()) void deliver(userId);
    },
    flush,
  };
}

export type LiveFeed = ReturnType<typeof createLiveFeed>;
