import type { TableState, TaskTableLook } from "#contract/imports.ts";
import { clockOf } from "#language/time-zone.ts";
import type { PlannerTask } from "../planner/planner-task.ts";
import { readSpokenDate } from "../planner/spoken-date.ts";

const DONE = /^(done|completed?|closed|finished|shipped|released|resolved|merged|完了|済)|\bdone$/i;
const DOING = /progress|doing|started|review|testing|working|進行|作業中/i;
const NOT = /^not\b|\bnot (done|completed?|finished)\b/i;
/** What was given up is none of the three. */
export const AWAY = /^(cancell?ed|duplicate|won'?t (do|fix)|archived?)$/i;

/** What the name of a state or list says; what it doesn't say is still to do. */
export function stateOf(value: string): TableState {
  if (NOT.test(value)) return "todo";
  if (DONE.test(value)) return "done";
  if (AWAY.test(value)) return "skip";
  return DOING.test(value) ? "doing" : "todo";
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

/** Of the account, and how its table writes days. */
export type DateReading = { zone: string; now: Date; isDayFirst: boolean };

const SLASHED = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})\b/;

/**
 * Whether 03/04/2026 is a day of April. One of its days after the 12th says so for all; without one, a table with semicolons or Arabic
 * digits was saved where days come first, and whoever has the table may say otherwise.
 * @returns null for a table without such days
 */
export function dayOrderOf(cells: readonly string[], hasSemicolons: boolean): TaskTableLook["dayOrder"] {
  const read = cells.flatMap((cell) => {
    const found = SLASHED.exec(inLatinDigits(cell));
    return found ? [[Number(found[1]), Number(found[2])] as const] : [];
  });
  if (read.length === 0) return null;
  if (read.some(([, second]) => second > 12)) return { isDayFirst: false, isSure: true };
  if (read.some(([first]) => first > 12)) return { isDayFirst: true, isSure: true };
  const isSure = read.every(([first, second]) => first === second);
  return { isDayFirst: hasSemicolons || cells.some((cell) => /[٠-٩]/.test(cell)), isSure };
}

/** Digits of Arabic, Persian and full width as everybody's. */
const inLatinDigits = (words: string): string =>
  words.replaceAll(/[٠-٩۰-۹０-９]/g, (digit) => String(digit.charCodeAt(0) & 15));

/** As readSpokenDate takes it: Excel's "3-Apr-26", and days before months turned around. */
const spelled = (words: string, isDayFirstThere: boolean): string => {
  const plain = inLatinDigits(words).replace(
    /^(\d{1,2})-([a-z]{3,9})-(\d{2}|\d{4})\b/i,
    (_, day: string, month: string, year: string) => `${day} ${month} ${year.padStart(4, "20")}`,
  );
  return isDayFirstThere ? plain.replace(SLASHED, "$2/$1/$3") : plain;
};

/**
 * A day in the account's calendar. A midnight, there or in UTC, is a day without a time: whoever wrote it had none.
 * @returns null for what is no date
 */
export function dayOf(words: string, { zone, now, isDayFirst: dayFirst }: DateReading): DayAndTime | null {
  const at = instantOf(words);
  if (!at) {
    const spoken = readSpokenDate(spelled(words, dayFirst), now, zone);
    return spoken && { day: spoken.date, time: spoken.time === "00:00" ? null : spoken.time };
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
