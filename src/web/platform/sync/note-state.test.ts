import { expect, test } from "vitest";
import { describeNote, type NoteConditions, type NoteFacts, nothingKnown } from "./note-state.ts";

const AT = new Date("2026-01-02T03:04:05Z");
const standing: NoteConditions = {
  isOutdated: false,
  storeFault: null,
  socket: "connected",
  unconfirmed: 0,
};
const synced: Partial<NoteFacts> = { isLoaded: true, isSynced: true, hasAnswer: true, lastSavedAt: AT };
const describe = (facts: Partial<NoteFacts>, conditions: Partial<NoteConditions>) =>
  describeNote({ ...nothingKnown(), ...facts }, { ...standing, ...conditions });

test.each<[string, Partial<NoteFacts>, Partial<NoteConditions>, object]>([
  ["before the store has answered", {}, {}, { kind: "loading" }],
  ["before the server has answered", { isLoaded: true }, {}, { kind: "loading" }],
  ["committed", synced, {}, { kind: "saved", at: AT }],
  ["under way", synced, { unconfirmed: 1 }, { kind: "saving" }],
  [
    "without a connection",
    { isLoaded: true },
    { socket: "disconnected", unconfirmed: 2 },
    { kind: "offline", waiting: 2 },
  ],
  [
    "whose connection blinks",
    { ...synced, isSynced: false },
    { socket: "syncing" },
    { kind: "saved", at: AT },
  ],
  ["in a full account", { ...synced, isFull: true }, { unconfirmed: 3 }, { kind: "full", waiting: 3 }],
  ["that may only be read", { ...synced, isReadOnly: true }, { unconfirmed: 1 }, { kind: "saved", at: null }],
  [
    "whose store fails, though the server has it",
    synced,
    { storeFault: "full" },
    { kind: "not-saved-here", reason: "full" },
  ],
  [
    "that was refused, whatever else is wrong",
    { ...synced, refusal: "NOT_FOUND" },
    { storeFault: "full" },
    { kind: "refused", refusal: "NOT_FOUND" },
  ],
  [
    "on an outdated page, before any other refusal",
    { refusal: "NOT_FOUND" },
    { isOutdated: true },
    { kind: "refused", refusal: "CLIENT_TOO_OLD" },
  ],
])("a note %s says so", (_, facts, conditions, save) => {
  expect(describe(facts, conditions).save).toEqual(save);
});

test("a note is shown once there is something to show", () => {
  expect(describe({ hasCopy: true }, {}).isReady).toBe(false);
  expect(describe({ isLoaded: true }, {}).isReady).toBe(false);
  expect(describe({ isLoaded: true, hasCopy: true }, {}).isReady).toBe(true);
  expect(describe({ isLoaded: true, isMadeHere: true }, {}).isReady).toBe(true);
  expect(describe({ hasAnswer: true }, {}).isReady).toBe(true);
});

test("the connection is what the note has of it, not what the socket has", () => {
  expect(describe({}, { socket: "disconnected" }).connection).toBe("disconnected");
  expect(describe({}, { socket: "connected" }).connection).toBe("syncing");
  expect(describe(synced, { unconfirmed: 1 }).connection).toBe("syncing");
  expect(describe(synced, {}).connection).toBe("connected");
});
