import { sql } from "drizzle-orm";
import {
  boolean,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import type { ModelResult } from "#contract/shared/model-choices.ts";
import { calendarEvents } from "./calendar.ts";
import { bytea, createdAt, userId } from "./columns.ts";
import { files } from "./files.ts";
import { notes } from "./notes.ts";
import { tasks } from "./tasks.ts";

const bits = customType<{ data: string }>({ dataType: () => "bit varying" });

/** Whose things are found by meaning, and with which model; no row where that is turned off. */
export const meaningIndexes = pgTable("meaning_indexes", {
  userId: uuid("user_id").primaryKey(),
  /** As contract/models.ts names providers. */
  providerId: text("provider_id").notNull(),
  host: text("host").notNull(),
  model: text("model").notNull(),
  /** Of a vector; null until the first came, 0 once one of another length came. */
  numbers: integer("numbers"),
  /** Why it waits: how a call ended, and that in words. */
  fault: text("fault").$type<ModelResult>(),
  faultWords: text("fault_words"),
  /** In a row. */
  failures: integer("failures").notNull().default(0),
  retryAt: timestamp("retry_at", { withTimezone: true }),
  /** The node that works on it has until then; it says so again while it does. */
  claimedUntil: timestamp("claimed_until", { withTimezone: true }),
  /** It is new, or a fence came or went: what there is, and what of it may be read, is asked anew. */
  isSurveyDue: boolean("is_survey_due").notNull().default(false),
  createdAt: createdAt(),
});

/** A thing that is read for its meaning, which one of four columns names. Kept by triggers on their tables and by the work on the index. */
export const meaningItems = pgTable(
  "meaning_items",
  {
    id: uuid("id").primaryKey(),
    userId: userId(),
    noteId: uuid("note_id").references(() => notes.id, { onDelete: "cascade" }),
    fileId: uuid("file_id").references(() => files.id, { onDelete: "cascade" }),
    taskId: uuid("task_id").references(() => tasks.id, { onDelete: "cascade" }),
    eventId: uuid("event_id").references(() => calendarEvents.id, { onDelete: "cascade" }),
    /** When it was changed last, until it is read; the newest come first. Null: what is kept is what it says. */
    dueAt: timestamp("due_at", { withTimezone: true }),
    /** What its passages are known by, in their order; empty where it may not be read or says nothing. */
    hashes: text("hashes")
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** Their vectors, one after another: signed bytes, each vector of the same length. */
    vectors: bytea("vectors"),
  },
  (table) => [
    unique("meaning_items_note").on(table.noteId),
    unique("meaning_items_file").on(table.fileId),
    unique("meaning_items_task").on(table.taskId),
    unique("meaning_items_event").on(table.eventId),
    index("meaning_items_user").on(table.userId),
    index("meaning_items_due")
      .on(table.userId, table.dueAt)
      .where(sql`due_at IS NOT NULL`),
  ],
);

/**
 * The signs of the vectors, by which the likely ones are found. The index that they are compared in, region by region and without the rows
 * themselves, stands in 0064_meaning.sql.
 */
export const meaningPassages = pgTable(
  "meaning_passages",
  {
    itemId: uuid("item_id")
      .notNull()
      .references(() => meaningItems.id, { onDelete: "cascade" }),
    userId: userId(),
    /** In `hashes` and `vectors`, from 0. */
    place: smallint("place").notNull(),
    /** Which of 256 regions it lies in, so that those of large accounts are not all compared. */
    topic: smallint("topic").notNull(),
    bits: bits("bits").notNull(),
  },
  (table) => [primaryKey({ columns: [table.itemId, table.place] })],
);
