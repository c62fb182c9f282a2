import type { ChatMessage, WholeThread } from "#contract/chat.ts";
import type { AnswerMessage } from "#contract/wire/answers.ts";
import { api, queryClient } from "../../platform/api.ts";

const keyOf = (threadId: string) => api.chat.get.queryKey({ input: { threadId } });

/** Parts that came before what they continue, by conversation: what is fetched may end before them, on a slow line by many. */
const early = new Map<string, AnswerMessage[]>();

export const isRunning = ({ state }: ChatMessage): boolean => state === "running";

/** Adds what the socket told of answers on their way; where something before it is missing, the conversation is fetched. */
export function follow(threadId: string, parts: readonly AnswerMessage[]): void {
  const queryKey = keyOf(threadId);
  const state = queryClient.getQueryState<WholeThread>(queryKey);
  if (!state) return;
  early.set(threadId, [...(early.get(threadId) ?? []), ...parts]);
  let isMissing = false;
  if (state.data) {
    const { whole, isWhole } = grown(state.data);
    queryClient.setQueryData<WholeThread>(queryKey, whole);
    isMissing = !isWhole;
  }
  // A fetch that is under way is not begun anew: on a slow line none would ever end.
  if (isMissing) void queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false });
}

/** What the server tells of an answer on its way may be older than what the socket told. */
export function asFarAsKnown(whole: WholeThread): WholeThread {
  const before = queryClient.getQueryData<WholeThread>(keyOf(whole.thread.id));
  const known = new Map(before?.messages.map((message) => [message.id, message]));
  const messages = whole.messages.map((message) => {
    const there = known.get(message.id);
    // On a slow line the answer to the question may come after that to Stop.
    const isFurther =
      there &&
      (!isRunning(there) ||
        there.text.length > message.text.length ||
        there.steps.length > message.steps.length);
    return isFurther && isRunning(message) ? there : message;
  });
  return grown({ ...whole, messages }).whole;
}

/** The conversation with the parts that fit by now; those that continue what is not there yet are kept. */
function grown(whole: WholeThread): { whole: WholeThread; isWhole: boolean } {
  const threadId = whole.thread.id;
  let { messages } = whole;
  let isWhole = true;
  const rest: AnswerMessage[] = [];
  for (const part of early.get(threadId) ?? []) {
    const index = messages.findIndex(({ id }) => id === part.id);
    const next = index < 0 ? null : grow(messages[index]!, part);
    if (next) messages = messages.with(index, next);
    else isWhole = false;
    if (!next && index >= 0 && part.at !== null) rest.push(part);
  }
  if (rest.length > 0) early.set(threadId, rest);
  else early.delete(threadId);
  return { whole: messages === whole.messages ? whole : { ...whole, messages }, isWhole };
}

/** @returns null where what comes before it is not there */
function grow(message: ChatMessage, part: AnswerMessage): ChatMessage | null {
  // It is whole already: what comes late says nothing new.
  if (!isRunning(message)) return message;
  if (part.at === null || part.at > message.text.length || part.reasoningAt > message.reasoning.length)
    return null;
  if (part.citationsAt > message.citations.length || part.stepsAt > message.steps.length) return null;
  return {
    ...message,
    text: put(message.text, part.at, part.text),
    reasoning: put(message.reasoning, part.reasoningAt, part.reasoning),
    citations:
      part.citationsAt + part.citations.length < message.citations.length
        ? message.citations
        : [...message.citations.slice(0, part.citationsAt), ...part.citations],
    steps:
      part.stepsAt + part.steps.length < message.steps.length
        ? message.steps
        : [...message.steps.slice(0, part.stepsAt), ...part.steps],
  };
}

/** What is there may be further already: it was fetched after this part was told. */
const put = (text: string, at: number, part: string): string =>
  at + part.length <= text.length ? text : text.slice(0, at) + part;
