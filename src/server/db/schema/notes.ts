import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import type { NoteVersion } from "#contract/note-versions.ts";
import type { Note } from "#contract/notes.ts";
import type { WordOrigin } from "#contract/shared/word-origins.ts";
import { bytea, createdAt, trashedAt, updatedAt, userId } from "./columns.ts";

export const notes = pgTable(
  "notes_v2",
  {
    id: uuid("id").primaryKey(),
    userId: userId(),
    title: text("title").notNull().default(""),
    /** The spec's column name for what the app calls category. */
    category: text("content_type").notNull().default("general"),
    tags: text("tags")
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
    isFavorite: boolean("is_favorite").notNull().default(false),
    /** Published to the world, and nothing else. */
    isPublic: boolean("is_public").notNull().default(false),
    folderId: uuid("folder_id"),
    reminderDate: timestamp("reminder_date", { withTimezone: true }),
    reminderStatus: text("reminder_status").$type<Note["reminderStatus"]>().notNull().default("none"),
    reminderFrequency: text("reminder_frequency").notNull().default("once"),
    reminderEnabled: boolean("reminder_enabled").notNull().default(false),
    /** Derived from the Yjs document by collab/derivation.ts alone, like text, excerpt and wordCount. The outline of its HTML: see toOutline. */
    content: text("content").notNull().default(""),
    text: text("text").notNull().default(""),
    excerpt: text("excerpt").notNull().default(""),
    /** The text without what models wrote; null where they wrote none of it. */
    humanText: text("human_text"),
    wordCount: integer("word_count").notNull().default(0),
    /** Id of the newest row ever logged in note_updates for this note; 0 for an empty one. No index may name it: it changes with every key. */
    docSeq: bigint("doc_seq", { mode: "number" }).notNull().default(0),
    /** The doc_seq that content and text show; derivation is due where it is smaller. */
    derivedSeq: bigint("derived_seq", { mode: "number" }).notNull().default(0),
    /** Up to which row of the log the words are counted in word_days. */
    wordsSeq: bigint("words_seq", { mode: "number" }).notNull().default(0),
    /** Newest document schema that wrote to this note. */
    schemaVersion: integer("schema_version").notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    trashedAt: trashedAt(),
  },
  (table) => [
    unique("notes_id_user").on(table.id, table.userId),
    // One for each list of contract/notes.ts, so that a page of it is read in its order, however many notes there are.
    index("notes_listed")
      .on(table.userId, table.updatedAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`trashed_at IS NULL`),
    index("notes_trashed")
      .on(table.userId, table.updatedAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`trashed_at IS NOT NULL`),
    index("notes_favorites")
      .on(table.userId, table.updatedAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`is_favorite AND trashed_at IS NULL`),
    index("notes_created")
      .on(table.userId, table.createdAt, table.id)
      .where(sql`trashed_at IS NULL`),
    index("notes_titles")
      .on(table.userId, sql`left(normalize(lower(title), NFKD), 60)`, table.id)
      .where(sql`trashed_at IS NULL`),
    index("notes_words")
      .on(table.userId, table.wordCount, table.id)
      .where(sql`trashed_at IS NULL`),
    index("notes_categories")
      .on(table.userId, table.category, table.updatedAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`trashed_at IS NULL`),
    index("notes_folder").on(
      table.folderId,
      table.updatedAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index("notes_tags").using("gin", table.userId, table.tags),
  ],
);

/** Who besides the owner may see or change a note. Asked by `has_note_access`, which every policy of a note uses. */
export const noteAccess = pgTable(
  "note_access",
  {
    noteId: uuid("note_id").notNull(),
    ownerId: uuid("owner_id").notNull(),
    userId: userId(),
    /** viewer, commenter or editor */
    role: text("role").notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.noteId, table.userId] }),
    index("note_access_user").on(table.userId),
    index("note_access_owner").on(table.ownerId),
    noteOfOwner("note_access_note", table.noteId, table.ownerId),
  ],
);

/** The durable log: a change of a body is acknowledged once its row here is committed. Written by collab/append-update.ts alone. */
export const noteUpdates = pgTable(
  "note_updates",
  {
    /** Equals notes_v2.doc_seq right after it was logged; grows with every change of a note, in commit order. */
    id: bigint("id", { mode: "number" }).primaryKey(),
    noteId: uuid("note_id").notNull(),
    /** The owner of the note, not who typed. */
    userId: userId(),
    actorId: uuid("actor_id").notNull(),
    /** A Yjs update, version 1 encoding. */
    payload: bytea("payload").notNull(),
    schemaVersion: integer("schema_version").notNull(),
    at: timestamp("at", { withTimezone: true }).notNull().defaultNow(),
    /** How its words came about, where that is known; null is typed. */
    origin: text("origin").$type<WordOrigin>(),
  },
  (table) => [
    index("note_updates_note").on(table.noteId, table.id),
    index("note_updates_guests")
      .on(table.userId, table.noteId)
      .where(sql`actor_id <> user_id`),
    noteOfOwner("note_updates_note_owner", table.noteId, table.userId),
  ],
);

/** The state of a body up to and including log row through_id; opening a note reads it and the rows after it. */
export const noteSnapshots = pgTable(
  "note_snapshots",
  {
    noteId: uuid("note_id").primaryKey(),
    userId: userId(),
    state: bytea("state").notNull(),
    stateVector: bytea("state_vector").notNull(),
    throughId: bigint("through_id", { mode: "number" }).notNull(),
    at: timestamp("at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [noteOfOwner("note_snapshots_note_owner", table.noteId, table.userId)],
);

/**
 * Log rows that compaction merged: one sitting to a row, later an hour, then a day. All rows up to one of them make the body as
 * it was at its end; no word that was ever committed is missing in them and the log.
 */
export const noteHistory = pgTable(
  "note_history",
  {
    noteId: uuid("note_id").notNull(),
    userId: userId(),
    fromId: bigint("from_id", { mode: "number" }).notNull(),
    throughId: bigint("through_id", { mode: "number" }).notNull(),
    startedAt: timestamp("started_at", { withTimezone: true }).notNull(),
    endedAt: timestamp("ended_at", { withTimezone: true }).notNull(),
    payload: bytea("payload").notNull(),
    /** Who wrote; empty in rows that are older than this column, which hold what the owner wrote. */
    actorIds: uuid("actor_ids")
      .array()
      .notNull()
      .default(sql`'{}'::uuid[]`),
    /** Words of the text at its end, and how many came and went; null where they were never counted. */
    wordCount: integer("word_count"),
    wordsAdded: integer("words_added"),
    wordsRemoved: integer("words_removed"),
    /** 0 a sitting, 1 an hour, 2 a day: how far it was thinned. */
    grain: smallint("grain").notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.noteId, table.throughId] }),
    index("note_history_grain").on(table.grain, table.endedAt),
    index("note_history_guests")
      .on(table.userId, table.noteId)
      .where(sql`NOT actor_ids <@ ARRAY[user_id]`),
    noteOfOwner("note_history_note_owner", table.noteId, table.userId),
  ],
);

/** States that somebody named and those around a restore. Their place in the log is never merged over, so they stay for ever. */
export const noteVersions = pgTable(
  "note_versions",
  {
    noteId: uuid("note_id").notNull(),
    /** The owner of the note, not who made the version. */
    userId: userId(),
    /** The body up to and including this row of the log. */
    seq: bigint("seq", { mode: "number" }).notNull(),
    kind: text("kind").$type<Exclude<NoteVersion["kind"], "written">>().notNull(),
    name: text("name"),
    /** Of a restored one: the version that was brought back. */
    restoredFrom: bigint("restored_from", { mode: "number" }),
    actorId: uuid("actor_id").notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.noteId, table.seq] }),
    noteOfOwner("note_versions_note_owner", table.noteId, table.userId),
  ],
);

/** Links found in a body, derived. */
export const noteLinks = pgTable(
  "note_links",
  {
    noteId: uuid("note_id").notNull(),
    userId: userId(),
    kind: text("kind").notNull(),
    target: text("target").notNull(),
    /** Of a file: false when nobody but a guest has named it; then only its owner sees it. */
    isShown: boolean("is_shown").notNull().default(true),
  },
  (table) => [
    primaryKey({ columns: [table.noteId, table.kind, table.target] }),
    // What leads to a note or a file.
    index("note_links_target").on(table.userId, table.kind, table.target),
    noteOfOwner("note_links_note_owner", table.noteId, table.userId),
  ],
);

/** Both columns at once, so that no row can hang on a note of another owner: foreign keys look past row-level security. */
export function noteOfOwner(name: string, noteId: AnyPgColumn, ownerId: AnyPgColumn) {
  return foreignKey({ name, columns: [noteId, ownerId], foreignColumns: [notes.id, notes.userId] }).onDelete(
    "cascade",
  );
}
