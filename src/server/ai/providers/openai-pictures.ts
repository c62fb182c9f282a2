import { z } from "zod";
import type { Egress } from "../../platform/egress/egress.ts";
import type { Connection, ModelLimits, PictureRequest, PictureShape } from "./model-client.ts";
import { faultOfTransport, lacksSkill, ModelFault, notUnderstood } from "./model-fault.ts";
import { askForCost, askJson, hostOf, isOpenRouter } from "./send.ts";

/** Four pictures of three megabytes in base64. */
const PICTURE_BYTES = 24_000_000;

const Pictures = z.object({
  data: z
    .array(z.object({ b64_json: z.string().nullish(), url: z.string().nullish() }))
    .min(1)
    .max(10),
});
const ChatPictures = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({
          images: z.array(z.object({ image_url: z.object({ url: z.string() }) })).nullish(),
        }),
      }),
    )
    .min(1),
  usage: z
    .object({ cost: z.number().min(0).nullish() })
    .nullish()
    .catch(null),
});

/** Of each family the sizes it knows; servers that run models themselves take any. */
function sizeOf(model: string, shape: PictureShape): string {
  const isWide = shape === "wide";
  if (/gpt-image|chatgpt-image/.test(model)) return isWide ? "1536x1024" : "1024x1024";
  if (/dall-e-3/.test(model)) return isWide ? "1792x1024" : "1024x1024";
  if (/dall-e-2/.test(model)) return "1024x1024";
  return isWide ? "1024x576" : "768x768";
}

/** @throws ModelFault */
export async function generatePictures(
  egress: Egress,
  connection: Connection,
  limits: ModelLimits,
  request: PictureRequest,
): Promise<Buffer[]> {
  // Has no other way, and its answer to that one is no 404.
  if (isOpenRouter(connection)) return byChat(egress, connection, limits, request);
  try {
    return await byImages(egress, connection, limits, request);
  } catch (error) {
    const hasNoRoute = error instanceof ModelFault && error.kind === "no-skill" && error.status === 404;
    if (!hasNoRoute) throw error;
    return byChat(egress, connection, limits, request);
  }
}

async function byImages(
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

/** Models that speak and draw: pictures stand in their answer, one or a few in each. */
async function byChat(
  egress: Egress,
  connection: Connection,
  limits: ModelLimits,
  { model, prompt, count, shape, onCost, signal }: PictureRequest,
): Promise<Buffer[]> {
  const ask = () =>
    askJson(egress, connection, {
      path: "/chat/completions",
      json: {
        model,
        messages: [{ role: "user", content: prompt }],
        modalities: ["image", "text"],
        ...askForCost(connection),
        stream: false,
        ...(isOpenRouter(connection) && {
          image_config: { aspect_ratio: shape === "wide" ? "16:9" : "1:1" },
        }),
      },
      skill: "make pictures",
      isExtra: true,
      model,
      timeoutMs: limits.imageMs,
      idleMs: limits.imageMs,
      maxBytes: PICTURE_BYTES,
      signal,
    });
  const answers = await Promise.all(Array.from({ length: count }, ask));
  const urls = answers.flatMap((json) => {
    const { data } = ChatPictures.safeParse(json);
    if (!data) throw notUnderstood(hostOf(connection));
    if (data.usage?.cost) onCost?.(data.usage.cost);
    return data.choices.flatMap(({ message }) => (message.images ?? []).map((image) => image.image_url.url));
  });
  // It said something instead.
  if (urls.length === 0) throw lacksSkill(hostOf(connection), `make pictures with ${model}`);
  return Promise.all(urls.slice(0, count).map((url) => bytesAt(egress, connection, limits, { url, signal })));
}

/** Of a picture that stands in its own address, or lies at one. */
async function bytesAt(
  egress: Egress,
  connection: Connection,
  limits: ModelLimits,
  picture: { url: string; signal: AbortSignal | undefined },
): Promise<Buffer> {
  const inline = /^data:image\/[\w.+-]+;base64,(.+)$/s.exec(picture.url)?.[1];
  return inline ? Buffer.from(inline, "base64") : fetchPicture(egress, connection, limits, picture);
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
