/** What stands first in one list is worth little more than what stands second: lists agree further down. */
const SOFTNESS = 20;

/**
 * Several lists as one, by where things stand in each (reciprocal rank fusion): what two of them name comes before what one does. Things of one
 * key are the same; the first of them is taken.
 */
export function fuse<Item>(
  lists: readonly (readonly Item[])[],
  keyOf: (item: Item) => unknown = (item) => item,
): Item[] {
  const scored = new Map<unknown, { item: Item; score: number }>();
  for (const list of lists)
    for (const [rank, item] of list.entries()) {
      const key = keyOf(item);
      const known = scored.get(key) ?? { item, score: 0 };
      scored.set(key, { ...known, score: known.score + 1 / (SOFTNESS + rank) });
    }
  return [...scored.values()].toSorted((one, other) => other.score - one.score).map(({ item }) => item);
}
