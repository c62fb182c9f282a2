import { z } from "zod";
import { declares, Done, Id, Instant, signedIn, text } from "./shared/base.ts";
import { statedAs } from "./nouns.ts";

/** What happens in a browser alone, and is logged by it. */
const LOGGED_BY_PAGES = ["export_notes", "dashboard_viewed", "notes_refreshed"] as const;

const ACTIVITY_TYPES = [
  ...statedAs("activityTypes"),
  ...LOGGED_BY_PAGES,
  "import_notes" as const,
  "trash_emptied" as const,
];

export const ActivityType = z.enum(ACTIVITY_TYPES);
export type ActivityType = z.infer<typeof ActivityType>;

export const Activity = z
  .object({
    id: Id.describe("UUID version 7 made by the server: their order is the order of time"),
    type: ActivityType,
    title: z.string(),
    description: z.string(),
    entityType: z.enum(statedAs("activityEntities")).nullable(),
    entityId: Id.nullable(),
    metadata: z
      .record(z.string(), z.json())
      .describe("actor; changes: { field: { from, to } }; undoneAt; and what the type adds"),
    createdAt: Instant,
    canUndo: z.boolean(),
  })
  .describe("Something that was done in this account");
export type Activity = z.infer<typeof Activity>;

const filter = {
  types: z.array(ActivityType).max(ACTIVITY_TYPES.length).optional(),
  entityId: Id.optional(),
  projectId: Id.optional().describe(
    "Of this project, its folders, notes and tasks; of one that someone else shares, what its guests are told",
  ),
  query: text(200).optional().describe("Part of title or description"),
  from: Instant.optional(),
  to: Instant.optional(),
};

export const activity = {
  list: signedIn
    .route({ method: "GET", path: "/activities", summary: "What was done, newest first" })
    .input(
      z.object({
        ...filter,
        offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
        limit: z.coerce.number().int().min(1).max(200).default(50),
      }),
    )
    .output(z.object({ activities: z.array(Activity), total: z.int().describe("All that fit the filter") })),

  log: signedIn
    .route({ method: "POST", path: "/activities", summary: "Log what only a page knows", successStatus: 201 })
    .input(
      z.object({
        type: z.enum(LOGGED_BY_PAGES),
        title: text(200),
        description: text(1000).default(""),
        metadata: z
          .record(z.string().max(50), z.json())
          .refine((metadata) => JSON.stringify(metadata).length <= 5_000, "At most 5 000 characters")
          .default({}),
      }),
    )
    .output(Done),

  remove: signedIn
    .route({ method: "DELETE", path: "/activities/{activityId}", summary: "Delete one entry of the log" })
    .input(z.object({ activityId: Id }))
    .output(Done),

  clear: signedIn
    .route({ method: "POST", path: "/activities/clear", summary: "Delete the entries that fit a filter" })
    .input(z.object(filter))
    .output(z.object({ removed: z.int() })),

  undo: signedIn
    .errors(declares("CONFLICT"))
    .route({ method: "POST", path: "/activities/{activityId}/undo", summary: "Take back what was done" })
    .input(z.object({ activityId: Id }))
    .output(Done),
};
