import { useQuery } from "@tanstack/react-query";
import { useEffect, useReducer } from "react";
import type { ChatMessage, WholeThread } from "#contract/chat.ts";
import type { AnswerMessage } from "#contract/wire/answers.ts";
import { api, invalidate, queryClient } from "../../platform/api.ts";
import { onWaitingCalls } from "../../platform/send.ts";
import { onLive } from "../../platform/sync/device-sync.ts";
import { withOwnLeaf } from "./branches.ts";
import { asFarAsKnown, type Input, waitingQuestions, withQuestion } from "./ask-thread.ts";

/** An answer that is written is asked for now and then, should what tells of it be lost. */
const ASK_AGAIN_MS = 5_000;

const keyOf = (threadId: string) => api.chat.get.queryKey({ input: { threadId } });

/** A conversation with all its branches, and with what waits on this device to be asked. */
export function useThread(threadId: string, isAsked: boolean) {
  useFollowing();
  const waiting = useWaiting(threadId);
  const query = useQuery({
    ...api.chat.get.queryOptions({ input: { threadId } }),
    queryFn: async ({ signal }) => asFarAsKnown(await api.chat.get.call({ threadId }, { signal })),
    enabled: isAsked,
    retry: 1,
    refetchInterval: ({ state }) => (state.data?.messages.some(isRunning) ? ASK_AGAIN_MS : false),
  });
  const known = waiting.reduce<WholeThread | undefined>(withQuestion, query.data);
  const whole = known && withOwnLeaf(known);
  return { ...query, whole, waits: new Set(waiting.map(({ answerId }) => answerId)) };
}

export const isRunning = ({ state }: ChatMessage): boolean => state === "running";

function useWaiting(threadId: string): Input[] {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => onWaitingCalls(redraw), []);
  return waitingQuestions(threadId);
}

/** Parts of answers as they come go to the page once in a frame. */
function useFollowing(): void {
  useEffect(() => {
    let waiting: AnswerMessage[] = [];
    let frame = 0;
    const show = () => {
      frame = 0;
      const parts = waiting;
      waiting = [];
      for (const [threadId, ofThread] of Map.groupBy(parts, (part) => part.threadId))
        follow(threadId, ofThread);
    };
    const stop = onLive({
      onEvents: () => {},
      onGap: () => {},
      onAnswer: (message) => {
        waiting.push(message);
        // A page that is not seen draws no frames.
        if (document.hidden) show();
        else frame ||= requestAnimationFrame(show);
      },
    });
    return () => {
      stop();
      cancelAnimationFrame(frame);
    };
  }, []);
}

function follow(threadId: string, parts: readonly AnswerMessage[]): void {
  let isMissing = false;
  queryClient.setQueryData<WholeThread>(keyOf(threadId), (whole) => {
    if (!whole) return undefined;
    let { messages } = whole;
    for (const part of parts) {
      const index = messages.findIndex(({ id }) => id === part.id);
      const grown = index < 0 ? null : grow(messages[index]!, part);
      if (grown) messages = messages.with(index, grown);
      else isMissing = true;
    }
    return messages === whole.messages ? whole : { ...whole, messages };
  });
  if (isMissing) invalidate(keyOf(threadId));
}

/** @returns null where what comes before it is not there */
function grow(message: ChatMessage, part: AnswerMessage): ChatMessage | null {
  if (part.at === null || part.at > message.text.length || part.reasoningAt > message.reasoning.length)
    return null;
  if (part.citationsAt > message.citations.length) return null;
  // It is whole already: what comes late says nothing new.
  if (!isRunning(message)) return message;
  return {
    ...message,
    text: message.text.slice(0, part.at) + part.text,
    reasoning: message.reasoning.slice(0, part.reasoningAt) + part.reasoning,
    citations: [...message.citations.slice(0, part.citationsAt), ...part.citations],
  };
}
