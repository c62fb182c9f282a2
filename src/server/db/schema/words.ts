import {
  bit,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import type { WordOrigin } from "#contract/shared/word-origins.ts";
import { bytea, userId } from "./columns.ts";
import { notes } from "./notes.ts";

/**
 * Words that came and went by the hand of one person, by note, day and origin (decision 112). Counted when a body is derived, by
 * `keep_words`; never on the way of a change into the log.
 */
export const wordDays = pgTable(
  "word_days",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    /** Who wrote; not necessarily the owner of the note. */
    userId: userId(),
    /** Null for a note that is gone, and in rows that were joined because an account had too many: what was written stays counted. */
    noteId: uuid("note_id").references(() => notes.id, { onDelete: "set null" }),
    /** Of the writer's own calendar. */
    day: date("day").notNull(),
    origin: text("origin").$type<WordOrigin>().notNull(),
    added: integer("added").notNull(),
    removed: integer("removed").notNull(),
  },
  (table) => [
    unique("word_days_of_note").on(table.userId, table.day, table.noteId, table.origin),
    index("word_days_note").on(table.noteId),
  ],
);

/**
 * At which hours of a day its words came and went, and in which minutes people were at it. The hours of a day add up to its row in
 * `word_days`: a word that is taken back later that day is taken off the hour in which that happened, so an hour may be below zero.
 */
export const wordHours = pgTable(
  "word_hours",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    userId: userId(),
    noteId: uuid("note_id").references(() => notes.id, { onDelete: "set null" }),
    /** Day and hour of the writer's own clock; where it is put back, an hour has the words of two. */
    day: date("day").notNull(),
    hour: smallint("hour").notNull(),
    origin: text("origin").$type<WordOrigin>().notNull(),
    added: integer("added").notNull(),
    removed: integer("removed").notNull(),
    /** A bit for each minute with a change made by hand, in their order; kept with what is typed alone. */
    minutes: bit("minutes", { dimensions: 60 }).notNull(),
  },
  (table) => [
    unique("word_hours_of_note").on(table.userId, table.day, table.noteId, table.hour, table.origin),
    index("word_hours_note").on(table.noteId),
  ],
);

/**
 * Which words the numbers of `word_days` are made of, as numbers of words and how often each came or went (collab/words/tally.ts). Kept for
 * two days, as long as a row may still grow: a word that is taken back was not written. Private, as note_search is.
 */
export const wordTallies = pgTable(
  "word_tallies",
  {
    noteId: uuid("note_id")
      .notNull()
      .references(() => notes.id, { onDelete: "cascade" }),
    userId: userId(),
    day: date("day").notNull(),
    origin: text("origin").$type<WordOrigin>().notNull(),
    tally: bytea("tally").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.noteId, table.userId, table.day, table.origin] }),
    index("word_tallies_user").on(table.userId),
    index("word_tallies_day").on(table.day),
  ],
);
