import { isTimeZone } from "#contract/shared/time-zone.ts";
import { instantOf, wallAt } from "#language/time-zone.ts";

const known = new Map<string, boolean>();
/** A file can name as many zones as it likes. */
const KNOWN_MAX = 2_000;

/** Whether it is a name of IANA, whatever its case; `+01:00`, which JavaScript takes for a zone, is none. */
export function isZone(zone: string): boolean {
  const before = known.get(zone);
  if (before !== undefined) return before;
  if (known.size >= KNOWN_MAX) known.clear();
  const is = /^[A-Za-z][\w+\-/]{0,63}$/.test(zone) && isTimeZone(zone);
  known.set(zone, is);
  return is;
}

/** Of a local time "YYYY-MM-DD" or "YYYY-MM-DDTHH:MM:SS". */
export const localToInstant = (local: string, zone: string): number =>
  instantOf(Date.parse(local.length === 10 ? `${local}T00:00:00Z` : `${local}Z`), zone);

/** "YYYY-MM-DDTHH:MM:SS" on the walls of that zone. */
export const instantToLocal = (instant: number, zone: string): string =>
  new Date(wallAt(instant, zone)).toISOString().slice(0, 19);
