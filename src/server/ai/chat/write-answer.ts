import type { ChatMessage, ChatScope, WholeThread } from "#contract/chat.ts";
import { MEMORY_LENGTH } from "#contract/wire/chat-limits.ts";
import { BROWSER } from "#contract/wire/page-model.ts";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import type { Services } from "../../base.ts";
import { Failure } from "../../failure.ts";
import type { ReadFile } from "../../retrieval/files-within-reach.ts";
import { saveMemory } from "../memory/memories.ts";
import { readRemember } from "../memory/recall.ts";
import { ModelFault } from "../providers/model-fault.ts";
import type { TaskModel } from "../providers/recorded-model.ts";
import { answerWithoutModel } from "../answers/answer-without-model.ts";
import { answerFromFiles, beginningsOf } from "./answer-files.ts";
import type { PlainAnswer } from "../answers/answer-text.ts";
import { escapeMarkdown } from "../answers/escape-markdown.ts";
import { makesSomething } from "../answers/read-command.ts";
import type { AnswerDraft, Ending } from "./answer-draft.ts";
import { type Before, askModel } from "./ask-model.ts";
import { resolveScope } from "./context.ts";
import { citationsOf } from "./passages-told.ts";
import { keepIfUnanswered } from "../gaps/keep-gap.ts";
import { filesOfQuestion } from "./question-files.ts";
import { readThread } from "./thread-rows.ts";

export type Wanted = {
  userId: string;
  threadId: string;
  answerId: string;
  timeZone: string;
  /** Without a model, though there may be one. */
  isPlain: boolean;
};
export type Deps = Pick<
  Services,
  "db" | "collab" | "models" | "log" | "storage" | "config" | "changeables" | "operatorTools"
>;

/** Writes an answer whose question is stored, to its end. What goes wrong is said in the answer, not thrown. */
export async function writeAnswer(
  deps: Deps,
  wanted: Wanted,
  draft: AnswerDraft,
  controller: AbortController,
): Promise<void> {
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
  const { question, before, files } = branchOf(whole, answerId);
  const { scope, providerId, usesTools } = whole.thread;
  const fileIds = [...new Set([...(scope.fileIds ?? []), ...files])];
  const toRemember = readRemember(question);
  if (toRemember) return remember(deps, wanted, toRemember, draft, scope.folderIds?.[0] ?? null);
  const isPlain = wanted.isPlain || makesSomething(question);
  const model = isPlain ? null : await modelOf(deps, userId, providerId);
  if (!model)
    return answerPlainly(
      deps,
      wanted,
      { text: question, scope, fileIds, isFirst: before.length === 0, signal: controller.signal },
      draft,
    );
  const asking = { deps, wanted, model, draft, signal: controller.signal };
  return askModel(asking, { question, before, scope, fileIds, usesTools });
}

/** Of a conversation; those of the newest questions. */
const FILES_ALONG = 20;

/** The question of an answer, and what was said before it on its branch, the newest last. */
export function branchOf(
  { messages }: WholeThread,
  answerId: string,
): { question: string; before: Before[]; files: string[] } {
  const byId = new Map(messages.map((message) => [message.id, message]));
  const parentOf = (message: ChatMessage | undefined) =>
    message?.parentId ? byId.get(message.parentId) : undefined;
  const question = parentOf(byId.get(answerId));
  if (!question) throw new Failure("NOT_FOUND", "The question was deleted.");
  const before: Before[] = [];
  const files = question.files.map(({ id }) => id);
  for (let at = parentOf(question); at; at = parentOf(at)) {
    before.unshift({ id: at.id, role: at.role, text: at.text });
    files.push(...at.files.map(({ id }) => id));
  }
  return { question: question.text, before, files: files.slice(0, FILES_ALONG) };
}

/** The one that was chosen for the conversation, as long as it is there, or the account's own. */
export async function modelOf(
  { models }: Pick<Deps, "models">,
  userId: string,
  providerId: string | null,
): Promise<TaskModel | null> {
  if (providerId === BROWSER) return null;
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

type PlainSaid = Parameters<typeof answerWithoutModel>[2] & { isOfFiles: boolean };
type PlainQuestion = {
  text: string;
  scope: ChatScope;
  fileIds: readonly string[];
  isFirst: boolean;
  signal: AbortSignal;
};

/** What was attached answers, or what the conversation keeps to; else all that there is. */
async function answerOf(
  deps: Deps,
  userId: string,
  said: PlainSaid,
  files: readonly ReadFile[],
): Promise<PlainAnswer> {
  if (files.length === 0 || makesSomething(said.text)) return answerWithoutModel(deps, userId, said);
  const ofFiles = answerFromFiles(files, said.text);
  if (ofFiles) return ofFiles;
  const beside = said.isOfFiles ? null : await answerWithoutModel(deps, userId, said);
  return beside && (beside.quotes.length > 0 || beside.action) ? beside : beginningsOf(files);
}

/** Quotes, lists and what a command did: no model is asked. */
async function answerPlainly(
  deps: Deps,
  { userId, timeZone }: Wanted,
  { text, scope, fileIds, isFirst, signal }: PlainQuestion,
  draft: AnswerDraft,
): Promise<Ending> {
  const asked = { fileIds, reach: "nowhere", seesPictures: false, signal } as const;
  const { files, missing } = await filesOfQuestion(deps, userId, asked);
  const within = await resolveScope(deps.db, userId, scope);
  const isOfFiles = Boolean(scope.fileIds?.length);
  const said = { text, scope: within, timeZone, now: new Date(), isOfFiles };
  const { text: answer, quotes, action } = await answerOf(deps, userId, said, files);
  const cited = quotes.map((_, passage) => ({ passage, quote: null }));
  draft.addText(answer, citationsOf(cited, quotes), 0);
  if (quotes.length === 0 && files.length === 0 && !action)
    await keepIfUnanswered(deps, userId, { question: text, scope, isFirst });
  const fault = missing ? { kind: "unfinished" as const, message: missing } : null;
  return { state: "done", action: action ?? null, fault };
}
