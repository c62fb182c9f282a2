import type { CalendarEvent } from "#contract/events.ts";
import { momentAt, momentOf, wallOf, dayIn, timeIn } from "#language/moment.ts";
import { Failure } from "../failure.ts";

type Times = Pick<CalendarEvent, "date" | "time" | "endDate" | "endTime">;
type GivenTimes = { [Field in keyof Times]?: Times[Field] | undefined };

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MOST_DAYS = 3_660;

export const startOf = ({ date, time }: Pick<Times, "date" | "time">) => momentOf(date, time);

/** How long it takes on its own clock; of one of all day, to its last day. */
export const lengthOf = (event: Times): number =>
  wallOf(momentOf(event.endDate, event.endTime)) - wallOf(startOf(event));

/** The same event at another time, as long as it was. */
export function movedTo<Event extends Times>(event: Event, start: string): Event {
  const end = momentAt(wallOf(start) + lengthOf(event), event.time === null);
  return { ...event, date: dayIn(start), time: timeIn(start), endDate: dayIn(end), endTime: timeIn(end) };
}

/** Of a new event: an hour unless its end is said, or the whole day. */
export function timesOfNew({ date, time = null, endDate, endTime }: GivenTimes & { date: string }): Times {
  if (time === null) return assertOrder({ date, time, endDate: endDate ?? date, endTime: null });
  if (endTime === undefined || endTime === null) {
    if (endDate !== undefined && endDate > date) return assertOrder({ date, time, endDate, endTime: time });
    const end = momentAt(wallOf(momentOf(date, time)) + HOUR, false);
    return assertOrder({ date, time, endDate: dayIn(end), endTime: timeIn(end) });
  }
  const next = momentAt(wallOf(date) + DAY, true);
  return assertOrder({ date, time, endDate: endDate ?? (endTime < time ? next : date), endTime });
}

/** What is given, and what follows from it: the end goes with the start unless it is given, too. */
export function changeTimes(before: Times, { date, time, endDate, endTime }: GivenTimes): Times {
  const start = { date: date ?? before.date, time: time === undefined ? before.time : time };
  const isOther = (start.time === null) !== (before.time === null);
  if (isOther && start.time !== null)
    return timesOfNew({ ...start, ...(endDate && { endDate }), ...(endTime && { endTime }) });
  if (isOther) {
    const days = Math.max(0, wallOf(before.endDate) - wallOf(before.date));
    const last = momentAt(wallOf(start.date) + days, true);
    return assertOrder({ ...start, endDate: endDate ?? last, endTime: null });
  }
  const moved = movedTo(before, startOf(start));
  return assertOrder({
    ...start,
    endDate: endDate ?? moved.endDate,
    endTime: start.time === null ? null : (endTime ?? moved.endTime),
  });
}

/** Whether it ends after it begins, and not years later. */
export const isOfLength = (times: Times): boolean =>
  lengthOf(times) >= 0 && lengthOf(times) <= MOST_DAYS * DAY;

function assertOrder(times: Times): Times {
  if (lengthOf(times) < 0) throw new Failure("INVALID_INPUT", "It ends before it begins.");
  if (lengthOf(times) > MOST_DAYS * DAY)
    throw new Failure("INVALID_INPUT", "An event can last ten years at most.");
  if (times.endDate > "9999-12-30" || times.endDate.length > 10)
    throw new Failure("INVALID_INPUT", "It ends after the last day there is.");
  return times;
}
