import { boolean, index, integer, pgTable, text, timestamp, unique, uuid } from "drizzle-orm/pg-core";
import type { GapPlace } from "#contract/gaps.ts";
import { userId } from "./columns.ts";

/** What an account looked for, or asked, and found nothing about (decision 155). */
export const gaps = pgTable(
  "gaps",
  {
    id: uuid("id").primaryKey(),
    userId: userId(),
    /** Its telling words, small and without marks: the same question is kept once. */
    key: text("key").notNull(),
    /** As it was worded last. */
    question: text("question").notNull(),
    place: text("place").$type<GapPlace>().notNull(),
    count: integer("count").notNull().default(1),
    firstAt: timestamp("first_at", { withTimezone: true }).notNull().defaultNow(),
    lastAt: timestamp("last_at", { withTimezone: true }).notNull().defaultNow(),
    /** When it was asked again, and what is nearest to it since. */
    lookedAt: timestamp("looked_at", { withTimezone: true }),
    isAnswered: boolean("is_answered").notNull().default(false),
    nearIds: uuid("near_ids").array().notNull().default([]),
    isDismissed: boolean("is_dismissed").notNull().default(false),
  },
  (table) => [
    unique("gaps_key").on(table.userId, table.key),
    index("gaps_user").on(table.userId, table.lastAt),
  ],
);
