/** What stands first in one list is worth little more than what stands second: lists agree further down. */
const SOFTNESS = 20;

/** Several lists as one, by where things stand in each (reciprocal rank fusion): what two of them name comes before what one does. */
export function fuse<Item>(lists: readonly (readonly Item[])[]): Item[] {
  const scores = new Map<Item, number>();
  for (const list of lists)
    for (const [rank, item] of list.entries())
      scores.set(item, (scores.get(item) ?? 0) + 1 / (SOFTNESS + rank));
  return [...scores].toSorted((one, other) => other[1] - one[1]).map(([item]) => item);
}
