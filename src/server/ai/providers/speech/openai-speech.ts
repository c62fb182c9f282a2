import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { Egress } from "../../../platform/egress/egress.ts";
import type {
  Connection,
  ModelLimits,
  SpeakRequest,
  Spoken,
  TranscribeRequest,
  Transcript,
  Usage,
} from "../model-client.ts";
import { cutOff, notUnderstood } from "../model-fault.ts";
import { askJson, bytesOf, hostOf, send } from "../send.ts";
import { fileNameOf, TELLING_BYTES, typeOfSound } from "./sound.ts";

const TEXT_BYTES = 1_000_000;
/** Ten minutes of the largest format that is asked for. */
const SOUND_BYTES = 30_000_000;
/** Of those that OpenAI has, one that others took over; servers with other voices are told theirs. */
const VOICE = "alloy";

/** `json` and `verbose_json`: the second says more. */
const Heard = z.object({
  text: z.string(),
  language: z.string().max(100).nullish(),
  duration: z.coerce.number().nullish().catch(null),
  usage: z.object({ input_tokens: z.number().nullish(), output_tokens: z.number().nullish() }).nullish(),
});

/** What was said, as words. @throws ModelFault */
export async function transcribe(
  egress: Egress,
  connection: Connection,
  limits: ModelLimits,
  { model, sound, language, signal }: TranscribeRequest,
): Promise<Transcript> {
  const type = typeOfSound(sound) ?? "audio/wav";
  const fields = { model, response_format: "json", ...(language && { language }) };
  const json = await askJson(egress, connection, {
    path: "/audio/transcriptions",
    form: formOf(fields, { name: fileNameOf(type), type, bytes: sound }),
    skill: "write down speech",
    isExtra: true,
    model,
    timeoutMs: limits.speechMs,
    idleMs: limits.speechMs,
    maxBytes: TEXT_BYTES,
    signal,
  });
  const { data } = Heard.safeParse(json);
  if (!data) throw notUnderstood(hostOf(connection));
  const { text, language: heard, duration, usage } = data;
  return {
    text: text.trim(),
    language: heard ?? null,
    seconds: duration ?? null,
    usage: usageOf(usage),
  };
}

const usageOf = (usage: z.infer<typeof Heard>["usage"]): Usage => ({
  input: usage?.input_tokens ?? null,
  output: usage?.output_tokens ?? null,
});

type Form = { type: string; bytes: Uint8Array };

/** multipart/form-data; the values are names of ours and of models, cleared of what could end a header. */
function formOf(
  fields: Record<string, string>,
  file: { name: string; type: string; bytes: Uint8Array },
): Form {
  const boundary = `cairn-${randomBytes(16).toString("hex")}`;
  const parts = Object.entries(fields).map(
    ([name, value]) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value.replaceAll(/[\r\n]/g, " ")}\r\n`,
  );
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${file.name}"\r\ncontent-type: ${file.type}\r\n\r\n`;
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    bytes: Buffer.concat([
      Buffer.from(parts.join("") + head),
      file.bytes,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  };
}

/** A text aloud; its bytes come as the server makes them. @throws ModelFault, also while they come */
export async function speak(
  egress: Egress,
  connection: Connection,
  limits: ModelLimits,
  { model, text, voice, format = "mp3", signal }: SpeakRequest,
): Promise<Spoken> {
  const host = hostOf(connection);
  const answer = await send(egress, connection, {
    path: "/audio/speech",
    json: { model, input: text, voice: voice ?? VOICE, response_format: format },
    headers: { accept: "audio/*" },
    skill: "speak",
    isExtra: true,
    model,
    timeoutMs: limits.answerMs,
    idleMs: limits.speechMs,
    maxBytes: SOUND_BYTES,
    signal,
  });
  const bytes = bytesOf(answer, host);
  const start = await readStart(bytes);
  if (start.length === 0) throw cutOff(host);
  const type = typeOfSound(start);
  if (type === null) {
    await bytes.return(undefined);
    throw notUnderstood(host);
  }
  return { type, bytes: startingWith(start, bytes) };
}

async function readStart(bytes: AsyncGenerator<Uint8Array>): Promise<Buffer> {
  let start = Buffer.alloc(0);
  while (start.length < TELLING_BYTES) {
    const { value, done } = await bytes.next();
    if (done) break;
    start = Buffer.concat([start, value]);
  }
  return start;
}

async function* startingWith(start: Uint8Array, rest: AsyncGenerator<Uint8Array>) {
  try {
    yield start;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}
