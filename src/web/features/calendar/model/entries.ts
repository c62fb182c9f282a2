import type { EventInput } from "@fullcalendar/react";
import type { Calendar } from "#contract/calendars.ts";
import type { CalendarEvent } from "#contract/events.ts";
import type { Task } from "#contract/tasks.ts";
import { addDays, dayIn, isDay } from "#language/moment.ts";
import { colorOf } from "./calendars.ts";
import type { Listed } from "./event-lists.ts";
import { blockOf, USUAL_MINUTES } from "./planned-tasks.ts";
import { addMinutes, type Span } from "./times.ts";

/** What stands on the calendar: an event, once, or a task: on the day it is due, or as the block of time that is set aside for it. */
export type Entry = { key: string; title: string; span: Span } & (
  | {
      kind: "event";
      event: CalendarEvent;
      instance: string | null;
      color: string;
      place: string;
      isOwn: boolean;
    }
  | { kind: "task"; task: Task; isBlock: boolean }
);

/** Where it takes place; where it says nothing of that, what it says otherwise. */
export const placeOf = ({ location, description }: CalendarEvent): string =>
  location || (description.split("\n")[0] ?? "");

/** Everything on the calendar, by its start; events of hidden calendars are left out. */
export function entriesOf(
  { events, instances }: Listed,
  calendars: readonly Calendar[],
  tasks: readonly Task[],
  zone: string,
): Entry[] {
  const byId = new Map(events.map((event) => [event.id, event]));
  const calendarOf = new Map(calendars.map((calendar) => [calendar.id, calendar]));
  const happening = instances.flatMap(({ eventId, instance, start, end }): Entry[] => {
    const event = byId.get(eventId);
    const calendar = event && calendarOf.get(event.calendarId);
    if (!event || calendar?.isVisible === false) return [];
    const place = placeOf(event);
    const { title } = event;
    const key = `${eventId} ${instance ?? ""}`;
    const color = colorOf(calendar?.color);
    const isOwn = !calendar?.subscription;
    return [{ key, kind: "event", title, span: { start, end }, event, instance, color, place, isOwn }];
  });
  const blocks = tasks.flatMap((task): Entry[] => {
    const span = blockOf(task, zone);
    const key = `${task.id} block`;
    return span ? [{ key, kind: "task", title: task.title, span, task, isBlock: true }] : [];
  });
  const due = tasks.flatMap((task): Entry[] => {
    // On the day it is due, its block says enough.
    const block = blockOf(task, zone);
    if (!task.dueDate || (block && dayIn(block.start) === task.dueDate)) return [];
    const start = task.dueTime ? `${task.dueDate}T${task.dueTime}` : task.dueDate;
    const end = task.dueTime ? addMinutes(start, task.estimateMinutes ?? USUAL_MINUTES) : start;
    return [{ key: task.id, kind: "task", title: task.title, span: { start, end }, task, isBlock: false }];
  });
  return [...happening, ...blocks, ...due].toSorted(
    (one, other) =>
      compare(dayIn(one.span.start), dayIn(other.span.start)) || compare(one.span.start, other.span.start),
  );
}

const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other));

/** As FullCalendar takes it: its clock is ours, and the last day of what lasts all day is not included. */
export function toInput(entry: Entry): EventInput {
  const { key, title, span } = entry;
  const allDay = isDay(span.start);
  return {
    id: key,
    title,
    start: span.start,
    end: allDay ? addDays(span.end, 1) : span.end,
    allDay,
    extendedProps: { entry },
    ...(entry.kind === "event" && !entry.isOwn && { editable: false }),
    // How long a task of a day takes is not to be seen there.
    durationEditable: entry.kind === "event" || !allDay,
  };
}

/** The other way around. */
export function spanFrom(start: string, end: string, allDay: boolean): Span {
  return allDay
    ? { start: start.slice(0, 10), end: end ? addDays(end.slice(0, 10), -1) : start.slice(0, 10) }
    : { start: start.slice(0, 16), end: (end || start).slice(0, 16) };
}
