import { t } from "../../../lib/messages/t.ts";
import type { ChartRow } from "./chart-rows.ts";

/** What a bar is made of: typed and added otherwise above the axis, removed below it. */
export const PART_COLORS = {
  typed: "var(--accent-fill)",
  otherwise: "color-mix(in oklab, var(--accent-fill) 45%, var(--bg))",
  removed: "color-mix(in oklab, var(--faint) 60%, var(--bg))",
} as const;
export type Part = keyof typeof PART_COLORS;

/** How many words of each a row has. Where it isn't told how they came, all that were added are one part. */
export const partsOf = ({ value, written = value, removed = 0 }: ChartRow): Record<Part, number> => ({
  typed: Math.min(written, value),
  otherwise: Math.max(value - written, 0),
  removed,
});

/** The parts that any of the rows has, by their names. */
export function legendOf(rows: readonly ChartRow[]): { part: Part; name: string }[] {
  const isToldHow = rows.some(({ written }) => written !== undefined);
  const named: { part: Part; name: string }[] = [
    { part: "typed", name: isToldHow ? t("Typed") : t("Added") },
    { part: "otherwise", name: t("Added otherwise") },
    { part: "removed", name: t("Removed") },
  ];
  return named.filter(({ part }) => rows.some((row) => partsOf(row)[part] > 0));
}

/** What is brought in at once may stand this many times as high as what was typed or removed; higher, and nobody could read those. */
const MOST_TIMES = 2;

export type Scale = { up: number; down: number };

/** How far a chart goes up and down, in words. A bar that goes beyond is cut off. */
export function scaleOf(rows: readonly ChartRow[]): Scale & { isCut: boolean } {
  const parts = rows.map(partsOf);
  const highest = (of: (each: Record<Part, number>) => number) => Math.max(0, ...parts.map(of));
  const down = highest(({ removed }) => removed);
  const added = highest(({ typed, otherwise }) => typed + otherwise);
  const readable =
    MOST_TIMES *
    Math.max(
      down,
      highest(({ typed }) => typed),
    );
  const up = readable > 0 ? Math.min(added, readable) : added;
  return { up, down, isCut: up < added };
}

export type Bar = { part: Part; top: number; height: number };

/** The parts of a column in a chart of that height, from the axis outwards; none is thinner than `least`. */
export function barsOf(row: ChartRow, { up, down }: Scale, height: number, least: number): Bar[] {
  const words = partsOf(row);
  const perWord = height / Math.max(1, up + down);
  const axis = up * perWord;
  const long = (count: number) => (count === 0 ? 0 : Math.max(count * perWord, least));
  const typed = Math.min(long(words.typed), axis);
  const otherwise = Math.min(long(words.otherwise), axis - typed);
  const bars: Bar[] = [
    { part: "typed", top: axis - typed, height: typed },
    { part: "otherwise", top: axis - typed - otherwise, height: otherwise },
    { part: "removed", top: axis, height: long(words.removed) },
  ];
  return bars.filter((bar) => bar.height > 0);
}
