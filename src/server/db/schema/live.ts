import { bigint, index, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { userId } from "./columns.ts";

/** What changed, for whom; ids only. Written in the transaction of the change itself, see live/record-change.ts. */
export const liveEvents = pgTable(
  "live_events",
  {
    userId: userId(),
    /** Counts up by one per user. */
    seq: bigint("seq", { mode: "number" }).notNull(),
    entity: text("entity").notNull(),
    entityId: uuid("entity_id").notNull(),
    operation: text("operation").notNull(),
    at: timestamp("at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.seq] }), index("live_events_at").on(table.at)],
);

export const liveCounters = pgTable("live_counters", {
  userId: uuid("user_id").primaryKey(),
  seq: bigint("seq", { mode: "number" }).notNull(),
});
