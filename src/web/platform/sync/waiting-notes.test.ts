import { beforeEach, expect, test } from "vitest";
import type { DeviceSync } from "./device.ts";
import { countWaitingNotes, noNoteWaits, noteWaits, useWaitingNotes } from "./waiting-notes.ts";

const waiting = () => [...useWaitingNotes.getState().ids];

beforeEach(noNoteWaits);

test("a note counts once, however often it was changed and whatever was changed of it", async () => {
  const calls = [
    { path: ["notes", "create"], input: { id: "two" } },
    { path: ["notes", "update"], input: { noteId: "one" } },
    { path: ["notes", "move"], input: { noteIds: ["three", "one"] } },
    { path: ["folders", "create"], input: { id: "folder" } },
  ];
  const device = {
    store: { pendingNotes: () => Promise.resolve([{ noteId: "one", count: 40 }]) },
    outbox: { calls: () => calls },
  } as unknown as DeviceSync;
  await countWaitingNotes(device);
  noteWaits("two");
  expect(waiting()).toEqual(["one", "two", "three"]);
});

test("a store that does not answer leaves the calls to be counted", async () => {
  const device = {
    store: { pendingNotes: () => Promise.reject(new Error("gone")) },
    outbox: { calls: () => [{ path: ["notes", "create"], input: { id: "one" } }] },
  } as unknown as DeviceSync;
  await countWaitingNotes(device);
  expect(waiting()).toEqual(["one"]);
});
