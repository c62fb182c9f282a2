import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { Hunk } from "#document/hunks/hunks.ts";
import type { ChangedRecord, ChangeSource, PartState, RecordKind } from "#contract/changesets.ts";
import { createdAt, updatedAt, userId } from "./columns.ts";
import { notes } from "./notes.ts";

/** Changes that are reviewed before they are made. */
export const changesets = pgTable(
  "changesets",
  {
    id: uuid("id").primaryKey(),
    userId: userId(),
    title: text("title").notNull(),
    source: jsonb("source").$type<ChangeSource>().notNull().default({ kind: "api" }),
    /** Of its parts, as JSON. */
    bytes: integer("bytes").notNull(),
    /** Places of records below it are taken, or were: where it is less than there are, that counts. */
    nextPlace: integer("next_place").notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index("changesets_user").on(table.userId, table.createdAt)],
);

/** `place`: by which it is chosen; without one, that in the list. */
export type StoredPart = Hunk & { state: PartState; place?: number };

export const placeOfPart = ({ place }: Pick<StoredPart, "place">, index: number): number => place ?? index;

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

type Fields = Record<string, unknown>;

/** What one changeset makes of one thing. */
export const changesetRecords = pgTable(
  "changeset_records",
  {
    changesetId: uuid("changeset_id")
      .notNull()
      .references(() => changesets.id, { onDelete: "cascade" }),
    userId: userId(),
    /** In the order in which they are done. */
    place: integer("place").notNull(),
    kind: text("kind").$type<RecordKind>().notNull(),
    recordId: uuid("record_id").notNull(),
    action: text("action").$type<ChangedRecord["action"]>().notNull(),
    title: text("title").notNull(),
    /** Null for what is to be created. */
    before: jsonb("before").$type<Fields>(),
    /** Input of its operation, without the id. */
    after: jsonb("after").$type<Fields>().notNull(),
    /** As it was right after it was done: people's later changes differ from it. */
    done: jsonb("done").$type<unknown>(),
    state: text("state").$type<PartState>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.changesetId, table.place] }),
    index("changeset_records_record").on(table.recordId),
    index("changeset_records_user").on(table.userId),
  ],
);
