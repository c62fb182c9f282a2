import { expect, test } from "vitest";
import { costOf } from "./cost.ts";

const PRICES = { chat: { input: 2.5, output: 10 } };

test.each([
  ["what the server says comes before prices", { input: 1, output: 1, cost: 0.5 }, "chat", 0.5],
  ["nothing is a cost, too", { input: 1, output: 1, cost: 0 }, "chat", 0],
  ["else tokens by their prices", { input: 1_000, output: 500 }, "chat", 0.0075],
  ["one side may be unknown", { input: 1_000, output: null }, "chat", 0.0025],
  ["tokens that nobody counted cost an unknown sum", { input: null, output: null }, "chat", null],
  ["a task without a price does, too", { input: 1_000, output: 500 }, "quick", null],
] as const)("%s", (_, usage, task, cost) => {
  expect(costOf(usage, PRICES, task)).toBe(cost);
});
