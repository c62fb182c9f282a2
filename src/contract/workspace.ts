import { z } from "zod";
import { Id, Instant, signedIn, text } from "./shared/base.ts";
import { defineNoun } from "./noun.ts";

const Percent = z.number().min(0).max(100);
/** Sizes by panel name, in percent of what the panels share. */
const PanelSizes = z.record(z.string().max(50), Percent).refine((sizes) => Object.keys(sizes).length <= 50);
const Settings = z
  .record(z.string().max(50), z.json())
  .refine((settings) => JSON.stringify(settings).length <= 100_000, "At most 100 000 characters");

export const BannerType = z.enum(["image", "video"]);
export const WeatherUnits = z.enum(["celsius", "fahrenheit"]);

export const Workspace = z
  .object({
    id: Id,
    name: z.string().describe("workspace_name; 'Main Dashboard' unless chosen"),
    dashboardLayout: Settings,
    sidebarLayout: Settings,
    panelSizes: PanelSizes.describe(
      "Percent by panel: sidebar, banner and the spec's eight; absent means the default",
    ),
    sidebarPanelSizes: PanelSizes,
    bannerUrl: z.string().nullable(),
    bannerType: BannerType.nullable(),
    bannerSettings: Settings,
    hasGlow: z.boolean().describe("glowing_effects_enabled"),
    themeSettings: Settings,
    weatherLocation: z.string(),
    isWeatherEnabled: z.boolean(),
    weatherUnits: WeatherUnits,
    isDashboardEditing: z.boolean(),
    isSidebarEditing: z.boolean(),
    editModeExpiresAt: Instant.nullable().describe("An hour after an edit mode was last switched on"),
    customSettings: Settings,
    settings: Settings,
    updatedAt: Instant,
  })
  .describe("The frame around the pages: banner, panel sizes, edit modes, weather");
export type Workspace = z.infer<typeof Workspace>;

const change = z.object({
  name: text(100).pipe(z.string().trim().min(1)).optional(),
  dashboardLayout: Settings.optional(),
  sidebarLayout: Settings.optional(),
  panelSizes: PanelSizes.optional().describe("Merged with what is there"),
  sidebarPanelSizes: PanelSizes.optional().describe("Merged with what is there"),
  bannerUrl: text(2000).nullable().optional(),
  bannerType: BannerType.nullable().optional(),
  bannerSettings: Settings.optional(),
  hasGlow: z.boolean().optional(),
  themeSettings: Settings.optional(),
  weatherLocation: text(200).pipe(z.string().trim().min(1)).optional(),
  isWeatherEnabled: z.boolean().optional(),
  weatherUnits: WeatherUnits.optional(),
  isDashboardEditing: z.boolean().optional(),
  isSidebarEditing: z.boolean().optional(),
  customSettings: Settings.optional().describe("Merged with what is there"),
  settings: Settings.optional(),
});
export type WorkspaceChange = z.infer<typeof change>;

export const workspace = {
  get: signedIn
    .route({ method: "GET", path: "/workspace", summary: "The default workspace; made at the first call" })
    .input(z.object({}).optional())
    .output(Workspace),

  update: signedIn
    .route({ method: "PATCH", path: "/workspace", summary: "Change the default workspace" })
    .input(change)
    .output(Workspace),
};

export const workspaceNoun = defineNoun({
  operations: workspace,
  liveEntities: ["workspace"],
  activityEntities: ["workspace"],
});
