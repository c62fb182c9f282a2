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

const DAY_MS = 86_400_000;

/**
 * When a clock on the wall of this zone shows this (YYYY-MM-DDTHH:MM). What it shows twice is the first of both; what it never shows, because
 * it is put forward, is as much later as it is put forward.
 */
export function instantOf(localTime: string, timeZone: string): Date {
  const shown = Date.parse(`${localTime}Z`);
  const offsetAt = (instant: number) => clockOf(new Date(instant), timeZone).getTime() - instant;
  // No zone changes its clocks twice within two days.
  const before = shown - offsetAt(shown - DAY_MS);
  const after = shown - offsetAt(shown + DAY_MS);
  const shows = (instant: number) => instant + offsetAt(instant) === shown;
  const fitting = [before, after].filter(shows);
  return new Date(fitting.length > 0 ? Math.min(...fitting) : before);
}
