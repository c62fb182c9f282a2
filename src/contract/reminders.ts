import { z } from "zod";
import { declares, Done, Id, Instant, signedIn, text } from "./shared/base.ts";
import { defineNoun } from "./noun.ts";
import { isRepeatRule } from "./shared/repeat-rule.ts";
import { isTimeZone } from "./shared/time-zone.ts";

const Status = z.enum(["pending", "sent", "snoozed", "dismissed"]);
const Frequency = z.enum(["once", "daily", "weekly", "monthly", "yearly", "custom"]);
export const ReminderChannel = z.enum(["inApp", "push", "email", "webhook"]);

/** What every calendar and database knows. */
const isKnownYear = (moment: string) => moment >= "1900" && moment < "9999-12-31";
const LocalTime = z.iso
  .datetime({ local: true, precision: -1 })
  .refine(isKnownYear, "A year from 1900 to 9999");
const DueInstant = Instant.refine(isKnownYear, "A year from 1900 to 9999");

export const Reminder = z
  .object({
    id: Id,
    noteId: Id.nullable(),
    taskId: Id.nullable(),
    eventId: Id.nullable(),
    title: z.string().describe("Of what it reminds of"),
    content: z.string().describe("How the text of its note begins; empty where there is none"),
    reminderDate: Instant.describe("When it is due; of one that repeats, when it is due next"),
    localTime: LocalTime.describe("The same by the clock of its time zone, which a repetition keeps"),
    timeZone: z.string(),
    minutesBefore: z
      .int()
      .nullable()
      .describe("It goes with its task or event, so long before each time it begins; null stays at its date"),
    frequency: Frequency,
    repeat: z
      .string()
      .nullable()
      .describe("Of a custom frequency: RRULE without its prefix; COUNT is what is left of it"),
    status: Status.describe("One that repeats is pending again as soon as it has rung"),
    snoozeUntil: Instant.nullable(),
    ringsAt: Instant.nullable().describe("The next ring: its date, or the end of snoozing or of quiet hours"),
    notificationSent: z.boolean().describe("It rang, and was neither snoozed nor dismissed since"),
    lastRungAt: Instant.nullable(),
    lastDueAt: Instant.nullable().describe("What the last ring was due at"),
    missed: z
      .boolean()
      .describe(
        "The last ring came minutes after it was due: the server was away, or its subject in the trash",
      ),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .describe("Rings at its time for a note, a task or an event, also with every page closed");
export type Reminder = z.infer<typeof Reminder>;

const YEAR_MINUTES = 525_600;
const DAY_MINUTES = 1440;

const when = {
  reminderDate: DueInstant.optional().describe("Instead of localTime"),
  minutesBefore: z
    .int()
    .min(-DAY_MINUTES)
    .max(YEAR_MINUTES)
    .optional()
    .describe(
      "Instead of a date, of a task or event: so long before it begins, whenever that is moved to; a day without a time begins at 00:00",
    ),
  localTime: LocalTime.optional().describe("What a clock of the time zone shows, such as 2026-12-24T09:00"),
  timeZone: z
    .string()
    .max(64)
    .refine(isTimeZone, "A time zone such as Europe/Oslo")
    .optional()
    .describe("Absent: that of the account's preferences"),
  frequency: Frequency.optional().describe("Absent: custom with `repeat`, else once"),
  repeat: z
    .string()
    .refine(isRepeatRule, "This rule of repetition can't be read.")
    .nullable()
    .optional()
    .describe("RRULE of days, weeks, months or years without its prefix"),
};
type When = { frequency?: string | undefined; repeat?: string | null | undefined };
const hasItsRule = ({ frequency, repeat }: When) =>
  frequency === undefined || (frequency === "custom") === (typeof repeat === "string");
/** One that goes with its subject repeats as that does. */
const isWhole = ({ minutesBefore, ...given }: When & { minutesBefore?: number | undefined }) =>
  minutesBefore === undefined || (given.frequency === undefined && !given.repeat);
const WHOLE = { message: "It repeats as its task or event does.", path: ["frequency"] };
type Dates = { [Name in "reminderDate" | "localTime" | "minutesBefore"]?: unknown };
const countDates = ({ reminderDate, localTime, minutesBefore }: Dates) =>
  [reminderDate, localTime, minutesBefore].filter((date) => date !== undefined).length;
const RULE = { message: "A custom frequency needs a rule, and no other has one.", path: ["repeat"] };

const ById = z.object({ reminderId: Id });

const Device = z.object({
  id: Id,
  service: z.string().describe("Host of the browser vendor's push service"),
  lastError: z.string().nullable(),
  createdAt: Instant,
});

export const reminders = {
  list: signedIn
    .route({ method: "GET", path: "/reminders", summary: "Reminders, the next to ring first" })
    .input(
      z.object({
        status: Status.optional(),
        noteId: Id.optional(),
        taskId: Id.optional(),
        eventId: Id.optional(),
        cursor: text(200).optional(),
        limit: z.coerce.number().int().min(1).max(500).default(100),
      }),
    )
    .output(z.object({ reminders: z.array(Reminder), nextCursor: z.string().nullable() })),

  due: signedIn
    .route({
      method: "GET",
      path: "/reminders/due",
      summary: "What is due, and what rang within a day and was neither snoozed nor dismissed",
    })
    .input(z.object({}).optional())
    .output(z.object({ reminders: z.array(Reminder).describe("At most 100, the latest first") })),

  get: signedIn
    .route({ method: "GET", path: "/reminders/{reminderId}", summary: "One reminder" })
    .input(ById)
    .output(Reminder),

  create: signedIn
    .errors(declares("CONFLICT", "QUOTA_EXCEEDED"))
    .route({
      method: "POST",
      path: "/reminders",
      summary: "Create a reminder of an own note, task or event",
      successStatus: 201,
    })
    .input(
      z
        .object({
          id: Id.optional().describe("Made by the caller to be able to repeat the call"),
          noteId: Id.optional(),
          taskId: Id.optional(),
          eventId: Id.optional(),
          ...when,
        })
        .refine(
          ({ noteId, taskId, eventId }) => [noteId, taskId, eventId].filter(Boolean).length === 1,
          "A reminder is of one note, task or event.",
        )
        .refine((given) => countDates(given) === 1, {
          message: "A reminder has a date: reminderDate, localTime or minutesBefore.",
          path: ["reminderDate"],
        })
        .refine(({ noteId, minutesBefore }) => !noteId || minutesBefore === undefined, {
          message: "A note doesn't begin.",
          path: ["minutesBefore"],
        })
        .refine(hasItsRule, RULE)
        .refine(isWhole, WHOLE),
    )
    .output(Reminder),

  update: signedIn
    .errors(declares("CONFLICT"))
    .route({
      method: "PATCH",
      path: "/reminders/{reminderId}",
      summary: "Change when a reminder rings; a new date makes it pending again",
    })
    .input(
      z
        .object({ reminderId: Id, ...when })
        .refine((given) => countDates(given) <= 1, {
          message: "One of reminderDate, localTime and minutesBefore.",
          path: ["reminderDate"],
        })
        .refine(hasItsRule, RULE)
        .refine(isWhole, WHOLE),
    )
    .output(Reminder),

  snooze: signedIn
    .errors(declares("CONFLICT"))
    .route({ method: "POST", path: "/reminders/{reminderId}/snooze", summary: "Ring again later" })
    .input(
      z.object({
        reminderId: Id,
        minutes: z.int().min(1).max(525_600).default(15),
        until: DueInstant.optional().describe("Instead of minutes"),
      }),
    )
    .output(Reminder),

  dismiss: signedIn
    .route({
      method: "POST",
      path: "/reminders/{reminderId}/dismiss",
      summary: "Done with it; one that repeats goes on",
    })
    .input(
      z.object({
        reminderId: Id,
        series: z.boolean().default(false).describe("Of one that repeats, also all that would come"),
      }),
    )
    .output(Reminder),

  remove: signedIn
    .route({ method: "DELETE", path: "/reminders/{reminderId}", summary: "Delete a reminder" })
    .input(ById)
    .output(Done),

  pushKey: signedIn
    .route({ method: "GET", path: "/reminders/push-key", summary: "The server's key for push subscriptions" })
    .input(z.object({}).optional())
    .output(z.object({ key: z.string().describe("applicationServerKey, base64url") })),

  devices: signedIn
    .route({ method: "GET", path: "/reminders/devices", summary: "Browsers that get push messages" })
    .input(z.object({}).optional())
    .output(z.object({ devices: z.array(Device) })),

  subscribe: signedIn
    .errors(declares("QUOTA_EXCEEDED"))
    .route({ method: "POST", path: "/reminders/devices", summary: "Send push messages to this browser" })
    .input(
      z
        .object({
          endpoint: z.url({ protocol: /^https?$/ }).max(1000),
          keys: z.object({
            p256dh: z.string().regex(/^[\w-]{87}=?$/),
            auth: z.string().regex(/^[\w-]{22}(==)?$/),
          }),
        })
        .describe("As PushSubscription.toJSON() has it"),
    )
    .output(Done),

  unsubscribe: signedIn
    .route({
      method: "POST",
      path: "/reminders/devices/remove",
      summary: "Send no more push messages to a browser",
    })
    .input(z.object({ endpoint: z.string().max(1000) }).describe("One that is not known is passed over"))
    .output(Done),

  test: signedIn
    .route({
      method: "POST",
      path: "/reminders/test",
      summary: "Send a test message, and tell what is wrong",
    })
    .input(z.object({ channel: ReminderChannel }))
    .output(z.object({ ok: z.boolean(), message: z.string().describe("For the person, in plain words") })),
};

export const remindersNoun = defineNoun({
  operations: reminders,
  liveEntities: ["reminder"],
  activityTypes: ["reminder_created", "reminder_updated", "reminder_deleted"],
  activityEntities: ["reminder"],
  importKinds: ["reminders"],
});
