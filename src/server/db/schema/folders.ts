import { index, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { createdAt, trashedAt, updatedAt, userId } from "./columns.ts";

export const folders = pgTable(
  "folders",
  {
    id: uuid("id").primaryKey(),
    userId: userId(),
    name: text("name").notNull(),
    /** References (id, user_id) of this table: a parent of another user cannot be named (see the access migration). */
    parentFolderId: uuid("parent_folder_id"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    trashedAt: trashedAt(),
  },
  (table) => [
    unique("folders_id_user").on(table.id, table.userId),
    index("folders_user_updated").on(table.userId, table.updatedAt.desc().nullsFirst()),
    index("folders_parent").on(table.parentFolderId),
  ],
);
