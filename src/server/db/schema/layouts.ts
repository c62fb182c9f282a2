import { sql } from "drizzle-orm";
import { boolean, index, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { LayoutConfig } from "#contract/layouts.ts";
import { createdAt, updatedAt, userId } from "./columns.ts";

/** The dashboards of an account: which widgets stand where. The frame around them is `dashboard_workspaces`. */
export const layouts = pgTable(
  "dashboard_layouts",
  {
    id: uuid("id").primaryKey(),
    userId: userId(),
    name: text("name").notNull(),
    layoutConfig: jsonb("layout_config").$type<LayoutConfig>().notNull(),
    isDefault: boolean("is_default").notNull().default(false),
    /** In the trash since then. */
    trashedAt: timestamp("trashed_at", { withTimezone: true }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index("dashboard_layouts_user").on(table.userId, table.createdAt),
    uniqueIndex("dashboard_layouts_default")
      .on(table.userId)
      .where(sql`is_default AND trashed_at IS NULL`),
  ],
);

/** Entries of the catalog that the operator has switched off or on again, for everybody; one that has no row is on. */
export const components = pgTable("dashboard_components", {
  id: uuid("id").primaryKey().defaultRandom(),
  /** Id of a catalog entry. */
  componentType: text("component_type").notNull().unique(),
  componentConfig: jsonb("component_config").notNull().default({}),
  isEnabled: boolean("is_enabled").notNull().default(true),
});
