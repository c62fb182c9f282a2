import { z } from "zod";
import { Day, Id, signedIn, ToldDay } from "./shared/base.ts";
import { MOST_WORD_DAYS, WORD_ORIGINS } from "./shared/word-origins.ts";

const Count = z.int().min(0);
const Minutes = z.int().min(0);

const Period = z.object({
  from: Day.describe("Days of the account's calendar; both ends are included"),
  to: Day,
});
/** Of at most a year and the rest of its first and last week. */
const bounded = <Asked extends z.ZodType<{ from: string; to: string }>>(asked: Asked) =>
  asked
    .refine(({ from, to }) => from <= to, "It ends before it begins.")
    .refine(
      ({ from, to }) => Date.parse(to) - Date.parse(from) < MOST_WORD_DAYS * 86_400_000,
      `At most ${MOST_WORD_DAYS} days`,
    );

const Words = z.object({
  added: Count,
  removed: Count,
  written: Count.describe("Those of the added that were typed"),
});

export const PeriodFigures = Words.extend({
  activeDays: Count.describe("Days with at least one written word"),
  notes: Count.describe("In which words came or went"),
  sessions: Count.describe("A pause of more than 30 minutes ends one"),
  minutes: Minutes.describe("Of all sessions, from the first change to the last"),
  wordsAnHour: Count.nullable().describe("Written in an hour of these sessions; null where there was none"),
  tasksDone: Count,
  tasksSlipped: Count.describe("Whose due day is over, and which were done later or are still open"),
});
export type PeriodFigures = z.infer<typeof PeriodFigures>;

export const Analytics = z.object({
  today: Day,
  exactFrom: Day.nullable().describe("The first day that words were counted on; before it nothing is known"),
  hoursFrom: Day.nullable().describe("The same of hours and sessions"),
  now: PeriodFigures,
  before: PeriodFigures.describe("Of as many days right before"),
  days: z.array(Words.extend({ day: Day })).describe("Those in which words came or went"),
  hours: z.array(Count).length(24).describe("Words written by the hour of the writer's clock"),
  byHour: z
    .array(Words)
    .length(24)
    .optional()
    .describe("All words by the same hours; absent in what a device has kept of older servers"),
  origins: z.array(z.object({ origin: z.enum(WORD_ORIGINS), added: Count, removed: Count })),
});
export type Analytics = z.infer<typeof Analytics>;

export const BREAKDOWNS = ["folder", "tag", "project"] as const;
export const BreakdownRow = Words.extend({
  id: z.string().nullable().describe("Of folder or project, or the tag; null for words outside of all"),
  name: z.string(),
  notes: Count,
});
export type BreakdownRow = z.infer<typeof BreakdownRow>;

export const WrittenNote = Words.extend({
  noteId: Id.nullable().describe("Null for deleted notes, and where it is forgotten which it was"),
  title: z.string().nullable().describe("Null where the user no longer sees it"),
});
export type WrittenNote = z.infer<typeof WrittenNote>;

const ByHand = Words.omit({ written: true });

export const AuthorRow = ByHand.extend({
  authorId: Id,
  name: z.string(),
  isUser: z.boolean().describe("The user's own words, in notes of theirs and of others"),
  notes: Count,
});
export type AuthorRow = z.infer<typeof AuthorRow>;

export const AuthoredNote = WrittenNote.omit({ written: true });
export type AuthoredNote = z.infer<typeof AuthoredNote>;

export const WritingSession = z.object({
  start: z.string().describe("Of the writer's clock: 2026-03-01T09:05"),
  end: z.string(),
  minutes: Minutes,
  written: Count,
  notes: z.array(z.object({ noteId: Id, title: z.string() })).describe("At most 10"),
});
export type WritingSession = z.infer<typeof WritingSession>;

export const UPKEEP = ["stale", "orphans", "lost-links", "rewritten"] as const;
export type Upkeep = (typeof UPKEEP)[number];
export const UpkeepNote = z.object({
  noteId: Id,
  title: z.string(),
  updatedAt: z.iso.datetime(),
  words: Count.describe("In the note"),
  added: Count.describe("By the user in the period"),
  removed: Count,
  lost: z.array(z.string()).describe("Titles and ids that its links name and no note has; at most 5"),
});
export type UpkeepNote = z.infer<typeof UpkeepNote>;

export const CountedTask = z.object({
  taskId: Id,
  title: z.string(),
  dueDate: ToldDay.nullable(),
  completedAt: z.iso.datetime().nullable().describe("Null while it is open"),
});
export type CountedTask = z.infer<typeof CountedTask>;

const Spent = z.object({
  minutes: Minutes,
  count: Count,
  events: z.array(z.object({ eventId: Id, day: Day })).describe("The last 20"),
});

export const SpentTime = z.object({
  calendars: z.array(Spent.extend({ calendarId: Id, name: z.string() })),
  titles: z.array(Spent.extend({ title: z.string() })).describe("Those that took most, at most 50"),
  isTruncated: z.boolean().describe("More happened than is read at once"),
});
export type SpentTime = z.infer<typeof SpentTime>;

export const Writing = z
  .object({
    language: z.string().nullable().describe("BCP 47: de; null where it can't be told"),
    system: z.string().describe("Of Unicode: Latin, Cyrillic, Han (Chinese and Japanese), ..."),
    words: Count,
    vocabulary: Count.describe("Different words"),
    wordsASentence: z.number().min(0),
    readingEase: Count.nullable().describe(
      "0 hard to 100 easy, by the formula made for the language (Flesch, Amstad, ...); null for languages without one",
    ),
    readability: Count.nullable().describe(
      "Where there is no such formula, LIX: words a sentence, and percent of words with more than six letters; below 30 is easy, above 55 hard. Null where words have few letters",
    ),
    notes: z
      .array(z.object({ noteId: Id, title: z.string(), words: Count.describe("Of this language") }))
      .describe("By words"),
  })
  .describe("How the user writes in a language or, where it can't be told, in a writing system");
export type Writing = z.infer<typeof Writing>;

const get = (path: `/${string}`, summary: string) =>
  signedIn.route({ method: "GET", path: `/insights/${path.slice(1)}`, summary });

export const analyticsOperations = {
  analytics: get("/analytics", "Figures of a period beside those of the period before")
    .input(bounded(Period))
    .output(Analytics),

  breakdown: get("/breakdown", "Words of a period by folder, tag or project of their notes")
    .input(bounded(Period.extend({ by: z.enum(BREAKDOWNS) })))
    .output(z.object({ rows: z.array(BreakdownRow).describe("By words, at most 100") })),

  writtenNotes: get("/notes", "The notes behind a number of words")
    .input(
      bounded(
        Period.extend({
          folderId: z.union([Id, z.literal("none")]).optional(),
          tag: z.string().optional().describe("Empty for notes without tags"),
          projectId: z.union([Id, z.literal("none")]).optional(),
          origin: z.enum(WORD_ORIGINS).optional(),
          hour: z.coerce.number().int().min(0).max(23).optional().describe("Of the day"),
        }),
      ),
    )
    .output(z.object({ total: Count, notes: z.array(WrittenNote).describe("By words, at most 200") })),

  authors: get(
    "/authors",
    "Words of a period by who wrote them: the user, and in the user's notes each guest; without those of models and imports",
  )
    .input(bounded(Period))
    .output(z.object({ rows: z.array(AuthorRow).describe("By words, at most 100") })),

  authoredNotes: get("/authors/{authorId}/notes", "The notes behind the words of an author")
    .input(bounded(Period.extend({ authorId: Id })))
    .output(z.object({ total: Count, notes: z.array(AuthoredNote).describe("By words, at most 200") })),

  sessions: get("/sessions", "When the user sat and wrote")
    .input(bounded(Period))
    .output(z.object({ total: Count, sessions: z.array(WritingSession).describe("The latest 50") })),

  tasks: get("/tasks", "The tasks that were done, or that slipped")
    .input(bounded(Period.extend({ which: z.enum(["done", "slipped"]) })))
    .output(z.object({ total: Count, tasks: z.array(CountedTask).describe("The latest 200") })),

  upkeep: get("/upkeep", "Notes that are old, alone, rewritten, or link to nothing")
    .input(bounded(Period.extend({ which: z.enum(UPKEEP) })))
    .output(
      z.object({
        total: Count,
        notes: z
          .array(UpkeepNote)
          .describe("The oldest first, those that were rewritten most first, at most 100"),
      }),
    ),

  writing: get(
    "/writing",
    "How the user writes in each language, by the notes of a period that most words came into",
  )
    .input(bounded(Period))
    .output(
      z.object({
        notes: Count.describe("That were read, at most 50"),
        writings: z.array(Writing).describe("By words; without those of less than 3 % of the words"),
      }),
    ),

  time: get("/time", "Where the time of one's calendars went").input(bounded(Period)).output(SpentTime),
};
