import type { FrontMatterDates } from "#document/markdown/front-matter.ts";

export type WrittenAt = { created: Date; updated: Date };

/**
 * When a note was written, as its front matter says, else as its file does. A single `date` (a post, a page of a diary)
 * is both, because that is the order in which people know such notes. Nothing lies in the future: it would stay at the
 * top of every list.
 */
export function datesOf(
  dates: FrontMatterDates,
  mtime: number,
  now: number,
): { writtenAt: WrittenAt; problems: string[] } {
  const isPossible = (at: number | undefined) => at !== undefined && at >= 0 && at <= now;
  const possible = (at: number | undefined) => (isPossible(at) ? at : undefined);
  const { created, updated, date } = dates;
  const file = Math.min(Math.max(0, mtime), now);
  const changed = possible(updated) ?? possible(date) ?? Math.max(file, possible(created) ?? 0);
  const written = Math.min(possible(created) ?? possible(date) ?? file, changed);
  const isOdd = [created, updated, date].some((at) => at !== undefined && !isPossible(at));
  return {
    writtenAt: { created: new Date(written), updated: new Date(changed) },
    problems: isOdd ? ["date"] : [],
  };
}
