import { z } from "zod";
import { Day, declares, Id, Instant, signedIn, text, isStated, visibleText } from "./shared/base.ts";
import { EMAIL_FORM, EMAIL_MAX, MOST_ATTENDEES } from "./shared/email-address.ts";
import { isEventRule } from "./shared/repeat-rule.ts";
import { SearchInput } from "./shared/search-input.ts";
import { isTimeZone } from "./shared/time-zone.ts";
import { defineNoun } from "./noun.ts";

const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

/** A day, or a day with a time, of the event's own clock: `2026-11-30` or `2026-11-30T09:00`. */
const Moment = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d(T([01]\d|2[0-3]):[0-5]\d)?$/)
  .refine((moment) => Day.safeParse(moment.slice(0, 10)).success, "A real day");

/** An address as it is compared: in small letters, without anything that could begin a line of a mail. */
const EmailAddress = z
  .string()
  .trim()
  .toLowerCase()
  .max(EMAIL_MAX)
  .pipe(z.email({ pattern: EMAIL_FORM }));

export const Attendee = z
  .object({
    email: EmailAddress,
    name: text(100).nullable(),
    isOptional: z.boolean(),
  })
  .describe("A person who is asked to come; what they answer is told by attendees.list");
export type Attendee = z.infer<typeof Attendee>;

/** Of an event. */
export const MOST_TAGS = 100;

export const Attendees = z
  .array(Attendee)
  .max(MOST_ATTENDEES, `An event can have at most ${MOST_ATTENDEES} guests.`)
  .refine(
    (list) => new Set(list.map(({ email }) => email)).size === list.length,
    "An address is there twice.",
  );

export const CalendarEvent = z
  .object({
    id: Id,
    calendarId: Id.describe(
      "Of an event that was put into a project of someone else whose calendar is not shared with you to be read: the project's id",
    ),
    title: z.string(),
    date: Day.describe("Of its own time zone; of a repetition the first"),
    time: TimeOfDay.nullable().describe("HH:MM; null is all day"),
    endDate: Day.describe("The last day, included"),
    endTime: TimeOfDay.nullable().describe("HH:MM; null exactly when `time` is"),
    timeZone: z
      .string()
      .nullable()
      .describe("Such as Europe/Oslo; null is the zone of the account, and so it is for all-day events"),
    location: z.string(),
    description: z.string(),
    type: z.string().describe("Free text; 'event' unless chosen"),
    tags: z.array(z.string()),
    repeat: z
      .string()
      .nullable()
      .describe("RRULE of RFC 5545 without its prefix, UNTIL in the event's own time"),
    exceptDates: z.array(Moment).describe("Instances that are left out, by their start"),
    extraDates: z.array(Moment).describe("Instances that the rule does not name"),
    seriesId: Id.nullable().describe("The repeating event of which it replaces an instance"),
    instance: Moment.nullable().describe("The start of the instance it replaces"),
    noteId: Id.nullable().describe("The note about it; it may be gone"),
    attendees: z.array(Attendee),
    isCanceled: z
      .boolean()
      .describe("It doesn't take place: the program or the file that it comes from says so"),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .describe("Something that happens at a time");
export type CalendarEvent = z.infer<typeof CalendarEvent>;

/** Of answers: there are thousands in one, each made here, so that looking at each again took longer than all else. */
const shown = z.string();

export const EventInstance = z
  .object({
    eventId: shown.describe("UUID of the event"),
    instance: shown.nullable().describe("Which one of a repeating event; null of one that does not repeat"),
    start: shown.describe("On the clock that was asked for; a day alone of one that lasts all day"),
    end: shown.describe("When it is over; the last day, included, of one that lasts all day"),
  })
  .describe("When an event happens, once");
export type EventInstance = z.infer<typeof EventInstance>;

/** The title of what is there and says nothing else, in a calendar whose free and busy times alone are shared. */
export const BUSY = "Busy";

/** Of an account, changed instances included. */
export const MOST_EVENTS = 50_000;
/** In one answer; what is over comes later or not at all, and is said. */
export const MOST_INSTANCES = 20_000;

export const EventScope = z
  .enum(["this", "following", "all"])
  .describe(
    "Of a repeating event: this instance alone, it and all later ones, or all. Absent: an instance that is an event of its own alone, else all",
  );
export type EventScope = z.infer<typeof EventScope>;

const zone = z.string().max(64).refine(isTimeZone, "A time zone such as Europe/Oslo");
const title = visibleText(1000);
const rule = z.string().refine(isEventRule, "This rule of repetition can't be read.");
const dates = z.array(Moment).max(2000);

const fields = {
  calendarId: Id.optional(),
  title: title.optional(),
  date: Day.optional(),
  time: TimeOfDay.nullable().optional(),
  endDate: Day.optional(),
  endTime: TimeOfDay.nullable().optional(),
  timeZone: zone.nullable().optional(),
  location: text(1000).optional(),
  description: text(10_000).optional(),
  type: text(100).optional(),
  tags: z.array(text(100)).max(MOST_TAGS).optional(),
  repeat: rule.nullable().optional(),
  exceptDates: dates.optional(),
  extraDates: dates.optional(),
  noteId: Id.nullable().optional().describe("An own note"),
  attendees: Attendees.optional().describe("Who is asked to come; mails are sent by attendees.send alone"),
};

const Changed = z.object({
  events: z.array(CalendarEvent).describe("As they are now: the series, and what was parted from it"),
  activityId: Id.nullable().describe(
    "Entry of the log that takes back a change of a series as a whole; null where the fields can be put back",
  ),
  overwritten: z
    .array(z.string())
    .describe("Fields that someone else had changed since `was`; the new value stands"),
});

export const events = {
  list: signedIn
    .route({
      method: "GET",
      path: "/events",
      summary:
        "What happens from one day to another, and the events it is an instance of; of a calendar whose free and busy times are shared the times alone",
    })
    .input(
      z.object({
        from: Day,
        to: Day.describe("Including this day; at most 400 days later"),
        timeZone: zone.optional().describe("Absent: that of the account's preferences"),
        calendarId: Id.optional(),
        projectId: Id.optional().describe(
          "Events of this project: put into it or, in a project of one's own, about a note of it",
        ),
        instances: isStated
          .optional()
          .describe("false: the caller reckons them, by the rules and what is in `replaced`"),
      }),
    )
    .output(
      z.object({
        events: z.array(CalendarEvent),
        instances: z.array(EventInstance).describe("By their start"),
        isTruncated: z.boolean().describe(`Whether there are more than ${MOST_INSTANCES} instances`),
        replaced: z
          .record(z.string(), z.array(z.string()))
          .optional()
          .describe(
            "Where instances are not asked for: those of a repeating event, by its id, that are events of their own",
          ),
      }),
    ),

  search: signedIn
    .route({
      method: "GET",
      path: "/events/search",
      summary: "Search titles, places, descriptions and tags of events",
    })
    .input(SearchInput)
    .output(
      z.object({
        hits: z
          .array(
            z.object({
              event: CalendarEvent,
              instance: EventInstance.describe("Today's or the next one; the last where none comes"),
              projectId: Id.nullable().describe(
                "Of an event that none of the caller's calendars has: the project of someone else it was put into",
              ),
            }),
          )
          .describe("What fits best first"),
      }),
    ),

  get: signedIn
    .route({ method: "GET", path: "/events/{eventId}", summary: "One event" })
    .input(z.object({ eventId: Id }))
    .output(CalendarEvent),

  create: signedIn
    .errors(declares("CONFLICT", "QUOTA_EXCEEDED"))
    .route({ method: "POST", path: "/events", summary: "Create an event", successStatus: 201 })
    .input(
      z.object({
        ...fields,
        id: Id.optional().describe("Made by the caller to be able to repeat the call"),
        calendarId: fields.calendarId.describe(
          "Absent: the default calendar, which is made if there is none",
        ),
        projectId: Id.optional().describe("Puts it into this own project"),
        title,
        date: Day,
        endDate: fields.endDate.describe("Absent: the same day, or the next when it ends before it begins"),
        endTime: fields.endTime.describe("Absent: an hour later"),
        timeZone: fields.timeZone.describe("Absent: that of the account's preferences"),
      }),
    )
    .output(CalendarEvent),

  update: signedIn
    .errors(declares("CONFLICT", "QUOTA_EXCEEDED"))
    .route({ method: "PATCH", path: "/events/{eventId}", summary: "Change an event, or instances of it" })
    .input(
      z.object({
        ...fields,
        eventId: Id,
        instance: Moment.optional().describe(
          "Of a repeating event; the new days and times are then those of it",
        ),
        scope: EventScope.optional(),
        newId: Id.optional().describe("Of what is parted from the series, to be able to repeat the call"),
        was: z
          .record(z.string().max(20), z.unknown())
          .optional()
          .describe(
            "What the changed fields were when they were read, to hear whether someone else changed them",
          ),
      }),
    )
    .output(Changed),

  note: signedIn
    .errors(declares("CONFLICT", "QUOTA_EXCEEDED"))
    .route({
      method: "POST",
      path: "/events/{eventId}/note",
      summary: "The note about an event; made the first time, and the same for all who ask at once",
    })
    .input(
      z.object({
        eventId: Id,
        title: text(1000).describe("Of a note that is made"),
        text: text(500_000).default("").describe("Markdown that a note that is made begins with"),
      }),
    )
    .output(z.object({ noteId: Id, isNew: z.boolean(), event: CalendarEvent })),

  remove: signedIn
    .errors(declares("CONFLICT", "QUOTA_EXCEEDED"))
    .route({
      method: "DELETE",
      path: "/events/{eventId}",
      summary: "Put an event into the trash, or leave instances of it out",
    })
    .input(z.object({ eventId: Id, instance: Moment.optional(), scope: EventScope.optional() }))
    .output(
      z.object({
        activityId: Id.nullable().describe("Entry of the log that takes it back; null: restore it"),
      }),
    ),

  restore: signedIn
    .route({ method: "POST", path: "/events/{eventId}/restore", summary: "Take an event out of the trash" })
    .input(z.object({ eventId: Id }))
    .output(CalendarEvent),
};

export const eventsNoun = defineNoun({
  operations: events,
  liveEntities: ["event"],
  activityTypes: ["event_created", "event_updated", "event_deleted", "event_restored"],
  activityEntities: ["event"],
  trash: { event: "events" },
  importKinds: ["events"],
});
