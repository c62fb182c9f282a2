import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, updatedAt, userId } from "./columns.ts";

/** What a new note can begin with. */
export const templates = pgTable(
  "note_templates",
  {
    id: uuid("id").primaryKey(),
    userId: userId(),
    name: text("name").notNull(),
    /** Markdown. */
    text: text("text").notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index("note_templates_user").on(table.userId, table.name)],
);
