import { boolean, pgTable, timestamp } from "drizzle-orm/pg-core";

/** What housekeeping has seen of the database's clock; one row. See docs/decisions/015-clocks-that-jump.md. */
export const clockWatch = pgTable("clock_watch", {
  id: boolean("id").primaryKey().default(true),
  /** When housekeeping last looked. */
  seenAt: timestamp("seen_at", { withTimezone: true }).notNull(),
  /** Nothing is removed for its age before: three days after the clock was last seen to jump. */
  trustedFrom: timestamp("trusted_from", { withTimezone: true }).notNull(),
});
