import { createHash } from "node:crypto";

const KEPT_MS = 5 * 60_000;
const MOST_KEPT = 200;

/**
 * Vectors of what was asked lately, by who asked what of which model: a search that is open is asked again with each change of a note, and a
 * question after its preview. Of this node; the words themselves are not kept.
 */
const vectors = new Map<string, { vector: Promise<number[]>; until: number }>();

/** The vector that was made for these words, or a new one. @throws whatever `make` throws, and tries again the next time */
export function vectorOnce(asked: readonly string[], make: () => Promise<number[]>): Promise<number[]> {
  const key = createHash("sha256").update(JSON.stringify(asked)).digest("base64");
  const known = vectors.get(key);
  if (known && known.until > performance.now()) return known.vector;
  const vector = make();
  vectors.delete(key);
  vectors.set(key, { vector, until: performance.now() + KEPT_MS });
  for (const oldest of vectors.keys()) {
    if (vectors.size <= MOST_KEPT) break;
    vectors.delete(oldest);
  }
  vector.catch(() => vectors.delete(key));
  return vector;
}
