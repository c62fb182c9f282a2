import { z } from "zod";
import { declares, Done, Id, Instant, signedIn, text, visibleText } from "./shared/base.ts";
import { defineNoun } from "./noun.ts";

export const Template = z
  .object({
    id: Id,
    name: z.string(),
    text: z
      .string()
      .describe(
        "Markdown; {{date}}, {{time}}, {{weekday}} and {{title}} are filled in when it is used, and {{location}} in a note about an event",
      ),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .describe("What a new note can begin with");
export type Template = z.infer<typeof Template>;

/** Templates of the account. How many there may be is `MOST_TEMPLATES`. */
export const templates = {
  list: signedIn
    .route({ method: "GET", path: "/templates", summary: "All templates, by name" })
    .input(z.object({}).optional())
    .output(z.object({ templates: z.array(Template) })),

  save: signedIn
    .errors(declares("CONFLICT"))
    .route({ method: "PUT", path: "/templates/{id}", summary: "Make a template, or change one" })
    .input(
      z.object({
        id: Id.describe("Made by the caller to be able to repeat the call"),
        name: visibleText(200),
        text: text(500_000),
      }),
    )
    .output(Template),

  remove: signedIn
    .route({ method: "DELETE", path: "/templates/{templateId}", summary: "Permanently delete a template" })
    .input(z.object({ templateId: Id }))
    .output(Done),
};

export const templatesNoun = defineNoun({
  operations: templates,
  liveEntities: ["template"],
  activityTypes: ["template_created", "template_updated", "template_deleted"],
  importKinds: ["templates"],
});
