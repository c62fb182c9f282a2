import { sql } from "drizzle-orm";
import {
  doublePrecision,
  foreignKey,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { Metric, MetricSource } from "#contract/metrics.ts";
import { createdAt, userId } from "./columns.ts";

/** Figures that a person brings: what they are called and how they are read. */
export const metricSeries = pgTable(
  "metric_series",
  {
    id: uuid("id").primaryKey(),
    userId: userId(),
    name: text("name").notNull(),
    unit: text("unit").notNull().default(""),
    kind: text("kind").$type<Metric["kind"]>().notNull().default("gauge"),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("metric_series_name").on(table.userId, sql`lower(name)`),
    unique("metric_series_id_user").on(table.id, table.userId),
  ],
);

/** Their values. */
export const metricPoints = pgTable(
  "metric_points",
  {
    id: uuid("id").primaryKey(),
    userId: userId(),
    seriesId: uuid("series_id").notNull(),
    at: timestamp("at", { withTimezone: true }).notNull(),
    value: doublePrecision("value").notNull(),
    /** Which import brought it, as long as nothing was sent or typed over it: undoing that import takes it back. */
    importId: uuid("import_id"),
  },
  (table) => [
    unique("metric_points_at").on(table.seriesId, table.at),
    index("metric_points_user").on(table.userId),
    index("metric_points_import")
      .on(table.importId)
      .where(sql`import_id IS NOT NULL`),
    foreignKey({
      name: "metric_points_series_owner",
      columns: [table.seriesId, table.userId],
      foreignColumns: [metricSeries.id, metricSeries.userId],
    }).onDelete("cascade"),
  ],
);

/** Addresses that are asked for a metric's value again and again; a metric has one at most. */
export const metricSources = pgTable(
  "metric_sources",
  {
    id: uuid("id").primaryKey(),
    userId: userId(),
    seriesId: uuid("series_id").notNull(),
    address: text("address").notNull(),
    reads: text("reads").$type<MetricSource["reads"]>().notNull(),
    /** Of JSON: 'data.visits[0]'. */
    path: text("path").notNull().default(""),
    everyMinutes: integer("every_minutes").notNull(),
    /** Of the last value. */
    readAt: timestamp("read_at", { withTimezone: true }),
    /** Why the last look had none, in words for its owner; null when it had one. */
    error: text("error"),
    /** In a row. */
    failures: integer("failures").notNull().default(0),
    createdAt: createdAt(),
  },
  (table) => [
    unique("metric_sources_series").on(table.seriesId),
    index("metric_sources_user").on(table.userId),
    foreignKey({
      name: "metric_sources_series_owner",
      columns: [table.seriesId, table.userId],
      foreignColumns: [metricSeries.id, metricSeries.userId],
    }).onDelete("cascade"),
  ],
);
