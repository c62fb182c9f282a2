import type { EventInput } from "@fullcalendar/react";
import type { Calendar } from "#contract/calendars.ts";
import type { CalendarEvent } from "#contract/events.ts";
import type { Reminder } from "#contract/reminders.ts";
import { ruleOf } from "#contract/shared/reminder-rule.ts";
import type { Task } from "#contract/tasks.ts";
import { addDays, dayIn, isDay } from "#language/moment.ts";
import { t } from "../../../lib/messages/t.ts";
import { canChange, colorOf, isBusyOnly } from "./calendars.ts";
import type { Listed } from "./event-lists.ts";
import { blockOf, USUAL_MINUTES } from "./task-block.ts";
import type { Ring } from "./ringing.ts";
import { addMinutes, type Span } from "./times.ts";

/**
 * What stands on the calendar: an event, once; a task: on the day it is due, or as the block of time that is set aside for it; or a
 * reminder that has a time of its own.
 */
export type Entry = { key: string; title: string; span: Span; hasReminder: boolean } & (
  | {
      kind: "event";
      event: CalendarEvent;
      instance: string | null;
      color: string;
      place: string;
      /** Whether it can be changed here. */
      isOwn: boolean;
    }
  | {
      kind: "task";
      task: Task;
      isBlock: boolean;
      /** It stands on the day from which it can be done. */
      isStart?: boolean;
      /** It is of a project that this person may read only. */
      isFixed?: boolean;
    }
  | { kind: "reminder"; reminder: Reminder }
);

type Shown = Listed & {
  calendars: readonly Calendar[];
  tasks: readonly Task[];
  reminders: readonly Reminder[];
  rings: readonly Ring[];
};

/** Where it takes place; where it says nothing of that, what it says otherwise. */
export const placeOf = ({ location, description }: CalendarEvent): string =>
  location || (description.split("\n")[0] ?? "");

/** As high as its words in the day; it lasts no time. */
const RING_MINUTES = 15;

/** Everything on the calendar, by its start on the clock of `zone`. */
export function entriesOf(shown: Shown, zone: string): Entry[] {
  const reminded = new Set(shown.reminders.map(({ eventId, taskId }) => eventId ?? taskId));
  return [
    ...happening(shown, reminded),
    ...toBeDone(shown.tasks, reminded, zone),
    ...shown.rings.map(ringing),
  ].toSorted(
    (one, other) =>
      compare(dayIn(one.span.start), dayIn(other.span.start)) || compare(one.span.start, other.span.start),
  );
}

type Reminded = ReadonlySet<string | null>;

/** Events of hidden calendars are left out. */
function happening({ events, instances, calendars }: Shown, reminded: Reminded): Entry[] {
  const byId = new Map(events.map((event) => [event.id, event]));
  const calendarOf = new Map(calendars.map((calendar) => [calendar.id, calendar]));
  return instances.flatMap(({ eventId, instance, start, end }): Entry[] => {
    const event = byId.get(eventId);
    const calendar = event && calendarOf.get(event.calendarId);
    if (!event || calendar?.isVisible === false) return [];
    const isBusy = isBusyOnly(calendar);
    // Nobody says where it is, but whose time it is.
    const place = isBusy ? (calendar?.sharedBy?.owner.name ?? "") : placeOf(event);
    const title = isBusy ? t("Busy") : event.title;
    const key = `${eventId} ${instance ?? ""}`;
    const color = colorOf(calendar?.color);
    const isOwn = !calendar || canChange(calendar);
    const hasReminder = reminded.has(eventId) || (event.seriesId !== null && reminded.has(event.seriesId));
    const span = { start, end };
    return [{ key, kind: "event", title, span, hasReminder, event, instance, color, place, isOwn }];
  });
}

function toBeDone(tasks: readonly Task[], reminded: Reminded, zone: string): Entry[] {
  return tasks.flatMap((task): Entry[] => {
    const { id, title, dueDate, dueTime, estimateMinutes } = task;
    const entry = { kind: "task" as const, title, task, hasReminder: reminded.has(id) };
    const block = blockOf(task, zone);
    const planned = block ? [{ ...entry, key: `${id} block`, span: block, isBlock: true }] : [];
    // On the day it is due, its block says enough.
    if (!dueDate || (block && dayIn(block.start) === dueDate)) return planned;
    const start = dueTime ? `${dueDate}T${dueTime}` : dueDate;
    const end = dueTime ? addMinutes(start, estimateMinutes ?? USUAL_MINUTES) : start;
    return [...planned, { ...entry, key: id, span: { start, end }, isBlock: false }];
  });
}

/** Tasks on the day they start, where that is not the one they are due. */
export function startsOf(tasks: readonly Task[]): Entry[] {
  return tasks.flatMap((task): Entry[] => {
    const { id, startDate, dueDate } = task;
    if (!startDate || startDate === dueDate) return [];
    const title = t("Starts: {title}", { title: task.title });
    const span = { start: startDate, end: startDate };
    const key = `${id} start`;
    return [{ kind: "task", key, title, span, task, isBlock: false, isStart: true, hasReminder: false }];
  });
}

function ringing({ reminder, at }: Ring): Entry {
  const span = { start: at, end: addMinutes(at, RING_MINUTES) };
  const key = `${reminder.id} ${at}`;
  return { key, kind: "reminder", title: reminder.title, span, hasReminder: false, reminder };
}

const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other));

/** Events that come from elsewhere are changed there; where one ring of many goes, the words of its dialog say better. */
export const canMove = (entry: Entry): boolean =>
  entry.kind === "event"
    ? entry.isOwn
    : entry.kind === "task"
      ? !entry.isFixed
      : ruleOf(entry.reminder) === null;

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
    ...(!canMove(entry) && { editable: false }),
    // How long a task of a day takes is not to be seen there.
    durationEditable: entry.kind === "event" || (entry.kind === "task" && !allDay),
  };
}

/** The other way around. */
export function spanFrom(start: string, end: string, allDay: boolean): Span {
  return allDay
    ? { start: start.slice(0, 10), end: end ? addDays(end.slice(0, 10), -1) : start.slice(0, 10) }
    : { start: start.slice(0, 16), end: (end || start).slice(0, 16) };
}
