import { IDBFactory } from "fake-indexeddb";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { deleteLocalStore, openLocalStore } from "./local-store.ts";
import { openOutbox } from "../outbox.ts";
import { type Page, thisPage } from "../page.ts";

const USER = "user";
const UPDATE = new Uint8Array([0, 0]);
const aPage = (indexedDb: () => IDBFactory): Page => ({ ...thisPage, indexedDb });

beforeEach(() => {
  // The store is asked in real turns of the event loop, only its patience is shortened.
  vi.useFakeTimers({ toFake: ["performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

test("a store that is deleted under the page says so, keeps quiet for a while, and keeps again", async () => {
  const factory = new IDBFactory();
  const page = aPage(() => factory);
  const store = await openLocalStore(page, USER, () => {});
  let losses = 0;
  store.onLost(() => (losses += 1));
  await store.append("note", UPDATE, { isPending: true });
  await deleteLocalStore(page, USER);
  expect(losses).toBe(1);
  await expect(store.append("note", UPDATE, { isPending: true })).rejects.toThrow("was removed");
  expect(await factory.databases()).toEqual([]);
  vi.advanceTimersByTime(2_500);
  await store.append("note", UPDATE, { isPending: false });
  expect((await store.load("note")).updates).toHaveLength(1);
  store.close();
});

test("what the server has acknowledged is unmarked with the next change, or when it is asked for", async () => {
  const factory = new IDBFactory();
  const store = await openLocalStore(
    aPage(() => factory),
    USER,
    () => {},
  );
  const [first, second] = [
    await store.append("note", UPDATE, { isPending: true }),
    await store.append("note", UPDATE, { isPending: true }),
  ];
  store.acknowledge([first!]);
  const third = await store.append("note", UPDATE, { isPending: true });
  expect((await store.load("note")).pending).toEqual([second, third]);
  store.acknowledge([second!]);
  expect(await store.pendingNotes()).toEqual([{ noteId: "note", count: 1 }]);
  store.acknowledge([third!]);
  await expect.poll(async () => (await store.load("note")).pending).toEqual([]);
  expect((await store.load("note")).updates).toHaveLength(3);
  store.close();
});

test("storage that never answers does not keep the page from opening", async () => {
  const silent = { open: () => new EventTarget() } as unknown as IDBFactory;
  const store = await openLocalStore(
    aPage(() => silent),
    USER,
    () => {},
  );
  await expect(store.append("note", UPDATE, { isPending: true })).rejects.toThrow("does not answer");
  store.close();
});

test("a call that waits is sent although the store that kept it was deleted", async () => {
  const factory = new IDBFactory();
  const page = aPage(() => factory);
  const store = await openLocalStore(page, USER, () => {});
  const sent: unknown[] = [];
  let isOnline = false;
  const outbox = await openOutbox({
    page,
    store,
    perform: async ({ input }) => {
      if (!isOnline) return "later";
      sent.push(input);
      return "done";
    },
    onEmptied: () => {},
  });
  await outbox.enqueue({ path: ["notes", "create"], input: "a note" });
  await deleteLocalStore(page, USER);
  isOnline = true;
  await outbox.flush();
  await expect.poll(() => sent).toEqual(["a note"]);
  outbox.close();
  store.close();
});
