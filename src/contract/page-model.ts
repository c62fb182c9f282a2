import { z } from "zod";
import { declares, Id, signedIn, text } from "./shared/base.ts";
import { AssistantQuestion } from "./assistant.ts";
import { defineNoun } from "./noun.ts";
import { PAGE_ENDINGS, PAGE_PART_MAX } from "./wire/page-model.ts";

const Messages = z
  .array(z.object({ role: z.enum(["system", "user", "assistant"]), text: z.string() }))
  .describe("What the model is told, in order");

const operations = {
  prepareAnswer: signedIn
    .route({
      method: "POST",
      path: "/page-model/answers/{answerId}",
      summary: "What the browser's own model is to be told for an answer of a chat",
      description:
        "For a chat whose provider is 'browser'. One page gets it, once; it has to send words or nothing every few seconds, or the answer is interrupted.",
    })
    .input(z.object({ answerId: Id, timeZone: z.string().max(60).optional() }))
    .output(z.object({ messages: Messages.nullable().describe("Null: it isn't for this page to answer") })),

  addWords: signedIn
    .route({
      method: "POST",
      path: "/page-model/answers/{answerId}/words",
      summary: "Words of the browser's own model; their citations are checked before anybody sees them",
    })
    .input(
      z.object({
        answerId: Id,
        at: z.int().min(0).describe("How much the page has sent before; what is there already is left out"),
        text: text(PAGE_PART_MAX),
        end: z.enum(PAGE_ENDINGS).optional().describe("It is the last part, and why"),
      }),
    )
    .output(z.object({ isWanted: z.boolean().describe("False: it was stopped or deleted") })),

  prepareText: signedIn
    .errors(declares("SERVICE_FAILED"))
    .route({
      method: "POST",
      path: "/page-model/texts",
      summary: "What the browser's own model is to be told to rewrite, explain or continue a text",
    })
    .input(AssistantQuestion)
    .output(z.object({ callId: Id, messages: Messages })),

  cleanText: signedIn
    .route({
      method: "POST",
      path: "/page-model/texts/{callId}/answer",
      summary: "Its answer without what models put around one",
    })
    .input(z.object({ callId: Id, text: text(200_000) }))
    .output(z.object({ text: z.string() })),
};

export const pageModelNoun = defineNoun({ operations });
