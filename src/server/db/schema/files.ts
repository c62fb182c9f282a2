import { index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, trashedAt, userId } from "./columns.ts";

export const files = pgTable(
  "files",
  {
    id: uuid("id").primaryKey(),
    userId: userId(),
    /** The spec's bucket (notes-attachments, user-gallery, ...): a prefix of one storage. */
    bucket: text("bucket").notNull(),
    /** The spec's path in the bucket, `{userId}/{type}s/{timestamp}-{name}`: a label, never a key on disk. */
    path: text("path").notNull(),
    name: text("name").notNull(),
    /** Random physical key, so that no name from outside reaches the disk. */
    storageKey: text("storage_key").notNull().unique(),
    type: text("type").notNull(),
    size: integer("size").notNull(),
    width: integer("width"),
    height: integer("height"),
    createdAt: createdAt(),
    /** In the trash nobody is shown its bytes; they stay where they are until it leaves it. */
    trashedAt: trashedAt(),
  },
  (table) => [index("files_user_created").on(table.userId, table.createdAt.desc().nullsFirst())],
);
