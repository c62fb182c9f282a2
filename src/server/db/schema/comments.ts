import { foreignKey, index, pgTable, text, timestamp, unique, uuid } from "drizzle-orm/pg-core";
import { createdAt, userId } from "./columns.ts";
import { noteOfOwner } from "./notes.ts";

/** Comments on one range of a note. The text carries a mark with the id. */
export const commentThreads = pgTable(
  "comment_threads",
  {
    id: uuid("id").primaryKey(),
    noteId: uuid("note_id").notNull(),
    /** The owner of the note, not who began it. */
    userId: userId(),
    /** The text it was about when it was begun. */
    quote: text("quote").notNull(),
    createdBy: uuid("created_by").notNull(),
    createdAt: createdAt(),
    resolvedAt: timestamp("resolved_at", { withTimezone: true }),
    resolvedBy: uuid("resolved_by"),
  },
  (table) => [
    unique("comment_threads_of_note").on(table.id, table.noteId, table.userId),
    index("comment_threads_note").on(table.noteId, table.id),
    noteOfOwner("comment_threads_note_owner", table.noteId, table.userId),
  ],
);

export const comments = pgTable(
  "note_comments",
  {
    id: uuid("id").primaryKey(),
    threadId: uuid("thread_id").notNull(),
    noteId: uuid("note_id").notNull(),
    /** The owner of the note. */
    userId: userId(),
    authorId: uuid("author_id").notNull(),
    text: text("text").notNull(),
    createdAt: createdAt(),
    editedAt: timestamp("edited_at", { withTimezone: true }),
  },
  (table) => [
    index("note_comments_thread").on(table.threadId, table.id),
    index("note_comments_note").on(table.noteId),
    // With note and owner, so that no comment can hang on a thread of another note.
    foreignKey({
      name: "note_comments_of_thread",
      columns: [table.threadId, table.noteId, table.userId],
      foreignColumns: [commentThreads.id, commentThreads.noteId, commentThreads.userId],
    }).onDelete("cascade"),
  ],
);
