import { z } from "zod";
import { declares, Done, Id, Instant, signedIn, visibleText } from "./shared/base.ts";
import { MOST_LAYOUTS, MOST_WIDGETS, PANELS, SMALL_SCREENS, WIDGET_SIZES } from "./shared/dashboard.ts";
import { defineNoun } from "./noun.ts";

const Key = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,59}$/)
  .describe("Of the catalog; one that is not in it is kept, and shown as not available");

const Props = z
  .record(z.string().max(60), z.json())
  .refine((props) => JSON.stringify(props).length <= 10_000, "At most 10,000 characters")
  .describe("Settings of the widget, whose shape is its own");

/** Names inside a layout's config are the stored ones, because it is exported and imported as it stands. */
const Placed = z.object({
  component_key: Key,
  enabled: z.boolean().default(true),
  props: Props.default({}),
});

const Free = Placed.extend({
  id: z
    .string()
    .regex(/^[\w-]{1,40}$/)
    .describe("Unique among the widgets of its layout"),
  size: z.enum(WIDGET_SIZES).default("M"),
});

const WidgetIds = z.array(z.string().max(40)).max(MOST_WIDGETS + PANELS.length);
const Arrangement = z.object({
  order: WidgetIds.describe("Ids of widgets and names of panels; what is not named follows in its order"),
  hidden: WidgetIds.default([]),
  sizes: z.record(z.string().max(40), z.enum(WIDGET_SIZES)).default({}),
});

/** As JSON writes them: NUL, which PostgreSQL has no place for, and halves of characters. */
const UNSTORABLE = /(?:^|[^\\])(?:\\\\)*\\u(?:0000|d[89a-f][0-9a-f]{2})/i;

export const LayoutConfig = z
  .object({
    components: z.partialRecord(z.enum(PANELS), Placed).default({}).describe("The widget of each panel"),
    panelSizes: z
      .record(z.string().max(40), z.number().min(0).max(100))
      .refine((sizes) => Object.keys(sizes).length <= 20)
      .default({})
      .describe("Percent: leftPanels, rightPanels, topSection, middleSection, bottomSection"),
    gridLayout: z
      .object({
        widgets: z
          .array(Free)
          .max(MOST_WIDGETS)
          .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, "Two have the same id")
          .default([])
          .describe("The selected components, below the panels, in their order"),
        arrangements: z
          .partialRecord(z.enum(SMALL_SCREENS), Arrangement)
          .default({})
          .describe("Of small screens, where they differ from the desktop's"),
      })
      .default({ widgets: [], arrangements: {} }),
  })
  .refine((config) => JSON.stringify(config).length <= 60_000, "At most 60,000 characters")
  .refine((config) => !UNSTORABLE.test(JSON.stringify(config)), "NUL and lone surrogates can't be stored")
  .describe("Empty: the built-in arrangement is shown");
export type LayoutConfig = z.infer<typeof LayoutConfig>;
export type PlacedWidget = z.infer<typeof Placed>;
export type FreeWidget = z.infer<typeof Free>;

export const Layout = z
  .object({
    id: Id,
    name: z.string(),
    config: LayoutConfig,
    isDefault: z.boolean(),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .describe("A dashboard: which widgets stand where");
export type Layout = z.infer<typeof Layout>;

const Name = visibleText(100);

export const layouts = {
  list: signedIn
    .route({
      method: "GET",
      path: "/layouts",
      summary: "All dashboards, the default first; the first call makes it",
    })
    .input(z.object({}).optional())
    .output(
      z.object({
        layouts: z.array(Layout),
        embedOrigins: z.array(z.string()).describe("Sites whose pages this server's dashboards may show"),
        off: z.array(Key).describe("Components that the operator has switched off for everyone"),
      }),
    ),

  create: signedIn
    .errors(declares("CONFLICT"))
    .route({
      method: "POST",
      path: "/layouts",
      summary: `Make a dashboard; an account has at most ${MOST_LAYOUTS}`,
    })
    .input(
      z.object({
        id: Id.optional().describe("Made by the caller to be able to repeat the call"),
        name: Name,
        config: LayoutConfig.optional(),
      }),
    )
    .output(Layout),

  update: signedIn
    .errors(declares("CONFLICT"))
    .route({ method: "PATCH", path: "/layouts/{layoutId}", summary: "Change a dashboard" })
    .input(
      z.object({
        layoutId: Id,
        name: Name.optional(),
        config: LayoutConfig.optional(),
        isDefault: z.literal(true).optional().describe("The one that was it before is it no longer"),
        base: Instant.optional().describe(
          "updatedAt of what was changed; CONFLICT when somebody changed it since",
        ),
      }),
    )
    .output(Layout),

  remove: signedIn
    .errors(declares("CONFLICT"))
    .route({
      method: "DELETE",
      path: "/layouts/{layoutId}",
      summary: "Put a dashboard into the trash for 30 days; the last one stays",
    })
    .input(z.object({ layoutId: Id }))
    .output(Done),

  restore: signedIn
    .route({ method: "POST", path: "/layouts/{layoutId}/restore", summary: "Take it out of the trash" })
    .input(z.object({ layoutId: Id }))
    .output(Layout),

  switchComponent: signedIn
    .route({
      method: "PATCH",
      path: "/dashboard-components/{componentType}",
      summary: "Switch a component on or off for everyone; the operator's alone",
    })
    .input(z.object({ componentType: Key.describe("Id of a catalog entry"), isEnabled: z.boolean() }))
    .output(Done),
};

export const layoutsNoun = defineNoun({
  operations: layouts,
  liveEntities: ["layout"],
  activityEntities: ["layout"],
  activityTypes: ["layout_created", "layout_updated", "layout_deleted", "layout_restored"],
  trash: { layout: "layouts" },
  importKinds: ["layouts"],
});
