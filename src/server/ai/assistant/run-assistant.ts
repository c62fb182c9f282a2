import type { Services } from "../../base.ts";
import { consumeAttempt, type Limit } from "../../accounts/rate-limit.ts";
import { Failure } from "../../failure.ts";
import { reachOf } from "../../notes/ai-access/reach.ts";
import { asFailure } from "../providers/make-images.ts";
import type { TaskModel } from "../providers/recorded-model.ts";
import { assertMayLeave } from "./may-leave.ts";
import { type Asked, cleanAnswer, isRewrite, messagesFor } from "./prompts.ts";
import { sourcesOf } from "./sources.ts";

/** Each costs whoever pays the provider. */
const PER_ACCOUNT: Limit = { max: 60, windowMinutes: 10 };
/** Tokens of an answer: models that think first count their thoughts as well. */
const ANSWER_TOKENS = { least: 2_048, most: 8_192 };

type Wanted = Omit<Asked, "sources"> & { noteId?: string | undefined; signal?: AbortSignal | undefined };

/**
 * Asks the account's quick model, or that for chat where there is none, and answers with its words alone.
 * @throws Failure SERVICE_FAILED with what went wrong, RATE_LIMITED, NOT_FOUND of a note
 */
export async function runAssistant(
  { db, models }: Pick<Services, "db" | "models">,
  userId: string,
  { noteId, signal, ...asked }: Wanted,
): Promise<{ text: string; model: string }> {
  await consumeAttempt(db.authPool, `assistant:${userId}`, PER_ACCOUNT);
  const sources = asked.instruction ? await sourcesOf(db, userId, asked.instruction) : [];
  const model = await modelOf(models, userId, {
    db,
    noteIds: [...(noteId ? [noteId] : []), ...sources.map((source) => source.noteId)],
  });
  const text = cleanAnswer(await answerOf(model, { ...asked, sources }, signal));
  if (text === "") throw new Failure("SERVICE_FAILED", `${model.host} sent an empty answer. Try again.`);
  return { text, model: model.model };
}

async function modelOf(
  models: Services["models"],
  userId: string,
  { db, noteIds }: { db: Services["db"]; noteIds: string[] },
): Promise<TaskModel> {
  const model =
    (await models.forTask(userId, "quick").catch(asFailure)) ??
    (await models.forTask(userId, "chat").catch(asFailure));
  // Also without a model: who may not read a note is told that first.
  await assertMayLeave(db, userId, noteIds, model ? reachOf(model) : "nowhere");
  if (!model)
    throw new Failure("SERVICE_FAILED", "No model for text is set up. Connect one in Settings, AI models.", {
      reason: "none",
    });
  return model;
}

async function answerOf(model: TaskModel, asked: Asked, signal: AbortSignal | undefined): Promise<string> {
  const { least, most } = ANSWER_TOKENS;
  const maxTokens = Math.min(most, least + 2 * asked.text.length);
  const request = { messages: messagesFor(asked), maxTokens, ...(signal && { signal }) };
  let words = "";
  try {
    for await (const part of model.streamChat(request)) {
      if (part.type === "text") words += part.text;
      if (part.type === "end") assertWhole(part.reason, asked, model.host);
    }
  } catch (error) {
    asFailure(error);
  }
  return words;
}

/** Half of a text in its place would lose the other half; half an explanation can be read. */
function assertWhole(reason: string, asked: Asked, host: string): void {
  if (reason === "filtered")
    throw new Failure("SERVICE_FAILED", `${host} doesn't answer this, by rules of its own.`);
  if (reason === "length" && isRewrite(asked))
    throw new Failure(
      "SERVICE_FAILED",
      `${host} couldn't finish its answer. Select less text and try again.`,
    );
}
