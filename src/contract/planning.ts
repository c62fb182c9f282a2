import { z } from "zod";
import { Id, Instant, signedIn } from "./shared/base.ts";
import { TaskPriority } from "./tasks.ts";
import { defineNoun } from "./noun.ts";

const Day = z.iso.date().refine((day) => day >= "1970-01-01" && day <= "9999-11-30", "A day from 1970 on");

/** In one question. */
export const MOST_SLOT_DAYS = 62;
const MOST_MINUTES = 1440;

const Slot = z
  .object({ startsAt: Instant, endsAt: Instant })
  .describe("Time in which nothing is planned, as long as it lasts");

export const Hours = z.object({
  from: z.string().describe("HH:MM of the account's clock"),
  to: z.string().describe("HH:MM, later than `from`; 24:00 is the end of the day"),
  days: z.array(z.int()).describe("Days of the week that are worked on: 1 is Monday, 7 Sunday"),
  source: z
    .enum(["chosen", "learnt", "usual"])
    .describe(
      "From the preferences, from when tasks were done, or the usual ones, 9 to 17 from Monday to Friday",
    ),
});
export type Hours = z.infer<typeof Hours>;

const Estimates = z.object({
  factor: z
    .number()
    .describe("How long tasks took for each minute that was estimated; 1 while too few are known"),
  samples: z.int().describe("Of how many tasks that is the median"),
});
export type Estimates = z.infer<typeof Estimates>;

const PlanReason = z
  .enum(["overdue", "due-today", "my-day", "due-soon", "high-priority", "comes-before"])
  .describe("Why it is in the plan; what comes before another task is there because of that one");
export type PlanReason = z.infer<typeof PlanReason>;

const Why = z.object({
  reason: PlanReason,
  dueDate: z.string().nullable(),
  dueTime: z.string().nullable(),
  priority: TaskPriority,
  estimateMinutes: z.int().nullable().describe("Null: it has none, and half an hour is taken"),
  spentMinutes: z.int().describe("Taken off what the estimate comes to"),
  factor: z.number().describe("By which the estimate was lengthened or shortened"),
  isAfterDueTime: z.boolean().describe("There was no room before the time it is due"),
  after: z.string().nullable().describe("Title of the task it had to wait for"),
});
export type Why = z.infer<typeof Why>;

export const PlannedBlock = z
  .object({ taskId: Id, title: z.string(), startsAt: Instant, endsAt: Instant, minutes: z.int(), why: Why })
  .describe("Time proposed for a task; nothing is set aside until it is accepted");
export type PlannedBlock = z.infer<typeof PlannedBlock>;

const LeftOut = z.object({
  taskId: Id,
  title: z.string(),
  minutes: z.int(),
  reason: z
    .enum(["no-room", "waits"])
    .describe("No free time as long as it needs, or it waits for a task that is not done"),
  longestFree: z.int().describe("Minutes of the longest free time that was left for it"),
});
export type LeftOut = z.infer<typeof LeftOut>;

const Existing = Slot.extend({
  title: z.string(),
  kind: z.enum(["event", "task"]),
}).describe("What has its time already");

export const planning = {
  freeSlots: signedIn
    .route({
      method: "GET",
      path: "/planning/free-slots",
      summary: "Free time within working hours, from the calendars that are shown",
    })
    .input(
      z.object({
        from: Day,
        to: Day.describe(`Including this day; at most ${MOST_SLOT_DAYS} days`),
        minutes: z.coerce
          .number()
          .int()
          .min(5)
          .max(MOST_MINUTES)
          .default(30)
          .describe("Only slots that are as long as this"),
        allDayBlocks: z
          .stringbool()
          .or(z.boolean())
          .default(false)
          .describe("Whether an event that lasts all day leaves no time free"),
        now: Instant.optional().describe("What is earlier is left out; absent: the server's clock"),
      }),
    )
    .output(
      z.object({
        slots: z.array(Slot).describe("By their start"),
        hours: Hours,
        timeZone: z.string().describe("By whose clock the hours are meant"),
      }),
    ),

  planDay: signedIn
    .route({
      method: "GET",
      path: "/planning/day",
      summary: "Propose times for the tasks of a day; changes nothing, and says the same of the same",
    })
    .input(
      z.object({
        day: Day.describe("Of the account's calendar; also one that is not worked on"),
        now: Instant.optional().describe("What is earlier is left out; absent: the server's clock"),
      }),
    )
    .output(
      z.object({
        blocks: z.array(PlannedBlock).describe("By their start"),
        leftOut: z.array(LeftOut),
        existing: z.array(Existing).describe("By their start"),
        freeMinutes: z.int().describe("Before the blocks"),
        hours: Hours,
        estimates: Estimates,
        timeZone: z.string(),
      }),
    ),
};

export const planningNoun = defineNoun({ operations: planning });
