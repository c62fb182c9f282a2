import { date, index, integer, pgTable, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
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
