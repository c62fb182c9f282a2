import { z } from "zod";
import { Id, signedIn } from "./shared/base.ts";
import { defineNoun } from "./noun.ts";
import { FLOATING_FILLS } from "./shared/floating-fills.ts";
import { GRADIENTS, PRESETS, THEME_CLASSES } from "./shared/frame-choices.ts";
import { isTimeZone } from "./shared/time-zone.ts";
import { DEFAULT_WRITING_GOAL, MOST_WRITING_GOAL } from "./shared/word-origins.ts";

const Coordinate = z.number().int().min(-100_000).max(100_000);

/** A note in a window of its own, in CSS pixels; what it shows is the note's. */
export const FloatingWindow = z.object({
  id: Id,
  noteId: Id,
  position: z.object({ x: Coordinate, y: Coordinate }),
  size: z.object({ width: Coordinate.min(300), height: Coordinate.min(200) }),
  isMinimized: z.boolean(),
  fill: z
    .enum(FLOATING_FILLS)
    .optional()
    .describe("The part of the screen it fills instead of its own place, which waits meanwhile"),
});
export type FloatingWindow = z.infer<typeof FloatingWindow>;

const FloatingWindows = z
  .array(FloatingWindow)
  .max(20)
  .describe("Notes in windows of their own on screens of this size; the last lies on top");

const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

const Reminding = z
  .object({
    inApp: z.boolean().describe("A message in the notifications; on unless false"),
    push: z.boolean().describe("To every browser that was registered for it; on unless false"),
    email: z.boolean().describe("To the address of the account; off unless true"),
    webhook: z
      .object({
        url: z.url({ protocol: /^https?$/ }).max(1000),
        kind: z.enum(["json", "ntfy"]).describe("json: a POST of JSON; ntfy: the address of a topic"),
      })
      .nullable(),
    quietHours: z
      .object({ from: TimeOfDay, to: TimeOfDay })
      .nullable()
      .describe("By the account's time zone, also over midnight; what falls inside rings at their end"),
  })
  .partial()
  .describe("How reminders reach the person");

const WorkingHours = z
  .object({
    from: TimeOfDay,
    to: TimeOfDay,
    days: z.array(z.int().min(1).max(7)).min(1).max(7).describe("1 is Monday, 7 Sunday"),
  })
  .refine(({ from, to }) => from < to, "They end before they begin.");

const Briefs = z
  .object({
    beforeEvents: z
      .boolean()
      .describe("A notification 15 minutes before an event of which notes say something"),
    morning: TimeOfDay.nullable().describe(
      "When a notification leads to the brief of the day; null: not at all",
    ),
  })
  .partial();

const PlaceIds = z.array(z.string().max(40)).max(40);

/** What a person chose, by key. Absent means the default, which the page knows. */
export const PreferenceSettings = z
  .object({
    mode: z.enum(["dark", "light", "system"]),
    preset: z.enum(PRESETS),
    gradient: z.enum(GRADIENTS),
    accent: z
      .string()
      .regex(/^#[0-9a-f]{6}$/)
      .describe("sRGB; the page repairs its contrast"),
    isAccentDynamic: z.boolean().describe("Take the accent from the images and videos chosen as banner"),
    hasTitleBar: z.boolean().describe("The desktop-style title bar"),
    shortcuts: z
      .record(z.string().max(100), z.array(z.string().max(50)).max(5))
      .describe("Keys by action id, where they differ from the default"),
    browserNotifications: z.boolean().describe("Show what arrives while no page of Cairn is looked at"),
    weekStart: z.enum(["monday", "sunday", "saturday"]),
    hourCycle: z.enum(["h12", "h23"]),
    isSpellChecked: z.boolean().describe("Whether the browser marks mistakes in notes; on unless false"),
    isNoteWide: z.boolean().describe("Notes as wide as the page instead of a measure of about 75 letters"),
    chatLeavesOutModels: z
      .boolean()
      .describe("Chat looks for answers in what people wrote, not in what AI models did; off unless true"),
    keepsGaps: z
      .boolean()
      .describe("Searches and questions that found nothing are kept for the page of them; on unless false"),
    checksLinks: z
      .boolean()
      .describe("The server asks the web links of notes by itself whether they still work; off unless true"),
    hasSmartPunctuation: z
      .boolean()
      .describe("Signs like — and … made of -- and ... while typing; on unless false"),
    explorer: z
      .object({
        layout: z.enum(["list", "grid", "table"]),
        sort: z.enum(["updated", "created", "title", "words"]),
        order: z.enum(["asc", "desc"]),
      })
      .describe("How the lists of notes were last looked at"),
    density: z
      .enum(["comfortable", "compact"])
      .describe("How close the rows of lists and of the sidebar stand"),
    sidebar: z
      .object({
        order: PlaceIds.describe("Those moved stand in this order before the others of their group"),
        hidden: PlaceIds,
        pinned: PlaceIds.describe("Stand at the top, in this order"),
        isLibraryFolded: z.boolean(),
      })
      .partial()
      .describe("Places of the sidebar by id, where they differ from the default"),
    savedSearches: z
      .array(
        z.object({
          name: z.string().trim().min(1).max(100),
          address: z.string().max(1000).describe("What follows the ? of the explorer's address"),
        }),
      )
      .max(50)
      .describe("Searches and filters kept under a name"),
    reminders: Reminding,
    briefs: Briefs.describe("Which briefs come by themselves; none unless chosen"),
    areAgentsStopped: z.boolean().describe("No agent runs, and those that run end"),
    workingHours: WorkingHours.describe("When there is time for work; absent: as the account's record says"),
    floatingSmall: FloatingWindows,
    floatingMedium: FloatingWindows,
    floatingLarge: FloatingWindows,
    writingGoal: z
      .int()
      .min(1)
      .max(MOST_WRITING_GOAL)
      .describe(`Words a day; ${DEFAULT_WRITING_GOAL} unless chosen`),
    timeZone: z
      .string()
      .max(64)
      .refine(isTimeZone, "A time zone such as Europe/Oslo")
      .describe("By whose clock the server reads 'tomorrow'; the first page that signs in tells"),
    secondTimeZone: z
      .string()
      .max(64)
      .refine(isTimeZone, "A time zone such as Europe/Oslo")
      .describe("Shown beside the hours of a day and a week"),
  })
  .partial();
export type PreferenceSettings = z.infer<typeof PreferenceSettings>;

export const Preferences = z
  .object({
    dashboardTheme: z
      .enum([...THEME_CLASSES, "clean-default"])
      .describe("The theme class, second of the four layers; clean-default is the demo account's, always"),
    settings: PreferenceSettings,
  })
  .describe("What follows a person to every device");
export type Preferences = z.infer<typeof Preferences>;

type Resettable = {
  [K in keyof typeof PreferenceSettings.shape]: z.ZodOptional<
    z.ZodNullable<ReturnType<(typeof PreferenceSettings.shape)[K]["unwrap"]>>
  >;
};
const resettable = Object.fromEntries(
  Object.entries(PreferenceSettings.shape).map(([key, shape]) => [key, shape.unwrap().nullable().optional()]),
) as unknown as Resettable;

export const preferences = {
  get: signedIn
    .route({ method: "GET", path: "/preferences", summary: "What the user has chosen" })
    .input(z.object({}).optional())
    .output(Preferences),

  update: signedIn
    .route({ method: "PATCH", path: "/preferences", summary: "Change some; null goes back to the default" })
    .input(
      z.object({
        dashboardTheme: z.enum(THEME_CLASSES).optional(),
        settings: z.object(resettable).optional().describe("Only what changes"),
        was: z
          .record(z.string().max(40), z.unknown())
          .optional()
          .describe(
            "What these settings were when they were read: of lists and records only what differs from that is changed, and what another device has changed since stays",
          ),
      }),
    )
    .output(Preferences),
};

export const preferencesNoun = defineNoun({
  operations: preferences,
  liveEntities: ["preferences"],
});
