import { z } from "zod";
import { declares, Id, signedIn } from "./shared/base.ts";
import { defineNoun } from "./noun.ts";

const Side = z
  .object({
    claimId: Id,
    noteId: Id,
    noteTitle: z.string(),
    blockId: z.string().nullable().describe("Of the note's block it was found in"),
    sentence: z.string(),
    day: z.iso.date().describe("On which the words were written, as far as that is known"),
  })
  .describe("A sentence of a note that says something of a thing");

const PairId = z.string().max(40);

export const Contradiction = z
  .object({
    id: PairId.describe("The same for the same words in the same notes"),
    older: Side,
    newer: Side,
    isSameDay: z.boolean().describe("Which is newer isn't known"),
  })
  .describe("Two sentences of different notes that can't both be true");
export type Contradiction = z.infer<typeof Contradiction>;

const Count = z.int().min(0);

/** Sentences of one's own notes that disagree, found by grammar alone. Nobody else sees them. */
export const contradictions = {
  list: signedIn
    .route({
      method: "GET",
      path: "/contradictions",
      summary: "Pairs of sentences that disagree, the newest first",
    })
    .output(z.object({ pairs: z.array(Contradiction).describe("At most 200"), total: Count })),

  look: signedIn
    .route({
      method: "POST",
      path: "/contradictions/look",
      summary: "Read the notes that were written since",
    })
    .output(
      z.object({
        left: Count.describe("Notes that this turn had no time for; look again for those"),
        isFull: z
          .boolean()
          .describe("There are as many sentences as an account can have; no further one is kept"),
      }),
    ),

  dismiss: signedIn
    .route({ method: "POST", path: "/contradictions/{pairId}/dismissal", summary: "Say that both are right" })
    .input(z.object({ pairId: PairId }))
    .output(z.object({})),

  correct: signedIn
    .errors(declares("CONFLICT"))
    .route({
      method: "POST",
      path: "/contradictions/{pairId}/correction",
      summary: "Link the wrong sentence to the note that is right",
    })
    .input(z.object({ pairId: PairId, rightClaimId: Id.describe("Of the sentence that is right") }))
    .output(z.object({})),

  reopen: signedIn
    .route({
      method: "DELETE",
      path: "/contradictions/{pairId}/decision",
      summary: "Take a decision back, and the link that it put into the note",
    })
    .input(z.object({ pairId: PairId }))
    .output(z.object({})),
};

export const contradictionsNoun = defineNoun({ operations: contradictions, liveEntities: ["contradiction"] });
