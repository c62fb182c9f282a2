import {
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
  doublePrecision,
} from "drizzle-orm/pg-core";
import { sql } from "drizzle-orm";

/** What each node counted in a minute. Nobody's: names of operations and numbers. See docs/decisions/149-apm.md. */
export const apmMinutes = pgTable(
  "apm_minutes",
  {
    at: timestamp("at", { withTimezone: true }).notNull(),
    /** A name that the node gave itself at its start. */
    node: text("node").notNull(),
    /** The shape is server/apm/minute.ts. */
    sample: jsonb("sample").notNull(),
    /** Of it what takes the most room, by operation and statement: apart, so that weeks are read without it. */
    detail: jsonb("detail").notNull(),
  },
  (table) => [primaryKey({ columns: [table.at, table.node] })],
);

/** Errors that are the same, without their messages. */
export const apmErrors = pgTable("apm_errors", {
  id: text("id").primaryKey(),
  /** server or client */
  kind: text("kind").notNull(),
  place: text("place").notNull(),
  name: text("name").notNull(),
  code: text("code").notNull(),
  frame: text("frame").notNull(),
  /** Of Cairn, when it was last seen. */
  version: text("version").notNull(),
  count: integer("count").notNull(),
  firstSeen: timestamp("first_seen", { withTimezone: true }).notNull(),
  lastSeen: timestamp("last_seen", { withTimezone: true }).notNull(),
});

/** What was wrong, from when to when. */
export const apmAlarms = pgTable(
  "apm_alarms",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    /** One of ALARM_RULES of the contract. */
    rule: text("rule").notNull(),
    /** The operation that it is about; empty where it is about the whole server. */
    subject: text("subject").notNull(),
    value: doublePrecision("value").notNull(),
    threshold: doublePrecision("threshold").notNull(),
    openedAt: timestamp("opened_at", { withTimezone: true }).notNull(),
    /** Later than `opened_at` where it was closed and came again soon. */
    reopenedAt: timestamp("reopened_at", { withTimezone: true }).notNull(),
    closedAt: timestamp("closed_at", { withTimezone: true }),
    /** When operators were last told that it is open, and whether that it is closed. */
    toldAt: timestamp("told_at", { withTimezone: true }),
    closeToldAt: timestamp("close_told_at", { withTimezone: true }),
    /** Until then one node is telling of it. */
    claimedUntil: timestamp("claimed_until", { withTimezone: true }),
    tries: integer("tries").notNull().default(0),
  },
  (table) => [
    uniqueIndex("apm_alarms_open")
      .on(table.rule, table.subject)
      .where(sql`closed_at IS NULL`),
  ],
);
