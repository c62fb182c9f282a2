import { z } from "zod";
import { declares, Done, Id, Instant, signedIn, text } from "./shared/base.ts";
import { MEMORY_LENGTH } from "./wire/chat-limits.ts";
import { defineNoun } from "./noun.ts";

/** Of an account; each may go along with every question. */
export const MOST_MEMORIES = 200;

export const Memory = z
  .object({
    id: Id,
    text: z.string(),
    source: z.enum(["settings", "chat"]).describe("Where its person said it"),
    threadId: Id.nullable().describe("The chat it was said in"),
    folderId: Id.nullable().describe("Only in chats that keep to this folder; null: in all"),
    expiresAt: Instant.nullable().describe("Not told to models from then on; null: never ends"),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .describe("What a person asked Chat to keep in mind");
export type Memory = z.infer<typeof Memory>;

const operations = {
  list: signedIn
    .route({
      method: "GET",
      path: "/memories",
      summary: "What Chat was asked to keep in mind, the newest first",
    })
    .input(z.object({}).optional())
    .output(z.object({ memories: z.array(Memory) })),

  save: signedIn
    .errors(declares("CONFLICT"))
    .route({
      method: "PUT",
      path: "/memories/{id}",
      summary: "Have Chat keep something in mind, or change that",
      description: `An account has at most ${MOST_MEMORIES}. They go to the model with each question they hold for.`,
    })
    .input(
      z.object({
        id: Id.describe("Made by the caller to be able to repeat the call"),
        text: text(MEMORY_LENGTH).pipe(z.string().trim().min(1)),
        folderId: Id.nullable().default(null),
        expiresAt: Instant.nullable().default(null),
      }),
    )
    .output(Memory),

  remove: signedIn
    .route({ method: "DELETE", path: "/memories/{memoryId}", summary: "Forget it" })
    .input(z.object({ memoryId: Id }))
    .output(Done),
};

export const memoriesNoun = defineNoun({
  operations,
  liveEntities: ["memory"],
  importKinds: ["memories"],
});
