import { z } from "zod";
import type { Egress } from "../../platform/egress/egress.ts";
import type { Connection, EmbedRequest, ModelClient, ModelLimits } from "./model-client.ts";
import { notUnderstood } from "./model-fault.ts";
import { streamOpenAiChat } from "./openai-chat.ts";
import { generatePictures } from "./openai-pictures.ts";
import { askJson, hostOf } from "./send.ts";
import { speak, transcribe } from "./speech/openai-speech.ts";

const LIST_BYTES = 8_000_000;
const VECTOR_BYTES = 32_000_000;
/** Of a vector: four times those of any model there is. */
const MOST_NUMBERS = 16_384;
/** Texts of one call: servers take between a hundred and two thousand. */
const TEXTS_AT_ONCE = 64;

const Models = z.object({ data: z.array(z.object({ id: z.string().max(300) })) });
const Vectors = z.object({
  data: z.array(
    z.object({ index: z.int().optional(), embedding: z.array(z.number()).min(1).max(MOST_NUMBERS) }),
  ),
  usage: z.object({ prompt_tokens: z.number().nullish() }).nullish(),
});

/** What nearly every server of models speaks: OpenAI's own API, and those made after it. */
export function openAiClient(egress: Egress, connection: Connection, limits: ModelLimits): ModelClient {
  return {
    streamChat: (request) => streamOpenAiChat(egress, connection, limits, request),
    embed: (request) => embed(egress, connection, limits, request),
    generateImages: (request) => generatePictures(egress, connection, limits, request),
    transcribe: (request) => transcribe(egress, connection, limits, request),
    speak: (request) => speak(egress, connection, limits, request),
    async listModels(signal) {
      const json = await askJson(egress, connection, {
        path: "/models",
        skill: "list its models",
        timeoutMs: limits.listMs,
        idleMs: limits.listMs,
        maxBytes: LIST_BYTES,
        signal,
      });
      const { data } = Models.safeParse(json);
      if (!data) throw notUnderstood(hostOf(connection));
      return [...new Set(data.data.map(({ id }) => id))].toSorted();
    },
  };
}

async function embed(
  egress: Egress,
  connection: Connection,
  limits: ModelLimits,
  { model, texts, signal }: EmbedRequest,
) {
  const vectors: number[][] = [];
  let input: number | null = null;
  for (let at = 0; at < texts.length; at += TEXTS_AT_ONCE) {
    const part = texts.slice(at, at + TEXTS_AT_ONCE);
    const json = await askJson(egress, connection, {
      path: "/embeddings",
      json: { model, input: part, encoding_format: "float" },
      skill: "make embeddings",
      isExtra: true,
      model,
      timeoutMs: limits.answerMs,
      idleMs: limits.idleMs,
      maxBytes: VECTOR_BYTES,
      signal,
    });
    const { data: answer } = Vectors.safeParse(json);
    const found = answer?.data.toSorted((a, b) => (a.index ?? 0) - (b.index ?? 0));
    const width = vectors[0]?.length ?? found?.[0]?.embedding.length;
    if (found?.length !== part.length || found.some(({ embedding }) => embedding.length !== width))
      throw notUnderstood(hostOf(connection));
    vectors.push(...found.map(({ embedding }) => embedding));
    const tokens = answer?.usage?.prompt_tokens;
    if (typeof tokens === "number") input = (input ?? 0) + tokens;
  }
  return { vectors, usage: { input, output: null } };
}
