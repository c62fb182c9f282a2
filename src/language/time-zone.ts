/**
 * Clocks of time zones. A wall time is what a clock shows, as milliseconds of the same digits in UTC: 09:00 of a day is the
 * instant that is 09:00Z of it. It can be reckoned with like an instant and is none until it is given a zone.
 */
export type Wall = number;

/** Made once for each zone, which takes most of a millisecond. There are about 600 zones. */
const formatters = new Map<string, Intl.DateTimeFormat>();

/** @throws RangeError for a zone that does not exist */
function formatterOf(timeZone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(timeZone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat("en-GB", {
      timeZone,
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
      hourCycle: "h23",
    });
    formatters.set(timeZone, formatter);
  }
  return formatter;
}

/** What a clock on the wall of this zone shows now, written as UTC. An unknown zone reads as UTC. */
export function clockOf(instant: Date, timeZone: string | undefined): Date {
  try {
    const parts = formatterOf(timeZone ?? "UTC").formatToParts(instant);
    const part = (type: string) => Number(parts.find((each) => each.type === type)?.value);
    const shown = [
      part("year"),
      part("month") - 1,
      part("day"),
      part("hour"),
      part("minute"),
      part("second"),
    ] as const;
    return new Date(Date.UTC(...shown));
  } catch {
    return instant;
  }
}

const HOUR = 3_600_000;
/** Zones change on full quarters of an hour, so that a lookup serves all of one. */
const QUARTER = HOUR / 4;
/** Of a zone: all quarters of a year would be 35,000. */
const MOST_OFFSETS = 10_000;
const offsets = new Map<string, Map<number, number>>();

/** How far a zone's clock is ahead of UTC at an instant, in milliseconds. */
export function offsetAt(instant: number, zone: string): number {
  if (zone === "UTC") return 0;
  const quarter = Math.floor(instant / QUARTER) * QUARTER;
  let ofZone = offsets.get(zone);
  if (!ofZone) offsets.set(zone, (ofZone = new Map()));
  const known = ofZone.get(quarter);
  if (known !== undefined) return known;
  const offset = clockOf(new Date(quarter), zone).getTime() - quarter;
  if (ofZone.size >= MOST_OFFSETS) ofZone.clear();
  ofZone.set(quarter, offset);
  return offset;
}

export const wallAt = (instant: number, zone: string): Wall => instant + offsetAt(instant, zone);

/**
 * The instant at which a zone's clock shows this. Of a time that comes twice the first; one that is left out, when clocks go
 * forward, is as long after the change as it says: 02:30 is 03:30 (RFC 5545, 3.3.5).
 */
export function instantOf(wall: Wall, zone: string): number {
  // No clock changes twice within two days.
  const before = offsetAt(wall - 24 * HOUR, zone);
  const after = offsetAt(wall + 24 * HOUR, zone);
  const early = wall - before;
  if (before === after || offsetAt(early, zone) === before) return early;
  const late = wall - after;
  return offsetAt(late, zone) === after ? late : early;
}
