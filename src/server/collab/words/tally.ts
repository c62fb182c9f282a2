/**
 * How often each word came (or, below zero, went), by a number made of the word: what somebody deleted must not stay behind in a tally,
 * and two words of one number are so rare that no count is off by them.
 */
export type Tally = Map<number, number>;

/** The letters of a word without the signs around it, in lower case: a comma or a capital letter makes no other word. */
const CORE = /[\p{L}\p{N}](?:.*[\p{L}\p{N}])?/su;

/** FNV-1a over its code units. */
export function wordKey(word: string): number {
  const core = (CORE.exec(word)?.[0] ?? word).toLowerCase();
  let hash = 0x811c9dc5;
  for (let index = 0; index < core.length; index++)
    hash = Math.imul(hash ^ core.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

export function addTo(tally: Tally, key: number, count: number): void {
  const now = (tally.get(key) ?? 0) + count;
  if (now === 0) tally.delete(key);
  else tally.set(key, now);
}

/** Adds all of `other`, `times` times. */
export function merge(tally: Tally, other: Tally, times = 1): void {
  for (const [key, count] of other) addTo(tally, key, times * count);
}

/** Words that came and words that went. */
export function sumOf(tally: Tally): { added: number; removed: number } {
  let added = 0;
  let removed = 0;
  for (const count of tally.values())
    if (count > 0) added += count;
    else removed -= count;
  return { added, removed };
}

const BYTES = 8;

/** Four bytes for the word and four for its count. */
export function encodeTally(tally: Tally): Buffer {
  const bytes = Buffer.allocUnsafe(tally.size * BYTES);
  let at = 0;
  for (const [key, count] of tally) {
    bytes.writeUInt32LE(key, at);
    bytes.writeInt32LE(count, at + 4);
    at += BYTES;
  }
  return bytes;
}

export function decodeTally(bytes: Buffer): Tally {
  const tally: Tally = new Map();
  for (let at = 0; at + BYTES <= bytes.length; at += BYTES)
    tally.set(bytes.readUInt32LE(at), bytes.readInt32LE(at + 4));
  return tally;
}
