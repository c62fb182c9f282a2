import type { TableState } from "#contract/imports.ts";
import { clockOf } from "#language/time-zone.ts";
import type { PlannerTask } from "../planner/planner-task.ts";
import { readSpokenDate } from "../planner/spoken-date.ts";

const DONE = /^(done|completed?|closed|finished|shipped|released|resolved|merged|完了|済)|\bdone$/i;
const DOING = /progress|doing|started|review|testing|working|進行|作業中/i;
/** What was given up is none of the three. */
export const AWAY = /^(cancell?ed|duplicate|won'?t (do|fix)|archived?)$/i;

/** What the name of a state or list says; what it doesn't say is still to do. */
export function stateOf(value: string): TableState {
  if (DONE.test(value)) return "done";
  if (AWAY.test(value)) return "skip";
  return DOING.test(value) && !/not started/i.test(value) ? "doing" : "todo";
}

const PRIORITIES: [RegExp, PlannerTask["priority"]][] = [
  [/^(urgent|highest|high|critical|p0|p1|1)$/i, "high"],
  [/^(lowest|low|minor|p3|p4|4)$/i, "low"],
];
export const priorityOf = (words: string): PlannerTask["priority"] =>
  PRIORITIES.find(([known]) => known.test(words))?.[1] ?? "medium";

/** Trello writes the color behind a label: "Bug (red_dark)". */
export const tagsOf = (words: string): string[] =>
  words
    .split(/[,;]/)
    .map((tag) => tag.replace(/\s\([a-z]+(?:_[a-z]+)?\)\s*$/, "").trim())
    .filter(Boolean);

export const isYes = (words: string): boolean => /^(true|yes|y|1|x|✓|done|complete)$/i.test(words);
/** Linear writes when it was archived, Trello whether. */
export const isSaid = (words: string): boolean => words !== "" && !/^(false|no|n|0)$/i.test(words);

const UNITS: Record<string, number> = { m: 1, h: 60, d: 480 };

/** "90", "1h 30m", "45 min"; of points nothing. */
export function minutesOf(words: string): number | null {
  const parts = [...words.matchAll(/(\d+(?:[.,]\d+)?)\s*(minutes?|mins?|m|hours?|hrs?|h|days?|d)?\b/gi)];
  if (parts.length === 0) return null;
  const minutes = parts.reduce(
    (sum, [, count = "", unit = "m"]) =>
      sum + Number(count.replace(",", ".")) * UNITS[unit[0]!.toLowerCase()]!,
    0,
  );
  return minutes >= 1 && minutes <= 10_080 ? Math.round(minutes) : null;
}

export type DayAndTime = { day: string; time: string | null };

/** As JavaScript writes a date, which Linear does: "Thu Jun 25 2026 23:00:00 GMT+0000 (GMT+00:00)". */
const LONG = /^[A-Z][a-z]{2} [A-Z][a-z]{2} \d{1,2} \d{4} \d\d:\d\d:\d\d GMT[+-]\d{4}/;
const ISO = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/;

export function instantOf(words: string): Date | null {
  const text = LONG.exec(words)?.[0] ?? (ISO.test(words) ? words : null);
  const at = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(at) || at < 0 || at > Date.parse("9999-01-01") ? null : new Date(at);
}

/**
 * A day in the account's calendar. A midnight, there or in UTC, is a day without a time: whoever wrote it had none.
 * @returns null for what is no date
 */
export function dayOf(words: string, zone: string, now: Date): DayAndTime | null {
  const at = instantOf(words);
  if (!at) {
    const spoken = readSpokenDate(words, now, zone);
    return spoken && { day: spoken.date, time: spoken.time };
  }
  const [day = "", clock = ""] = clockOf(at, zone).toISOString().split("T");
  if (clock.startsWith("00:00")) return { day, time: null };
  const [utc = "", utcClock = ""] = at.toISOString().split("T");
  if (utcClock.startsWith("00:00")) return { day: utc, time: null };
  // Linear's days are midnights of whoever exported them.
  return { day: LONG.test(words) ? roundedDay(at) : day, time: LONG.test(words) ? null : clock.slice(0, 5) };
}

/** The day whose midnight, in whatever zone, is nearest. */
const roundedDay = (at: Date): string => new Date(at.getTime() + 12 * 3_600_000).toISOString().slice(0, 10);
