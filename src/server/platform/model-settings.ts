import { z } from "zod";
import {
  baseUrlOf,
  MODEL_KINDS,
  MODEL_TASKS,
  type ModelKind,
  type ModelTask,
} from "#contract/shared/model-choices.ts";
import { isLocalAddress } from "./egress/local-address.ts";

/** A server of models that the operator set up for everyone. */
export interface OperatorModels {
  name: string;
  kind: ModelKind;
  /** Without a slash at its end; may lie in the operator's own network. */
  baseUrl: string;
  key: string | null;
  /** `voice` is one of the model that speaks. */
  models: Partial<Record<ModelTask | "voice", string>>;
  /** In US dollars for a million tokens. */
  prices: Partial<Record<"chat" | "quick" | "embeddings", { input: number; output: number }>>;
  /** What is sent to it stays on this machine or in the operator's network. */
  isLocal: boolean;
}

export const MODEL_PROVIDERS_EXAMPLE =
  '[{"name": "Ollama", "url": "http://localhost:11434/v1", "models": {"chat": "llama3.2", "embeddings": "nomic-embed-text"}}]';

const Provider = z.strictObject({
  name: z.string().trim().min(1).max(100),
  kind: z.enum(MODEL_KINDS).default("openai"),
  url: z
    .string()
    .regex(/^https?:\/\/[^\s?#@]+$/i)
    .refine((address) => URL.parse(address) !== null),
  key: z
    .string()
    .regex(/^[\x21-\x7e]+$/)
    .optional(),
  local: z.boolean().optional(),
  prices: z
    .partialRecord(
      z.enum(["chat", "quick", "embeddings"]),
      z.strictObject({ input: z.number().min(0), output: z.number().min(0).default(0) }),
    )
    .default({}),
  models: z.partialRecord(z.enum([...MODEL_TASKS, "voice"]), z.string().trim().min(1).max(200)).default({}),
});

/** A list of providers as JSON. Its faults name the place and never the value, which may hold a key. */
export const modelProviders = z.string().transform((text, context): OperatorModels[] => {
  const { data, error } = z.array(Provider).max(20).safeParse(parsed(text));
  if (data)
    return data.map(({ url, key = null, local, ...rest }) => ({
      ...rest,
      key,
      baseUrl: baseUrlOf(url),
      isLocal: local ?? isLocalAddress(url),
    }));
  const places = error.issues.map(({ path }) => (path.length > 0 ? ` (look at ${path.join(".")})` : ""));
  context.addIssue({
    code: "custom",
    message: `must be a JSON list of model providers with name, url and, as needed, kind, key, local and models${places[0] ?? ""}`,
  });
  return z.NEVER;
});

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
