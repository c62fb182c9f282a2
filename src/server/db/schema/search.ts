import { boolean, customType, integer, pgTable, primaryKey, uuid } from "drizzle-orm/pg-core";
import { tsvector } from "./columns.ts";
import { notes } from "./notes.ts";

/** Compared byte by byte, so that all words with a certain beginning stand together. */
const byteText = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' });

/**
 * What search looks in. Private: row-level security without a policy and no grants; read by `search_notes` alone, kept
 * by a trigger on notes_v2, or by `sync_search_of_notes` for many notes at once. Under a policy PostgreSQL would not use the text indexes (they are not leakproof).
 * Its one index, over user, words and pairs of words, stands in 0002_search.sql.
 */
export const noteSearch = pgTable("note_search", {
  noteId: uuid("note_id")
    .primaryKey()
    .references(() => notes.id, { onDelete: "cascade" }),
  userId: uuid("user_id").notNull(),
  /** Words with their places; `=word` once more for title and tags, `#tag` for whole tags. */
  words: tsvector("words").notNull(),
});

/** Each user's vocabulary, as private as note_search. */
export const noteWords = pgTable(
  "note_words",
  {
    userId: uuid("user_id").notNull(),
    /** As in `note_search.words`; the empty one stands for all notes. */
    word: byteText("word").notNull(),
    /** In how many notes, about: see count_words. */
    notes: integer("notes").notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.word] })],
);

/** Where the sweep of words that nobody uses any more goes on; one row, or none before a new round. */
export const noteWordsSweep = pgTable(
  "note_words_sweep",
  { userId: uuid("user_id").notNull(), word: byteText("word").notNull() },
  (table) => [primaryKey({ columns: [table.userId, table.word] })],
);

/**
 * What search looks in for tasks and events, as private as note_search; read by `search_planner` alone, kept by triggers on both tables.
 * Its one index, over user and words, stands in the migration that made it.
 */
export const plannerSearch = pgTable(
  "planner_search",
  {
    /** Of the task or event. Programs choose ids: a task and an event may have the same. */
    id: uuid("id").notNull(),
    userId: uuid("user_id").notNull(),
    isEvent: boolean("is_event").notNull(),
    /** As in `note_search.words`, without diacritics. */
    words: tsvector("words").notNull(),
  },
  (table) => [primaryKey({ columns: [table.id, table.isEvent] })],
);
