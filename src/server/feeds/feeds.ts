import type pg from "pg";
import type { FeedItem, FeedState } from "#contract/feeds.ts";
import { consumeAttempt, type Limit } from "../accounts/rate-limit.ts";
import { Failure } from "../failure.ts";
import type { Egress } from "../platform/egress/egress.ts";
import { type Shared, SharedAnswers } from "../platform/shared-answers.ts";
import { keyedLimiter } from "../platform/turns.ts";
import { AddressFault, askFeed } from "./ask-address.ts";
import type { Feed } from "./read-feed.ts";

const MINUTE = 60_000;
/** Of feeds that are read from their servers; what is known already costs nothing. */
const PER_ACCOUNT: Limit = { max: 120, windowMinutes: 15 };
const AT_ONCE = 8;
/** Of a feed: more than any card shows. */
const MOST_KEPT = 60;

export type FeedService = ReturnType<typeof createFeeds>;
type Read = { items: (FeedItem & { order: number })[]; state: FeedState };

/** Feeds as the whole installation knows them: read once for all accounts. */
export function createFeeds({ egress, pool }: { egress: Egress; pool: pg.Pool }) {
  const known = new SharedAnswers<Feed>({
    freshMs: 15 * MINUTE,
    keptMs: 7 * 24 * 60 * MINUTE,
    pauseMs: MINUTE,
    most: 500,
    // One server that is away says nothing of the others.
    isAway: () => false,
  });
  const inTurn = keyedLimiter(AT_ONCE);
  /** Why the last look failed, for as long as the entries before it are shown. */
  const faults = new Map<string, string>();

  async function look(address: string): Promise<Feed> {
    try {
      const { title, entries } = await inTurn("feeds", () => askFeed(egress, { address }));
      faults.delete(address);
      return { title, entries: entries.slice(0, MOST_KEPT) };
    } catch (error) {
      if (faults.size > 1_000) faults.clear();
      faults.set(address, wordsOf(error));
      throw error;
    }
  }

  async function read(userId: string, address: string): Promise<Read> {
    try {
      const answer = await known.read({
        key: address,
        ask: () => look(address),
        mayAsk: () => consumeAttempt(pool, `feeds:${userId}`, PER_ACCOUNT),
      });
      return toRead(address, answer, answer.isStale ? (faults.get(address) ?? "It couldn't be read.") : null);
    } catch (error) {
      return { items: [], state: { address, title: null, fetchedAt: null, error: wordsOf(error) } };
    }
  }

  return {
    async read(userId: string, { addresses, limit }: { addresses: string[]; limit: number }) {
      const feeds = await Promise.all([...new Set(addresses)].map((address) => read(userId, address)));
      return { items: newestOf(feeds, limit), feeds: feeds.map(({ state }) => state) };
    },
  };
}

function toRead(address: string, { value, at }: Shared<Feed>, error: string | null): Read {
  const title = value.title || (URL.parse(address)?.host ?? address);
  return {
    items: value.entries.map(({ title: words, link, at: time }, order) => ({
      title: words || link || title,
      link,
      at: time?.toISOString() ?? null,
      feed: title,
      order,
    })),
    state: { address, title, fetchedAt: new Date(at).toISOString(), error },
  };
}

const newestOf = (feeds: Read[], limit: number): FeedItem[] =>
  feeds
    .flatMap((feed) => feed.items)
    .toSorted((a, b) => timeOf(b) - timeOf(a) || a.order - b.order)
    .slice(0, limit)
    .map(({ order: _order, ...item }) => item);

/** Of undated entries: behind the dated ones, as their feed has them. */
const timeOf = ({ at }: FeedItem): number => (at === null ? 0 : Date.parse(at));

function wordsOf(error: unknown): string {
  if (error instanceof AddressFault) return error.message;
  if (error instanceof Failure) return "Too many feeds were read in a short time. Wait a few minutes.";
  throw error;
}
