import { sql } from "drizzle-orm";
import { index, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import type { AiAccess } from "#contract/shared/ai-access.ts";
import { createdAt, trashedAt, updatedAt, userId } from "./columns.ts";

export const folders = pgTable(
  "folders",
  {
    id: uuid("id").primaryKey(),
    userId: userId(),
    name: text("name").notNull(),
    /** References (id, user_id) of this table: a parent of another user cannot be named (see the access migration). */
    parentFolderId: uuid("parent_folder_id"),
    /** Which models may read its notes and those of all folders below it; see fence_sql. */
    aiAccess: text("ai_access").$type<AiAccess>().notNull().default("any"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    trashedAt: trashedAt(),
  },
  (table) => [
    unique("folders_id_user").on(table.id, table.userId),
    index("folders_user_updated").on(table.userId, table.updatedAt.desc().nullsFirst()),
    index("folders_parent").on(table.parentFolderId),
    index("folders_fenced")
      .on(table.userId)
      .where(sql`ai_access <> 'any'`),
  ],
);

/** Tags whose notes, tasks and events not every model may read. They follow the name of the tag, also where no note has it. */
export const tagFences = pgTable(
  "tag_fences",
  {
    id: uuid("id").primaryKey(),
    userId: userId(),
    /** In small letters: a fence holds however the tag is written. */
    tag: text("tag").notNull(),
    aiAccess: text("ai_access").$type<Exclude<AiAccess, "any">>().notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [unique("tag_fences_tag").on(table.userId, table.tag)],
);
