import { z } from "zod";
import { declares, Done, Id, Instant, signedIn, text } from "./shared/base.ts";
import { defineNoun } from "./noun.ts";
import { RelatedNotes } from "./notes.ts";
import {
  ASSISTANT_ACTIONS,
  ASSISTED_CONTEXT_MAX,
  ASSISTED_TEXT_MAX,
  INSTRUCTION_MAX,
  MOST_ACTIONS,
  OWN_OUTCOMES,
  TONES,
} from "./shared/assistant-choices.ts";

export const AssistantActionOfOwn = z
  .object({
    id: Id,
    name: z.string(),
    instruction: z
      .string()
      .describe(
        "{selection} stands for the text, [[Title]] for one of your notes, #tag for what your notes with it say",
      ),
    outcome: z
      .enum(OWN_OUTCOMES)
      .describe("replace: the answer stands for the text; read: it is shown beside it"),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .describe("What a person has a model do with selected text, under a name");
export type AssistantActionOfOwn = z.infer<typeof AssistantActionOfOwn>;

const Suggested = z.object({ noteId: Id, title: z.string() });
export const NoteSuggestions = z.object({
  tags: z.array(z.string()).describe("That it doesn't have, the likeliest first"),
  mentioned: z
    .array(Suggested)
    .describe("Own notes whose title is in its text without a link, the longest first"),
  related: z.array(Suggested).describe("Other notes about the same things, without a link to or from it"),
});
export type NoteSuggestions = z.infer<typeof NoteSuggestions>;

/** A text, and what is to be done with it. */
export const AssistantQuestion = z
  .object({
    action: z.enum(ASSISTANT_ACTIONS).optional(),
    instruction: text(INSTRUCTION_MAX)
      .pipe(z.string().trim().min(1))
      .optional()
      .describe(
        "Instead of an action. {selection} stands for the text, [[Title]] for one of your notes, #tag for what your notes with it say",
      ),
    text: text(ASSISTED_TEXT_MAX).describe("May be empty where it is to be continued"),
    before: text(ASSISTED_CONTEXT_MAX).optional().describe("The words before it, for context"),
    after: text(ASSISTED_CONTEXT_MAX).optional(),
    noteId: Id.optional().describe("The note that the text stands in"),
    language: text(100)
      .pipe(z.string().trim().min(1))
      .optional()
      .describe("To translate into, by its English name"),
    tone: z.enum(TONES).optional(),
  })
  .refine(({ action, instruction }) => (action === undefined) !== (instruction === undefined), {
    message: "Either an action or an instruction",
  })
  .refine(({ action, language }) => action !== "translate" || language !== undefined, {
    message: "A language to translate into",
  })
  .refine(({ action, tone }) => action !== "tone" || tone !== undefined, { message: "A tone" })
  .refine(
    ({ action, text: words, before }) =>
      words.trim() !== "" || (action === "continue" && Boolean(before?.trim())),
    { message: "A text" },
  );

const operations = {
  actions: signedIn
    .route({ method: "GET", path: "/assistant/actions", summary: "One's own actions on text, by name" })
    .input(z.object({}).optional())
    .output(z.object({ actions: z.array(AssistantActionOfOwn) })),

  saveAction: signedIn
    .errors(declares("CONFLICT"))
    .route({
      method: "PUT",
      path: "/assistant/actions/{id}",
      summary: "Make an action on text, or change one",
      description: `At most ${MOST_ACTIONS} of an account.`,
    })
    .input(
      z.object({
        id: Id.describe("Made by the caller to be able to repeat the call"),
        name: text(100).pipe(z.string().trim().min(1)),
        instruction: text(INSTRUCTION_MAX).pipe(z.string().trim().min(1)),
        outcome: z.enum(OWN_OUTCOMES).default("replace"),
      }),
    )
    .output(AssistantActionOfOwn),

  removeAction: signedIn
    .route({
      method: "DELETE",
      path: "/assistant/actions/{actionId}",
      summary: "Permanently delete an action on text",
    })
    .input(z.object({ actionId: Id }))
    .output(Done),

  run: signedIn
    .errors(declares("SERVICE_FAILED"))
    .route({
      method: "POST",
      path: "/assistant/run",
      summary: "Have a model rewrite, explain or continue a text",
      description:
        "Nothing is written: the answer is a suggestion. SERVICE_FAILED says in words why there is none. At most 60 calls in 10 minutes.",
    })
    .input(AssistantQuestion)
    .output(
      z.object({
        text: z.string().describe("Nothing but what was asked for"),
        model: z.string().describe("Which wrote it"),
      }),
    ),

  summarize: signedIn
    .route({
      method: "POST",
      path: "/assistant/summary",
      summary: "The sentences that say most of a text, without any model",
    })
    .input(
      z.object({
        text: text(100_000),
        sentences: z.int().min(1).max(20).optional().describe("Absent: by the length of the text"),
      }),
    )
    .output(z.object({ sentences: z.array(z.string()).describe("In the order of the text") })),

  followUp: signedIn
    .errors(declares("QUOTA_EXCEEDED", "TOO_LARGE", "CONFLICT"))
    .route({
      method: "POST",
      path: "/notes/{noteId}/follow-up",
      summary: "The key sentences of a transcript, and tasks proposed from what it says is to be done",
      description: "Without any model. The tasks wait as a changeset; English and German.",
    })
    .input(z.object({ noteId: Id.describe("That the tasks link to"), text: text(100_000) }))
    .output(
      z.object({
        sentences: z.array(z.string()).describe("In the order of the text"),
        changesetId: Id.nullable(),
        tasks: z.int(),
      }),
    ),

  suggest: signedIn
    .route({
      method: "GET",
      path: "/notes/{noteId}/suggestions",
      summary: "Tags and links that a note could have, without any model",
    })
    .input(z.object({ noteId: Id }))
    .output(NoteSuggestions),

  related: signedIn
    .route({ method: "POST", path: "/assistant/related", summary: "Notes about the same things as a text" })
    .input(
      z.object({
        text: text(ASSISTED_TEXT_MAX).refine((words) => words.trim() !== "", "A text"),
        noteId: Id.optional().describe("The note that the text stands in, which is not in the answer"),
      }),
    )
    .output(RelatedNotes),
};

export const assistantNoun = defineNoun({
  operations,
  liveEntities: ["assistantAction"],
  importKinds: ["assistantActions"],
});
