import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Silence } from "./silence.ts";

let silence: Silence;
/** Asks every second, as the socket does, until there is something to do; answers what, and after how many seconds. */
function judgedWithin(
  seconds: number,
  isOwedAnswer: boolean,
  buffered: (second: number) => number = () => 0,
) {
  for (let second = 1; second <= seconds; second += 1) {
    vi.advanceTimersByTime(1_000);
    const verdict = silence.judge(buffered(second), isOwedAnswer);
    if (verdict !== "wait") return { verdict, second };
  }
  return null;
}

beforeEach(() => {
  vi.useFakeTimers();
  silence = new Silence();
  silence.heard();
});
afterEach(() => {
  vi.useRealTimers();
});

test("a line that owes nothing is asked, and given up when it does not answer that", () => {
  expect(judgedWithin(60, false)).toEqual({ verdict: "ask", second: 21 });
  silence.asked();
  expect(judgedWithin(60, false)).toEqual({ verdict: "give up", second: 9 });
});

test("who was given up is waited for longer, until a change was answered", () => {
  expect(judgedWithin(60, true)).toEqual({ verdict: "give up", second: 9 });
  silence.goDown();
  silence.heard();
  expect(judgedWithin(60, true)).toEqual({ verdict: "give up", second: 17 });
  silence.answered();
  silence.heard();
  expect(judgedWithin(60, true)).toEqual({ verdict: "give up", second: 9 });
});

test("bytes that leave are a sign of life, bytes that stay are none", () => {
  expect(judgedWithin(60, true, (second) => 100 - second)).toBeNull();
  expect(judgedWithin(60, true, () => 40)).toEqual({ verdict: "give up", second: 9 });
});
