import { addDays } from "#language/moment.ts";

export type HeatmapDay = { day: string; words: number };

/** Steps of color: none, then four by how much was written. */
export const STEPS = [0, 1, 2, 3, 4] as const;

/** Whole weeks up to the one of `today`, whose days to come are left out; days are YYYY-MM-DD. */
export function weeksUntil(today: string, count: number, firstWeekday: number): string[][] {
  const weekday = new Date(`${today}T00:00Z`).getUTCDay();
  const last = addDays(today, -((weekday - firstWeekday + 7) % 7));
  return Array.from({ length: count }, (_, week) => {
    const first = addDays(last, -7 * (count - 1 - week));
    return Array.from({ length: 7 }, (_, day) => addDays(first, day)).filter((day) => day <= today);
  });
}

/** Of the days with words, each quarter has a step: one day of 20,000 words leaves the others readable. */
export function stepOf(words: number, bounds: readonly number[]): number {
  return words === 0 ? 0 : 1 + bounds.filter((bound) => words >= bound).length;
}

export function boundsOf(days: readonly HeatmapDay[]): number[] {
  const written = days
    .map(({ words }) => words)
    .filter((words) => words > 0)
    .toSorted((a, b) => a - b);
  if (written.length === 0) return [];
  return [0.25, 0.5, 0.75].map((part) => written[Math.floor((written.length - 1) * part)]!);
}
