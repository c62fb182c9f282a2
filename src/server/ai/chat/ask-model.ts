import { isDeepStrictEqual } from "node:util";
import type { ChatScope, SentPassage } from "#contract/chat.ts";
import { reachOf } from "../../notes/ai-access/reach.ts";
import type { ReadFile } from "../../retrieval/files-within-reach.ts";
import { keepIfUnanswered } from "../gaps/keep-gap.ts";
import { mayGoAgain } from "../memory/may-go-again.ts";
import { Failure } from "../../failure.ts";
import type { ChatPart, ModelMessage, ToolCall, Usage } from "../providers/model-client.ts";
import { ModelFault } from "../providers/model-fault.ts";
import type { TaskModel } from "../providers/recorded-model.ts";
import type { AnswerDraft, Ending } from "./answer-draft.ts";
import { CitationFilter } from "./check-citations.ts";
import { contextFor } from "./context.ts";
import { citationsOf, mindToSent, pictureToSent, toSent } from "./passages-told.ts";
import { filesOfQuestion, loadPictures, picturesOf, type QuestionFiles } from "./question-files.ts";
import { createHands, type Hands, refusesTools, takesTools } from "./hands.ts";
import { promptOf, type PromptParts, type Said } from "./prompt.ts";
import type { Deps, Wanted } from "./write-answer.ts";

/** Of an answer, in characters: more is nothing that a person reads. */
const ANSWER_MAX = 400_000;
const TOKENS_MAX = 8_192;
const LENGTH_WORDS = "The answer was cut where the model's limit is. Ask it to continue.";

type Asking = { deps: Deps; wanted: Wanted; model: TaskModel; draft: AnswerDraft; signal: AbortSignal };
/** `sent`: what has gone to the model, also by an attempt that failed. */
type Answering = Asking & { hands: Hands | null; sent: SentPassage[] };
/** What was said before a question on its branch, the newest last. */
export type Before = Said & { id: string };

export type ModelQuestion = {
  question: string;
  before: readonly Before[];
  scope: ChatScope;
  /** Of the question and those before it, and those that the conversation keeps to. */
  fileIds: readonly string[];
  usesTools: boolean;
};

/** Has a model answer from what may go to it. @throws ModelFault */
export async function askModel(asking: Asking, wish: ModelQuestion): Promise<Ending> {
  const { deps, wanted, model, draft, signal } = asking;
  const { question, scope } = wish;
  const [{ files, missing, ...parts }, hands] = await Promise.all([
    partsFor(deps, wanted, model, { ...wish, signal }),
    wish.usesTools && takesTools(model)
      ? createHands({ deps, wanted, model, draft, question, scope, signal })
      : null,
  ]);
  const ending = await streamFitting({ ...asking, hands, sent: [] }, parts, picturesOf(files));
  if (parts.passages.length === 0 && files.length === 0)
    await keepIfUnanswered(deps, wanted.userId, { question, scope, isFirst: wish.before.length === 0 });
  if (!missing || ending.fault) return ending;
  return { ...ending, fault: { kind: "unfinished", message: missing } };
}

/** All that a model may be told for an answer: the fences of where it runs are asked now. */
export async function partsFor(
  deps: Omit<Deps, "log" | "changeables" | "operatorTools">,
  { userId, threadId, timeZone }: Wanted,
  model: Pick<TaskModel, "isLocal" | "host">,
  wish: Omit<ModelQuestion, "usesTools"> & { seesPictures?: boolean; signal: AbortSignal | null },
): Promise<PromptParts & QuestionFiles> {
  const { question, before, scope, fileIds, seesPictures = true, signal } = wish;
  const reach = reachOf(model);
  const earlier = before.findLast(({ role }) => role === "user")?.text ?? null;
  const { files, missing } = await filesOfQuestion(deps, userId, {
    fileIds,
    reach,
    seesPictures,
    signal,
  });
  const context = await contextFor(deps, userId, {
    question,
    earlier,
    scope,
    threadId,
    reach,
    host: model.host,
    files,
    signal,
  });
  const answers = before.flatMap(({ id, role }) => (role === "assistant" ? [id] : []));
  const again = await mayGoAgain(deps.db, userId, answers, reach);
  const said = before.filter(({ id, role }) => role === "user" || again.has(id));
  const today = new Intl.DateTimeFormat("en", { dateStyle: "full", timeZone }).format();
  return { question, before: said, today, ...context, files, missing };
}

/** With pictures where the model takes them, and with less where it takes less. */
async function streamFitting(
  asking: Answering,
  parts: PromptParts,
  shown: readonly ReadFile[],
): Promise<Ending> {
  const { draft } = asking;
  try {
    const pictures = await loadPictures(asking.deps, shown);
    return await streamAnswer(asking, { ...parts, pictures }, shown);
  } catch (error) {
    const isBegun = !(error instanceof ModelFault) || draft.text !== "" || asking.hands?.hasBegun() === true;
    if (!isBegun && asking.hands && error.kind === "no-skill") {
      refusesTools(asking.model);
      return streamFitting({ ...asking, hands: null }, parts, shown);
    }
    if (!isBegun && shown.length > 0 && REFUSES_PICTURES.has(error.kind)) {
      const ending = await streamFitting(asking, parts, []);
      const message = `${asking.model.model} at ${asking.model.host} takes no pictures. This is an answer without them; the words in them were sent where there are any.`;
      return ending.fault ? ending : { ...ending, fault: { kind: "no-skill", message } };
    }
    // Less of it may fit.
    const { passages, before } = parts;
    if (isBegun || error.kind !== "context" || passages.length + before.length < 2) throw error;
    const fewer = passages.slice(0, Math.ceil(passages.length / 3));
    return streamAnswer(asking, { ...parts, before: [], passages: fewer }, []);
  }
}

/** Servers say it in their own ways, some with a fault of their own. */
const REFUSES_PICTURES = new Set<ModelFault["kind"]>(["refused", "no-skill", "provider"]);

async function streamAnswer(
  asking: Answering,
  parts: PromptParts,
  shown: readonly ReadFile[],
): Promise<Ending> {
  const { deps, wanted, model, hands, sent } = asking;
  const { passages } = parts;
  const goes = [...shown.map(pictureToSent), ...passages.map(toSent), ...mindToSent(parts)];
  sent.push(...goes.filter((one) => !sent.some((other) => isDeepStrictEqual(one, other))));
  const note = () => noteSent(deps, wanted, { ...model, name: model.model }, sent);
  const filter = new CitationFilter(passages.map(({ text }) => text));
  const messages = promptOf({ ...parts, usesTools: hands !== null });
  const usage: Usage = { input: null, output: null };
  for (;;) {
    await note();
    const offered = hands?.mayGoOn(usage.input ?? 0) ? hands.tools : undefined;
    const round = await streamRound(asking, { messages, filter, passages, tools: offered });
    addUsage(usage, round.usage);
    if (!hands || !offered || round.calls.length === 0) return endingOf(hands, usage, round.isCut);
    messages.push({ role: "assistant", text: round.said, calls: round.calls });
    for (const call of round.calls) {
      const answer = await hands.use(call, async (passage) => {
        sent.push(passage);
        await note();
      });
      sent.push(...answer.sent);
      messages.push({ role: "tool", callId: call.id, text: answer.text });
    }
  }
}

type Round = {
  messages: readonly ModelMessage[];
  filter: CitationFilter;
  passages: PromptParts["passages"];
  tools: Hands["tools"] | undefined;
};

/** What a model says until it ends, or waits for its tools. */
async function streamRound(
  { model, draft, signal }: Asking,
  { messages, filter, passages, tools }: Round,
): Promise<{ said: string; calls: ToolCall[]; usage: Usage; isCut: boolean }> {
  const add = (text: string) => draft.addText(text, citationsOf(filter.cited, passages), filter.removed);
  const end = { usage: { input: null, output: null } as Usage, isCut: false };
  const calls: ToolCall[] = [];
  let said = "";
  const take = (part: ChatPart) => {
    if (part.type === "text") {
      // What it said before its tools stands by itself.
      add(filter.feed(said === "" && draft.text !== "" ? `\n\n${part.text}` : part.text));
      said += part.text;
    } else if (part.type === "reasoning") draft.addReasoning(part.text);
    else if (part.type === "call") calls.push(part.call);
    else Object.assign(end, { usage: part.usage, isCut: part.reason === "length" });
  };
  try {
    for await (const part of model.streamChat({
      messages,
      maxTokens: TOKENS_MAX,
      signal,
      ...(tools && { tools }),
    })) {
      take(part);
      if (draft.text.length > ANSWER_MAX)
        throw new ModelFault("too-long", `${model.host} sent a longer answer than Cairn accepts.`);
    }
  } finally {
    // What came before a fault counts.
    add(filter.end());
  }
  return { said, calls, ...end };
}

function addUsage(sum: Usage, { input, output, cost }: Usage): void {
  if (input !== null) sum.input = (sum.input ?? 0) + input;
  if (output !== null) sum.output = (sum.output ?? 0) + output;
  if (typeof cost === "number") sum.cost = (sum.cost ?? 0) + cost;
}

async function endingOf(
  hands: Hands | null,
  { input, output, cost }: Usage,
  isCut: boolean,
): Promise<Ending> {
  const proposed = await (hands?.propose() ?? Promise.resolve(null)).catch((error: unknown) => {
    if (error instanceof Failure) return { fault: error.message };
    throw error;
  });
  const message = isCut ? LENGTH_WORDS : typeof proposed === "object" && proposed ? proposed.fault : null;
  return {
    state: "done",
    fault: message === null ? null : { kind: isCut ? "too-long" : "unfinished", message },
    tokensIn: input,
    tokensOut: output,
    cost: cost ?? null,
    changesetId: typeof proposed === "string" ? proposed : null,
  };
}

/** Written before anything goes out: which passages went where. */
export async function noteSent(
  { db }: Pick<Deps, "db">,
  { userId, answerId }: Wanted,
  { provider, host, name }: { provider: string; host: string; name: string },
  sent: readonly SentPassage[],
): Promise<void> {
  await db.queryAs(
    userId,
    "UPDATE chat_messages SET sent = $3, model = $4 WHERE id = $1 AND user_id = $2",
    [answerId, userId, JSON.stringify(sent), JSON.stringify({ provider, host, name })],
    "note-sent-passages",
  );
}
