import { z } from "zod";
import { Id, Instant, signedIn } from "./shared/base.ts";
import { trashCounts } from "./nouns.ts";

/** How long what was deleted can be brought back. */
export const TRASH_DAYS = 30;
/** Items one call takes. */
export const TRASH_ITEMS_MAX = 500;

/** What can lie there, and how answers call the number of it. */
export const TRASH_COUNTS = trashCounts;
export type TrashKind = keyof typeof TRASH_COUNTS;
export const TrashKind = z.enum(Object.keys(TRASH_COUNTS) as TrashKind[]);

export const TrashItem = z
  .object({
    kind: TrashKind,
    id: Id,
    name: z.string().describe("Title of a note or task, name of a folder or file"),
    place: z.string().nullable().describe("The folder it was in"),
    notes: z.int().describe("Of a folder: how many notes went into the trash with it and come back with it"),
    size: z.int().nullable().describe("Of a file, in bytes"),
    trashedAt: Instant,
    expiresAt: Instant.describe("From then on it can be removed permanently"),
  })
  .describe("Something deleted");
export type TrashItem = z.infer<typeof TrashItem>;

const items = z
  .array(z.object({ kind: TrashKind, id: Id }))
  .min(1)
  .max(TRASH_ITEMS_MAX);
type CountName = (typeof TRASH_COUNTS)[TrashKind];
const counts = z.object(
  Object.fromEntries(Object.values(TRASH_COUNTS).map((name) => [name, z.int()])) as Record<
    CountName,
    z.ZodInt
  >,
);

export const trash = {
  list: signedIn
    .route({ method: "GET", path: "/trash", summary: "What was deleted, last deleted first" })
    .input(
      z.object({
        kind: TrashKind.optional(),
        cursor: z.string().max(200).optional(),
        limit: z.coerce.number().int().min(1).max(200).default(100),
      }),
    )
    .output(
      z.object({
        items: z.array(TrashItem),
        counts: counts.describe(
          "All there is, whatever the filter; folders that went with another are not counted",
        ),
        nextCursor: z.string().nullable(),
      }),
    ),

  restore: signedIn
    .route({
      method: "POST",
      path: "/trash/restore",
      summary: "Take things out of the trash; a folder brings what went with it",
    })
    .input(z.object({ items }))
    .output(z.object({ restored: z.int().describe("What is no longer in the trash is skipped") })),

  remove: signedIn
    .route({ method: "POST", path: "/trash/remove", summary: "Permanently delete items in the trash" })
    .input(z.object({ items }))
    .output(z.object({ removed: counts })),

  empty: signedIn
    .route({ method: "POST", path: "/trash/empty", summary: "Empty the trash" })
    .input(z.object({}).optional())
    .output(z.object({ removed: counts })),
};
