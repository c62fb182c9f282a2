import { differingRuns, numbered } from "./differing-runs.ts";

/** `length` characters at `from` of the old text give way to `insert`. */
export interface Hunk {
  from: number;
  length: number;
  insert: string;
}

const WORDS = /\s+|[\p{L}\p{N}\p{M}]+|[^]/gu;

/** What to change, from left to right, to make one text the other; whole words, so that merges stay readable. */
export function differences(before: string, after: string): Hunk[] {
  if (before === after) return [];
  const prefix = commonStart(before, after);
  const suffix = commonEnd(before.slice(prefix), after.slice(prefix));
  const old = before.slice(prefix, before.length - suffix);
  const next = after.slice(prefix, after.length - suffix);
  return hunks(old.match(WORDS) ?? [], next.match(WORDS) ?? [], prefix);
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

function hunks(old: readonly string[], next: readonly string[], offset: number): Hunk[] {
  const starts = [offset];
  for (const word of old) starts.push(starts.at(-1)! + word.length);
  return differingRuns(...numbered(old, next)).map(({ oldFrom, oldTo, newFrom, newTo }) => ({
    from: starts[oldFrom]!,
    length: starts[oldTo]! - starts[oldFrom]!,
    insert: next.slice(newFrom, newTo).join(""),
  }));
}
