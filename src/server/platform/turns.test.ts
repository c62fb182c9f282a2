import { expect, test } from "vitest";
import { keyedLimiter } from "./turns.ts";

test("work of one key waits for its turn, in order; work of another does not wait for it", async () => {
  const inTurn = keyedLimiter(2);
  const order: string[] = [];
  const held = Promise.withResolvers<void>();
  const work =
    (name: string, until: Promise<void> = Promise.resolve()) =>
    async () => {
      order.push(name);
      await until;
    };
  const all = [
    inTurn("ann", work("ann 1", held.promise)),
    inTurn("ann", work("ann 2", held.promise)),
    inTurn("ann", work("ann 3")),
    inTurn("ann", work("ann 4")),
  ];
  await inTurn("bob", work("bob"));
  expect(order).toEqual(["ann 1", "ann 2", "bob"]);
  held.resolve();
  await Promise.all(all);
  expect(order).toEqual(["ann 1", "ann 2", "bob", "ann 3", "ann 4"]);
});

test("work that fails gives its turn on", async () => {
  const inTurn = keyedLimiter(1);
  const failed = inTurn("ann", () => Promise.reject(new Error("no")));
  const after = inTurn("ann", async () => "goes on");
  await expect(failed).rejects.toThrow("no");
  expect(await after).toBe("goes on");
});
