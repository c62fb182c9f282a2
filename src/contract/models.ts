import { z } from "zod";
import { declares, Done, Id, Instant, signedIn, text } from "./shared/base.ts";
import { defineNoun } from "./noun.ts";
import { MadeImage } from "./shared/made-image.ts";
import {
  baseUrlOf,
  MODEL_KINDS,
  MODEL_RESULTS,
  MODEL_TASKS,
  type ModelTask,
  OPERATORS,
} from "./shared/model-choices.ts";

const Kind = z
  .enum(MODEL_KINDS)
  .describe("The protocol: OpenAI's, which nearly all servers speak, or Anthropic's");
const Task = z
  .enum(MODEL_TASKS)
  .describe("quick: short answers that should cost little; speechIn hears, speechOut speaks");
const Result = z.enum(MODEL_RESULTS).describe("'ok', or what went wrong");
export const ModelName = text(200).pipe(z.string().trim().min(1));

const perTask = <Item extends z.ZodType>(item: Item) =>
  ({
    chat: item,
    quick: item,
    embeddings: item,
    image: item,
    speechIn: item,
    speechOut: item,
  }) satisfies Record<ModelTask, Item>;
/** Names of models by what they are used for. */
export const TaskModels = z.object({
  ...perTask(ModelName.optional()),
  voice: ModelName.optional().describe("In which speechOut speaks; one that it has"),
});
export type TaskModels = z.infer<typeof TaskModels>;

const Price = z.number().min(0).max(10_000);
/** In US dollars for a million tokens, by task; absent where nobody entered any. */
export const ModelPrices = z.partialRecord(
  z.enum(["chat", "quick", "embeddings"]),
  z.object({ input: Price, output: Price }),
);
export type ModelPrices = z.infer<typeof ModelPrices>;

const ProviderId = z
  .union([Id, z.string().regex(OPERATORS)])
  .describe("UUID; 'operator-1' and so on for those of the server");

export const ModelProvider = z
  .object({
    id: ProviderId,
    name: z.string(),
    kind: Kind,
    isOperators: z.boolean().describe("Set up by the server's operator, for everyone"),
    host: z.string().describe("Where calls go"),
    url: z.string().nullable().describe("Null of the operator's"),
    keyEnd: z
      .string()
      .nullable()
      .describe("The last four characters of the stored key, empty where it is short; null without a key"),
    models: TaskModels,
    prices: ModelPrices.describe("US dollars for a million tokens"),
    isLocal: z
      .boolean()
      .describe("On this server or in its own network, by its address or by what the operator says"),
    isEnabled: z.boolean(),
  })
  .describe("A server of models. Its key is never told");
export type ModelProvider = z.infer<typeof ModelProvider>;

const Choice = z.object({ providerId: ProviderId, model: z.string() }).nullable();

const ModelCheck = z.object({
  task: z.enum(["connection", ...MODEL_TASKS]),
  result: Result,
  message: z.string().describe("In words for a person"),
});
export type ModelCheck = z.infer<typeof ModelCheck>;

const ModelCall = z
  .object({
    id: Id,
    at: Instant,
    provider: z.string(),
    isOperators: z.boolean(),
    host: z.string(),
    model: z.string(),
    task: Task,
    passages: z.int().describe("How many messages or texts went out"),
    sentBytes: z.int().describe("Of their words"),
    receivedBytes: z.int(),
    tokensIn: z.int().nullable().describe("As the provider counts; null where it says nothing"),
    tokensOut: z.int().nullable(),
    cost: z
      .number()
      .nullable()
      .describe("US dollars, as the provider told it or by its prices; null where nobody knows"),
    result: Result,
    tookMs: z.int().nullable().describe("Null while it is under way"),
  })
  .describe("What went out to a model, and came of it; never its words");
export type ModelCall = z.infer<typeof ModelCall>;

const name = text(100).pipe(z.string().trim().min(1));
const url = text(500)
  .pipe(
    z
      .string()
      .trim()
      .regex(
        /^https?:\/\/[^/\s?#@]+(\/[^\s?#]*)?$/i,
        "An address with http:// or https://, without ?, # and @",
      ),
  )
  .pipe(z.url("An address with http:// or https://"))
  .transform(baseUrlOf);
const key = text(1000).pipe(
  z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]+$/, "A key has letters, digits and signs only"),
);
const changed = z.object({
  ...perTask(ModelName.nullable().optional()),
  voice: ModelName.nullable().optional(),
});

const operations = {
  list: signedIn
    .route({
      method: "GET",
      path: "/models/providers",
      summary: "The server's providers of models and one's own",
    })
    .input(z.object({}).optional())
    .output(
      z.object({
        providers: z.array(ModelProvider),
        canAdd: z.boolean().describe("Whether the operator lets people add their own"),
        tasks: z
          .object(perTask(Choice))
          .describe(
            "Which model does what: the first enabled provider that has one, one's own before the server's",
          ),
      }),
    ),

  create: signedIn
    .errors(declares("QUOTA_EXCEEDED", "SWITCHED_OFF", "CONFLICT"))
    .route({
      method: "POST",
      path: "/models/providers",
      summary: "Add a provider of models",
      description:
        "Its address must be a public one, or listed by the operator. The key is encrypted and never told again. At most 20 of an account.",
      successStatus: 201,
    })
    .input(
      z.object({
        id: Id.optional(),
        name,
        kind: Kind,
        url,
        key: key.nullable().optional(),
        models: TaskModels.optional(),
      }),
    )
    .output(ModelProvider),

  update: signedIn
    .errors(declares("SWITCHED_OFF"))
    .route({
      method: "PATCH",
      path: "/models/providers/{providerId}",
      summary: "Change a provider of models of one's own",
      description: "Another server in the address drops the stored key unless a new one comes along.",
    })
    .input(
      z.object({
        providerId: Id,
        name: name.optional(),
        url: url.optional(),
        key: key.nullable().optional().describe("null removes it; absent keeps it"),
        models: changed.optional().describe("Merged with what is there; null clears a task"),
        prices: ModelPrices.optional().describe("All of them"),
        isEnabled: z.boolean().optional(),
      }),
    )
    .output(ModelProvider),

  remove: signedIn
    .route({
      method: "DELETE",
      path: "/models/providers/{providerId}",
      summary: "Remove a provider of models with its key",
    })
    .input(z.object({ providerId: Id }))
    .output(Done),

  test: signedIn
    .route({
      method: "POST",
      path: "/models/providers/{providerId}/test",
      summary: "Ask a provider for its models, and a word of those that are chosen",
      description:
        "One for pictures is only looked for in its list, because each of its answers costs. One that hears is sent a tone, one that speaks a word.",
    })
    .input(z.object({ providerId: ProviderId }))
    .output(z.object({ checks: z.array(ModelCheck) })),

  available: signedIn
    .errors(declares("SERVICE_FAILED"))
    .route({
      method: "GET",
      path: "/models/providers/{providerId}/models",
      summary: "Names of the models that a provider has",
    })
    .input(z.object({ providerId: ProviderId }))
    .output(z.object({ models: z.array(z.string()) })),

  probe: signedIn
    .errors(declares("SWITCHED_OFF"))
    .route({
      method: "POST",
      path: "/models/probe",
      summary: "Look for servers of models at the inside addresses that the operator listed",
    })
    .input(z.object({}).optional())
    .output(z.object({ servers: z.array(z.object({ url: z.string(), models: z.array(z.string()) })) })),

  calls: signedIn
    .route({
      method: "GET",
      path: "/models/calls",
      summary: "What went out to models, newest first",
      description: "The newest 2,000 calls of the last 90 days are kept.",
    })
    .input(
      z.object({
        before: Id.optional().describe("The last one that is known"),
        limit: z.coerce.number().int().min(1).max(200).default(50),
      }),
    )
    .output(z.object({ calls: z.array(ModelCall) })),

  days: signedIn
    .route({
      method: "GET",
      path: "/models/days",
      summary: "What calls to models took by day, of the last 30 days",
    })
    .input(
      z.object({ timeZone: z.string().max(60).optional().describe("IANA name; UTC unless said") }).optional(),
    )
    .output(
      z.object({
        days: z.array(
          z.object({
            day: z.iso.date(),
            calls: z.int(),
            tokens: z.number(),
            cost: z.number().nullable().describe("US dollars; null where none is known"),
            unpriced: z.int().describe("Calls of it whose cost nobody knows"),
          }),
        ),
      }),
    ),

  generateImages: signedIn
    .errors(declares("SERVICE_FAILED"))
    .route({
      method: "POST",
      path: "/models/images",
      summary: "Make pictures from a description",
      description:
        "They are not kept: upload the one that is wanted. At most 40 calls in 15 minutes. SERVICE_FAILED says in words why there are none.",
    })
    .input(
      z.object({
        prompt: text(2000).pipe(z.string().trim().min(1, "Please enter a prompt")),
        count: z.int().min(1).max(4).default(1),
        shape: z.enum(["wide", "square"]).default("square"),
      }),
    )
    .output(z.object({ images: z.array(MadeImage) })),
};

export const modelsNoun = defineNoun({ operations, liveEntities: ["modelProvider"] });
