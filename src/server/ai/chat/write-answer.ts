import type { ChatMessage, ChatScope, SentPassage, WholeThread } from "#contract/chat.ts";
import { MEMORY_LENGTH } from "#contract/shared/chat-limits.ts";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import type { Services } from "../../base.ts";
import { Failure } from "../../failure.ts";
import { reachOf } from "../../notes/ai-access/reach.ts";
import type { Retrieved } from "../../retrieval/retrieve.ts";
import { mayGoAgain } from "../memory/may-go-again.ts";
import { saveMemory } from "../memory/memories.ts";
import { earlierQuestions, lastingMemories, readRemember } from "../memory/recall.ts";
import type { Usage } from "../providers/model-client.ts";
import { ModelFault } from "../providers/model-fault.ts";
import type { TaskModel } from "../providers/recorded-model.ts";
import { answerWithoutModel } from "../answers/answer-without-model.ts";
import { escapeMarkdown } from "../answers/escape-markdown.ts";
import { makesSomething } from "../answers/read-command.ts";
import { AnswerDraft, type Ending } from "./answer-draft.ts";
import { CitationFilter } from "./check-citations.ts";
import { passagesFor, resolveScope } from "./context.ts";
import { citationsOf, mindToSent, toSent } from "./passages-told.ts";
import { promptOf, type PromptParts, type Said } from "./prompt.ts";
import { readThread } from "./thread-rows.ts";

export type Wanted = {
  userId: string;
  threadId: string;
  answerId: string;
  timeZone: string;
  /** Without a model, though there may be one. */
  isPlain: boolean;
};
type Deps = Pick<Services, "db" | "collab" | "models" | "log">;

/** Of an answer, in characters: more is nothing that a person reads. */
const ANSWER_MAX = 400_000;
const TOKENS_MAX = 8_192;
const LENGTH_WORDS = "The answer was cut where the model's limit is. Ask it to continue.";

/** Writes an answer whose question is stored, to its end. What goes wrong is said in the answer, not thrown. */
export async function writeAnswer(deps: Deps, wanted: Wanted, controller: AbortController): Promise<void> {
  const { userId, threadId, answerId: id } = wanted;
  const draft = new AnswerDraft(deps.db, { userId, threadId, id }, () => controller.abort());
  const ending = await attempt(deps, wanted, draft, controller).catch((error: unknown): Ending => {
    if (controller.signal.aborted)
      return { state: controller.signal.reason === CLOSING ? "interrupted" : "stopped" };
    if (error instanceof ModelFault)
      return { state: "failed", fault: { kind: error.kind, message: error.message } };
    // A question is asked of one's own things: what was deleted meanwhile is no fault of the server.
    if (!(error instanceof Failure)) deps.log.error({ err: error }, "an answer could not be written");
    const message = error instanceof Failure ? error.message : "Something went wrong on our side. Try again.";
    return { state: "failed", fault: { kind: "provider", message } };
  });
  await draft
    .end(ending)
    .catch((error: unknown) => deps.log.error({ err: error }, "an answer could not be stored"));
}

/** Why an answer ends when the server does. */
export const CLOSING = Symbol("the server stops");

async function attempt(
  deps: Deps,
  wanted: Wanted,
  draft: AnswerDraft,
  controller: AbortController,
): Promise<Ending> {
  const { userId, threadId, answerId } = wanted;
  const whole = await readThread(deps.db, userId, threadId);
  const { question, before: all } = branchOf(whole, answerId);
  const isPlain = wanted.isPlain || makesSomething(question);
  const model = isPlain ? null : await modelOf(deps, userId, whole.thread.providerId);
  const { scope } = whole.thread;
  const toRemember = readRemember(question);
  if (toRemember) return remember(deps, wanted, toRemember, draft, scope.folderIds?.[0] ?? null);
  if (!model) return answerPlainly(deps, wanted, { text: question, scope }, draft);
  const earlier = all.findLast(({ role }) => role === "user")?.text ?? null;
  const reach = reachOf(model);
  const passages = await passagesFor(deps, userId, { question, earlier, scope, reach });
  const folderIds = scope.folderIds ?? [];
  const ids = all.flatMap(({ id, role }) => (role === "assistant" ? [id] : []));
  const again = await mayGoAgain(deps.db, userId, ids, reach);
  const before = all.filter(({ id, role }) => role === "user" || again.has(id));
  const where = { threadId, folderIds, host: model.host, reach };
  const mind = {
    lasting: await lastingMemories(deps.db, userId, where),
    earlier: await earlierQuestions(deps.db, userId, question, where),
  };
  const today = new Intl.DateTimeFormat("en", { dateStyle: "full", timeZone: wanted.timeZone }).format();
  const ask = (given: readonly Retrieved[], said: readonly Said[]) =>
    streamAnswer(
      { deps, wanted, model, passages: given, draft, signal: controller.signal },
      { question, before: said, today, ...mind },
    );
  try {
    return await ask(passages, before);
  } catch (error) {
    // Less of it may fit.
    const isTooLong = error instanceof ModelFault && error.kind === "context" && draft.text === "";
    if (!isTooLong || passages.length + before.length < 2) throw error;
    return ask(passages.slice(0, Math.ceil(passages.length / 3)), []);
  }
}

/** The question of an answer, and what was said before it on its branch, the newest last. */
function branchOf(
  { messages }: WholeThread,
  answerId: string,
): { question: string; before: (Said & { id: string })[] } {
  const byId = new Map(messages.map((message) => [message.id, message]));
  const parentOf = (message: ChatMessage | undefined) =>
    message?.parentId ? byId.get(message.parentId) : undefined;
  const question = parentOf(byId.get(answerId));
  if (!question) throw new Failure("NOT_FOUND", "The question was deleted.");
  const before: (Said & { id: string })[] = [];
  for (let at = parentOf(question); at; at = parentOf(at))
    before.unshift({ id: at.id, role: at.role, text: at.text });
  return { question: question.text, before };
}

/** The one that was chosen for the conversation, as long as it is there, or the account's own. */
export async function modelOf(
  { models }: Pick<Deps, "models">,
  userId: string,
  providerId: string | null,
): Promise<TaskModel | null> {
  if (providerId) {
    const opened = await models.open(userId, providerId).catch((error: unknown) => {
      if (error instanceof Failure && error.code === "NOT_FOUND") return null;
      throw error;
    });
    const model = opened?.provider.isEnabled ? opened.model("chat") : null;
    if (model) return model;
  }
  return models.forTask(userId, "chat");
}

type Streaming = {
  deps: Deps;
  wanted: Wanted;
  model: TaskModel;
  passages: readonly Retrieved[];
  draft: AnswerDraft;
  signal: AbortSignal;
};

async function streamAnswer(
  { deps, wanted, model, passages, draft, signal }: Streaming,
  parts: Omit<PromptParts, "passages">,
): Promise<Ending> {
  await noteSent(deps, wanted, model, [...passages.map(toSent), ...mindToSent(parts)]);
  const filter = new CitationFilter(passages.map(({ text }) => text));
  const add = (text: string) => draft.addText(text, citationsOf(filter.cited, passages), filter.removed);
  let usage: Usage = { input: null, output: null };
  let isCut = false;
  const messages = promptOf({ ...parts, passages });
  try {
    for await (const part of model.streamChat({ messages, maxTokens: TOKENS_MAX, signal })) {
      if (part.type === "text") add(filter.feed(part.text));
      else if (part.type === "reasoning") draft.addReasoning(part.text);
      else if (part.type === "end") {
        usage = part.usage;
        isCut = part.reason === "length";
      }
      if (draft.text.length > ANSWER_MAX)
        throw new ModelFault("too-long", `${model.host} sent a longer answer than Cairn accepts.`);
    }
  } finally {
    // What came before a fault counts.
    add(filter.end());
  }
  return {
    state: "done",
    fault: isCut ? { kind: "too-long", message: LENGTH_WORDS } : null,
    tokensIn: usage.input,
    tokensOut: usage.output,
  };
}

/** Written before anything goes out: which passages went where. */
async function noteSent(
  { db }: Deps,
  { userId, answerId }: Wanted,
  { provider, host, model }: TaskModel,
  sent: readonly SentPassage[],
): Promise<void> {
  await db.queryAs(
    userId,
    "UPDATE chat_messages SET sent = $3, model = $4 WHERE id = $1 AND user_id = $2",
    [answerId, userId, JSON.stringify(sent), JSON.stringify({ provider, host, name: model })],
    "note-sent-passages",
  );
}

/** Its person's own words, and nobody else's: what is to be remembered is read from the question alone. */
async function remember(
  { db }: Deps,
  { userId, threadId }: Wanted,
  text: string,
  draft: AnswerDraft,
  folderId: string | null,
): Promise<Ending> {
  const words = text.slice(0, MEMORY_LENGTH).toWellFormed();
  const memoryId = uuidV7();
  await saveMemory(db, userId, { id: memoryId, text: words, folderId, expiresAt: null, threadId });
  draft.addText(`I will keep in mind: ${escapeMarkdown(words)}`, [], 0);
  return { state: "done", action: { kind: "remembered", memoryId } };
}

/** Quotes, lists and what a command did: no model is asked. */
async function answerPlainly(
  deps: Deps,
  { userId, timeZone }: Wanted,
  { text, scope }: { text: string; scope: ChatScope },
  draft: AnswerDraft,
): Promise<Ending> {
  const within = await resolveScope(deps.db, userId, scope);
  const said = { text, scope: within, timeZone, now: new Date() };
  const { text: answer, quotes, action } = await answerWithoutModel(deps, userId, said);
  const cited = quotes.map((_, passage) => ({ passage, quote: null }));
  draft.addText(answer, citationsOf(cited, quotes), 0);
  return { state: "done", action: action ?? null };
}
