import { expect, test } from "vitest";
import { createOutbox, type WaitingCall } from "./outbox.ts";

/** What two tabs of one device share. */
function aStore() {
  const rows = new Map<number, unknown>();
  let last = 0;
  return {
    calls: async () => [...rows].map(([key, call]) => ({ key, call })),
    addCall: async (call: unknown) => {
      rows.set(++last, call);
      return last;
    },
    hasCall: async (key: number) => rows.has(key),
    removeCall: async (key: number) => void rows.delete(key),
    onLost: () => () => false,
  };
}

const rename = (title: string): WaitingCall => ({ path: ["notes", "update"], input: { title } });

test("a call that two tabs have read goes out once, so that an old title does not come back", async () => {
  const store = aStore();
  await store.addCall(rename("old"));
  const sent: string[] = [];
  let isOnline = false;
  const aTab = (name: string) =>
    createOutbox({
      store,
      perform: async (call) => {
        if (!isOnline) return "later";
        sent.push(`${name}: ${(call.input as { title: string }).title}`);
        return "done";
      },
      onEmptied: () => {},
    });
  const [first, second] = [aTab("first"), aTab("second")];
  await expect.poll(() => [first.pending(), second.pending()]).toEqual([1, 1]);
  isOnline = true;
  await first.flush();
  await first.enqueue(rename("new"));
  await first.flush();
  await second.flush();
  expect(sent).toEqual(["first: old", "first: new"]);
  expect([first.pending(), second.pending()]).toEqual([0, 0]);
  first.close();
  second.close();
});
