import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  date,
  doublePrecision,
  type ExtraConfigColumn,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import type { Task } from "#contract/tasks.ts";
import { createdAt, revision, trashedAt, updatedAt, userId } from "./columns.ts";
import { notes } from "./notes.ts";

type Columns = {
  [
    Column in
      | "id"
      | "userId"
      | "listPosition"
      | "completedAt"
      | "myDay"
      | "plannedAt"
      | "uid"
      | "resource"
      | "revision"
  ]: ExtraConfigColumn;
};

/** By them lists, days and programs that ask for what has changed find theirs. */
const listIndexes = (table: Columns) => [
  index("tasks_by_due")
    .on(table.userId, sql`coalesce(due_date, 'infinity'::date)`, table.id)
    .where(sql`trashed_at IS NULL`),
  index("tasks_open_by_due")
    .on(table.userId, sql`coalesce(due_date, 'infinity'::date)`, table.id)
    .where(sql`trashed_at IS NULL AND NOT completed`),
  index("tasks_by_position")
    .on(table.userId, table.listPosition, table.id)
    .where(sql`trashed_at IS NULL`),
  index("tasks_open_by_position")
    .on(table.userId, table.listPosition, table.id)
    .where(sql`trashed_at IS NULL AND NOT completed`),
  index("tasks_by_completion")
    .on(table.userId, table.completedAt, table.id)
    .where(sql`trashed_at IS NULL AND completed`),
  index("tasks_of_day")
    .on(table.userId, table.myDay)
    .where(sql`trashed_at IS NULL AND my_day IS NOT NULL`),
  index("tasks_planned")
    .on(table.userId, table.plannedAt)
    .where(sql`trashed_at IS NULL AND planned_at IS NOT NULL`),
  index("tasks_by_uid").on(table.userId, table.uid),
  index("tasks_by_resource").on(table.userId, table.resource),
  index("tasks_changed").on(table.userId, table.revision),
];

/** Things to do. One with a note is a checkbox of that note: title and state are derived from its body, the rest is of here. */
export const tasks = pgTable(
  "tasks",
  {
    id: uuid("id").primaryKey(),
    userId: userId(),
    title: text("title").notNull(),
    description: text("description").notNull().default(""),
    completed: boolean("completed").notNull().default(false),
    /** Says "doing" of one that is open. What is completed is done, whatever this says, so that the two cannot part. */
    isStarted: boolean("is_started").notNull().default(false),
    /** high, medium or low */
    priority: text("priority").$type<Task["priority"]>().notNull().default("medium"),
    category: text("category").notNull().default("general"),
    tags: text("tags")
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** References (id, user_id) of this table; both are tasks of their own. */
    parentId: uuid("parent_id"),
    /** Since when it is below that one; a trigger sets it. Null also of one that was there before this column. */
    parentSince: timestamp("parent_since", { withTimezone: true }),
    /** Its place in the order made by hand. The moment it is made puts it last, whoever makes it. */
    listPosition: doublePrecision("list_position")
      .notNull()
      .default(sql`extract(epoch FROM clock_timestamp())`),
    startDate: date("start_date"),
    /** A day of the user's calendar and a time of it (HH:MM): neither moves when the user travels. */
    dueDate: date("due_date"),
    dueTime: text("due_time"),
    /** The words of the title the day was read from; while they stay, "tomorrow" stays the day it was. */
    dueWords: text("due_words"),
    estimateMinutes: integer("estimate_minutes"),
    spentMinutes: integer("spent_minutes").notNull().default(0),
    /** The last additions to it, the latest first: one that is sent again is not counted again. */
    spentIds: uuid("spent_ids")
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** The time that is set aside for it: an instant, because it stands among events. */
    plannedAt: timestamp("planned_at", { withTimezone: true }),
    plannedMinutes: integer("planned_minutes"),
    /** RRULE without its prefix; COUNT is what is left of it. */
    repeat: text("repeat"),
    /** due or completion */
    repeatFrom: text("repeat_from").$type<Task["repeatFrom"]>().notNull().default("due"),
    /** The day it was put on My Day. */
    myDay: date("my_day"),
    /** Ids of tasks and notes; what is gone for ever stays named, as a link does. */
    waitsFor: uuid("waits_for")
      .array()
      .notNull()
      .default(sql`'{}'`),
    noteIds: uuid("note_ids")
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** Whose it is to do, of those who see its project. */
    assigneeId: uuid("assignee_id"),
    noteId: uuid("note_id"),
    blockId: text("block_id"),
    /** The change of the note as of which it was last ticked or given a day by hand; what is derived from an older body leaves it alone. */
    tickedSeq: bigint("ticked_seq", { mode: "number" }).notNull().default(0),
    /** Its place among the checkboxes of its note. */
    position: integer("position").notNull().default(0),
    /** UID of iCalendar, when it was given by another program; else its id is it. */
    uid: text("uid"),
    /** The file that another program sent of it last, as it came: what it says and is not understood here is written again. */
    ics: text("ics"),
    /** Last part of its CalDAV address, when a client chose another than the id. */
    resource: text("resource"),
    /** Number of the transaction that wrote it last; a trigger sets it (decision 101). */
    revision: revision(),
    completedAt: timestamp("completed_at", { withTimezone: true }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    trashedAt: trashedAt(),
  },
  (table) => [
    unique("tasks_block").on(table.noteId, table.blockId),
    unique("tasks_id_user").on(table.id, table.userId),
    index("tasks_of_assignee")
      .on(table.assigneeId)
      .where(sql`assignee_id IS NOT NULL`),
    ...listIndexes(table),
    index("tasks_of_parent")
      .on(table.parentId, table.listPosition, table.id)
      .where(sql`parent_id IS NOT NULL`),
    // ON DELETE SET NULL (parent_id) in the migration, for which Drizzle has no words.
    foreignKey({
      name: "tasks_parent_owner",
      columns: [table.parentId, table.userId],
      foreignColumns: [table.id, table.userId],
    }),
    foreignKey({
      name: "tasks_note_owner",
      columns: [table.noteId, table.userId],
      foreignColumns: [notes.id, notes.userId],
    }).onDelete("cascade"),
  ],
);

/** Instances of tasks that repeat which were done: the task itself went on to its next day. */
export const taskCompletions = pgTable(
  "task_completions",
  {
    id: uuid("id").primaryKey(),
    userId: userId(),
    taskId: uuid("task_id").notNull(),
    dueDate: date("due_date"),
    completedAt: timestamp("completed_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index("task_completions_listed").on(table.userId, table.completedAt, table.id),
    index("task_completions_of_task").on(table.taskId),
    foreignKey({
      name: "task_completions_task_owner",
      columns: [table.taskId, table.userId],
      foreignColumns: [tasks.id, tasks.userId],
    }).onDelete("cascade"),
  ],
);

/** The days on which people have tasks of others on My Day. That of an own task is a column of the task. */
export const taskDays = pgTable(
  "task_days",
  {
    /** Whose day it is. */
    userId: userId(),
    taskId: uuid("task_id").notNull(),
    /** Whose task it is. */
    ownerId: uuid("owner_id").notNull(),
    myDay: date("my_day").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.taskId] }),
    index("task_days_listed").on(table.userId, table.myDay),
    index("task_days_of_task").on(table.taskId, table.ownerId),
    foreignKey({
      name: "task_days_task_owner",
      columns: [table.taskId, table.ownerId],
      foreignColumns: [tasks.id, tasks.userId],
    }).onDelete("cascade"),
  ],
);
