import { addDays } from "#language/moment.ts";
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

export const isLength = (text: string | undefined): text is Length => text !== undefined && text in LENGTHS;

export const periodOf = (length: Length, today: string): Period => ({
  from: addDays(today, 1 - LENGTHS[length]),
  to: today,
});

export const dateOf = (day: string): Date => new Date(`${day}T00:00`);
export const dayWords = (day: string): string => dayOfYear(dateOf(day));
export const spanWords = ({ from, to }: Period): string =>
  from === to ? dayWords(from) : t("{first} to {last}", { first: dayWords(from), last: dayWords(to) });

export const figure = (count: number): string => count.toLocaleString(language);
export const wordsOf = (count: number): string =>
  plural(count, { one: "{count} word", other: "{count} words" }, { count: figure(count) });
