import { sql } from "drizzle-orm";
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { Workspace } from "#contract/workspace.ts";
import { createdAt, updatedAt, userId } from "./columns.ts";

type Settings = Record<string, unknown>;

/**
 * The frame around the pages, one default row per user: banner, panel sizes, edit modes, weather. It is the spec's
 * `dashboard_settings` as well (docs/decisions/017); which widgets stand where belongs to `dashboard_layouts`.
 */
export const workspaces = pgTable(
  "dashboard_workspaces",
  {
    id: uuid("id").primaryKey(),
    userId: userId(),
    workspaceName: text("workspace_name").notNull().default("Main Dashboard"),
    isDefault: boolean("is_default").notNull().default(true),
    dashboardLayout: jsonb("dashboard_layout").$type<Workspace["dashboardLayout"]>().notNull().default({}),
    sidebarLayout: jsonb("sidebar_layout").$type<Workspace["sidebarLayout"]>().notNull().default({}),
    /** Percent, by panel name. */
    panelSizes: jsonb("panel_sizes").$type<Workspace["panelSizes"]>().notNull().default({}),
    /** Percent of the sidebar's height, by section. */
    sidebarPanelSizes: jsonb("sidebar_panel_sizes")
      .$type<Workspace["sidebarPanelSizes"]>()
      .notNull()
      .default({}),
    selectedBannerUrl: text("selected_banner_url"),
    /** image or video */
    selectedBannerType: text("selected_banner_type").$type<Workspace["bannerType"]>(),
    bannerSettings: jsonb("banner_settings").$type<Record<string, unknown>>().notNull().default({}),
    glowingEffectsEnabled: boolean("glowing_effects_enabled").notNull().default(true),
    themeSettings: jsonb("theme_settings").$type<Workspace["themeSettings"]>().notNull().default({}),
    weatherLocation: text("weather_location").notNull().default("New York"),
    weatherEnabled: boolean("weather_enabled").notNull().default(true),
    /** celsius or fahrenheit */
    weatherUnits: text("weather_units").$type<Workspace["weatherUnits"]>().notNull().default("celsius"),
    dashboardEditMode: boolean("dashboard_edit_mode").notNull().default(false),
    sidebarEditMode: boolean("sidebar_edit_mode").notNull().default(false),
    /** One hour after a mode was last switched on; null while both are off. */
    editModeExpiresAt: timestamp("edit_mode_expires_at", { withTimezone: true }),
    customSettings: jsonb("custom_settings").$type<Workspace["customSettings"]>().notNull().default({}),
    settings: jsonb("settings").$type<Workspace["settings"]>().notNull().default({}),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex("dashboard_workspaces_default")
      .on(table.userId)
      .where(sql`is_default`),
    index("dashboard_workspaces_user").on(table.userId),
  ],
);

/** What a person chose that follows them to every device: theme class, and everything else by key in `settings`. */
export const userPreferences = pgTable("user_preferences", {
  userId: uuid("user_id").primaryKey(),
  /** default, midnight, emerald, violet, sunset or pure-black */
  dashboardTheme: text("dashboard_theme").notNull().default("default"),
  /** The shape is contract/preferences.ts. */
  settings: jsonb("settings").$type<Settings>().notNull().default({}),
  /** Up to when briefs were told: what was removed from the notifications does not come again. */
  briefsToldAt: timestamp("briefs_told_at", { withTimezone: true }),
  updatedAt: updatedAt(),
});

/** How far a person has come in the tour. */
export const userOnboarding = pgTable("user_onboarding", {
  userId: uuid("user_id").primaryKey(),
  onboardingEnabled: boolean("onboarding_enabled").notNull().default(true),
  onboardingCompleted: boolean("onboarding_completed").notNull().default(false),
  /** Index of the step that is due, from 0. */
  currentStep: integer("current_step").notNull().default(0),
  /** Ids of steps. */
  completedSteps: text("completed_steps")
    .array()
    .notNull()
    .default(sql`'{}'::text[]`),
  /** Null means: a new user, who has seen nothing yet. */
  lastSeenStep: text("last_seen_step"),
  /** Notes and folders of the sample workspace, so that they can be removed together. */
  sampleIds: uuid("sample_ids")
    .array()
    .notNull()
    .default(sql`'{}'::uuid[]`),
  updatedAt: updatedAt(),
});
