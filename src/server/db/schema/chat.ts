import { sql } from "drizzle-orm";
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  unique,
  uuid,
  doublePrecision,
} from "drizzle-orm/pg-core";
import type { ChatAction, ChatMessage, ChatScope, ChatStep, Citation, SentPassage } from "#contract/chat.ts";
import type { Memory } from "#contract/memories.ts";
import type { AnswerState } from "#contract/wire/answers.ts";
import { changesets } from "./changesets.ts";
import { createdAt, trashedAt, updatedAt, userId } from "./columns.ts";

/** Conversations over an account's own notes. */
export const chatThreads = pgTable(
  "chat_threads",
  {
    id: uuid("id").primaryKey(),
    userId: userId(),
    name: text("name").notNull(),
    /** The name it is filed under; empty without one. */
    folder: text("folder").notNull().default(""),
    scope: jsonb("scope").$type<ChatScope>().notNull().default({}),
    /** Of the model that was chosen for it; an operator's has no row. */
    providerId: text("provider_id"),
    usesTools: boolean("uses_tools").notNull().default(false),
    /** The last message of the branch that is shown. */
    leafId: uuid("leaf_id"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    trashedAt: trashedAt(),
  },
  (table) => [
    unique("chat_threads_id_user").on(table.id, table.userId),
    index("chat_threads_listed").on(table.userId, table.updatedAt.desc().nullsFirst()),
  ],
);

/** Questions and answers; those that follow the same one are branches. */
export const chatMessages = pgTable(
  "chat_messages",
  {
    id: uuid("id").primaryKey(),
    userId: userId(),
    /** References (id, user_id) of the threads: one of another user can't be named. */
    threadId: uuid("thread_id").notNull(),
    parentId: uuid("parent_id"),
    role: text("role").$type<ChatMessage["role"]>().notNull(),
    text: text("text").notNull().default(""),
    reasoning: text("reasoning").notNull().default(""),
    /** Without the ids of what is cited, which are in `cited`, in this order. */
    citations: jsonb("citations").$type<Omit<Citation, "id">[]>().notNull().default([]),
    cited: uuid("cited")
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** What was attached to a question. */
    files: uuid("files")
      .array()
      .notNull()
      .default(sql`'{}'`),
    removed: integer("removed").notNull().default(0),
    /** What went to the model for it. */
    sent: jsonb("sent").$type<SentPassage[]>().notNull().default([]),
    state: text("state").$type<AnswerState>().notNull().default("done"),
    fault: jsonb("fault").$type<ChatMessage["fault"]>(),
    model: jsonb("model").$type<ChatMessage["model"]>(),
    tokensIn: integer("tokens_in"),
    tokensOut: integer("tokens_out"),
    /** In US dollars; null where nobody knows. */
    cost: doublePrecision("cost"),
    /** While a page writes it: what page-model/prepare-answer.ts says. {} waits for one. */
    pageWork: jsonb("page_work"),
    action: jsonb("action").$type<ChatAction>(),
    /** Uses of tools. */
    steps: jsonb("steps").$type<ChatStep[]>().notNull().default([]),
    /** Of its person, by the ids of what steps asked: true is allowed. */
    toolDecisions: jsonb("tool_decisions").$type<Record<string, boolean>>().notNull().default({}),
    changesetId: uuid("changeset_id").references(() => changesets.id, { onDelete: "set null" }),
    /** Of text and passages, for the account's quota. */
    bytes: integer("bytes").notNull().default(0),
    createdAt: createdAt(),
    /** Of an answer that is being written: when its writer was last heard of. */
    beatAt: timestamp("beat_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index("chat_messages_thread").on(table.threadId, table.id),
    index("chat_messages_changeset")
      .on(table.changesetId)
      .where(sql`changeset_id IS NOT NULL`),
    index("chat_messages_size").on(table.userId, table.bytes),
    // For search, once they are whole: while it grows, each second would put all of an answer's words in anew.
    index("chat_messages_parts")
      .using("gin", table.userId, table.text.op("gin_trgm_ops"))
      .where(sql`state <> 'running'`),
    index("chat_messages_running")
      .on(table.beatAt)
      .where(sql`state = 'running'`),
  ],
);

/** What people asked Chat to keep in mind. */
export const memories = pgTable(
  "chat_memories",
  {
    id: uuid("id").primaryKey(),
    userId: userId(),
    text: text("text").notNull(),
    source: text("source").$type<Memory["source"]>().notNull(),
    threadId: uuid("thread_id"),
    folderId: uuid("folder_id"),
    expiresAt: timestamp("expires_at", { withTimezone: true }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index("chat_memories_listed").on(table.userId, table.id)],
);
