import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { SPEECH_TEXT_MAX, RECORDING_MAX_BYTES } from "#contract/wire/speech-limits.ts";
import { consumeAttempt, consumeTogether, type Limit } from "../../accounts/rate-limit.ts";
import type { Services } from "../../base.ts";
import { Failure } from "../../failure.ts";
import { callerOf } from "../../tokens/caller.ts";
import { createInFlight, readCounted } from "../../platform/in-flight.ts";
import { asFailure } from "../providers/make-images.ts";
import { secondsOfSound, typeOfSound } from "../providers/speech/sound.ts";
import { assertMayBeSaid } from "./may-be-said.ts";

/** A person speaks no faster; a chat by voice takes turns of a few seconds. */
const PER_ACCOUNT: Limit = { max: 300, windowMinutes: 15 };
/** Of recordings, whatever their format. */
const SECONDS_A_DAY: Limit = { max: 10 * 60 * 60, windowMinutes: 24 * 60 };
/** Of texts: about ten hours read aloud. */
const LETTERS_A_DAY: Limit = { max: 500_000, windowMinutes: 24 * 60 };
/** Recordings lie in memory while they are sent on. */
const HELD = { perUser: 2 * RECORDING_MAX_BYTES, inAll: 20 * RECORDING_MAX_BYTES, share: 0, shares: 0 };
const BODY_MAX_BYTES = 64_000;

const Language = z.string().regex(/^[a-z]{2,3}$/);
const ToSay = z.object({
  text: z.string().trim().min(1).max(SPEECH_TEXT_MAX),
  /** What the text is of: its fences are asked about. */
  noteId: z.uuid().optional(),
  messageId: z.uuid().optional(),
  /** Of a proposal that is read out. */
  changesetId: z.uuid().optional(),
});

const NONE = {
  speechIn: "No model that writes down speech is set up. Choose one in Settings, AI models.",
  speechOut: "No model that speaks is set up. Choose one in Settings, AI models.",
};

/** Speech into words, and words into speech: bytes that come and go as they are, so beside the operations. */
export async function speechHttp(app: FastifyInstance, services: Services): Promise<void> {
  const inFlight = createInFlight(HELD);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _payload, done) => done(null));
  const userOf = async (request: FastifyRequest): Promise<string> => {
    const session = await callerOf(services, request, "write");
    if (!session) throw new Failure("UNAUTHENTICATED");
    return session.userId;
  };
  const read = (request: FastifyRequest, who: string, limit: number) => {
    if (Number(request.headers["content-length"] ?? 0) > limit) throw tooLong();
    return readCounted(request.raw as AsyncIterable<Buffer>, { inFlight, who, limit, tooLarge: tooLong });
  };

  app.post<{ Querystring: { language?: string } }>("/api/speech/transcriptions", async (request, reply) => {
    const userId = await userOf(request);
    const { bytes, release } = await read(request, userId, RECORDING_MAX_BYTES);
    try {
      const language = Language.safeParse(request.query.language).data;
      return await hear(services, userId, { sound: bytes, language, signal: leavingOf(reply) });
    } finally {
      release();
    }
  });

  app.post("/api/speech", async (request, reply) => {
    const userId = await userOf(request);
    const { bytes, release } = await read(request, userId, BODY_MAX_BYTES);
    release();
    const { data } = ToSay.safeParse(jsonOf(bytes));
    if (!data) throw new Failure("INVALID_INPUT", `A text of at most ${SPEECH_TEXT_MAX} characters.`);
    const spoken = await say(services, userId, { ...data, signal: leavingOf(reply) });
    // What breaks off later breaks this off: the page hears no end that was none.
    return reply
      .headers({ "content-type": spoken.type, "cache-control": "no-store" })
      .send(Readable.from(spoken.bytes, { objectMode: false }));
  });
}

const tooLong = () =>
  new Failure(
    "TOO_LARGE",
    `This recording is too long: at most ${RECORDING_MAX_BYTES / 1_000_000} MB are taken.`,
  );

/** Who goes away costs nothing more. */
function leavingOf(reply: FastifyReply): AbortSignal {
  const leave = new AbortController();
  // Gone while its session or its body was read: no event tells of it any more.
  if (reply.raw.destroyed) leave.abort();
  reply.raw.once("close", () => {
    if (!reply.raw.writableFinished) leave.abort();
  });
  return leave.signal;
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    return undefined;
  }
}

type Recording = { sound: Buffer; language: string | undefined; signal: AbortSignal };

async function hear({ db, models }: Services, userId: string, { sound, language, signal }: Recording) {
  if (typeOfSound(sound) === null)
    throw new Failure("INVALID_INPUT", "This is no recording that can be read. Record it again.");
  const model = await models.forTask(userId, "speechIn").catch(asFailure);
  if (!model) throw new Failure("SERVICE_FAILED", NONE.speechIn, { reason: "none" });
  await consumeAttempt(db.authPool, `speech:${userId}`, PER_ACCOUNT);
  await consumeTogether(db.authPool, `speech-in-seconds:${userId}`, SECONDS_A_DAY, secondsOfSound(sound));
  const wanted = { sound, ...(language && { language }), signal };
  const { text } = await model.transcribe(wanted).catch(asFailure);
  return { text, model: model.model, host: model.host };
}

type Said = z.infer<typeof ToSay> & { signal: AbortSignal };

async function say({ db, models }: Services, userId: string, { text, signal, ...source }: Said) {
  const model = await models.forTask(userId, "speechOut").catch(asFailure);
  await assertMayBeSaid(db, userId, source, model);
  if (!model) throw new Failure("SERVICE_FAILED", NONE.speechOut, { reason: "none" });
  await consumeAttempt(db.authPool, `speech:${userId}`, PER_ACCOUNT);
  await consumeTogether(db.authPool, `speech-out:${userId}`, LETTERS_A_DAY, text.length);
  return model.speak({ text, signal }).catch(asFailure);
}
