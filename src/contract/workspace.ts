import { z } from "zod";
import {
  ASPECT_RATIOS,
  BANNER_HEIGHT,
  BANNER_OPACITY,
  BANNER_RADIUS,
  type BannerLook,
  QUALITIES,
} from "./shared/banner.ts";
import { declares, Id, Instant, signedIn, text } from "./shared/base.ts";
import { defineNoun } from "./noun.ts";
import { MadeImage } from "./shared/made-image.ts";

const Percent = z.number().min(0).max(100);
/** Sizes by panel name, in percent of what the panels share. */
const PanelSizes = z.record(z.string().max(50), Percent).refine((sizes) => Object.keys(sizes).length <= 50);
const Settings = z
  .record(z.string().max(50), z.json())
  .refine((settings) => JSON.stringify(settings).length <= 100_000, "At most 100 000 characters");

export const BannerType = z.enum(["image", "video"]);
export const WeatherUnits = z.enum(["celsius", "fahrenheit"]);

const FileAddress = z.string().regex(/^\/files\/[0-9a-f-]{36}$/);
const stepped = ({ min, max, step }: { min: number; max: number; step: number }) =>
  z.number().min(min).max(max).multipleOf(step);

export const BannerSettings = z
  .object({
    focusX: Percent.describe("Which point of the picture stays in sight, from its left"),
    focusY: Percent.describe("The same from its top"),
    height: z
      .number()
      .min(BANNER_HEIGHT.min)
      .max(BANNER_HEIGHT.max)
      .nullable()
      .describe("Of the picture, in percent of the window's; null is as high as the banner"),
    autoplay: z.boolean(),
    loop: z.boolean(),
    muted: z.boolean(),
    showControls: z.boolean(),
    aspectRatio: z.enum(ASPECT_RATIOS),
    quality: z.enum(QUALITIES),
    opacity: stepped(BANNER_OPACITY),
    borderRadius: stepped(BANNER_RADIUS).describe("Pixels"),
    parallaxEffect: z.boolean(),
    blurBackground: z.boolean(),
    poster: FileAddress.nullable().describe("A picture shown until a video plays"),
    isAnimated: z.boolean().describe("An image that moves"),
  } satisfies Record<keyof BannerLook, z.ZodType>)
  .describe("How the banner shows its picture or video");
export type BannerSettings = z.infer<typeof BannerSettings>;

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
    bannerSettings: BannerSettings,
    hasGlow: z.boolean().describe("glowing_effects_enabled"),
    themeSettings: Settings,
    weatherLocation: z.string(),
    isWeatherEnabled: z.boolean(),
    weatherUnits: WeatherUnits,
    isDashboardEditing: z.boolean(),
    isSidebarEditing: z.boolean(),
    editModeExpiresAt: Instant.nullable().describe(
      "An hour after an edit mode was last switched on; past once that hour ended them, null when they were switched off",
    ),
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
  bannerSettings: BannerSettings.partial().optional().describe("Merged with what is there"),
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

  generateBanner: signedIn
    .errors(declares("SWITCHED_OFF", "SERVICE_FAILED"))
    .route({
      method: "POST",
      path: "/workspace/banner/generate",
      summary: "Make pictures for the banner from a description",
      description:
        "They are not kept: upload the one that is wanted. Without a provider of images the answer is empty; SERVICE_FAILED says in words why there are none.",
    })
    .input(z.object({ prompt: text(2000).pipe(z.string().trim().min(1, "Please enter a prompt")) }))
    .output(z.object({ images: z.array(MadeImage) })),
};

export const workspaceNoun = defineNoun({
  operations: workspace,
  liveEntities: ["workspace"],
  activityEntities: ["workspace"],
});
