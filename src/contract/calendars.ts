import { z } from "zod";
import { declares, Done, Id, Instant, signedIn, visibleText } from "./shared/base.ts";
import { defineNoun } from "./noun.ts";
import { CalendarRole } from "./sharing.ts";

export const CalendarColor = z.enum(["cyan", "blue", "violet", "pink", "red", "orange", "green", "gray"]);
export type CalendarColor = z.infer<typeof CalendarColor>;

export const Calendar = z
  .object({
    id: Id,
    name: z.string(),
    color: CalendarColor,
    isVisible: z.boolean().describe("Whether its events are shown among those of the others"),
    isDefault: z.boolean().describe("Whether events go into it when no other is chosen"),
    subscription: z
      .object({
        url: z.string(),
        readAt: Instant.nullable().describe("When it was last read without a fault"),
        error: z.string().nullable().describe("Why the last look failed, for the person"),
      })
      .nullable()
      .describe("Where its events come from, which can't be changed here then; null of an own calendar"),
    sharedBy: z
      .object({
        shareId: Id.describe("To leave it"),
        role: CalendarRole,
        owner: z.object({ name: z.string(), email: z.string() }),
      })
      .nullable()
      .describe(
        "Of a calendar that another account shares with you: whose it is, and what you may do with it",
      ),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .describe("Events that belong together");
export type Calendar = z.infer<typeof Calendar>;

/** What was done with an iCalendar file that was sent to `POST /api/calendars/import`, which takes up to 10 MB of it as its body. */
export type CalendarImport = {
  calendarId: string;
  /** Events, changed instances included. */
  created: number;
  /** Of those that were there by their UID: how many are different now. */
  updated: number;
  /** Of guests, in a file that a mail program answers an invitation with. */
  answers: number;
  /** To-dos of the file that became tasks. */
  tasks: number;
  /** What was left out and why; the first hundred. */
  skipped: { title: string; why: string }[];
  skippedCount: number;
  /** What is there otherwise than in the file, such as a text that was cut; the first hundred. */
  changed: { title: string; why: string }[];
  changedCount: number;
};

/** Of an account. */
export const MOST_CALENDARS = 100;

const fields = {
  name: visibleText(200),
  color: CalendarColor,
  isVisible: z.boolean(),
  isDefault: z.literal(true).describe("Takes this from the one that has been it"),
};

const operations = {
  list: signedIn
    .route({
      method: "GET",
      path: "/calendars",
      summary:
        "All calendars in the order they were made, then those that others share with you; the first is made with the first event",
    })
    .input(z.object({}).optional())
    .output(z.object({ calendars: z.array(Calendar) })),

  create: signedIn
    .errors(declares("CONFLICT", "QUOTA_EXCEEDED"))
    .route({ method: "POST", path: "/calendars", summary: "Create a calendar", successStatus: 201 })
    .input(
      z.object({
        id: Id.optional().describe("Made by the caller to be able to repeat the call"),
        name: fields.name,
        color: fields.color.optional().describe("Absent: one that no other has yet"),
        url: z
          .url({ protocol: /^(https?|webcals?)$/ })
          .max(2000)
          .optional()
          .describe("Of an iCalendar file to subscribe to: it is read every hour"),
      }),
    )
    .output(Calendar),

  update: signedIn
    .route({
      method: "PATCH",
      path: "/calendars/{calendarId}",
      summary: "Rename, color, show or hide a calendar",
    })
    .input(
      z.object({
        calendarId: Id,
        name: fields.name.optional(),
        color: fields.color.optional(),
        isVisible: fields.isVisible.optional(),
        isDefault: fields.isDefault.optional(),
      }),
    )
    .output(Calendar),

  remove: signedIn
    .route({
      method: "DELETE",
      path: "/calendars/{calendarId}",
      summary: "Put a calendar with its events into the trash for 30 days",
    })
    .input(z.object({ calendarId: Id }))
    .output(Done),

  restore: signedIn
    .route({
      method: "POST",
      path: "/calendars/{calendarId}/restore",
      summary: "Take a calendar and the events that went with it out of the trash",
    })
    .input(z.object({ calendarId: Id }))
    .output(Calendar),

  refresh: signedIn
    .errors(declares("CONFLICT"))
    .route({
      method: "POST",
      path: "/calendars/{calendarId}/refresh",
      summary: "Read a calendar that is subscribed to again within seconds",
    })
    .input(z.object({ calendarId: Id }))
    .output(Done),

  feed: signedIn
    .route({
      method: "GET",
      path: "/calendars/{calendarId}/feed",
      summary: "Whether other programs can read a calendar by a private address",
    })
    .input(z.object({ calendarId: Id }))
    .output(z.object({ createdAt: Instant.nullable().describe("Of its address; null when it has none") })),

  createFeed: signedIn
    .route({
      method: "POST",
      path: "/calendars/{calendarId}/feed",
      summary: "Make a private address, which takes the place of the one before",
      successStatus: 201,
    })
    .input(z.object({ calendarId: Id }))
    .output(
      z.object({
        path: z.string().describe("Of the iCalendar file on this server. Told once: its secret is not kept"),
        createdAt: Instant,
      }),
    ),

  revokeFeed: signedIn
    .route({
      method: "DELETE",
      path: "/calendars/{calendarId}/feed",
      summary: "Revoke the private address of a calendar",
    })
    .input(z.object({ calendarId: Id }))
    .output(Done),
};

export const calendarsNoun = defineNoun({
  operations,
  liveEntities: ["calendar"],
  activityTypes: ["calendar_created", "calendar_updated", "calendar_deleted", "calendar_restored"],
  activityEntities: ["calendar"],
  trash: { calendar: "calendars" },
  importKinds: ["calendars"],
});
