import type { ModelPrices } from "#contract/models.ts";
import type { ModelResult, ModelTask } from "#contract/shared/model-choices.ts";
import type { Database } from "../../db/client.ts";
import { costOf } from "./cost.ts";
import { endCall, type Outcome, type Outgoing, recordCall, tokensOfDay } from "./calls.ts";
import type {
  ChatPart,
  ChatRequest,
  EmbedRequest,
  ModelClient,
  ModelMessage,
  PictureRequest,
  SpeakRequest,
  Spoken,
  TranscribeRequest,
  Transcript,
  Usage,
} from "./model-client.ts";
import { ModelFault } from "./model-fault.ts";

/** A model that was chosen for a task: each call is written into the account's record, and only so many run at once. */
export type TaskModel = {
  providerId: string;
  provider: string;
  host: string;
  model: string;
  /** What is sent to it stays on this server or in its network; `reachOf` says what that means for notes. */
  isLocal: boolean;
  /** @throws ModelFault, also in mid-stream; what came before it counts */
  streamChat(request: Omit<ChatRequest, "model">): AsyncGenerator<ChatPart>;
  /** @throws ModelFault */
  embed(request: Omit<EmbedRequest, "model">): Promise<number[][]>;
  /** @throws ModelFault */
  generateImages(request: Omit<PictureRequest, "model">): Promise<Buffer[]>;
  /** @throws ModelFault */
  transcribe(request: Omit<TranscribeRequest, "model">): Promise<Transcript>;
  /** In the voice that was chosen for it. The bytes have to be read or given up. @throws ModelFault, also while they come */
  speak(request: Omit<SpeakRequest, "model" | "voice">): Promise<Spoken>;
};

/** Ollama passes what is asked of a model of this name on to its maker's servers ("gpt-oss:120b-cloud", "glm-4.6:cloud"). */
const PASSED_ON = /[:-]cloud$/i;

const NOTHING: Usage = { input: null, output: null };
const bytes = (text: string) => Buffer.byteLength(text);
const resultOf = (error: unknown): ModelResult => (error instanceof ModelFault ? error.kind : "provider");

/** Calls of an account that run at once on this node. */
const AT_ONCE = 4;

/** Refuses instead of waiting: an answer may take minutes, and whoever asks would not know why nothing happens. */
export function createAtOnce() {
  const running = new Map<string, number>();
  return {
    /** @throws ModelFault busy */
    enter(userId: string): void {
      const count = running.get(userId) ?? 0;
      if (count >= AT_ONCE)
        throw new ModelFault(
          "busy",
          `${AT_ONCE} requests to models are under way for you. Try again when one has ended.`,
        );
      running.set(userId, count + 1);
    },
    leave(userId: string): void {
      const count = running.get(userId)! - 1;
      if (count > 0) running.set(userId, count);
      else running.delete(userId);
    },
  };
}

type Recorded = {
  db: Database;
  /** Of the operator's models, for an account within 24 hours. */
  tokensADay: number | null;
  atOnce: ReturnType<typeof createAtOnce>;
  userId: string;
  client: ModelClient;
  provider: { id: string; name: string; isOperators: boolean; host: string; isLocal: boolean };
  model: string;
  task: ModelTask;
  /** Of a model that speaks. */
  voice: string | undefined;
  prices: ModelPrices;
};

export function recordedModel(recorded: Recorded): TaskModel {
  const { client, model, provider } = recorded;
  return {
    providerId: provider.id,
    provider: provider.name,
    host: provider.host,
    model,
    isLocal: provider.isLocal && !PASSED_ON.test(model),
    streamChat: (request) => streamRecorded(recorded, request),
    async embed(request) {
      const sentBytes = request.texts.reduce((sum, text) => sum + bytes(text), 0);
      const call = await begin(recorded, request.texts.length, sentBytes);
      return call.run(async () => {
        const { vectors, usage } = await client.embed({ ...request, model });
        return { value: vectors, usage, receivedBytes: 4 * vectors.length * (vectors[0]?.length ?? 0) };
      });
    },
    async generateImages(request) {
      const call = await begin(recorded, 1, bytes(request.prompt));
      return call.run(async () => {
        let cost: number | null = null;
        const onCost = (one: number) => (cost = (cost ?? 0) + one);
        const value = await client.generateImages({ ...request, model, onCost });
        return {
          value,
          usage: { ...NOTHING, cost },
          receivedBytes: value.reduce((sum, { length }) => sum + length, 0),
        };
      });
    },
    async transcribe(request) {
      const call = await begin(recorded, 1, request.sound.length);
      return call.run(async () => {
        const value = await client.transcribe({ ...request, model });
        return { value, usage: value.usage, receivedBytes: bytes(value.text) };
      });
    },
    speak: (request) => speakRecorded(recorded, request),
  };
}

const bytesOf = (message: ModelMessage): number =>
  bytes(message.text) +
  (message.role === "user"
    ? (message.pictures ?? []).reduce((sum, { base64 }) => sum + base64.length, 0)
    : 0);
/** Its call ends with its bytes. */
async function speakRecorded(
  recorded: Recorded,
  request: Omit<SpeakRequest, "model" | "voice">,
): Promise<Spoken> {
  const { client, model, voice } = recorded;
  const call = await begin(recorded, 1, bytes(request.text));
  const fail = (error: unknown) =>
    call.end({ result: resultOf(error), usage: NOTHING, receivedBytes: 0 }).then((): never => {
      throw error;
    });
  const spoken = await client.speak({ ...request, model, ...(voice && { voice }) }).catch(fail);
  async function* read(): AsyncGenerator<Uint8Array> {
    const outcome = { result: "cancelled" as ModelResult, receivedBytes: 0, usage: NOTHING };
    try {
      yield new Uint8Array();
      for await (const chunk of spoken.bytes) {
        outcome.receivedBytes += chunk.length;
        yield chunk;
      }
      outcome.result = "ok";
    } catch (error) {
      outcome.result = resultOf(error);
      throw error;
    } finally {
      await call.end(outcome);
    }
  }
  const sound = read();
  // Begun at once: a generator that nobody began to read has no `finally`, and would hold its place for ever.
  await sound.next();
  const giveUp = () => void sound.return(undefined).catch(() => {});
  request.signal?.addEventListener("abort", giveUp, { once: true });
  if (request.signal?.aborted) giveUp();
  return { type: spoken.type, bytes: sound };
}

async function* streamRecorded(
  recorded: Recorded,
  request: Omit<ChatRequest, "model">,
): AsyncGenerator<ChatPart> {
  const { client, model } = recorded;
  const sentBytes = request.messages.reduce((sum, message) => sum + bytesOf(message), 0);
  const call = await begin(recorded, request.messages.length, sentBytes);
  // Unless it comes to its end, whoever listened has gone away.
  const outcome = { result: "cancelled" as ModelResult, receivedBytes: 0, usage: NOTHING };
  try {
    for await (const part of client.streamChat({ ...request, model })) {
      if (part.type === "end") {
        const usage = { ...part.usage, cost: costOf(part.usage, recorded.prices, recorded.task) };
        Object.assign(outcome, { result: "ok", usage });
        yield { ...part, usage };
        continue;
      }
      if (part.type !== "call") outcome.receivedBytes += bytes(part.text);
      yield part;
    }
  } catch (error) {
    outcome.result = resultOf(error);
    throw error;
  } finally {
    await call.end(outcome);
  }
}

/** @throws ModelFault credit */
async function assertBudget({ db, userId, provider, tokensADay }: Recorded): Promise<void> {
  if (tokensADay === null || !provider.isOperators) return;
  if ((await tokensOfDay(db, userId)) < tokensADay) return;
  throw new ModelFault(
    "credit",
    `You have used the ${tokensADay.toLocaleString("en")} tokens that this server gives you within 24 hours. Try again later.`,
  );
}

type Answered<Value> = { value: Value; usage: Usage; receivedBytes: number };

async function begin(recorded: Recorded, passages: number, sentBytes: number) {
  const { db, atOnce, userId, provider, model, task } = recorded;
  await assertBudget(recorded);
  atOnce.enter(userId);
  const started = performance.now();
  const { name, isOperators, host } = provider;
  const outgoing: Outgoing = { provider: name, isOperators, host, model, task, passages, sentBytes };
  const id = await recordCall(db, userId, outgoing).catch((error: unknown) => {
    atOnce.leave(userId);
    throw error;
  });
  const end = async (outcome: Omit<Outcome, "tookMs">): Promise<void> => {
    atOnce.leave(userId);
    const tookMs = Math.round(performance.now() - started);
    // What was answered counts, even when the record of it cannot be closed: it stays as unfinished.
    const usage = { ...outcome.usage, cost: costOf(outcome.usage, recorded.prices, task) };
    await endCall(db, userId, id, { ...outcome, usage, tookMs }).catch(() => {});
  };
  return {
    end,
    async run<Value>(ask: () => Promise<Answered<Value>>): Promise<Value> {
      try {
        const { value, usage, receivedBytes } = await ask();
        await end({ result: "ok", usage, receivedBytes });
        return value;
      } catch (error) {
        await end({ result: resultOf(error), usage: NOTHING, receivedBytes: 0 });
        throw error;
      }
    },
  };
}
