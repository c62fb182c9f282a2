import { sql } from "drizzle-orm";
import {
  doublePrecision,
  foreignKey,
  index,
  pgTable,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { Metric } from "#contract/metrics.ts";
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
  },
  (table) => [
    unique("metric_points_at").on(table.seriesId, table.at),
    index("metric_points_user").on(table.userId),
    foreignKey({
      name: "metric_points_series_owner",
      columns: [table.seriesId, table.userId],
      foreignColumns: [metricSeries.id, metricSeries.userId],
    }).onDelete("cascade"),
  ],
);
