import { z } from "zod";
import { Id, signedIn, text } from "./shared/base.ts";
import { isTimeZone } from "./shared/time-zone.ts";
import { defineNoun } from "./noun.ts";

const Day = z.iso.date().nullable();
const TimeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
  .nullable();

/** A sentence, understood. What it does not say is null. */
export const QuickAdd = z
  .object({
    id: Id.optional().describe("Of the task or event that was created; absent in a dry run"),
    kind: z.enum(["task", "event"]).describe("An event has an end"),
    title: z.string().describe("The sentence without the words of its parts"),
    date: Day.describe("A day of the user's calendar; of a repetition the first"),
    time: TimeOfDay.describe("HH:MM of that day"),
    endDate: Day.describe("The last day, included, when it is another or there are no times"),
    endTime: TimeOfDay,
    minutes: z.int().nullable().describe("How long it may take; of a created event, its length"),
    tags: z.array(z.string()).describe("Without #"),
    priority: z.enum(["high", "medium", "low"]).nullable(),
    rrule: z.string().nullable().describe("RFC 5545, without 'RRULE:'"),
    location: z.string().nullable(),
    remindAt: z.iso
      .datetime({ local: true, precision: -1 })
      .nullable()
      .describe("YYYY-MM-DDTHH:MM of the user's clock"),
    project: z.null().describe("Reserved"),
  })
  .describe("What a sentence says of a task or an event");
export type QuickAdd = z.infer<typeof QuickAdd>;

const operations = {
  add: signedIn
    .route({
      method: "POST",
      path: "/quick-add",
      summary: "Create a task or an event from a sentence",
      description:
        "Reads 'Lunch with Ann tomorrow 12-13 at Nero #food' without any model, in the account's time zone. An event goes into the default calendar. A dry run only answers what was understood.",
    })
    .input(
      z.object({
        text: text(1000).refine((words) => words.trim() !== "", "A few words"),
        now: z.iso
          .datetime({ offset: true, local: true })
          .optional()
          .describe("An instant, or without Z or offset what the user's clock shows; absent: now"),
        timeZone: z
          .string()
          .max(64)
          .refine(isTimeZone, "A time zone such as Europe/Oslo")
          .optional()
          .describe("Absent: that of the account's preferences"),
        ignore: z
          .array(z.object({ from: z.int().min(0), to: z.int().min(0) }))
          .max(100)
          .optional()
          .describe("Places of the text that are words, whatever they look like"),
        dryRun: z.stringbool().or(z.boolean()).default(false),
      }),
    )
    .output(QuickAdd),
};

export const quickAddNoun = defineNoun({ operations });
