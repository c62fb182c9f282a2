/** A pair of positions: this one of the old list is that one of the new list. */
export type Pair = [oldIndex: number, newIndex: number];

/** Gaps larger than this on both sides are paired in order instead of by likeness. */
const GAP_MAX = 60;

/** How two lists of blocks are compared; `likeness` is 0 for a pair that must not be made, at most 1. */
export interface Comparison<Old, New> {
  /** Equal keys are the same block; null never matches. */
  oldKeys: ((item: Old) => string | null)[];
  newKeys: ((item: New) => string | null)[];
  likeness(a: Old, b: New): number;
}

/**
 * Which blocks of the old list become which of the new one, in an order that both share. Surest matches first:
 * key by key (identity, then equal content), then the likest within the gaps between those.
 */
export function align<Old, New>(old: readonly Old[], next: readonly New[], by: Comparison<Old, New>): Pair[] {
  const anchors = longestInOrder(matchByKeys(old, next, by));
  const pairs: Pair[] = [];
  let oldFrom = 0;
  let newFrom = 0;
  for (const [oldTo, newTo] of [...anchors, [old.length, next.length] as Pair]) {
    pairs.push(
      ...fillGap(old.slice(oldFrom, oldTo), next.slice(newFrom, newTo), by).map(([a, b]): Pair => [
        a + oldFrom,
        b + newFrom,
      ]),
    );
    if (oldTo < old.length || newTo < next.length) pairs.push([oldTo, newTo]);
    oldFrom = oldTo + 1;
    newFrom = newTo + 1;
  }
  return pairs;
}

function matchByKeys<Old, New>(old: readonly Old[], next: readonly New[], by: Comparison<Old, New>): Pair[] {
  const takenOld = new Set<number>();
  const takenNew = new Map<number, number>();
  by.oldKeys.forEach((oldKey, level) => {
    const waiting = new Map<string, number[]>();
    old.forEach((item, index) => {
      const key = takenOld.has(index) ? null : oldKey(item);
      if (key !== null) waiting.set(key, [...(waiting.get(key) ?? []), index]);
    });
    next.forEach((item, index) => {
      const key = takenNew.has(index) ? null : (by.newKeys[level]?.(item) ?? null);
      const match =
        key === null ? undefined : waiting.get(key)?.find((at) => by.likeness(old[at] as Old, item) > 0);
      if (match === undefined || key === null) return;
      waiting.set(key, waiting.get(key)?.filter((at) => at !== match) ?? []);
      takenOld.add(match);
      takenNew.set(index, match);
    });
  });
  return [...takenNew].map(([newIndex, oldIndex]): Pair => [oldIndex, newIndex]).sort((a, b) => a[1] - b[1]);
}

/** The longest run of matches that keeps its order; what moved against it is made anew, Yjs has no move. */
function longestInOrder(pairs: readonly Pair[]): Pair[] {
  const tails: number[] = [];
  const previous: number[] = [];
  pairs.forEach(([oldIndex], at) => {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[tails[middle] ?? 0]?.[0] ?? 0) < oldIndex) low = middle + 1;
      else high = middle;
    }
    previous[at] = low > 0 ? (tails[low - 1] ?? -1) : -1;
    tails[low] = at;
  });
  const result: Pair[] = [];
  for (let at = tails.at(-1) ?? -1; at >= 0; at = previous[at] ?? -1) result.push(pairs[at] as Pair);
  return result.reverse();
}

function fillGap<Old, New>(old: readonly Old[], next: readonly New[], by: Comparison<Old, New>): Pair[] {
  if (old.length === 0 || next.length === 0) return [];
  if (old.length > GAP_MAX || next.length > GAP_MAX) return inOrder(old, next, by);
  const width = next.length + 1;
  const best = new Float64Array((old.length + 1) * width);
  const like = old.map((a) => next.map((b) => by.likeness(a, b)));
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = next.length - 1; j >= 0; j--) {
      const apart = Math.max(best[(i + 1) * width + j] ?? 0, best[i * width + j + 1] ?? 0);
      best[i * width + j] = Math.max(apart, (best[(i + 1) * width + j + 1] ?? 0) + (like[i]?.[j] ?? 0));
    }
  }
  const pairs: Pair[] = [];
  for (let i = 0, j = 0; i < old.length && j < next.length;) {
    const here = best[i * width + j] ?? 0;
    if (here === (best[(i + 1) * width + j] ?? 0)) i++;
    else if (here === (best[i * width + j + 1] ?? 0)) j++;
    else pairs.push([i++, j++]);
  }
  return pairs;
}

function inOrder<Old, New>(old: readonly Old[], next: readonly New[], by: Comparison<Old, New>): Pair[] {
  const pairs: Pair[] = [];
  for (let index = 0; index < Math.min(old.length, next.length); index++) {
    if (by.likeness(old[index] as Old, next[index] as New) > 0) pairs.push([index, index]);
  }
  return pairs;
}
