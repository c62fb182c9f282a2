import {
  bigint,
  boolean,
  date,
  foreignKey,
  index,
  pgTable,
  smallint,
  text,
  timestamp,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import type { PromiseDecision } from "#contract/promises.ts";
import { createdAt, userId } from "./columns.ts";
import { noteOfOwner } from "./notes.ts";
import { tasks } from "./tasks.ts";

/** Sentences of own notes in which somebody promises something (decision 152), and what their account said of them. */
export const promises = pgTable(
  "promises",
  {
    id: uuid("id").primaryKey(),
    userId: userId(),
    noteId: uuid("note_id").notNull(),
    blockId: text("block_id"),
    /** Of the sentence: what was decided once is decided for the same words in the same note. */
    hash: text("hash").notNull(),
    sentence: text("sentence").notNull(),
    /** Null is whoever wrote the note. */
    fromPerson: text("from_person"),
    toPerson: text("to_person"),
    isToMe: boolean("is_to_me").notNull().default(false),
    what: text("what").notNull(),
    due: date("due"),
    decision: text("decision").$type<PromiseDecision>().notNull().default("open"),
    decidedAt: timestamp("decided_at", { withTimezone: true }),
    taskId: uuid("task_id"),
    createdAt: createdAt(),
  },
  (table) => [
    unique("promises_sentence").on(table.noteId, table.hash),
    index("promises_user").on(table.userId, table.decision, table.due),
    index("promises_task").on(table.taskId),
    noteOfOwner("promises_note_owner", table.noteId, table.userId),
    // ON DELETE SET NULL of the one column in the migration, for which Drizzle has no words.
    foreignKey({
      name: "promises_task_owner",
      columns: [table.taskId, table.userId],
      foreignColumns: [tasks.id, tasks.userId],
    }),
  ],
);

/** How far notes were read for promises, and by which grammar. */
export const promiseLooks = pgTable(
  "promise_looks",
  {
    noteId: uuid("note_id").primaryKey(),
    userId: userId(),
    /** notes_v2.derived_seq of the text that was read. */
    seq: bigint("seq", { mode: "number" }).notNull(),
    grammar: smallint("grammar").notNull(),
  },
  (table) => [noteOfOwner("promise_looks_note_owner", table.noteId, table.userId)],
);
