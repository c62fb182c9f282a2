import { z } from "zod";
import { defineNoun } from "./noun.ts";
import { AiAccess } from "./shared/ai-access-schema.ts";
import { declares, Id, signedIn, text } from "./shared/base.ts";

const TagName = text(100).pipe(z.string().trim().min(1));

export const Tag = z
  .object({
    name: z.string(),
    aiAccess: AiAccess.describe("However the tag is written; another fence of a note may be stricter"),
    noteCount: z.int().describe("Notes that have it, without the trash"),
  })
  .describe("A tag that at least one note has");
export type Tag = z.infer<typeof Tag>;

/** Notes one call of `putBack` takes. */
const AT_ONCE = 1000;

const Changed = z.object({
  notes: z.int().describe("How many notes were changed, the trash among them"),
  renamed: z.array(Id).describe("Those that have the new name instead of the old one"),
  lost: z
    .array(Id)
    .describe("Those that only lost the name: they had the other one already, or it was removed"),
  aiAccess: z
    .object({ from: AiAccess, to: AiAccess })
    .optional()
    .describe("What both names had before, where a fence went along with the notes"),
});
export type TagChange = z.infer<typeof Changed>;

export const tags = {
  list: signedIn
    .route({ method: "GET", path: "/tags", summary: "All tags, by name" })
    .input(z.object({}).optional())
    .output(z.object({ tags: z.array(Tag) })),

  rename: signedIn
    .route({
      method: "POST",
      path: "/tags/rename",
      summary: "Rename a tag in every note; where the new name exists, the two become one",
    })
    .input(z.object({ from: TagName, to: TagName }))
    .output(Changed),

  remove: signedIn
    .route({ method: "POST", path: "/tags/remove", summary: "Take a tag from every note" })
    .input(z.object({ name: TagName }))
    .output(Changed),

  putBack: signedIn
    .route({ method: "POST", path: "/tags/put-back", summary: "Undo a rename, merge or removal of a tag" })
    .input(
      z.object({
        from: TagName.describe("The name that comes back"),
        to: TagName.optional().describe("The name it was given; absent when it was removed"),
        renamed: z.array(Id).max(AT_ONCE),
        lost: z.array(Id).max(AT_ONCE),
        aiAccess: z
          .object({ from: AiAccess, to: AiAccess.optional().describe("Only with the last of several calls") })
          .optional(),
      }),
    )
    .output(z.object({ notes: z.int() })),

  setAiAccess: signedIn
    .errors(declares("CONFLICT", "QUOTA_EXCEEDED"))
    .route({
      method: "POST",
      path: "/tags/ai-access",
      summary: "Say which AI models may read what has a tag",
      description:
        "It holds for notes, tasks and events, however they write the tag. At most 1,000 tags of an account.",
    })
    .input(
      z.object({
        name: TagName,
        aiAccess: AiAccess,
        onlyIf: AiAccess.optional().describe(
          "What it must still be; if it is something else by now, CONFLICT and no change",
        ),
      }),
    )
    .output(z.object({ aiAccess: AiAccess })),
};

export const tagsNoun = defineNoun({ operations: tags, liveEntities: ["tag"], importKinds: ["tagFences"] });
