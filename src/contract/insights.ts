import { z } from "zod";
import { analyticsOperations } from "./analytics.ts";
import { Day, Id, signedIn } from "./shared/base.ts";
import { MOST_WORD_DAYS, WORD_ORIGINS } from "./shared/word-origins.ts";
import { defineNoun } from "./noun.ts";

const Words = z.int().min(0);

export const WordsRow = z
  .object({
    day: Day.nullable().describe("Null unless grouped by day"),
    noteId: Id.nullable().describe("Null unless grouped by note, and for deleted notes"),
    title: z.string().nullable().describe("Of the note, where the user still sees it"),
    origin: z.enum(WORD_ORIGINS).nullable().describe("Null unless grouped by origin"),
    added: Words,
    removed: Words,
    written: Words.describe("Those of the added that were typed"),
  })
  .describe("Words that the user brought into notes and took out of them");
export type WordsRow = z.infer<typeof WordsRow>;

export const InsightsOverview = z.object({
  day: Day.describe("Today, by the account's time zone; all days are"),
  notes: z.int().describe("Own notes outside the trash"),
  words: z.int().describe("In them"),
  wordsToday: Words.describe("Written by the user, in their own notes and in those of others"),
  wordsThisWeek: Words,
  wordsLastWeek: Words.describe("In the week before, up to the same day of the week"),
  streakDays: z
    .int()
    .describe("Days in a row with at least one written word; today still counts when nothing is written yet"),
  notesThisWeek: z.int().describe("Made this week"),
  tasksDoneThisWeek: z.int(),
});
export type InsightsOverview = z.infer<typeof InsightsOverview>;

export const insights = {
  ...analyticsOperations,

  words: signedIn
    .route({
      method: "GET",
      path: "/insights/words",
      summary: "Words added and removed by the user, by day, note or origin",
    })
    .input(
      z
        .object({
          from: Day,
          to: Day,
          by: z.enum(["day", "note", "origin"]).default("day"),
        })
        .refine(({ from, to }) => from <= to, "It ends before it begins.")
        .refine(
          ({ from, to }) => Date.parse(to) - Date.parse(from) < MOST_WORD_DAYS * 86_400_000,
          `At most ${MOST_WORD_DAYS} days`,
        ),
    )
    .output(
      z.object({
        rows: z.array(WordsRow).describe("Days in their order; notes and origins by words, at most 500"),
      }),
    ),

  overview: signedIn
    .route({ method: "GET", path: "/insights/overview", summary: "The figures of an account at a glance" })
    .input(
      z
        .object({
          firstWeekday: z.coerce.number().int().min(0).max(6).default(1).describe("0 is Sunday"),
        })
        .optional(),
    )
    .output(InsightsOverview),
};

export const insightsNoun = defineNoun({
  operations: insights,
  liveEntities: ["words"],
  importKinds: ["words", "wordHours"],
});
