import { Failure } from "../failure.ts";

/** Of one account, or of one network without a session: some notes of the largest size on their way at once. */
const PER_USER_BYTES = 64 * 1024 * 1024;
const IN_ALL_BYTES = 256 * 1024 * 1024;
/** What everybody has room for even where a few hold all the rest: signing in, titles, typing. */
const SHARE_BYTES = 1024 * 1024;
/** Of which all shares together have as much: strangers may come from any number of networks. */
const SHARES_BYTES = 64 * 1024 * 1024;

/**
 * Counts the bytes that this process holds of what people send until it is dealt with: bodies that are being read or answered, frames,
 * parts of them. What would be too much is refused while it is small.
 */
export function createInFlight(
  limits = { perUser: PER_USER_BYTES, inAll: IN_ALL_BYTES, share: SHARE_BYTES, shares: SHARES_BYTES },
) {
  const held = new Map<string, number>();
  let all = 0;
  return {
    /** @returns false when there is no room; then nothing was counted */
    take(who: string, bytes: number): boolean {
      const own = (held.get(who) ?? 0) + bytes;
      const room = limits.inAll + (own > limits.share ? 0 : limits.shares);
      if (own > limits.perUser || all + bytes > room) return false;
      held.set(who, own);
      all += bytes;
      return true;
    },
    release(who: string, bytes: number): void {
      const own = (held.get(who) ?? 0) - bytes;
      if (own > 0) held.set(who, own);
      else held.delete(who);
      all -= bytes;
    },
    get bytes() {
      return all;
    },
  };
}

export type InFlight = ReturnType<typeof createInFlight>;

type Counting = { inFlight: InFlight; who: string; limit: number; tooLarge: () => Error };
type Counted<Bytes> = { bytes: Bytes; release: () => void };

/**
 * A body as it comes, counted. `release` is to be called once it is dealt with, or broke off.
 * @throws Failure RATE_LIMITED without room, and what `tooLarge` makes one byte above the limit, while it is read
 */
export function countedStream(
  body: AsyncIterable<Buffer>,
  { inFlight, who, limit, tooLarge }: Counting,
): Counted<AsyncIterable<Buffer>> {
  let size = 0;
  async function* read() {
    for await (const chunk of body) {
      if (size + chunk.length > limit) throw tooLarge();
      if (!inFlight.take(who, chunk.length))
        throw new Failure("RATE_LIMITED", "Too many uploads at once. Wait a moment and try again.");
      size += chunk.length;
      yield chunk;
    }
  }
  const release = () => {
    inFlight.release(who, size);
    size = 0;
  };
  return { bytes: read(), release };
}

/** Reads a body whole. `release` is to be called once it is dealt with. @throws what `countedStream` throws */
export async function readCounted(body: AsyncIterable<Buffer>, counting: Counting): Promise<Counted<Buffer>> {
  const { bytes, release } = countedStream(body, counting);
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of bytes) chunks.push(chunk);
    return { bytes: Buffer.concat(chunks), release };
  } catch (error) {
    release();
    throw error;
  }
}
