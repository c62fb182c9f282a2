import type { ModelCheck } from "#contract/models.ts";
import { MODEL_TASKS, type ModelTask } from "#contract/shared/model-choices.ts";
import { ModelFault } from "./model-fault.ts";
import type { OpenProvider } from "./models.ts";
import type { TaskModel } from "./recorded-model.ts";
import { aTone } from "./speech/sound.ts";

/** Each answer of these costs too much for a try, so they are only looked for in the list. */
const NOT_ASKED: ReadonlySet<ModelTask> = new Set(["image"]);

/** Asks for the list of models, then a word of each that is chosen. Says of everything how it went, and throws for no fault of theirs. */
export async function testProvider({ client, provider, model }: OpenProvider): Promise<ModelCheck[]> {
  const listed = await client.listModels().catch(toFault);
  const connection: ModelCheck =
    listed instanceof ModelFault
      ? { task: "connection", result: listed.kind, message: listed.message }
      : { task: "connection", result: "ok", message: describeList(provider.host, listed.length) };
  // Without the right key, or nobody there, each would fail for the same reason.
  if (listed instanceof ModelFault && listed.kind !== "not-understood") return [connection];
  const names = listed instanceof ModelFault ? null : listed;
  const checks: ModelCheck[] = [connection];
  for (const task of MODEL_TASKS) {
    const chosen = model(task);
    if (chosen) checks.push({ task, ...(await check(task, chosen, names)) });
  }
  // A server without a list that answers is as good.
  if (names === null && checks.some(({ task, result }) => task !== "connection" && result === "ok"))
    checks[0] = {
      task: "connection",
      result: "ok",
      message: `${provider.host} answers. It lists no models.`,
    };
  return checks;
}

const describeList = (host: string, count: number): string =>
  count === 0
    ? `${host} answers, but has no models yet.`
    : `${host} answers and has ${count} ${count === 1 ? "model" : "models"}.`;

function toFault(error: unknown): ModelFault {
  if (error instanceof ModelFault) return error;
  throw error;
}

async function check(task: ModelTask, chosen: TaskModel, names: string[] | null) {
  if (NOT_ASKED.has(task)) return checkListed(chosen, names);
  try {
    if (task === "embeddings") {
      const [vector] = await chosen.embed({ texts: ["Hello"] });
      return {
        result: "ok" as const,
        message: `${chosen.model} answered with ${vector?.length ?? 0} numbers.`,
      };
    }
    if (task === "speechIn") {
      // What it makes of a tone is its own affair.
      await chosen.transcribe({ sound: aTone() });
      return { result: "ok" as const, message: `${chosen.model} listened to a tone and answered.` };
    }
    if (task === "speechOut") return await checkVoice(chosen);
    // Some models think before they answer, and would be cut at a smaller cap without a word.
    const messages = [{ role: "user" as const, text: "Answer with the word OK." }];
    for await (const part of chosen.streamChat({ messages, maxTokens: 256 })) if (part.type === "end") break;
    return { result: "ok" as const, message: `${chosen.model} answered.` };
  } catch (error) {
    const fault = toFault(error);
    return { result: fault.kind, message: fault.message };
  }
}

async function checkVoice(chosen: TaskModel) {
  const { type, bytes } = await chosen.speak({ text: "Hello." });
  let size = 0;
  for await (const chunk of bytes) size += chunk.length;
  const format = type.replace("audio/", "");
  return {
    result: "ok" as const,
    message: `${chosen.model} said a word (${Math.ceil(size / 1024)} KB of ${format}).`,
  };
}

function checkListed({ model, host }: TaskModel, names: string[] | null) {
  const isListed = names === null || names.some((name) => name === model || name === `${model}:latest`);
  return isListed
    ? { result: "ok" as const, message: `${model} is there. It wasn't asked, because each answer costs.` }
    : { result: "no-model" as const, message: `${host} doesn't list a model named “${model}”.` };
}
