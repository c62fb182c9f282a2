import { date, index, pgTable, smallint, text, timestamp, unique, uuid } from "drizzle-orm/pg-core";
import { createdAt, userId } from "./columns.ts";

/** Web addresses in an account's notes, and what came of asking them (decision 164). Which notes hold them is in `note_links`. */
export const webLinks = pgTable(
  "web_links",
  {
    id: uuid("id").primaryKey(),
    userId: userId(),
    /** SHA-256 of the address, in hex: addresses are too long for an index. */
    hash: text("hash").notNull(),
    address: text("address").notNull(),
    /** Null: not asked yet. */
    checkedAt: timestamp("checked_at", { withTimezone: true }),
    /** Not asked before, unless its owner asks for it. */
    nextAt: timestamp("next_at", { withTimezone: true }).notNull().defaultNow(),
    /** Of HTTP; null where no answer came. */
    status: smallint("status"),
    outcome: text("outcome").$type<"ok" | "gone" | "failed" | "unasked">(),
    failingSince: timestamp("failing_since", { withTimezone: true }),
    /** Different days of the user's calendar on which it failed since it last worked. */
    failDays: smallint("fail_days").notNull().default(0),
    lastFailDay: date("last_fail_day"),
    /** Answers of 404 and 410 since it last worked. */
    goneCount: smallint("gone_count").notNull().default(0),
    /** Where it leads for good, by its own words. */
    movedTo: text("moved_to"),
    dismissedAt: timestamp("dismissed_at", { withTimezone: true }),
    createdAt: createdAt(),
  },
  (table) => [
    unique("web_links_address").on(table.userId, table.hash),
    index("web_links_due").on(table.userId, table.nextAt),
  ],
);
