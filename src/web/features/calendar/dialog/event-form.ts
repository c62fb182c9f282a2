import type { Attendee, CalendarEvent } from "#contract/events.ts";
import { wallOf } from "#language/moment.ts";
import { tagsOf } from "../../../kernel/tasks/tags-of.ts";
import { readRepetition, type Repetition, writeRepetition } from "./repeat-fields.ts";
import { type EventFields, type NewEvent, type Target, timesAt } from "../model/reshape.ts";
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
  attendees: Attendee[];
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
  attendees: [],
});

export function formOf(target: Target): EventForm {
  const { repeat, tags, ...event } = target.event;
  const { title, calendarId, timeZone, location, description, attendees } = event;
  const times = timesAt(target);
  const repetition = readRepetition(repeat, times.date);
  return {
    title,
    calendarId,
    ...times,
    timeZone,
    repetition,
    tags: tags.join(", "),
    location,
    description,
    attendees,
  };
}

/** What is known of an event that is to be made. */
export function formOfFields(fields: NewEvent, calendarId: string): EventForm {
  const { date, time, endDate, endTime, repeat = null, tags = [] } = fields;
  const { title, timeZone = null, location = "", description = "", attendees = [] } = fields;
  const form = formOfNew(spanOf({ date, time, endDate, endTime }), calendarId);
  const repetition = readRepetition(repeat, date);
  return { ...form, title, timeZone, location, description, attendees, repetition, tags: tags.join(", ") };
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
  const {
    timeZone,
    calendarId,
    repeat,
    tags = [],
    location,
    description,
    attendees = [],
    ...fields
  } = fieldsOf(form);
  return {
    ...fields,
    // Without a calendar the server makes the first one; without a zone it takes the account's.
    ...(calendarId && { calendarId }),
    ...(timeZone && { timeZone }),
    ...(repeat && { repeat }),
    ...(tags.length > 0 && { tags }),
    ...(attendees.length > 0 && { attendees }),
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

/** The words of a form alone, to be made again where the event itself is not for this person any more. */
export const timesOfForm = ({ date, time, endDate, endTime, timeZone, title }: EventForm): NewEvent => ({
  date,
  time,
  endDate,
  endTime,
  timeZone,
  title,
});

/** What guests are told of. */
const TOLD = new Set<keyof EventFields>([
  ...TIMES,
  "title",
  "timeZone",
  "repeat",
  "location",
  "description",
  "attendees",
]);

/** Whether guests, those from before or those of now, have something to hear. */
export const concernsGuests = (opened: EventForm, form: EventForm, change: EventFields): boolean =>
  opened.attendees.length + form.attendees.length > 0 &&
  (Object.keys(change) as (keyof EventFields)[]).some((field) => TOLD.has(field));
