import { expect, test } from "vitest";
import { createLedger } from "./ledger.ts";

const change = (key: number) => Promise.resolve(key);
const keysOf = (confirmed: Promise<number | undefined>[]) => Promise.all(confirmed);

test("each change is confirmed by its own acknowledgement, in order", async () => {
  const ledger = createLedger<number>();
  for (const key of [1, 2]) {
    ledger.add(change(key));
    ledger.sentNewest();
  }
  expect(await keysOf(ledger.confirm(true))).toEqual([1]);
  expect(ledger.size).toBe(1);
  expect(await keysOf(ledger.confirm(true))).toEqual([2]);
  expect([ledger.size, ledger.isWaiting]).toEqual([0, false]);
});

test("what was typed offline is confirmed only by the acknowledgement of the whole", async () => {
  const ledger = createLedger<number>();
  ledger.addEarlier([1, 2]);
  ledger.add(change(3));
  ledger.sentAll();
  ledger.add(change(4));
  ledger.sentNewest();
  expect(await keysOf(ledger.confirm(true))).toEqual([1, 2, 3]);
  expect(ledger.size).toBe(1);
});

test("a connection that goes down takes its acknowledgements with it", () => {
  const ledger = createLedger<number>();
  ledger.add(change(1));
  ledger.sentNewest();
  ledger.forgetSent();
  // Late news of the old connection confirms nothing.
  expect(ledger.confirm(true)).toEqual([]);
  expect(ledger.size).toBe(1);
});

test("comparing states while changes are under way confirms none of them twice", async () => {
  const ledger = createLedger<number>();
  ledger.add(change(1));
  ledger.sentNewest();
  ledger.sentAll();
  ledger.add(change(2));
  ledger.sentNewest();
  expect(await keysOf(ledger.confirm(true))).toEqual([1]);
  expect(await keysOf(ledger.confirm(true))).toEqual([]);
  expect(await keysOf(ledger.confirm(true))).toEqual([2]);
});

test("an acknowledgement that says 'not applied' confirms nothing", () => {
  const ledger = createLedger<number>();
  ledger.add(change(1));
  ledger.sentNewest();
  expect(ledger.confirm(false)).toEqual([]);
  expect(ledger.size).toBe(1);
});
