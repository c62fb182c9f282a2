import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { setTimeout as pause } from "node:timers/promises";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";
import { openLive, openNote } from "#testing/sync-client.ts";
import { createLog } from "../platform/log.ts";
import { Derivation } from "./derivation.ts";

let app: TestApp;
let ann: SignedInVisitor;
beforeAll(async () => {
  app = await startTestApp();
  ann = await app.aUser("Ann");
});
afterAll(() => app.close());

async function write(noteId: string, text: string): Promise<void> {
  const { seq } = await ann.client.notes.body({ noteId });
  await ann.client.notes.replaceBody({ noteId, baseSeq: seq, body: { format: "markdown", text } });
}

/** Keeping what was derived needs the counter of the account, last, which somebody else has for a while. */
async function holdCounter(noteId: string, seconds: number): Promise<void> {
  const held = app.database.asSuperuser(
    `WITH held AS MATERIALIZED (
       SELECT 1 FROM live_counters c JOIN notes_v2 n ON n.user_id = c.user_id WHERE n.id = $1 FOR UPDATE OF c
     ) SELECT pg_sleep(${seconds}) FROM held`,
    [noteId],
  );
  const sleeping =
    "SELECT 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND query LIKE 'WITH held AS%'";
  await expect.poll(() => app.database.asSuperuser(sleeping)).toHaveLength(1);
  held.catch(() => {});
}

test("a note whose derivation waited for others doesn't rest for that", async () => {
  const { bodies } = app.services.collab;
  const { id: noteId } = await ann.client.notes.create({ title: "Waits" });
  const shown = async () => (await ann.client.notes.get({ noteId })).excerpt;
  await write(noteId, "First words");
  await expect.poll(shown).toBe("First words");
  const derive = bodies.derive.bind(bodies);
  vi.spyOn(bodies, "derive").mockImplementationOnce(async (...given) => {
    const derived = await derive(...given);
    await holdCounter(noteId, 3);
    return derived;
  });
  await write(noteId, "Second words");
  await expect.poll(shown).toBe("Second words");
  const begun = performance.now();
  await write(noteId, "Third words");
  await expect.poll(shown).toBe("Third words");
  // Twenty times what was waited for would be a minute.
  expect(performance.now() - begun).toBeLessThan(15_000);
});

test("what waits for a pause and is derived before that is not derived once more, when it may be forgotten", async () => {
  const { id: noteId } = await ann.client.notes.create({ title: "Once" });
  const turns = vi.spyOn(Derivation.prototype as unknown as { deriveTurn: () => void }, "deriveTurn");
  const { db, collab } = app.services;
  const derivation = new Derivation(db, createLog("fatal"), collab.bodies);
  const turnsOf = () => turns.mock.calls.filter(([, ids]: unknown[]) => (ids as string[]).includes(noteId));
  derivation.schedule(noteId, ann.userId, { isOpen: true });
  derivation.schedule(noteId, ann.userId, { isOpen: false });
  await expect.poll(() => turnsOf().length).toBe(1);
  await pause(1_500);
  expect(turnsOf()).toHaveLength(1);
  derivation.stop();
  turns.mockRestore();
});

test("typing tells of a text alone; a first text, a link and a task of a note that changed", async () => {
  const live = openLive(app, ann, ann.userId);
  expect(await live.answer).toBe("accepted");
  const { id: noteId } = await ann.client.notes.create({ title: "Typed" });
  const told = () =>
    live.events.flatMap(({ entityId, operation }) => (entityId === noteId ? [operation] : []));
  const toldAfter = async (change: () => Promise<unknown>) => {
    const before = told().length;
    await change();
    await expect.poll(() => told().length).toBeGreaterThan(before);
    return told().slice(before);
  };
  await expect.poll(told).toEqual(["insert"]);
  const page = openNote(app, ann, noteId);
  await page.synced;
  const type = (text: string) => toldAfter(() => (page.write(text), page.saved()));
  expect(await type("First words")).toEqual(["update"]);
  expect(await type("and more of them")).toEqual(["write"]);
  page.close();
  for (const [text, operation] of [
    ["Now with [a link](https://cairn.example)", "update"],
    ["Now without", "update"],
    ["- [ ] a task", "update"],
    ["- [ ] a task\n\nand words", "write"],
  ] as const)
    expect(await toldAfter(() => write(noteId, text)), text).toEqual([operation]);
  live.close();
});
