import { expect, test } from "vitest";
import { TurnQueue } from "./turn-queue.ts";

test("accounts take turns, each with its oldest first, and nothing waits twice", () => {
  const queue = new TurnQueue();
  for (const item of ["a1", "a2", "a3", "a4", "a5", "a1"]) queue.add("ann", item);
  queue.add("bob", "b1");
  expect(queue.take(2)).toEqual({ ownerId: "ann", items: ["a1", "a2"] });
  expect(queue.take(2)).toEqual({ ownerId: "bob", items: ["b1"] });
  queue.add("bob", "b2");
  expect(queue.take(2)).toEqual({ ownerId: "ann", items: ["a3", "a4"] });
  expect(queue.take(2)).toEqual({ ownerId: "bob", items: ["b2"] });
  expect(queue.take(2)).toEqual({ ownerId: "ann", items: ["a5"] });
  expect(queue.take(2)).toBeUndefined();
});
