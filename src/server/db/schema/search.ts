import { customType, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { notes } from "./notes.ts";

const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });

/**
 * What search looks in. Private: row-level security without a policy and no grants; read by `search_notes` alone, kept
 * by a trigger on notes_v2. Under a policy PostgreSQL would not use the text indexes (they are not leakproof).
 */
export const noteSearch = pgTable(
  "note_search",
  {
    noteId: uuid("note_id")
      .primaryKey()
      .references(() => notes.id, { onDelete: "cascade" }),
    userId: uuid("user_id").notNull(),
    /** Lower-cased title, tags and text, for substrings. */
    haystack: text("haystack").notNull(),
    words: tsvector("words").notNull(),
    /** Lower-cased. */
    tags: text("tags").array().notNull(),
  },
  (table) => [
    // No pending list: every search would have to read it.
    index("note_search_words").using("gin", table.words).with({ fastupdate: false }),
    index("note_search_trigrams")
      .using("gin", table.haystack.op("gin_trgm_ops"))
      .with({ gin_pending_list_limit: 256 }),
    index("note_search_user").on(table.userId),
  ],
);
