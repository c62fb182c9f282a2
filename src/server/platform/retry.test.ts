import { expect, test } from "vitest";
import { retry } from "./retry.ts";

class Passing extends Error {}
const isTransient = (error: unknown) => error instanceof Passing;

/** Fails as often as there are errors, then answers. */
function failing(...errors: Error[]) {
  const tries = { count: 0 };
  const run = async () => {
    const error = errors[tries.count++];
    if (error) throw error;
    return "done";
  };
  return { tries, run };
}

test("what fails for a reason that passes is done again until it succeeds", async () => {
  const { tries, run } = failing(new Passing(), new Passing());
  expect(await retry(run, { isTransient, pausesMs: [1, 1, 1] })).toBe("done");
  expect(tries.count).toBe(3);
});

test("after the last pause it is tried once more, and what that says is thrown", async () => {
  const { tries, run } = failing(new Passing("1"), new Passing("2"), new Passing("3"), new Passing("4"));
  await expect(retry(run, { isTransient, pausesMs: [1, 1] })).rejects.toThrow("3");
  expect(tries.count).toBe(3);
});

test("what does not pass is thrown at once, also after something that did", async () => {
  const { tries, run } = failing(new Passing(), new Error("broken"));
  await expect(retry(run, { isTransient, pausesMs: [1, 1, 1] })).rejects.toThrow("broken");
  expect(tries.count).toBe(2);
});

test("each pause is waited for in its order, and there may be pauses without end", async () => {
  const { tries, run } = failing(new Passing(), new Passing());
  function* growing() {
    for (let pauseMs = 30; ; pauseMs *= 2) yield pauseMs;
  }
  const start = performance.now();
  expect(await retry(run, { isTransient, pausesMs: growing() })).toBe("done");
  expect(tries.count).toBe(3);
  // A timer may come a millisecond early.
  expect(performance.now() - start).toBeGreaterThanOrEqual(88);
});
