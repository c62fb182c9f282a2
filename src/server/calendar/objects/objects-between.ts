import { setImmediate } from "node:timers/promises";
import { FIRST_DAY, LAST_DAY } from "#contract/shared/time-zone.ts";
import { addDays, momentAt } from "#language/moment.ts";
import { wallAt } from "#language/time-zone.ts";
import type { Tx } from "../../db/client.ts";
import { zoneOfUser } from "../../db/account-clock.ts";
import { COLUMNS, type EventRow, toEvent } from "../event-row.ts";
import type { OwnedCalendar } from "./find-objects.ts";

/** Instants in milliseconds; null is open. */
export type Range = { start: number | null; end: number | null };

/** Between these each instance is looked at; in a longer range an event counts by its first and last day. */
const EXACT_DAYS = 4_000;
const TURN_MS = 20;

/** The ids of events that happen in the range, floating ones on the clock of the account, each named by its series. */
export async function eventsBetween(tx: Tx, calendar: OwnedCalendar, range: Range): Promise<Set<string>> {
  const zone = (await zoneOfUser(tx)) ?? "UTC";
  const [from, to] = [momentIn(range.start, zone), momentIn(range.end, zone)];
  const [firstDay, lastDay] = [from?.slice(0, 10) ?? FIRST_DAY, to?.slice(0, 10) ?? LAST_DAY];
  const rows = await tx.query<EventRow & { replaced: string[] }>(
    CANDIDATES,
    [calendar.ownerId, calendar.id, before(firstDay), after(lastDay)],
    "events-between",
  );
  const isExact = from !== null && to !== null && addDays(firstDay, EXACT_DAYS) >= lastDay;
  const { instancesOf } = await import("#language/instances.ts");
  const found = new Set<string>();
  let sinceTurn = performance.now();
  for (const row of rows) {
    // Others are answered between the events of a long list.
    if (performance.now() - sinceTurn > TURN_MS) {
      await setImmediate();
      sinceTurn = performance.now();
    }
    const event = toEvent(row);
    // One that repeats counts by its days where the range has no end or is very long; one that does not is looked at in any case.
    const isSingle = event.repeat === null && event.extraDates.length === 0;
    const [first, last] = isExact ? [firstDay, lastDay] : [before(event.date), after(event.endDate)];
    const isIn =
      (!isExact && !isSingle) ||
      instancesOf(event, first, last, zone, row.replaced).some((instance) =>
        overlaps(instance, from ?? FIRST_DAY, to ?? LAST_DAY),
      );
    if (isIn) found.add(event.seriesId ?? event.id).add(event.id);
  }
  return found;
}

/** RFC 4791, 9.9: what takes no time counts where it begins. */
function overlaps({ start, end }: { start: string; end: string }, from: string, to: string): boolean {
  const isAllDay = start.length === 10;
  const [begins, ends] = isAllDay ? [`${start}T00:00`, `${addDays(end, 1)}T00:00`] : [start, end];
  return begins < to && (ends > from || (begins === ends && begins >= from));
}

const momentIn = (instant: number | null, zone: string) =>
  instant === null ? null : momentAt(wallAt(instant, zone), false);

/** An event's own clock may be a day ahead of this one, or a day behind. */
const before = (day: string) => (day <= FIRST_DAY ? day : addDays(day, -1));
const after = (day: string) => (day >= LAST_DAY ? day : addDays(day, 1));

const CANDIDATES = `SELECT ${COLUMNS}, CASE WHEN e.repeat IS NULL AND e.extra_dates = '{}' THEN '{}' ELSE ARRAY(
    SELECT o.instance FROM calendar_events o WHERE o.series_id = e.id AND o.user_id = $1 AND o.trashed_at IS NULL) END AS replaced
  FROM calendar_events e
  WHERE e.user_id = $1 AND e.calendar_id = $2 AND e.trashed_at IS NULL AND e.last_day >= $3 AND e.first_day <= $4`;
