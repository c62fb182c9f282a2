import type { AttachedFile, ChatMessage, ChatScope, ChatThread, WholeThread } from "#contract/chat.ts";
import { BROWSER } from "#contract/wire/page-model.ts";
import { refreshWhenSettled } from "../../kernel/refresh-when-settled.ts";
import { api, invalidate, queryClient } from "../../platform/api.ts";
import { newId } from "../../platform/ids.ts";
import { rpc } from "../../platform/rpc.ts";
import { failureWords } from "../../platform/rpc-errors.ts";
import { onRefused, onReplayed, send } from "../../platform/send.ts";
import { currentDevice } from "../../platform/sync/device-sync.ts";
import { toast } from "../../ui/toast-store.ts";
import { browserTimeZone } from "../../lib/dates.ts";
import { t } from "../../lib/messages/t.ts";
import { keepToLeaf } from "./branches.ts";
import { asFarAsKnown } from "./follow-answer.ts";
import { keepDraft } from "./question/drafts.ts";

export type Question = {
  threadId: string;
  parentId: string | null;
  text: string;
  scope?: ChatScope;
  providerId?: string | null;
  usesTools?: boolean;
  isPlain?: boolean;
  fileIds?: string[];
  /** Of the answer, where who asks wants to know it before. */
  answerId?: string;
};
export type Input = Question & { id: string; answerId: string; timeZone: string };

const keyOf = (threadId: string) => api.chat.get.queryKey({ input: { threadId } });

/** What is attached to questions on their way, to be shown before the server tells it. */
const knownFiles = new Map<string, AttachedFile>();

/** Asks, shows it at once, and keeps it for later while the server is away. False where it was refused, with why it was. */
export async function ask(question: Question, files: readonly AttachedFile[] = []): Promise<boolean> {
  for (const file of files) knownFiles.set(file.id, file);
  const fileIds = files.map(({ id }) => id);
  const input: Input = {
    ...question,
    ...(fileIds.length > 0 && { fileIds }),
    id: newId(),
    answerId: question.answerId ?? newId(),
    timeZone: browserTimeZone(),
  };
  keepToLeaf(input.threadId, input.answerId);
  const before = queryClient.getQueryData<WholeThread>(keyOf(input.threadId));
  await queryClient.cancelQueries({ queryKey: keyOf(input.threadId) });
  queryClient.setQueryData(keyOf(input.threadId), withQuestion(before, input));
  try {
    const sent = await send(["chat", "ask"], input, () => rpc.chat.ask(input));
    if (sent.how === "sent") {
      showThread(sent.answer);
      if (!input.isPlain) answerHere(sent.answer, input.answerId);
    }
    refreshThreads();
    return true;
  } catch (error) {
    if (before) queryClient.setQueryData(keyOf(input.threadId), before);
    else queryClient.removeQueries({ queryKey: keyOf(input.threadId) });
    toast.error(failureWords(error, t("Couldn't send the question.")));
    return false;
  }
}

/** Another answer to the same question. */
export async function answerAnew(threadId: string, messageId: string): Promise<void> {
  try {
    const answerId = newId();
    keepToLeaf(threadId, answerId);
    const whole = await rpc.chat.again({ messageId, answerId, timeZone: browserTimeZone() });
    showThread(whole);
    answerHere(whole, answerId);
  } catch (error) {
    toast.error(failureWords(error, t("Couldn't ask again.")));
    invalidate(keyOf(threadId));
  }
}

/** Where the conversation is with this browser's model, this page has it answer. */
function answerHere({ thread }: WholeThread, answerId: string): void {
  if (thread.providerId !== BROWSER) return;
  void import("../../kernel/browser-model/answer-on-page.ts")
    .then(({ answerOnPage }) => answerOnPage(answerId))
    // Nothing was sent: the server says soon that it was interrupted.
    .catch(() => toast.error(t("This browser's model couldn't be asked. Try again.")));
}

export async function stopAnswer(threadId: string, messageId: string): Promise<void> {
  try {
    await rpc.chat.stop({ messageId });
  } catch (error) {
    toast.error(failureWords(error, t("Couldn't stop the answer.")));
  }
  invalidate(keyOf(threadId));
}

/** Conversations that this page has changed: what was asked of them meanwhile may not know of it, and is asked for anew. */
const changed = new Set<string>();

export const askAgainLater = (threadId: string): void => void changed.add(threadId);

export const { refresh: refreshThreads, attempt } = refreshWhenSettled(["chat"], () => {
  for (const threadId of changed) invalidate(keyOf(threadId));
  changed.clear();
  invalidate(api.chat.list.key());
  invalidate(api.trash.key());
});

/** What the server answered with a question; what came of the answer meanwhile stays. */
export const showThread = (whole: WholeThread): void =>
  void queryClient.setQueryData<WholeThread>(keyOf(whole.thread.id), asFarAsKnown(whole));

onReplayed(["chat", "ask"], (answer) => {
  showThread(answer);
  refreshThreads();
});
/** What was written stays: it goes back to where it was written. */
onRefused<Input, undefined>(["chat", "ask"], async ({ input, error }) => {
  keepDraft(input.threadId, input.text);
  invalidate(keyOf(input.threadId));
  toast.error(failureWords(error, t("Couldn't send the question.")));
  return true;
});

/** Questions that wait on this device for the server, by their answers. */
export const waitingQuestions = (threadId: string): Input[] =>
  (currentDevice()?.outbox.calls() ?? []).flatMap(({ path, input }) =>
    path.join(".") === "chat.ask" && (input as Input).threadId === threadId ? [input as Input] : [],
  );

const BLANK: Omit<ChatMessage, "id" | "parentId" | "role" | "text" | "state" | "createdAt"> = {
  files: [],
  reasoning: "",
  citations: [],
  removed: 0,
  sent: 0,
  fault: null,
  model: null,
  tokensIn: null,
  tokensOut: null,
  cost: null,
  action: null,
  steps: [],
  changesetId: null,
};

/** A conversation as it will be once the question has arrived. */
export function withQuestion(whole: WholeThread | undefined, input: Input): WholeThread {
  const { id, answerId, parentId, text, threadId, scope = {}, providerId = null, usesTools = false } = input;
  const { fileIds = [] } = input;
  const files = fileIds.map(
    (fileId) => knownFiles.get(fileId) ?? { id: fileId, name: "", type: "", isGone: false },
  );
  const createdAt = new Date().toISOString();
  const thread: ChatThread = whole?.thread ?? {
    id: threadId,
    name: text.split("\n")[0]!.slice(0, 70),
    folder: "",
    scope,
    providerId,
    usesTools,
    leafId: null,
    createdAt,
    updatedAt: createdAt,
  };
  const messages = whole?.messages ?? [];
  if (messages.some((message) => message.id === answerId)) return { thread, messages };
  const blank = { ...BLANK, createdAt };
  return {
    thread: { ...thread, leafId: answerId },
    messages: [
      ...messages,
      { ...blank, id, parentId, role: "user", text, files, state: "done" },
      { ...blank, id: answerId, parentId: id, role: "assistant", text: "", state: "running" },
    ],
  };
}
