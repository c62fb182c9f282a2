import type { AnswerMessage } from "#contract/wire/answers.ts";
import type { LiveEvent } from "#contract/wire/live.ts";
import type { Database } from "../db/client.ts";
import type { Logger } from "../platform/log.ts";

export const LIVE_CHANNEL = "cairn_live";
/** Answers of chat, as they are written; the payload says for whom. */
export const ANSWERS_CHANNEL = "cairn_answers";
const WINDOW_MS = 15;
const USERS_PER_MESSAGE = 150;
const RETRY_MS = 1_000;

/**
 * What travels on a live address, as JSON: where the reader stands and how old the newest event is, then what is new. An
 * age and no time of day, because the reader's clock may be any.
 */
export type LiveMessage =
  | { type: "hello"; seq: number; ageMs: number | null }
  | { type: "events"; events: LiveEvent[] }
  | AnswerMessage;

/** Someone who wants a user's live events: a socket. */
export type LiveReader = { userId: string; send: (message: LiveMessage) => void };

/**
 * Carries live events from the table to the sockets of this process. Which users have news is told by one coalesced
 * NOTIFY, which every node (this one too) hears; the events themselves are read from the table, by the user's own id.
 */
class LiveFeed {
  private readonly db: Database;
  private readonly log: Logger;
  private readonly readers = new Map<string, Set<LiveReader>>();
  private readonly lastSeq = new Map<string, number>();
  private readonly changed = new Set<string>();
  private readonly gone = new WeakSet<LiveReader>();
  private readonly reading = new Map<string, { isDueAgain: boolean }>();
  private timer: NodeJS.Timeout | undefined;

  constructor(db: Database, log: Logger) {
    this.db = db;
    this.log = log;
    db.onLiveEvent((userId) => {
      this.changed.add(userId);
      this.timer ??= setTimeout(() => void this.flush(), WINDOW_MS);
    });
  }

  /** Adds a reader and greets it with the newest number, so that it can see whether it missed something. */
  async add(reader: LiveReader): Promise<void> {
    const [counter] = await this.db.queryAs<{ seq: number; age_ms: number | null }>(
      reader.userId,
      `SELECT c.seq, (
         SELECT extract(epoch FROM clock_timestamp() - e.at)::float8 * 1000 FROM live_events e
         WHERE e.user_id = $1 AND e.seq = c.seq
       ) AS age_ms FROM live_counters c WHERE c.user_id = $1`,
      [reader.userId],
      "read-counter",
    );
    // It may have left while the database answered, and nobody would take it out again.
    if (this.gone.has(reader)) return;
    const seq = counter?.seq ?? 0;
    const audience = this.readers.get(reader.userId) ?? new Set();
    audience.add(reader);
    this.readers.set(reader.userId, audience);
    reader.send({ type: "hello", seq, ageMs: counter?.age_ms ?? null });
    // Also from there on what the others have heard already, whose pages leave it out: it was told after the counter was read.
    const told = audience.size === 1 ? seq : (this.lastSeq.get(reader.userId) ?? seq);
    this.lastSeq.set(reader.userId, Math.min(told, seq));
    void this.deliver(reader.userId);
  }

  remove(reader: LiveReader): void {
    this.gone.add(reader);
    const audience = this.readers.get(reader.userId);
    if (!audience?.delete(reader) || audience.size > 0) return;
    this.readers.delete(reader.userId);
    this.lastSeq.delete(reader.userId);
  }

  /** A NOTIFY on LIVE_CHANNEL. */
  onNotice(payload: string): void {
    for (const userId of JSON.parse(payload) as string[]) void this.deliver(userId);
  }

  /** A NOTIFY on ANSWERS_CHANNEL. What is missed is fetched: pages see that something lacks. */
  onAnswer(payload: string): void {
    const { userId, message } = JSON.parse(payload) as { userId: string; message: AnswerMessage };
    for (const reader of this.readers.get(userId) ?? []) reader.send(message);
  }

  /** The listening connection was away: look for everybody. */
  onGap(): void {
    for (const userId of this.readers.keys()) void this.deliver(userId);
  }

  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const users = [...this.changed];
    this.changed.clear();
    for (let start = 0; start < users.length; start += USERS_PER_MESSAGE) {
      const payload = JSON.stringify(users.slice(start, start + USERS_PER_MESSAGE));
      await this.db.notify(LIVE_CHANNEL, payload).catch((error: unknown) => {
        this.log.warn({ err: error }, "a live notice was not sent; trying again");
        for (const userId of users.slice(start, start + USERS_PER_MESSAGE)) this.changed.add(userId);
        this.timer ??= setTimeout(() => void this.flush(), RETRY_MS).unref();
      });
    }
  }

  private async deliver(userId: string): Promise<void> {
    if (!this.readers.has(userId)) return;
    const busy = this.reading.get(userId);
    if (busy) {
      busy.isDueAgain = true;
      return;
    }
    const state = { isDueAgain: false };
    this.reading.set(userId, state);
    try {
      do {
        state.isDueAgain = false;
        const events = await this.eventsAfter(userId, this.lastSeq.get(userId) ?? 0);
        const newest = events.at(-1);
        if (!newest) continue;
        this.lastSeq.set(userId, newest.seq);
        // Looked up now: readers come and go while the database answers.
        for (const reader of this.readers.get(userId) ?? []) reader.send({ type: "events", events });
        state.isDueAgain ||= events.length === 500;
      } while (state.isDueAgain);
    } catch (error) {
      this.log.warn({ err: error }, "live events could not be read; trying again");
      setTimeout(() => void this.deliver(userId), RETRY_MS).unref();
    } finally {
      this.reading.delete(userId);
    }
  }

  private async eventsAfter(userId: string, seq: number): Promise<LiveEvent[]> {
    const rows = await this.db.asSystem("read live events", (tx) =>
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
}

export type { LiveFeed };

export const createLiveFeed = (db: Database, log: Logger): LiveFeed => new LiveFeed(db, log);
