import { addDays } from "#language/moment.ts";

const MOST_LETTERS = 90;

/** A day's value of a habit: done or taken back. Its moment is the day's beginning in UTC, so that a day has one value. */
export const momentOf = (day: string): string => `${day}T00:00:00.000Z`;

/** Days in a row up to today, or up to yesterday as long as today is not done. */
export function streakOf(done: ReadonlySet<string>, today: string): number {
  let day = done.has(today) ? today : addDays(today, -1);
  let count = 0;
  while (done.has(day)) {
    count += 1;
    day = addDays(day, -1);
  }
  return count;
}

/** As much of a line as a metric's name has room for, and as the server keeps it: no half of a character, no space at its end. */
const nameOf = (line: string): string =>
  line
    .trim()
    .slice(0, MOST_LETTERS)
    .replace(/[\ud800-\udbff]$/, "")
    .trim();

/** One on each line; the same name twice is one habit. */
export function habitsOf(written: string, most: number): string[] {
  const names = new Map<string, string>();
  for (const line of written.split("\n")) {
    const name = nameOf(line);
    if (name !== "" && !names.has(name.toLowerCase())) names.set(name.toLowerCase(), name);
  }
  return [...names.values()].slice(0, most);
}
