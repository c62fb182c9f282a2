import { useQuery } from "@tanstack/react-query";
import { useEffect, useReducer } from "react";
import type { WholeThread } from "#contract/chat.ts";
import type { AnswerMessage } from "#contract/wire/answers.ts";
import { api } from "../../platform/api.ts";
import { onWaitingCalls } from "../../platform/send.ts";
import { onLive } from "../../platform/sync/device-sync.ts";
import { type Input, waitingQuestions, withQuestion } from "./ask-thread.ts";
import { withOwnLeaf } from "./branches.ts";
import { asFarAsKnown, follow, isRunning } from "./follow-answer.ts";

/** An answer that is written is asked for now and then, should what tells of it be lost. */
const ASK_AGAIN_MS = 5_000;

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
