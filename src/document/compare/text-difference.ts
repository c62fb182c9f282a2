/** `length` characters at `from` of the old text give way to `insert`. */
export interface Hunk {
  from: number;
  length: number;
  insert: string;
}

/** Above this many pairs of words a change is one hunk: finding a smaller one would take seconds. */
const PAIRS_MAX = 4_000_000;
const WORDS = /\s+|[\p{L}\p{N}\p{M}]+|[^]/gu;

/** What to change, from left to right, to make one text the other; whole words, so that merges stay readable. */
export function differences(before: string, after: string): Hunk[] {
  if (before === after) return [];
  const prefix = commonStart(before, after);
  const suffix = commonEnd(before.slice(prefix), after.slice(prefix));
  const old = before.slice(prefix, before.length - suffix);
  const next = after.slice(prefix, after.length - suffix);
  const oldWords = old.match(WORDS) ?? [];
  const nextWords = next.match(WORDS) ?? [];
  if (oldWords.length * nextWords.length > PAIRS_MAX)
    return [{ from: prefix, length: old.length, insert: next }];
  return hunks(oldWords, nextWords, prefix);
}

const isLow = (code: number) => code >= 0xdc00 && code <= 0xdfff;

/** Never within a surrogate pair: Yjs would replace the halves. */
export function commonStart(a: string, b: string): number {
  const max = Math.min(a.length, b.length);
  let length = 0;
  while (length < max && a.charCodeAt(length) === b.charCodeAt(length)) length++;
  return length > 0 && (isLow(a.charCodeAt(length)) || isLow(b.charCodeAt(length))) ? length - 1 : length;
}

export function commonEnd(a: string, b: string): number {
  const max = Math.min(a.length, b.length);
  let length = 0;
  while (length < max && a.charCodeAt(a.length - 1 - length) === b.charCodeAt(b.length - 1 - length))
    length++;
  return length > 0 && isLow(a.charCodeAt(a.length - length)) ? length - 1 : length;
}

/** Longest common subsequence of the words, then what lies between as hunks. */
function hunks(old: string[], next: string[], offset: number): Hunk[] {
  const width = next.length + 1;
  const longest = new Uint32Array((old.length + 1) * width);
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = next.length - 1; j >= 0; j--) {
      const at = i * width + j;
      longest[at] =
        old[i] === next[j]
          ? 1 + (longest[at + width + 1] ?? 0)
          : Math.max(longest[at + width] ?? 0, longest[at + 1] ?? 0);
    }
  }
  const result: Hunk[] = [];
  let from = offset;
  let current: Hunk | null = null;
  for (let i = 0, j = 0; i < old.length || j < next.length;) {
    const oldWord = old[i] ?? "";
    if (i < old.length && j < next.length && oldWord === next[j]) {
      current = null;
      from += oldWord.length;
      i++;
      j++;
      continue;
    }
    if (current === null) result.push((current = { from, length: 0, insert: "" }));
    const takeOld =
      j >= next.length ||
      (i < old.length && (longest[(i + 1) * width + j] ?? 0) >= (longest[i * width + j + 1] ?? 0));
    if (takeOld) {
      current.length += oldWord.length;
      from += oldWord.length;
      i++;
    } else {
      current.insert += next[j++] ?? "";
    }
  }
  return result;
}
