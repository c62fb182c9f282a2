import { z } from "zod";
import { Id, Instant, signedIn, text } from "./shared/base.ts";
import { defineNoun } from "./noun.ts";
import { QUERY_MAX } from "./shared/search-query.ts";

export const GAP_PLACES = ["search", "palette", "chat"] as const;
export type GapPlace = (typeof GAP_PLACES)[number];

const Place = z.enum(GAP_PLACES);

export const Gap = z
  .object({
    id: Id,
    question: z.string().describe("As it was worded last"),
    place: Place.describe("Where it was asked last"),
    count: z.int().min(1),
    firstAt: Instant,
    lastAt: Instant,
    near: z
      .array(z.object({ noteId: Id, title: z.string() }))
      .describe("Up to three own notes that have some of its words, the nearest first"),
    isDismissed: z.boolean(),
  })
  .describe("A search or a question that found nothing, and still finds nothing");
export type Gap = z.infer<typeof Gap>;

const GapGroup = z.object({
  word: z.string().nullable().describe("What those of the group share; null for those that share none"),
  gaps: z.array(Gap),
});
export type GapGroup = z.infer<typeof GapGroup>;

/** Searches and questions of one's own that found nothing. Nobody else sees them, and no model is told. */
export const gaps = {
  list: signedIn
    .route({
      method: "GET",
      path: "/gaps",
      summary: "What was looked for and is in no note, by shared words",
    })
    .output(
      z.object({
        groups: z.array(GapGroup).describe("At most 200 questions"),
        total: z.int().min(0),
      }),
    ),

  tell: signedIn
    .route({ method: "POST", path: "/gaps", summary: "Keep a search that found nothing" })
    .input(
      z.object({
        query: text(QUERY_MAX).describe("Kept without its operators, and only if it really finds nothing"),
        place: Place.exclude(["chat"]),
      }),
    )
    .output(z.object({ isKept: z.boolean() })),

  look: signedIn
    .route({ method: "POST", path: "/gaps/look", summary: "Ask again what found nothing" })
    .input(
      z.object({
        since: Instant.optional().describe("What the first turn answered; left out, all are asked again"),
      }),
    )
    .output(
      z.object({
        since: Instant,
        left: z.int().min(0).describe("Questions that this turn had no time for; look again for those"),
      }),
    ),

  dismiss: signedIn
    .route({ method: "POST", path: "/gaps/{gapId}/dismissal", summary: "Don't show a question again, or do" })
    .input(z.object({ gapId: Id, isDismissed: z.boolean() }))
    .output(Gap),

  forget: signedIn
    .route({ method: "DELETE", path: "/gaps", summary: "Forget all questions that found nothing" })
    .output(z.object({ count: z.int().min(0) })),
};

export const gapsNoun = defineNoun({ operations: gaps, liveEntities: ["gap"] });
