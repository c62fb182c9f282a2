import type { CalendarEvent } from "#contract/events.ts";
import { wallOf } from "#language/moment.ts";
import { tagsOf } from "../../../kernel/tasks/tags-of.ts";
import type { NewEvent } from "../model/event-mutations.ts";
import { readRepetition, type Repetition, writeRepetition } from "./repeat-fields.ts";
import { type EventFields, type Target, timesAt } from "../model/reshape.ts";
import { addMinutes, type EventTimes, shiftSpan, type Span, spanOf, timesOf } from "../model/times.ts";

/** What the dialog shows, and what is written in it. */
export type EventForm = EventTimes & {
  title: string;
  calendarId: string;
  timeZone: string | null;
  repetition: Repetition;
  tags: string;
  location: string;
  description: string;
};

const NEW_MINUTES = 60;

export const formOfNew = (span: Span, calendarId: string): EventForm => ({
  title: "",
  calendarId,
  ...timesOf(span),
  timeZone: null,
  repetition: readRepetition(null, span.start),
  tags: "",
  location: "",
  description: "",
});

export function formOf(target: Target): EventForm {
  const { title, calendarId, timeZone, repeat, location, description, tags } = target.event;
  const times = timesAt(target);
  const repetition = readRepetition(repeat, times.date);
  return { title, calendarId, ...times, timeZone, repetition, tags: tags.join(", "), location, description };
}

/** The end goes with the start, so that it lasts as long as before. */
export function withStart(form: EventForm, start: { date?: string; time?: string }): EventForm {
  const next = { ...form, date: start.date || form.date, time: form.time && (start.time || form.time) };
  const [before, after] = [spanOf(form), spanOf(next)];
  const minutes = (wallOf(after.start) - wallOf(before.start)) / 60_000;
  return {
    ...next,
    ...timesOf(shiftSpan(before, { minutes: form.time ? minutes : 0, days: form.time ? 0 : minutes / 1440 })),
  };
}

/** All day, or at a time: then the next full hour of the page's clock, for an hour. */
export function withAllDay(form: EventForm, isAllDay: boolean, now: string): EventForm {
  if (isAllDay) return { ...form, time: null, endTime: null };
  const hour = `${form.date}T${now.slice(11, 13)}:00`;
  const start = addMinutes(hour, NEW_MINUTES).startsWith(form.date) ? addMinutes(hour, NEW_MINUTES) : hour;
  return { ...form, ...timesOf({ start, end: addMinutes(start, NEW_MINUTES) }) };
}

export const endsBeforeItBegins = (form: EventForm): boolean => {
  const { start, end } = spanOf(form);
  return wallOf(end) < wallOf(start);
};

function fieldsOf({
  repetition,
  ...form
}: EventForm): EventFields & Pick<EventForm, keyof EventTimes | "title"> {
  return { ...form, title: form.title.trim(), tags: tagsOf(form.tags), repeat: writeRepetition(repetition) };
}

export function newEventOf(form: EventForm): NewEvent {
  const { timeZone, calendarId, repeat, tags = [], location, description, ...fields } = fieldsOf(form);
  return {
    ...fields,
    // Without a calendar the server makes the first one; without a zone it takes the account's.
    ...(calendarId && { calendarId }),
    ...(timeZone && { timeZone }),
    ...(repeat && { repeat }),
    ...(tags.length > 0 && { tags }),
    ...(location && { location: location.trim() }),
    ...(description && { description: description.trim() }),
  };
}

export const TIMES = ["date", "time", "endDate", "endTime"] as const;

/** What was written otherwise than it stood there when the dialog was opened; times go together. */
export function changeOf(opened: EventForm, form: EventForm): EventFields {
  const [before, after] = [fieldsOf(opened), fieldsOf(form)] as [EventFields, EventFields];
  const changed = (Object.keys(after) as (keyof EventFields & keyof CalendarEvent)[]).filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
  const isMoved = TIMES.some((field) => changed.includes(field));
  const fields = new Set([...changed, ...(isMoved ? TIMES : [])]);
  return Object.fromEntries([...fields].map((field) => [field, after[field]]));
}
