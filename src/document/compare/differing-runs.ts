/** Where two sequences differ: these items of the old one gave way to those of the new one. */
export interface Run {
  oldFrom: number;
  oldTo: number;
  newFrom: number;
  newTo: number;
}

/** After so many differences the way found so far is taken and the search begins anew from its end. */
const PATIENCE = 1_000;

type Sequence = ArrayLike<number>;

/** Myers' greedy search: the fewest differences there are, unless there are more than a person would read. */
export function differingRuns(old: Sequence, next: Sequence): Run[] {
  let start = 0;
  let oldEnd = old.length;
  let newEnd = next.length;
  while (start < oldEnd && start < newEnd && old[start] === next[start]) start++;
  while (oldEnd > start && newEnd > start && old[oldEnd - 1] === next[newEnd - 1]) {
    oldEnd--;
    newEnd--;
  }
  const equal: Equal[] = [];
  let [x, y] = [start, start];
  while (x < oldEnd && y < newEnd) {
    const way = search(old, next, { x, y, oldEnd, newEnd });
    equal.push(...way.equal);
    [x, y] = [way.x, way.y];
  }
  return between(equal, start, oldEnd, newEnd);
}

/** Both sequences as numbers, the same for what is equal. */
export function numbered(old: readonly string[], next: readonly string[]): [number[], number[]] {
  const numbers = new Map<string, number>();
  const number = (item: string) => {
    const known = numbers.get(item);
    if (known !== undefined) return known;
    numbers.set(item, numbers.size);
    return numbers.size - 1;
  };
  return [old.map(number), next.map(number)];
}

interface Equal {
  x: number;
  y: number;
  length: number;
}

interface Area {
  x: number;
  y: number;
  oldEnd: number;
  newEnd: number;
}

function between(equal: readonly Equal[], start: number, oldEnd: number, newEnd: number): Run[] {
  const runs: Run[] = [];
  let [x, y] = [start, start];
  for (const same of [...equal, { x: oldEnd, y: newEnd, length: 0 }]) {
    if (same.x > x || same.y > y) runs.push({ oldFrom: x, oldTo: same.x, newFrom: y, newTo: same.y });
    [x, y] = [same.x + same.length, same.y + same.length];
  }
  return runs;
}

/** The furthest points on each diagonal, one row for each number of differences. */
function search(old: Sequence, next: Sequence, area: Area): { equal: Equal[]; x: number; y: number } {
  const width = area.oldEnd - area.x;
  const height = area.newEnd - area.y;
  const limit = Math.min(PATIENCE, width + height);
  const offset = limit + 1;
  const furthest = new Int32Array(2 * limit + 3);
  const rows: Int32Array[] = [];
  for (let d = 0; d <= limit; d++) {
    rows.push(furthest.slice(offset - d, offset + d + 1));
    for (let k = -d; k <= d; k += 2) {
      const down = k === -d || (k !== d && furthest[offset + k - 1]! < furthest[offset + k + 1]!);
      let x = down ? furthest[offset + k + 1]! : furthest[offset + k - 1]! + 1;
      while (x < width && x - k < height && x - k >= 0 && old[area.x + x] === next[area.y + x - k]) x++;
      furthest[offset + k] = x;
      if (x >= width && x - k >= height) return trace(rows, area, d, k, x);
    }
  }
  let best = 0;
  let bestSum = -1;
  for (let k = -limit; k <= limit; k += 2) {
    const x = furthest[offset + k]!;
    const sum = 2 * x - k;
    if (x <= width && x - k <= height && x - k >= 0 && sum > bestSum) [best, bestSum] = [k, sum];
  }
  return trace(rows, area, limit, best, furthest[offset + best]!);
}

/** Back from a point to the start, gathering what was equal on the way. */
function trace(rows: readonly Int32Array[], area: Area, d: number, k: number, x: number) {
  const equal: Equal[] = [];
  const end = { x: area.x + x, y: area.y + x - k };
  for (let step = d; step > 0; step--) {
    // Row `step` holds the points after step - 1 differences, from diagonal -step on.
    const row = rows[step]!;
    const at = (diagonal: number) => row[diagonal + step] ?? 0;
    const down = k === -step || (k !== step && at(k - 1) < at(k + 1));
    const before = down ? k + 1 : k - 1;
    const start = down ? at(before) : at(before) + 1;
    if (x > start) equal.push({ x: area.x + start, y: area.y + start - k, length: x - start });
    k = before;
    x = at(before);
  }
  if (x > 0) equal.push({ x: area.x, y: area.y, length: x });
  return { equal: equal.reverse(), ...end };
}
