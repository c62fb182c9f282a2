import { z } from "zod";
import { Id, signedIn } from "../shared/base.ts";
import { statedAs } from "../nouns.ts";

/** What the nouns state, and the log of activities itself. */
export const LiveEntity = z.enum([...statedAs("liveEntities"), "activity" as const]);
export type LiveEntity = z.infer<typeof LiveEntity>;

/** One change of something the user may see; ids only, the reader fetches what it shows. */
export const LiveEvent = z.object({
  seq: z.int().describe("Counts up by one per user; a gap means: fetch everything again"),
  entity: LiveEntity,
  entityId: Id,
  operation: z
    .enum(["insert", "update", "write", "delete"])
    .describe("A note is written when its text alone has changed: no link in it, no task, nothing beside it"),
});
export type LiveEvent = z.infer<typeof LiveEvent>;

export const live = {
  since: signedIn
    .route({ method: "GET", path: "/live", summary: "Changes after a sequence number, at most 500" })
    .input(z.object({ seq: z.coerce.number().int().min(0) }))
    .output(
      z.object({
        events: z.array(LiveEvent),
        seq: z.int().describe("The newest number; where it is more than 500 ahead, fetch everything again"),
      }),
    ),
};
