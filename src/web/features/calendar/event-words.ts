import { wallOf } from "#language/moment.ts";
import type { QuickAdd } from "#language/quick-add.ts";
import type { Reader, Understood } from "../../kernel/tasks/use-reading.ts";
import type { NewEvent } from "./model/reshape.ts";
import { addMinutes, timesOf } from "./model/times.ts";

/** A sentence as it was understood, on this device: it works without the server. */
export type EventReading = Understood & { event: NewEvent };

const NEW_MINUTES = 60;

/** What says no day is on the day that is looked at. */
function eventOf(said: QuickAdd, on: string): NewEvent {
  const { date, time, endDate, endTime, minutes, location, rrule, tags } = said;
  const day = date ?? on;
  const start = time === null ? day : `${day}T${time}`;
  const given = endTime === null ? null : `${endDate ?? day}T${endTime}`;
  const end =
    time === null
      ? (endDate ?? day)
      : given && wallOf(given) >= wallOf(start)
        ? given
        : addMinutes(start, minutes ?? NEW_MINUTES);
  return {
    title: said.title,
    ...timesOf({ start, end }),
    ...(location && { location }),
    ...(rrule && { repeat: rrule }),
    ...(tags.length > 0 && { tags }),
  };
}

/** Fetches what reads sentences. @param isMeant that day was chosen: a time alone is one of it, not the next one from now */
export const eventReader =
  (on: string, isMeant = false) =>
  async (timeZone: string | undefined): Promise<Reader<EventReading>> => {
    const [{ readQuickAdd }, { clockOf }] = await Promise.all([
      import("#language/quick-add.ts"),
      import("#language/time-zone.ts"),
    ]);
    return (text, ignore) => {
      const options = { now: clockOf(new Date(), timeZone), ignore };
      const first = readQuickAdd(text, options);
      // What only tasks have stays in the title.
      const others = first.parts.flatMap(({ part, from, to }) =>
        part === "priority" ? [[from, to] as const] : [],
      );
      const known = { ...options, ignore: [...ignore, ...others] };
      const isDayNamed = first.parts.some(({ part }) => part === "date" || part === "repeat");
      const read =
        isMeant && !isDayNamed
          ? readQuickAdd(text, { ...known, now: new Date(`${on}T00:00Z`) })
          : others.length === 0
            ? first
            : readQuickAdd(text, known);
      const { parts, ...said } = read;
      return { event: eventOf(said, on), said, parts };
    };
  };
