import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import type { Task } from "#contract/tasks.ts";
import { createdAt, trashedAt, updatedAt, userId } from "./columns.ts";
import { notes } from "./notes.ts";

/** Things to do. One with a note is a checkbox of that note: title and state are derived from its body, the rest is of here. */
export const tasks = pgTable(
  "tasks",
  {
    id: uuid("id").primaryKey(),
    userId: userId(),
    title: text("title").notNull(),
    description: text("description").notNull().default(""),
    completed: boolean("completed").notNull().default(false),
    /** In progress; the status is made of this and `completed`, so that the two never disagree. */
    isStarted: boolean("is_started").notNull().default(false),
    /** high, medium or low */
    priority: text("priority").$type<Task["priority"]>().notNull().default("medium"),
    category: text("category").notNull().default("general"),
    tags: text("tags").array().notNull().default([]),
    startDate: date("start_date"),
    estimateMinutes: integer("estimate_minutes"),
    /** An RRULE without its name (RFC 5545) and what its next instance is counted from: due or completion. */
    repeatRule: text("repeat_rule"),
    repeatFrom: text("repeat_from").$type<Task["repeatFrom"]>().notNull().default("due"),
    myDay: date("my_day"),
    /** A day of the user's calendar and a time of it (HH:MM): neither moves when the user travels. */
    dueDate: date("due_date"),
    dueTime: text("due_time"),
    /** The words of the title the day was read from; while they stay, "tomorrow" stays the day it was. */
    dueWords: text("due_words"),
    noteId: uuid("note_id"),
    blockId: text("block_id"),
    /** The change of the note as of which it was last ticked or given a day by hand; what is derived from an older body leaves it alone. */
    tickedSeq: bigint("ticked_seq", { mode: "number" }).notNull().default(0),
    /** Its place among the checkboxes of its note. */
    position: integer("position").notNull().default(0),
    completedAt: timestamp("completed_at", { withTimezone: true }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    trashedAt: trashedAt(),
  },
  (table) => [
    unique("tasks_block").on(table.noteId, table.blockId),
    index("tasks_listed")
      .on(table.userId, table.dueDate, table.id)
      .where(sql`trashed_at IS NULL`),
    index("tasks_created")
      .on(table.userId, table.id)
      .where(sql`trashed_at IS NULL AND NOT completed`),
    index("tasks_done")
      .on(table.userId, table.completedAt, table.id)
      .where(sql`trashed_at IS NULL AND completed`),
    foreignKey({
      name: "tasks_note_owner",
      columns: [table.noteId, table.userId],
      foreignColumns: [notes.id, notes.userId],
    }).onDelete("cascade"),
  ],
);
