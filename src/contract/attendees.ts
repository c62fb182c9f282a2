import { z } from "zod";
import { Attendee } from "./events.ts";
import { defineNoun } from "./noun.ts";
import { declares, Id, Instant, signedIn } from "./shared/base.ts";

export const AttendeeStatus = z.enum(["needs-action", "accepted", "tentative", "declined"]);
export type AttendeeStatus = z.infer<typeof AttendeeStatus>;

/** Beside an answer. */
export const MOST_COMMENT = 500;

export const Answer = Attendee.extend({
  status: AttendeeStatus,
  comment: z.string().describe("What they wrote with their answer"),
  answeredAt: Instant.nullable(),
  isOfEarlierTimes: z.boolean().describe("Whether the event has other times since they answered"),
  told: z
    .enum(["never", "sending", "current", "outdated", "failed"])
    .describe("What of the event they have been mailed"),
  failure: z.string().nullable().describe("Why the last mail did not go out"),
}).describe("An attendee, and what came of the invitation");
export type Answer = z.infer<typeof Answer>;

export const attendees = {
  list: signedIn
    .route({
      method: "GET",
      path: "/events/{eventId}/attendees",
      summary: "Who is asked to come, what they answered, and what they have been mailed",
    })
    .input(z.object({ eventId: Id }))
    .output(
      z.object({
        attendees: z.array(Answer),
        canMail: z.boolean().describe("Whether this server has a mail server"),
        unsent: z.number().int().describe("How many mails `send` would send"),
        organizer: z
          .string()
          .nullable()
          .describe(
            "Address of another organizer, by an imported file: such an event is never mailed from here",
          ),
      }),
    ),

  send: signedIn
    .errors(declares("CONFLICT"))
    .route({
      method: "POST",
      path: "/events/attendees/send",
      summary:
        "Mail the attendees of own events what they do not know yet: invitations, changes, and cancellations of what is in the trash",
    })
    .input(z.object({ eventIds: z.array(Id).min(1).max(10) }))
    .output(z.object({ sent: z.number().int().describe("Mails that were left to the queue") })),

  file: signedIn
    .errors(declares("CONFLICT"))
    .route({
      method: "GET",
      path: "/events/{eventId}/invitation",
      summary: "The invitation as an iCalendar file, to be sent by other means",
    })
    .input(z.object({ eventId: Id }))
    .output(z.object({ ics: z.string() })),

  invited: signedIn
    .route({
      method: "GET",
      path: "/calendars/{calendarId}/invited",
      summary:
        "Events of an own calendar, also of one in the trash, that are still to come and whose attendees were mailed",
    })
    .input(z.object({ calendarId: Id }))
    .output(z.object({ eventIds: z.array(Id).describe("For `send`, ten at a time") })),

  known: signedIn
    .route({
      method: "GET",
      path: "/attendees/known",
      summary: "People who were asked to come to events, or share notes, most recent first",
    })
    .input(z.object({}))
    .output(
      z.object({
        people: z.array(Attendee.pick({ email: true, name: true })),
        canMail: z.boolean().describe("Whether this server has a mail server"),
        isConfirmed: z.boolean().describe("Whether the own address is confirmed, which `send` needs"),
      }),
    ),
};

export const attendeesNoun = defineNoun({ operations: attendees, importKinds: ["answers"] });
