import type { CalendarEvent, EventScope } from "#contract/events.ts";
import { momentAt, momentOf, wallOf } from "#language/moment.ts";
import { endBefore, fromInstance, shiftMoment, shiftRule } from "#language/shift-rule.ts";
import { type EventTimes, spanOf, timesOf } from "./times.ts";

/** What is changed of an event; fields that are not given stay. */
export type EventFields = Partial<
  Omit<CalendarEvent, "id" | "seriesId" | "instance" | "isCanceled" | "createdAt" | "updatedAt">
>;

/** What an event begins with. */
export type NewEvent = EventFields &
  Pick<CalendarEvent, "title" | "date" | "time" | "endDate" | "endTime"> & {
    /** The project that it is put into. */
    projectId?: string;
  };

/** What is meant: an event, or one instance of it, by its start on the event's own clock. */
export type Target = { event: CalendarEvent; instance: string | null };

export const repeats = ({ repeat, extraDates }: CalendarEvent): boolean =>
  repeat !== null || extraDates.length > 0;

const startOf = ({ date, time }: Pick<EventTimes, "date" | "time">) => momentOf(date, time);

/** The times of an instance on the event's own clock. */
export function timesAt({ event, instance }: Target): EventTimes {
  const own = spanOf(event);
  if (instance === null || !repeats(event)) return timesOf(own);
  const length = wallOf(own.end) - wallOf(own.start);
  return timesOf({ start: instance, end: momentAt(wallOf(instance) + length, event.time === null) });
}

/** Which instances are meant where nothing has to be asked: an event that does not repeat is one. */
export const scopeOf = ({ event, instance }: Target): EventScope | null =>
  event.seriesId !== null ? "this" : instance === null || !repeats(event) ? "all" : null;

/**
 * What events will be once the server has changed them: shown until its answer, which may know more.
 *
 * @param newId of what is parted from the series
 * @param countBefore from `language/instances.ts`, which is fetched when it is first needed
 */
export function reshape(
  target: Target,
  scope: EventScope,
  change: EventFields,
  newId: string,
  countBefore: (event: CalendarEvent, instance: string) => number,
): CalendarEvent[] {
  const { event, instance } = target;
  const times = { ...timesAt(target), ...pickTimes(change) };
  if (scope === "this" && instance !== null && repeats(event)) {
    const own = { repeat: null, exceptDates: [], extraDates: [], seriesId: event.id, instance };
    return [{ ...event, ...change, ...times, ...own, id: newId }];
  }
  const isFirst = instance !== null && instance <= startOf(event);
  if (scope === "following" && instance !== null && repeats(event) && !isFirst) {
    const rule = event.repeat && fromInstance(event.repeat, countBefore(event, instance));
    const isLater = (moment: string) => moment >= instance;
    const shift = (moment: string) => shiftMoment(moment, timesAt(target), times);
    const later = {
      repeat: rule && shiftRule(rule, timesAt(target), times),
      exceptDates: event.exceptDates.filter(isLater).map(shift),
      extraDates: event.extraDates.filter((moment) => moment > instance).map(shift),
      ...change,
      ...times,
    };
    return [endedBefore(event, instance), { ...event, ...later, id: newId }];
  }
  return [movedWhole(target, change, times)];
}

const pickTimes = ({ date, time, endDate, endTime }: EventFields): Partial<EventTimes> => ({
  ...(date !== undefined && { date }),
  ...(time !== undefined && { time }),
  ...(endDate !== undefined && { endDate }),
  ...(endTime !== undefined && { endTime }),
});

/** The series as a whole: moved as far as the instance that was looked at. */
function movedWhole(target: Target, change: EventFields, times: EventTimes): CalendarEvent {
  const { event } = target;
  const looked = timesAt(target);
  const first = shiftMoment(startOf(event), looked, times);
  const length = wallOf(spanOf(times).end) - wallOf(startOf(times));
  const isAllDay = times.time === null;
  const moved = timesOf({
    start: first,
    end: momentAt(wallOf(first) + Math.max(length, 0), isAllDay),
  });
  const after = { ...event, ...change, ...moved };
  if (after.repeat !== null && change.repeat === undefined)
    after.repeat = shiftRule(after.repeat, looked, times);
  after.exceptDates = event.exceptDates.map((moment) => shiftMoment(moment, looked, times));
  after.extraDates = event.extraDates.map((moment) => shiftMoment(moment, looked, times));
  return after;
}

export function endedBefore(event: CalendarEvent, instance: string): CalendarEvent {
  return {
    ...event,
    repeat: event.repeat && endBefore(event.repeat, instance),
    exceptDates: event.exceptDates.filter((moment) => moment < instance),
    extraDates: event.extraDates.filter((moment) => moment < instance),
  };
}
