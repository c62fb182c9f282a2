import { addDays, daysFrom } from "#language/moment.ts";
import type { Days, TimelineRow } from "./arrange.ts";

/** Room for a few weeks, so that a project of one day looks like one day. */
const LEAST_DAYS = 28;
const BEFORE = 3;
const AFTER = 4;
/** What lies farther from today is a slip of the pen, or stands at the edge. */
const MOST_YEARS = 10;
const MOST_WIDTH = 12_000;
const LEAST_BAR = 8;
const WIDEST_DAY = 32;

/** Marks over the days, by how wide a day is. */
export type Unit = "day" | "week" | "month";

export type Scale = { from: string; to: string; days: number; dayWidth: number; width: number; unit: Unit };

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);

/** As many days as hold these and today, as wide as there is room for: a few weeks day by day, years in months. */
export function scaleOf(all: readonly Days[], today: string): Scale {
  const edge = MOST_YEARS * 365;
  const [earliest, latest] = [addDays(today, -edge), addDays(today, edge)];
  const firsts = all.map(({ first }) => first);
  const lasts = all.map(({ last }) => last);
  const least = firsts.reduce((one, other) => (other < one ? other : one), today);
  const most = lasts.reduce((one, other) => (other > one ? other : one), today);
  const from = addDays(least < earliest ? earliest : least, -BEFORE);
  const wanted = addDays(most > latest ? latest : most, AFTER);
  const days = Math.max(daysFrom(from, wanted) + 1, LEAST_DAYS);
  const usual = days <= 45 ? WIDEST_DAY : days <= 150 ? 16 : 6;
  const dayWidth = Math.min(usual, MOST_WIDTH / days);
  const unit = dayWidth >= 24 ? "day" : dayWidth >= 5 ? "week" : "month";
  return { from, to: addDays(from, days - 1), days, dayWidth, width: Math.ceil(days * dayWidth), unit };
}

/** Where a day begins. */
export const placeOf = (day: string, { from, days, dayWidth }: Scale): number =>
  clamp(daysFrom(from, day), 0, days) * dayWidth;

export type Bar = { x: number; width: number };

/** Where what lasts these days stands; never over an edge, and never too narrow to be pressed. */
export function barOf({ first, last }: Days, scale: Scale): Bar {
  const { from, days, dayWidth, width } = scale;
  const start = clamp(daysFrom(from, first), 0, days - 1);
  const end = clamp(daysFrom(from, last), start, days - 1) + 1;
  const wide = Math.max((end - start) * dayWidth, LEAST_BAR);
  return { x: Math.min(start * dayWidth, width - wide), width: wide };
}

export type Tick = {
  day: string;
  x: number;
  /** Of the upper line: a month, or over months a year. */
  isMajor: boolean;
  isMinor: boolean;
};

/** The days at which something begins, by the unit. @param weekStart As `getDay` counts */
export function ticksOf({ from, days, dayWidth, unit }: Scale, weekStart: number): Tick[] {
  return Array.from({ length: days }, (_, at): Tick => {
    const day = addDays(from, at);
    const isMonth = day.endsWith("-01");
    const isMinor =
      unit === "day" || (unit === "week" ? new Date(`${day}T00:00Z`).getUTCDay() === weekStart : isMonth);
    // The first one says where one is, even in the middle of a month.
    const isMajor = at === 0 || (unit === "month" ? day.endsWith("-01-01") : isMonth);
    return { day, x: at * dayWidth, isMajor, isMinor };
  }).filter(({ isMajor, isMinor }) => isMajor || isMinor);
}

export type Link = {
  key: string;
  path: string;
  isLate: boolean;
  /** From where to where it goes, down. */
  top: number;
  bottom: number;
};

const STEP = 8;

/**
 * Lines from the end of what comes first to the start of what waits for it.
 *
 * @param above Rows over these
 * @param height Of a row, in pixels
 */
export function linksOf(rows: readonly TimelineRow[], scale: Scale, above: number, height: number): Link[] {
  const places = new Map(
    rows.flatMap(({ task, days }, index) =>
      days ? [[task.id, { ...barOf(days, scale), y: (above + index + 0.5) * height }]] : [],
    ),
  );
  return rows.flatMap(({ task, waits, late }) => {
    const to = places.get(task.id);
    return waits.flatMap((first): Link[] => {
      const from = places.get(first.id);
      if (!to || !from) return [];
      const end = from.x + from.width;
      const half = to.y > from.y ? height / 2 : -height / 2;
      const path =
        to.x >= end + 2 * STEP
          ? `M${end} ${from.y}h${STEP}V${to.y}H${to.x}`
          : `M${end} ${from.y}h${STEP}v${half}H${to.x - STEP}V${to.y}H${to.x}`;
      const [top, bottom] = [Math.min(from.y, to.y), Math.max(from.y, to.y)];
      return [{ key: `${first.id} ${task.id}`, path, isLate: late.includes(first), top, bottom }];
    });
  });
}
