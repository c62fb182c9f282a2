import { date, index, pgTable, primaryKey, smallint, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { createdAt, updatedAt, userId } from "./columns.ts";
import { noteOfOwner } from "./notes.ts";

/** What search engines and previews are told of a note's public page. One row a note at most. */
export const noteSeo = pgTable(
  "note_seo",
  {
    noteId: uuid("note_id").primaryKey(),
    userId: userId(),
    /** Empty: the note's own. */
    title: text("title").notNull().default(""),
    /** Empty: the beginning of the text. */
    description: text("description").notNull().default(""),
    /** What it should be found by, then variants of it after commas. */
    keyphrase: text("keyphrase").notNull().default(""),
    /** Two letters; null: found by its words. */
    language: text("language"),
    /** A file that stands in the note; pages show it only while it does. */
    pictureId: uuid("picture_id"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index("note_seo_user").on(table.userId),
    noteOfOwner("note_seo_note_owner", table.noteId, table.userId),
  ],
);

/** How healthy a published note was by day, as it was last checked; each night the server adds a row for each. */
export const noteHealth = pgTable(
  "note_health",
  {
    noteId: uuid("note_id").notNull(),
    userId: userId(),
    /** Of the user's calendar. */
    day: date("day").notNull(),
    /** 0 to 100 */
    health: smallint("health").notNull(),
    /** When the server read the text for it; null: a browser said so, or it is that of the day before. */
    checkedAt: timestamp("checked_at", { withTimezone: true }),
  },
  (table) => [
    primaryKey({ name: "note_health_pk", columns: [table.noteId, table.day] }),
    index("note_health_user").on(table.userId),
    noteOfOwner("note_health_note_owner", table.noteId, table.userId),
  ],
);
