import { sql } from "drizzle-orm";
import { boolean, foreignKey, index, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { createdAt, trashedAt, updatedAt, userId } from "./columns.ts";
import { files } from "./files.ts";

/** Pictures and videos of a gallery. Name, address, path, size and type are those of their file, which holds the bytes once. */
export const gallery = pgTable(
  "user_gallery",
  {
    id: uuid("id").primaryKey(),
    userId: userId(),
    fileId: uuid("file_id").notNull(),
    title: text("title").notNull().default(""),
    description: text("description").notNull().default(""),
    tags: text("tags")
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
    isPublic: boolean("is_public").notNull().default(false),
    /** Of the public address, random, made anew at each publication; null while there is none. */
    publicToken: text("public_token").unique(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** The file goes into the trash with it, unless something shows it. */
    trashedAt: trashedAt(),
  },
  (table) => [
    unique("user_gallery_file").on(table.fileId),
    index("user_gallery_listed").on(table.userId, table.createdAt, table.id),
    foreignKey({
      name: "user_gallery_file_owner",
      columns: [table.fileId, table.userId],
      foreignColumns: [files.id, files.userId],
    }).onDelete("cascade"),
  ],
);
