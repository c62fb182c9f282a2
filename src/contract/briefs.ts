import { z } from "zod";
import { Id, Instant, signedIn, ToldDay } from "./shared/base.ts";
import { defineNoun } from "./noun.ts";
import { TaskPriority } from "./tasks.ts";

const Day = z.iso.date().refine((day) => day >= "1970-01-01" && day <= "9999-11-30", "A day from 1970 on");
const Moment = z.string().regex(/^\d{4}-\d\d-\d\d(T([01]\d|2[0-3]):[0-5]\d)?$/);

const BriefNote = z.object({
  noteId: Id,
  title: z.string(),
  updatedAt: Instant,
  isOwn: z.boolean().describe("It is the note of the event itself"),
  words: z.array(z.string()).describe("Words of the event that it has"),
  quotes: z.array(z.string()).describe("Sentences of it with the most of these words, as they stand there"),
});
export type BriefNote = z.infer<typeof BriefNote>;

const BriefDecision = z.object({
  noteId: Id,
  title: z.string().describe("Of the note"),
  quote: z.string().describe("As it stands there"),
});
export type BriefDecision = z.infer<typeof BriefDecision>;

const BriefTask = z.object({
  taskId: Id,
  title: z.string(),
  dueDate: ToldDay.nullable(),
  priority: TaskPriority,
  noteId: Id.nullable().describe("The note whose checkbox it is"),
});
export type BriefTask = z.infer<typeof BriefTask>;

const BriefFile = z.object({
  fileId: Id,
  name: z.string(),
  url: z.string(),
  noteId: Id.describe("The note that shows it"),
});
export type BriefFile = z.infer<typeof BriefFile>;

export const EventBrief = z
  .object({
    eventId: Id,
    instance: z.string().nullable(),
    title: z.string(),
    start: z.string().describe("On the account's clock; a day alone of one that lasts all day"),
    end: z.string(),
    notes: z.array(BriefNote).describe("The note of the event, then those that share most with it"),
    decisions: z.array(BriefDecision).describe("What those notes call decided, of the latest changed first"),
    tasks: z.array(BriefTask).describe("Open ones of those notes, and those that share words with the event"),
    files: z.array(BriefFile).describe("Shown in those notes"),
  })
  .describe("What is known about an event, quoted and not rewritten; made without any model");
export type EventBrief = z.infer<typeof EventBrief>;

export const briefs = {
  ofEvent: signedIn
    .route({ method: "GET", path: "/events/{eventId}/brief", summary: "What one's notes say about an event" })
    .input(
      z.object({
        eventId: Id,
        instance: Moment.optional().describe("Of a repeating event; absent: the next one"),
      }),
    )
    .output(EventBrief),

  ofDay: signedIn
    .route({
      method: "GET",
      path: "/briefs/{day}",
      summary: "The events of a day with their briefs, and what is due",
    })
    .input(z.object({ day: Day }))
    .output(
      z.object({
        day: Day,
        events: z.array(EventBrief).describe("By their start; the first ten"),
        due: z.array(BriefTask).describe("Open tasks that are due, or on My Day"),
      }),
    ),
};

export const briefsNoun = defineNoun({ operations: briefs });
