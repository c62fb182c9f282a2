import type { CalendarEvent } from "#contract/events.ts";
import { t } from "../../../lib/messages/t.ts";
import { keepForm, keptForm } from "../../../platform/unsaved/kept-form.ts";
import { type EventForm, formOfFields } from "../dialog/event-form.ts";
import { canChange, knownCalendars, usualCalendar } from "../model/calendars.ts";
import { type EventFields, type NewEvent, type Target, timesAt } from "../model/reshape.ts";
import { spanOf, spanWords } from "../model/times.ts";
import { tellLasting } from "./tell-lasting.ts";

/** The form in which words that could not be saved are found again. */
export const againName = (id: string): string => `again ${id}`;

/** By what the words of an event, or of one instance of a series, are found again: those of another instance are kept beside them. */
export const againId = (eventId: string, instance: string | null | undefined): string =>
  instance ? `${eventId}_${instance}` : eventId;

/** What is remembered beside a change that waits, for the case that it is refused. */
export type About = { calendar: string; event: NewEvent };

const SHOWN = [
  "calendarId",
  "location",
  "description",
  "type",
  "tags",
  "repeat",
  "attendees",
] as const satisfies readonly (keyof CalendarEvent)[];

export const calendarName = (calendarId: string | undefined): string =>
  knownCalendars().find(({ id }) => id === calendarId)?.name ?? "";

/**
 * Of one's own calendar everything, so that the event can be made again; of somebody else's what it is known by: the rest is not this
 * device's to keep once access has ended.
 */
export function aboutOf(target: Target): About {
  const { event } = target;
  const { title, timeZone, calendarId } = event;
  const calendar = knownCalendars().find(({ id }) => id === calendarId);
  const isOwn = calendar?.sharedBy === null;
  const all = isOwn ? Object.fromEntries(SHOWN.map((field) => [field, event[field]])) : {};
  return { calendar: calendar?.name ?? "", event: { ...all, title, timeZone, ...timesAt(target) } };
}

/** What people write or choose; a change of nothing else has no words that could be lost. */
const WRITTEN = [
  "title",
  "date",
  "time",
  "endDate",
  "endTime",
  "timeZone",
  "location",
  "description",
  "tags",
  "repeat",
  "attendees",
] as const satisfies readonly (keyof EventFields)[];

export const writtenOf = (change: EventFields): EventFields =>
  Object.fromEntries(WRITTEN.flatMap((field) => (field in change ? [[field, change[field]]] : [])));

/** What was written, for a notification: it is there on other devices too, and when this one has no room. */
export function wordsOf(change: EventFields, event: NewEvent): string {
  const { title, location, description, tags = [], attendees = [] } = change;
  const isMoved = "date" in change || "time" in change;
  const when = isMoved ? spanWords(spanOf(event), new Date()) : "";
  const guests = attendees.map(({ email }) => email).join(", ");
  return [title, when, location, description, tags.join(", "), guests].filter(Boolean).join("; ");
}

/** The fields of the form of which a later change need not know what an earlier one wrote. */
const UNTOLD: ReadonlyMap<string, keyof EventFields> = new Map([
  ["location", "location"],
  ["description", "description"],
  ["tags", "tags"],
  ["attendees", "attendees"],
  ["repetition", "repeat"],
] satisfies [keyof EventForm, keyof EventFields][]);

/** Keeps what was written to an event that it can't be written to, as a new event that is not made yet. */
export function keepAgain(id: string, { event }: About, change: EventFields): NewEvent {
  const again: NewEvent = { ...event, ...change };
  const calendar = knownCalendars().find((one) => one.id === again.calendarId);
  const isTheirs = !calendar || !canChange(calendar) || calendar.sharedBy !== null;
  const calendarId = (isTheirs ? usualCalendar(knownCalendars())?.id : calendar.id) ?? "";
  const name = `event ${againName(id)}`;
  const before = keptForm<EventForm>(name);
  const earlier = Object.entries(before ?? {}).filter(([field]) => {
    const written = UNTOLD.get(field);
    return written !== undefined && !(written in change);
  });
  const form = { ...formOfFields(again, calendarId), ...Object.fromEntries(earlier) };
  // All of it, also what looks like the form of any new event, but not where it goes: that is asked for when it is opened.
  keepForm(name, form, { calendarId });
  return again;
}

/**
 * Keeps such words, and says so.
 *
 * @param of By what the words are found again, and by what the change is known again should it be refused twice
 */
export function keepWords(
  { id, changeId }: { id: string; changeId: string },
  about: About,
  change: EventFields,
): void {
  const again = keepAgain(id, about, change);
  tellLasting({
    key: `rescued-${changeId}`,
    type: "warning",
    title: t("Your change of {title} wasn't saved", { title: about.event.title }),
    message: t("The event was deleted or isn't shared with you for editing. You wrote: {words}", {
      words: wordsOf(change, again),
    }),
    href: `/app/calendar?again=${encodeURIComponent(id)}`,
    action: { label: t("Create Again") },
  });
}
