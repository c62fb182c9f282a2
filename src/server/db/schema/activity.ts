import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { Activity } from "#contract/activity.ts";
import { createdAt, userId } from "./columns.ts";

/** What was done, by whom, with the difference; written by `log_activity` in a savepoint of the mutation's transaction. */
export const activities = pgTable(
  "user_activities",
  {
    /** UUID version 7 made by the server, so that the order of ids is the order of time. */
    id: uuid("id").primaryKey(),
    userId: userId(),
    activityType: text("activity_type").notNull(),
    activityTitle: text("activity_title").notNull(),
    activityDescription: text("activity_description").notNull().default(""),
    entityType: text("entity_type").$type<Activity["entityType"]>(),
    entityId: uuid("entity_id"),
    /** `actor`, `changes` ({ field: { from, to } }) and what the type adds; see contract/activity.ts. */
    metadata: jsonb("metadata").$type<Activity["metadata"]>().notNull().default({}),
    createdAt: createdAt(),
  },
  (table) => [
    index("user_activities_listed").on(table.userId, table.id.desc().nullsFirst()),
    index("user_activities_typed").on(table.userId, table.activityType, table.id.desc().nullsFirst()),
    index("user_activities_entity").on(table.entityId, table.id.desc().nullsFirst()),
  ],
);

/** Messages kept for a person, the same on every device. */
export const notifications = pgTable(
  "notifications",
  {
    id: uuid("id").primaryKey(),
    userId: userId(),
    /** success, error, warning or info */
    type: text("type").notNull().default("info"),
    title: text("title").notNull(),
    message: text("message").notNull().default(""),
    /** A path of this site that a press leads to. */
    href: text("href"),
    /** The same key is kept once: a message that two devices send, a job that runs twice. */
    dedupeKey: text("dedupe_key"),
    createdAt: createdAt(),
    readAt: timestamp("read_at", { withTimezone: true }),
  },
  (table) => [
    index("notifications_listed").on(table.userId, table.id.desc().nullsFirst()),
    index("notifications_unread")
      .on(table.userId)
      .where(sql`read_at IS NULL`),
    uniqueIndex("notifications_once").on(table.userId, table.dedupeKey),
  ],
);

/** How fast pages were for a person, one row per page load; kept 30 days. */
export const pageMetrics = pgTable(
  "page_metrics",
  {
    id: uuid("id").primaryKey(),
    userId: userId(),
    /** Made by the browser; null of loads before it was. */
    deviceId: uuid("device_id"),
    /** The route's pattern, never an address with ids or words in it. */
    route: text("route").notNull(),
    /** Milliseconds (CLS: without unit): lcp, fid, inp, cls, ttfb, domLoad, fullLoad. */
    metrics: jsonb("metrics").$type<Record<string, number>>().notNull(),
    /** Resources over 100 000 bytes: [{ name, bytes, ms }]. */
    largeResources: jsonb("large_resources").$type<unknown[]>().notNull().default([]),
    createdAt: createdAt(),
  },
  (table) => [index("page_metrics_user").on(table.userId, table.createdAt.desc().nullsFirst())],
);
