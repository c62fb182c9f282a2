import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, updatedAt, userId } from "./columns.ts";

/** What a person has an AI model do with selected text, under a name. */
export const assistantActions = pgTable(
  "assistant_actions",
  {
    id: uuid("id").primaryKey(),
    userId: userId(),
    name: text("name").notNull(),
    /** With {selection}, [[Title]] and #tag in it. */
    instruction: text("instruction").notNull(),
    /** 'replace': stands for the text; 'read': is shown beside it. */
    outcome: text("outcome").notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index("assistant_actions_user").on(table.userId, table.name)],
);
