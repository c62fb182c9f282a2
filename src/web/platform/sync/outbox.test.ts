import { expect, test } from "vitest";
import { openOutbox, type WaitingCall } from "./outbox.ts";
import { thisPage } from "./page.ts";

/** What two tabs of one device share. */
function aStore() {
  const rows = new Map<number, unknown>();
  let last = 0;
  return {
    calls: async () => [...rows].map(([key, call]) => ({ key, call })),
    addCall: async (call: unknown, key = ++last) => {
      rows.set(key, call);
      return key;
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
    openOutbox({
      store,
      perform: async (call) => {
        if (!isOnline) return "later";
        sent.push(`${name}: ${(call.input as { title: string }).title}`);
        return "done";
      },
      onEmptied: () => {},
    });
  const [first, second] = [await aTab("first"), await aTab("second")];
  expect([first.pending(), second.pending()]).toEqual([1, 1]);
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

test("a call that did not arrive waits before what was made after it, though that was looked at first", async () => {
  const store = aStore();
  const sent: string[] = [];
  const first = Promise.withResolvers<void>();
  let isLooked = false;
  const outbox = await openOutbox({
    store,
    perform: async (call) => {
      if (!isLooked) {
        isLooked = true;
        await first.promise;
        return "behind";
      }
      sent.push((call.input as { title: string }).title);
      return "done";
    },
    onEmptied: () => {},
  });
  const failed = [rename("first"), rename("second")];
  for (const call of failed) outbox.begin(call);
  await outbox.enqueue(rename("third"));
  await expect.poll(() => isLooked).toBe(true);
  for (const call of failed) await outbox.putBack(call);
  const calls = [...(await store.calls())].toSorted((one, other) => one.key - other.key);
  expect(calls.map(({ call }) => (call as ReturnType<typeof rename>).input)).toEqual(
    ["first", "second", "third"].map((title) => ({ title })),
  );
  first.resolve();
  await expect.poll(() => sent).toEqual(["first", "second", "third"]);
  expect(outbox.inHand()).toEqual({ unanswered: [], unstored: [] });
  outbox.close();
});

test("says that nothing waits any more also of a call that came while it waited for its turn with nothing to send", async () => {
  const turn = Promise.withResolvers<void>();
  let emptied = 0;
  const outbox = await openOutbox({
    store: aStore(),
    perform: async () => "done",
    onEmptied: () => (emptied += 1),
    page: { ...thisPage, withLock: (_, run) => turn.promise.then(run) },
  });
  const flushed = outbox.flush();
  await outbox.enqueue(rename("meanwhile"));
  expect([outbox.pending(), emptied]).toEqual([1, 0]);
  turn.resolve();
  await flushed;
  expect([outbox.pending(), emptied]).toEqual([0, 1]);
  await outbox.flush();
  expect(emptied).toBe(1);
  outbox.close();
});
