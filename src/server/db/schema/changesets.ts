import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { Hunk } from "#document/hunks/hunks.ts";
import type { PartState } from "#contract/changesets.ts";
import { createdAt, updatedAt, userId } from "./columns.ts";
import { notes } from "./notes.ts";

/** Changes of notes that are reviewed before they are written. */
export const changesets = pgTable(
  "changesets",
  {
    id: uuid("id").primaryKey(),
    userId: userId(),
    title: text("title").notNull(),
    /** Of its parts, as JSON. */
    bytes: integer("bytes").notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index("changesets_user").on(table.userId, table.createdAt)],
);

export type StoredPart = Hunk & { state: PartState };

/** What one changeset makes of one note. A note that is deleted takes it along: it holds its text. */
export const changesetNotes = pgTable(
  "changeset_notes",
  {
    changesetId: uuid("changeset_id")
      .notNull()
      .references(() => changesets.id, { onDelete: "cascade" }),
    /** Whose changeset it is; the note may be another's. */
    userId: userId(),
    noteId: uuid("note_id")
      .notNull()
      .references(() => notes.id, { onDelete: "cascade" }),
    /** In the order of the text. */
    parts: jsonb("parts").$type<StoredPart[]>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.changesetId, table.noteId] }),
    index("changeset_notes_note").on(table.noteId),
    index("changeset_notes_user").on(table.userId),
  ],
);
