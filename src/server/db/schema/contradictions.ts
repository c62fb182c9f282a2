import {
  bigint,
  date,
  index,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import type { Value } from "#language/claims/values.ts";
import { createdAt, userId } from "./columns.ts";
import { noteOfOwner } from "./notes.ts";

/** Sentences of own notes that say when something is, what it costs, whose it is or what is used for it (decision 156). */
export const claims = pgTable(
  "claims",
  {
    id: uuid("id").primaryKey(),
    userId: userId(),
    noteId: uuid("note_id").notNull(),
    blockId: text("block_id"),
    /** Of the sentence. */
    hash: text("hash").notNull(),
    sentence: text("sentence").notNull(),
    /** The thing, and what is said of it. */
    key: text("key").notNull(),
    value: jsonb("value").$type<Value>().notNull(),
    /** On which its words were written, as far as that is known. */
    day: date("day").notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    unique("claims_sentence").on(table.noteId, table.hash),
    index("claims_key").on(table.userId, table.key),
    noteOfOwner("claims_note_owner", table.noteId, table.userId),
  ],
);

/** How far notes were read for claims, and by which grammar. */
export const claimLooks = pgTable(
  "claim_looks",
  {
    noteId: uuid("note_id").primaryKey(),
    userId: userId(),
    /** notes_v2.derived_seq of the text that was read. */
    seq: bigint("seq", { mode: "number" }).notNull(),
    grammar: smallint("grammar").notNull(),
  },
  (table) => [noteOfOwner("claim_looks_note_owner", table.noteId, table.userId)],
);

/** Pairs of claims about which something was decided; the same words in the same notes make the same pair. */
export const settledPairs = pgTable(
  "settled_pairs",
  {
    userId: userId(),
    pair: text("pair").notNull(),
    noteId: uuid("note_id").notNull(),
    otherNoteId: uuid("other_note_id").notNull(),
    /** The note that was found right, to which the other one links since; null: both are. */
    rightNoteId: uuid("right_note_id"),
    settledAt: timestamp("settled_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.pair] }),
    index("settled_pairs_note").on(table.noteId),
    index("settled_pairs_other").on(table.otherNoteId),
    noteOfOwner("settled_pairs_note_owner", table.noteId, table.userId),
    noteOfOwner("settled_pairs_other_owner", table.otherNoteId, table.userId),
  ],
);
