import { FIRST_DAY, LAST_DAY } from "#contract/shared/time-zone.ts";
import { MOST_WORD_DAYS } from "#contract/shared/word-origins.ts";
import { addDays, daysFrom } from "#language/moment.ts";
import { dayOfYear } from "../../../lib/dates.ts";
import { language } from "../../../lib/messages/catalog.ts";
import { plural } from "../../../lib/messages/plural.ts";
import { t } from "../../../lib/messages/t.ts";

export type Period = { from: string; to: string };

/** How many days back a period goes, today included, by what the address says of it. */
export const LENGTHS = { "7": 7, "30": 30, "90": 90, year: 365 } as const;
export type Length = keyof typeof LENGTHS;

export const LENGTH_WORDS: Record<Length, string> = {
  "7": t("7 days"),
  "30": t("30 days"),
  "90": t("90 days"),
  year: t("Year"),
};

const isLength = (text: string | undefined): text is Length =>
  text !== undefined && Object.hasOwn(LENGTHS, text);

export const periodOf = (length: Length, today: string): Period => ({
  from: addDays(today, 1 - LENGTHS[length]),
  to: today,
});

/** In the address: a length up to today, or the first and the last day. */
export type PeriodSearch = { period?: string; from?: string; to?: string };

const countOf = ({ from, to }: Period): number => daysFrom(from, to) + 1;
const DAY = /^\d{4}-\d\d-\d\d$/;
/** One that the calendar has: February 30 would be read as March 2. */
const isDay = (text: string): boolean =>
  DAY.test(text) &&
  text >= FIRST_DAY &&
  text <= LAST_DAY &&
  !Number.isNaN(Date.parse(text)) &&
  addDays(text, 0) === text;

/** Why two days are no period that figures can be of; null when they are. */
export function faultOf(period: Period): "empty" | "backwards" | "long" | null {
  if (!isDay(period.from) || !isDay(period.to)) return "empty";
  if (period.from > period.to) return "backwards";
  return countOf(period) > MOST_WORD_DAYS ? "long" : null;
}

/** What an address shows; `length` is null for a period with days of its own. */
export function shownPeriod(
  { period, from = "", to = "" }: PeriodSearch,
  today: string,
): { period: Period; length: Length | null } {
  const own = { from, to };
  if (faultOf(own) === null) return { period: own, length: null };
  const length = isLength(period) ? period : "30";
  return { period: periodOf(length, today), length };
}

/** As many days earlier or later as it has, but none after today. */
export function movedBy(period: Period, times: number, today: string): Period {
  const to = addDays(period.to, times * countOf(period));
  const last = to > today ? today : to;
  return { from: addDays(last, 1 - countOf(period)), to: last };
}

/** Of a period that ends today, the length that says so tomorrow as well. */
export function searchOf(period: Period, today: string): PeriodSearch {
  const length = (Object.keys(LENGTHS) as Length[]).find((each) => LENGTHS[each] === countOf(period));
  return period.to === today && length ? { period: length } : period;
}

export const dateOf = (day: string): Date => new Date(`${day}T00:00`);
export const dayWords = (day: string): string => dayOfYear(dateOf(day));
export const spanWords = ({ from, to }: Period): string =>
  from === to ? dayWords(from) : t("{first} to {last}", { first: dayWords(from), last: dayWords(to) });

export const figure = (count: number): string => count.toLocaleString(language);
const signed = (count: number): string => count.toLocaleString(language, { signDisplay: "always" });
/** What came and what went, as short as a list needs it: +1,240 and -310. */
export const addedFigure = (count: number): string => signed(count);
export const removedFigure = (count: number): string => signed(-count);
export const changeWords = (added: number, removed: number): string =>
  t("{added} added, {removed} removed", { added: figure(added), removed: figure(removed) });
export const wordsOf = (count: number): string =>
  plural(count, { one: "{count} word", other: "{count} words" }, { count: figure(count) });
