import { momentOf, wallOf } from "#language/moment.ts";
import { clockOf, instantOf } from "#language/time-zone.ts";
import type { FitEvent } from "./fit-event.ts";

const MINUTE = 60_000;

/**
 * The alarms of an event as rows of reminders, without ids: those that are to ring yet. A time that has passed and does not come again has
 * nothing to say.
 *
 * @param zone of the account, in which days begin
 * @param series of which it is a changed instance: what rings before all of it rings before this one, too
 */
export function remindersOfAlarms(
  eventId: string,
  event: FitEvent,
  zone: string,
  series?: Pick<FitEvent, "alarms">,
) {
  const { alarms, date, time, repeat } = event;
  const begins = instantOf(
    wallOf(momentOf(date, time ?? "00:00")),
    time === null ? zone : (event.time_zone ?? zone),
  );
  const comesAgain = repeat !== null || event.extra_dates.length > 0;
  const rowOf = (ringsAt: number, minutesBefore: number | null) => ({
    event_id: eventId,
    reminder_date: new Date(ringsAt).toISOString(),
    local_time: clockOf(new Date(ringsAt), zone).toISOString().slice(0, 16),
    time_zone: zone,
    minutes_before: minutesBefore,
    frequency: "once",
    status: "pending",
  });
  const now = Date.now();
  return [
    ...alarms.minutes
      .filter((minutes) => !series?.alarms.minutes.includes(minutes))
      .filter((minutes) => comesAgain || begins - minutes * MINUTE > now)
      .map((minutes) => rowOf(begins - minutes * MINUTE, minutes)),
    ...alarms.dates.filter((at) => Date.parse(at) > now).map((at) => rowOf(Date.parse(at), null)),
  ];
}
