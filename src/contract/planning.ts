import { z } from "zod";
import { Instant, signedIn } from "./shared/base.ts";
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
};

export const planningNoun = defineNoun({ operations: planning });
