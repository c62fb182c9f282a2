import { z } from "zod";
import { signedIn, text } from "./base.ts";

const TagName = text(100).pipe(z.string().trim().min(1));

export const Tag = z
  .object({ name: z.string(), noteCount: z.int().describe("Notes that have it, without the trash") })
  .describe("A tag that at least one note has");
export type Tag = z.infer<typeof Tag>;

const Changed = z.object({ notes: z.int().describe("How many notes were changed, the trash among them") });

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
};
