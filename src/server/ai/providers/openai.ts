import { z } from "zod";
import type { Egress } from "../../platform/egress/egress.ts";
import type {
  Connection,
  EmbedRequest,
  ModelClient,
  ModelLimits,
  PictureRequest,
  PictureShape,
} from "./model-client.ts";
import { faultOfTransport, lacksSkill, notUnderstood } from "./model-fault.ts";
import { streamOpenAiChat } from "./openai-chat.ts";
import { askJson, hostOf } from "./send.ts";
import { speak, transcribe } from "./speech/openai-speech.ts";

const LIST_BYTES = 8_000_000;
const VECTOR_BYTES = 32_000_000;
/** Four pictures of three megabytes in base64. */
const PICTURE_BYTES = 24_000_000;
/** Texts of one call: servers take between a hundred and two thousand. */
const TEXTS_AT_ONCE = 64;

const Models = z.object({ data: z.array(z.object({ id: z.string().max(300) })) });
const Vectors = z.object({
  data: z.array(z.object({ index: z.int().optional(), embedding: z.array(z.number()).min(1) })),
  usage: z.object({ prompt_tokens: z.number().nullish() }).nullish(),
});
const Pictures = z.object({
  data: z
    .array(z.object({ b64_json: z.string().nullish(), url: z.string().nullish() }))
    .min(1)
    .max(10),
});

/** What nearly every server of models speaks: OpenAI's own API, and those made after it. */
export function openAiClient(egress: Egress, connection: Connection, limits: ModelLimits): ModelClient {
  return {
    streamChat: (request) => streamOpenAiChat(egress, connection, limits, request),
    embed: (request) => embed(egress, connection, limits, request),
    generateImages: (request) => generate(egress, connection, limits, request),
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

/** Of each family the sizes it knows; servers that run models themselves take any. */
function sizeOf(model: string, shape: PictureShape): string {
  const isWide = shape === "wide";
  if (/gpt-image|chatgpt-image/.test(model)) return isWide ? "1536x1024" : "1024x1024";
  if (/dall-e-3/.test(model)) return isWide ? "1792x1024" : "1024x1024";
  if (/dall-e-2/.test(model)) return "1024x1024";
  return isWide ? "1024x576" : "768x768";
}

async function generate(
  egress: Egress,
  connection: Connection,
  limits: ModelLimits,
  { model, prompt, count, shape, signal }: PictureRequest,
): Promise<Buffer[]> {
  // It makes one at a time, and says so by refusing more.
  const isOneByOne = /dall-e-3/.test(model);
  const ask = (n: number) =>
    askJson(egress, connection, {
      path: "/images/generations",
      json: {
        model,
        prompt,
        n,
        size: sizeOf(model, shape),
        // OpenAI's newest models always answer so, and refuse the word.
        ...(!/gpt-image|chatgpt-image/.test(model) && { response_format: "b64_json" }),
      },
      skill: "make pictures",
      isExtra: true,
      model,
      timeoutMs: limits.imageMs,
      idleMs: limits.imageMs,
      maxBytes: PICTURE_BYTES,
      signal,
    });
  const answers = await Promise.all(isOneByOne ? Array.from({ length: count }, () => ask(1)) : [ask(count)]);
  const pictures = answers.flatMap((json) => {
    const { data } = Pictures.safeParse(json);
    if (!data) throw notUnderstood(hostOf(connection));
    return data.data;
  });
  return Promise.all(
    pictures.slice(0, count).map(async ({ b64_json: inline, url }) => {
      if (inline) return Buffer.from(inline.replace(/^data:[^,]*,/, ""), "base64");
      if (url) return fetchPicture(egress, connection, limits, { url, signal });
      throw lacksSkill(hostOf(connection), "make pictures");
    }),
  );
}

/** Where a server answers with an address instead: of itself it is as near as the server, of others it must be public. */
async function fetchPicture(
  egress: Egress,
  connection: Connection,
  limits: ModelLimits,
  { url, signal }: { url: string; signal: AbortSignal | undefined },
): Promise<Buffer> {
  const address = URL.parse(url, connection.baseUrl);
  if (!address) throw notUnderstood(hostOf(connection));
  const isOwn = address.origin === new URL(connection.baseUrl).origin;
  try {
    const { status, body } = await egress.request({
      url: address.href,
      source: isOwn ? connection.source : "user",
      timeoutMs: limits.imageMs,
      idleMs: limits.idleMs,
      maxBytes: PICTURE_BYTES,
      ...(signal && { signal }),
    });
    if (status !== 200) throw notUnderstood(hostOf(connection));
    return body;
  } catch (error) {
    throw faultOfTransport(error, address.host);
  }
}
