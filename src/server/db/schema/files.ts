import { sql } from "drizzle-orm";
import { index, integer, pgTable, text, timestamp, unique, uuid } from "drizzle-orm/pg-core";
import { createdAt, trashedAt, tsvector, updatedAt, userId } from "./columns.ts";

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
    /** Of pictures that are shown; null for everything that is only kept. */
    width: integer("width"),
    height: integer("height"),
    /** When its words were read for search; null for kinds that have none, too. */
    textAt: timestamp("text_at", { withTimezone: true }),
    createdAt: createdAt(),
    /** When it was renamed last. */
    updatedAt: updatedAt(),
    /** In the trash nobody is shown its bytes; they stay where they are until it leaves it. */
    trashedAt: trashedAt(),
  },
  (table) => [
    // What names a file names its owner too, so that no row of one account can hold on to the file of another.
    unique("files_id_user").on(table.id, table.userId),
    index("files_user_created").on(table.userId, table.createdAt.desc().nullsFirst()),
    index("files_unread")
      .on(table.type)
      .where(sql`text_at IS NULL`),
  ],
);

/** Uploads under way. Their bytes lie in parts below the key of the file they become, which takes over their id. */
export const fileUploads = pgTable(
  "file_uploads",
  {
    id: uuid("id").primaryKey(),
    userId: userId(),
    name: text("name").notNull(),
    /** The media type as the sender says: it chooses the limit, and the content decides in the end. */
    type: text("type").notNull(),
    /** What the file's storage_key will be. */
    fileKey: text("file_key").notNull(),
    /** Bytes there will be; counted by the quota from the start. */
    size: integer("size").notNull(),
    /** Bytes there are, in whole parts. */
    received: integer("received").notNull().default(0),
    /** Names of the parts, in their order. */
    parts: text("parts")
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
    createdAt: createdAt(),
    /** When a part came last. */
    updatedAt: updatedAt(),
  },
  (table) => [index("file_uploads_user").on(table.userId)],
);

/** Which files guests put into which notes of the owner: those may be shown there. A trigger removes them with their file. */
export const guestUploads = pgTable("guest_uploads", {
  fileId: uuid("file_id").primaryKey(),
  userId: userId(),
  noteId: uuid("note_id").notNull(),
  createdAt: createdAt(),
});

/** The words of files that have some, for search. A trigger removes them with their file. */
export const fileTexts = pgTable(
  "file_texts",
  {
    fileId: uuid("file_id").primaryKey(),
    userId: userId(),
    text: text("text").notNull(),
    words: tsvector("words").notNull(),
    /** Of a PDF: pages on which no words were found. */
    pagesUnread: integer("pages_unread").notNull().default(0),
    /** When its pages, or the picture that it is, were looked at for words that can only be seen. */
    recognizedAt: timestamp("recognized_at", { withTimezone: true }),
  },
  (table) => [
    index("file_texts_words").using("gin", table.userId, table.words),
    index("file_texts_unrecognized")
      .on(table.fileId)
      .where(sql`pages_unread > 0 AND recognized_at IS NULL`),
  ],
);
