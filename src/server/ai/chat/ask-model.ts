import type { ChatScope, SentPassage } from "#contract/chat.ts";
import { reachOf } from "../../notes/ai-access/reach.ts";
import type { ReadFile } from "../../retrieval/files-within-reach.ts";
import { mayGoAgain } from "../memory/may-go-again.ts";
import type { Usage } from "../providers/model-client.ts";
import { ModelFault } from "../providers/model-fault.ts";
import type { TaskModel } from "../providers/recorded-model.ts";
import type { AnswerDraft, Ending } from "./answer-draft.ts";
import { CitationFilter } from "./check-citations.ts";
import { contextFor } from "./context.ts";
import { citationsOf, mindToSent, pictureToSent, toSent } from "./passages-told.ts";
import { filesOfQuestion, loadPictures, picturesOf, type QuestionFiles } from "./question-files.ts";
import { promptOf, type PromptParts, type Said } from "./prompt.ts";
import type { Deps, Wanted } from "./write-answer.ts";

/** Of an answer, in characters: more is nothing that a person reads. */
const ANSWER_MAX = 400_000;
const TOKENS_MAX = 8_192;
const LENGTH_WORDS = "The answer was cut where the model's limit is. Ask it to continue.";

type Asking = { deps: Deps; wanted: Wanted; model: TaskModel; draft: AnswerDraft; signal: AbortSignal };
/** What was said before a question on its branch, the newest last. */
export type Before = Said & { id: string };

export type ModelQuestion = {
  question: string;
  before: readonly Before[];
  scope: ChatScope;
  /** Of the question and those before it, and those that the conversation keeps to. */
  fileIds: readonly string[];
};

/** Has a model answer from what may go to it. @throws ModelFault */
export async function askModel(asking: Asking, wish: ModelQuestion): Promise<Ending> {
  const { deps, wanted, model, signal } = asking;
  const { files, missing, ...parts } = await partsFor(deps, wanted, model, { ...wish, signal });
  const ending = await streamFitting(asking, parts, picturesOf(files));
  if (!missing || ending.fault) return ending;
  return { ...ending, fault: { kind: "unfinished", message: missing } };
}

/** All that a model may be told for an answer: the fences of where it runs are asked now. */
export async function partsFor(
  deps: Omit<Deps, "log">,
  { userId, threadId, timeZone }: Wanted,
  model: Pick<TaskModel, "isLocal" | "host">,
  wish: ModelQuestion & { seesPictures?: boolean; signal: AbortSignal | null },
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
  asking: Asking,
  parts: PromptParts,
  shown: readonly ReadFile[],
): Promise<Ending> {
  const { draft } = asking;
  try {
    const pictures = await loadPictures(asking.deps, shown);
    return await streamAnswer(asking, { ...parts, pictures }, shown);
  } catch (error) {
    const isBegun = !(error instanceof ModelFault) || draft.text !== "";
    if (!isBegun && shown.length > 0 && REFUSES_PICTURES.has(error.kind)) {
      const ending = await streamFitting(asking, parts, []);
      const message = `${asking.model.model} at ${asking.model.host} takes no pictures. This is an answer without them; the words in them were sent where there are any.`;
      return ending.fault ? ending : { ...ending, fault: { kind: "no-skill", message } };
    }
    // Less of it may fit.
    const isTooLong = error instanceof ModelFault && error.kind === "context" && draft.text === "";
    const { passages, before } = parts;
    if (!isTooLong || passages.length + before.length < 2) throw error;
    const fewer = passages.slice(0, Math.ceil(passages.length / 3));
    return streamAnswer(asking, { ...parts, before: [], passages: fewer }, []);
  }
}

/** Servers say it in their own ways, some with a fault of their own. */
const REFUSES_PICTURES = new Set<ModelFault["kind"]>(["refused", "no-skill", "provider"]);

async function streamAnswer(
  { deps, wanted, model, draft, signal }: Asking,
  parts: PromptParts,
  shown: readonly ReadFile[],
): Promise<Ending> {
  const { passages } = parts;
  const sent = [...shown.map(pictureToSent), ...passages.map(toSent), ...mindToSent(parts)];
  await noteSent(deps, wanted, { ...model, name: model.model }, sent);
  const filter = new CitationFilter(passages.map(({ text }) => text));
  const add = (text: string) => draft.addText(text, citationsOf(filter.cited, passages), filter.removed);
  let usage: Usage = { input: null, output: null };
  let isCut = false;
  const messages = promptOf(parts);
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
    cost: usage.cost ?? null,
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
