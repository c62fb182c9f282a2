import { z } from "zod";
import { declares, Done, Instant, signedIn, text } from "./shared/base.ts";
import { defineNoun } from "./noun.ts";
import { SearchHit } from "./notes.ts";

/** Notes that a search by meaning answers with at most. */
export const MOST_NEAR = 8;

const MeaningModel = z.object({
  provider: z.string(),
  host: z.string().describe("Where texts, searches and questions go"),
  model: z.string(),
  isLocal: z.boolean().describe("On this server or in its own network"),
});

export const MeaningState = z
  .object({
    model: MeaningModel.nullable().describe(
      "What would be used now; null where no model for embeddings is set up",
    ),
    things: z.int().describe("Own notes, files with words, tasks and events outside the trash"),
    index: z
      .object({
        host: z.string(),
        model: z.string(),
        isCurrent: z
          .boolean()
          .describe("False where another model was chosen since: nothing is found by it then"),
        due: z.int().describe("Things that are still to be read"),
        kept: z.int().describe("Things that can be found by meaning"),
        passages: z.int().describe("Into which they are cut"),
        fault: z.string().nullable().describe("Why it waits, in words; null while all is well"),
        retryAt: Instant.nullable(),
      })
      .nullable()
      .describe("Null until it is turned on"),
  })
  .describe("What of an account can be found by its meaning");
export type MeaningState = z.infer<typeof MeaningState>;

const operations = {
  get: signedIn
    .route({ method: "GET", path: "/meaning", summary: "How far search by meaning has come" })
    .input(z.object({}).optional())
    .output(MeaningState),

  turnOn: signedIn
    .errors(declares("SERVICE_FAILED"))
    .route({
      method: "PUT",
      path: "/meaning",
      summary: "Have things found by meaning, with the model for embeddings that is chosen",
      description:
        "Their text goes to that model, but for what a fence keeps from it; so does each search by meaning from then on, and each question of Chat. Begins again where another model was used before. SERVICE_FAILED says in words why it can't.",
    })
    .input(z.object({}).optional())
    .output(MeaningState),

  turnOff: signedIn
    .route({ method: "DELETE", path: "/meaning", summary: "Stop that, and delete what was kept for it" })
    .input(z.object({}).optional())
    .output(Done),

  search: signedIn
    .errors(declares("SERVICE_FAILED"))
    .route({
      method: "GET",
      path: "/meaning/search",
      summary: "Notes that say something like this in other words",
      description: "None while it is turned off. SERVICE_FAILED says in words why the model doesn't answer.",
    })
    .input(z.object({ query: text(500).pipe(z.string().trim().min(1)) }))
    .output(
      z.object({
        isOn: z.boolean(),
        hits: z
          .array(SearchHit)
          .describe(`At most ${MOST_NEAR}, the nearest first; each with the passage that is meant`),
      }),
    ),
};

export const meaningNoun = defineNoun({ operations, liveEntities: ["meaning"] });
