import { IDBFactory } from "fake-indexeddb";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepLastWords, takeLastWords } from "./last-words.ts";
import { type LocalStore, openLocalStore } from "./local-store.ts";
import { databaseName, PENDING, UPDATES } from "./store-database.ts";
import { openOutbox, type WaitingCall } from "../outbox.ts";
import { type Page, thisPage } from "../page.ts";

const USER = "user";
const rename = (title: string): WaitingCall => ({ path: ["notes", "update"], input: { title } });
const factory = { current: new IDBFactory() };
let leave = () => {};
const page: Page = {
  ...thisPage,
  indexedDb: () => factory.current,
  withLock: (_, run) => run(),
  onLeave: (listener) => {
    leave = listener;
    return () => {};
  },
};

/** As much of Storage as a browser shows: its keys are its own properties. */
const aStorage = () => {
  const hidden = (value: unknown) => ({ value, enumerable: false });
  const storage: Record<string, string> = {};
  return Object.defineProperties(storage, {
    getItem: hidden((key: string) => storage[key] ?? null),
    setItem: hidden((key: string, value: string) => (storage[key] = value)),
    removeItem: hidden((key: string) => delete storage[key]),
  });
};

let storage: Record<string, string>;
let store: LocalStore;

beforeEach(async () => {
  storage = aStorage();
  vi.stubGlobal("localStorage", storage);
  factory.current = new IDBFactory();
  store = await openLocalStore(page, USER, () => {});
});
afterEach(() => {
  store.close();
  vi.unstubAllGlobals();
});

/** A transaction of another page that doesn't end before it is told to. */
async function keepBusy(): Promise<() => void> {
  const opening = factory.current.open(databaseName(USER));
  await new Promise((isOpen) => opening.addEventListener("success", isOpen));
  const transaction = opening.result.transaction([UPDATES, PENDING], "readwrite");
  let isBusy = true;
  const again = () => {
    if (isBusy) transaction.objectStore(UPDATES).count().addEventListener("success", again);
  };
  again();
  return () => {
    isBusy = false;
    opening.result.close();
  };
}

const anOutbox = (perform: () => Promise<"done" | "later">) =>
  openOutbox({ page, store, perform, onEmptied: () => {} });

test("what a page that is left has not on the disk is taken in by the next one, once", async () => {
  const outbox = await anOutbox(async () => "later");
  keepLastWords(page, USER, store, outbox);
  const written = store.append("note", new Uint8Array([1, 2]), { isPending: true });
  void store.append("note", new Uint8Array([3]), { isPending: true });
  leave();
  await written;
  const next = await openLocalStore(page, "another store", () => {});
  await takeLastWords("somebody else", next);
  expect((await next.load("note")).updates).toEqual([]);
  await takeLastWords(USER, next);
  await takeLastWords(USER, next);
  const { updates, pending } = await next.load("note");
  expect(updates).toEqual([new Uint8Array([1, 2]), new Uint8Array([3])]);
  expect(pending).toHaveLength(2);
  expect(Object.keys(storage)).toEqual([]);
  outbox.close();
  next.close();
});

test("what a disk did not confirm in time is taken along too, until its note is written as a whole", async () => {
  const outbox = await anOutbox(async () => "later");
  keepLastWords(page, USER, store, outbox);
  const kept = () =>
    Object.values(storage).flatMap((words) => (JSON.parse(words) as { changes: unknown[] }).changes);
  const free = await keepBusy();
  await expect(store.append("note", new Uint8Array([1]), { isPending: true })).rejects.toThrow("answer");
  leave();
  expect(kept()).toEqual([["note", "AQ=="]]);
  free();
  await store.append("other", new Uint8Array([2]), { isPending: true, isWhole: true });
  leave();
  expect(kept()).toEqual([["note", "AQ=="]]);
  await store.append("note", new Uint8Array([1]), { isPending: true, isWhole: true });
  leave();
  expect(kept()).toEqual([]);
  outbox.close();
});

test("a call without an answer comes before those that wait on the disk, one on its way there after them", async () => {
  const outbox = await anOutbox(async () => "later");
  keepLastWords(page, USER, store, outbox);
  outbox.begin(rename("first"));
  outbox.begin(rename("second"));
  await outbox.enqueue(rename("third"));
  const isStored = outbox.enqueue(rename("fourth"));
  leave();
  outbox.close();
  await isStored;
  // The browser breaks off what was on its way.
  const fourth = (await store.calls()).at(-1)!;
  await store.removeCall(fourth.key);
  await takeLastWords(USER, store);
  const titles = (await store.calls()).map(({ call }) => (call as { input: { title: string } }).input.title);
  expect(titles).toEqual(["first", "second", "third", "fourth"]);
});

test("a page that is left with everything on the disk leaves nothing behind", async () => {
  const outbox = await anOutbox(async () => "done");
  keepLastWords(page, USER, store, outbox);
  await store.append("note", new Uint8Array([1]), { isPending: true });
  const sent = rename("sent");
  outbox.begin(sent);
  outbox.answered(sent);
  leave();
  expect(Object.keys(storage)).toEqual([]);
  outbox.close();
});
