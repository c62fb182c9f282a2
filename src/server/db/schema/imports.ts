import {
  bigint,
  foreignKey,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
  index,
} from "drizzle-orm/pg-core";
import type { Import, ImportFormat, ImportItem, ImportStatus } from "#contract/imports.ts";
import { createdAt, updatedAt, userId } from "./columns.ts";

/** What somebody brings from elsewhere, from the first byte sent to its undoing. */
export const imports = pgTable(
  "imports",
  {
    id: uuid("id").primaryKey(),
    userId: userId(),
    name: text("name").notNull(),
    /** contract/imports.ts says which there are */
    status: text("status").$type<ImportStatus>().notNull().default("uploading"),
    format: text("format").$type<ImportFormat>(),
    size: bigint("size", { mode: "number" }).notNull().default(0),
    /** Of the names and bytes that were sent. */
    hash: text("hash"),
    /** Folders, notes, files and what is skipped, as the plan counts them. */
    plan: jsonb("plan").$type<Record<string, number>>().notNull().default({}),
    progress: jsonb("progress").$type<Import["progress"]>(),
    message: text("message"),
    /** Settings as they were before it took its own over; and ids of tasks and templates it made, which have no items. */
    settingsBefore: jsonb("settings_before").$type<Record<string, unknown>>(),
    createdAt: createdAt(),
    /** Beats while it is worked on: a process that died leaves it still. */
    updatedAt: updatedAt(),
    finishedAt: timestamp("finished_at", { withTimezone: true }),
  },
  (table) => [
    unique("imports_id_user").on(table.id, table.userId),
    index("imports_listed").on(table.userId, table.createdAt.desc().nullsFirst()),
  ],
);

/** One thing of an import: what it is to make, made, or why not. Undoing goes by these. */
export const importItems = pgTable(
  "import_items",
  {
    importId: uuid("import_id").notNull(),
    userId: userId(),
    position: integer("position").notNull(),
    /** folder, note, file, tasks or settings */
    kind: text("kind").$type<ImportItem["kind"]>().notNull(),
    entityId: uuid("entity_id"),
    path: text("path").notNull().default(""),
    title: text("title").notNull().default(""),
    /** planned, present, made, skipped, undone or kept */
    outcome: text("outcome").$type<ImportItem["outcome"]>().notNull().default("planned"),
    reason: text("reason"),
    /** Of a note: what in it stays as it was written. */
    problems: jsonb("problems").$type<ImportItem["problems"]>().notNull().default([]),
    /** The time of the last change that the note was made with; another one means that somebody changed it since. */
    writtenAt: timestamp("written_at", { withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.importId, table.position] }),
    foreignKey({
      name: "import_items_import",
      columns: [table.importId, table.userId],
      foreignColumns: [imports.id, imports.userId],
    }).onDelete("cascade"),
  ],
);
