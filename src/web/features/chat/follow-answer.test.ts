import { beforeEach, expect, test } from "vitest";
import type { ChatMessage, WholeThread } from "#contract/chat.ts";
import type { AnswerMessage } from "#contract/wire/answers.ts";
import { api, queryClient } from "../../platform/api.ts";
import { asFarAsKnown, follow } from "./follow-answer.ts";

const THREAD = "018f0000-0000-7000-8000-000000000001";
const ANSWER = "018f0000-0000-7000-8000-000000000002";
const KEY = api.chat.get.queryKey({ input: { threadId: THREAD } });

const answer = (text: string, state: ChatMessage["state"] = "running") =>
  ({
    id: ANSWER,
    role: "assistant",
    text,
    reasoning: "",
    citations: [],
    steps: [],
    state,
  }) as unknown as ChatMessage;
const thread = (...messages: ChatMessage[]) =>
  ({ thread: { id: THREAD }, messages }) as unknown as WholeThread;
const part = (at: number, text: string): AnswerMessage => ({
  ...({ type: "answer", threadId: THREAD, id: ANSWER, at, text } as const),
  ...{ reasoningAt: 0, reasoning: "", citationsAt: 0, citations: [], stepsAt: 0, steps: [] },
});
const shown = () => queryClient.getQueryData<WholeThread>(KEY)?.messages[0]?.text;
const show = (whole: WholeThread) => queryClient.setQueryData<WholeThread>(KEY, whole);

beforeEach(() => {
  queryClient.clear();
  show(asFarAsKnown(thread(answer(""))));
});

test("Parts are added to the answer as they come", () => {
  follow(THREAD, [part(0, "One "), part(4, "two ")]);
  follow(THREAD, [part(8, "three")]);
  expect(shown()).toBe("One two three");
});

test("A part whose beginning was missed waits for what is fetched", () => {
  follow(THREAD, [part(4, "two ")]);
  expect(shown()).toBe("");
  expect(queryClient.getQueryState(KEY)?.isInvalidated).toBe(true);
  follow(THREAD, [part(8, "three")]);
  show(asFarAsKnown(thread(answer("One "))));
  expect(shown()).toBe("One two three");
});

test("A part that came late takes nothing away from what was fetched after it", () => {
  show(asFarAsKnown(thread(answer("One two three"))));
  follow(THREAD, [part(4, "two ")]);
  expect(shown()).toBe("One two three");
});

test("A fetched answer that ends earlier than what is shown takes nothing away", () => {
  follow(THREAD, [part(0, "One two")]);
  show(asFarAsKnown(thread(answer("One "))));
  expect(shown()).toBe("One two");
});

test("An answer that was stopped doesn't run again when the answer to its question comes late", () => {
  show(asFarAsKnown(thread(answer("", "stopped"))));
  show(asFarAsKnown(thread(answer(""))));
  expect(queryClient.getQueryData<WholeThread>(KEY)?.messages[0]?.state).toBe("stopped");
});

test("An answer that is whole stays as it is", () => {
  show(asFarAsKnown(thread(answer("One.", "done"))));
  follow(THREAD, [part(4, " More")]);
  expect(shown()).toBe("One.");
});

test("More than could be told, and an answer that is not known, are fetched", () => {
  follow(THREAD, [{ type: "answer", threadId: THREAD, id: ANSWER, at: null }]);
  expect(queryClient.getQueryState(KEY)?.isInvalidated).toBe(true);
  show(thread());
  follow(THREAD, [part(0, "One")]);
  expect(queryClient.getQueryState(KEY)?.isInvalidated).toBe(true);
});
