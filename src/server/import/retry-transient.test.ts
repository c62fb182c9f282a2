import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#testing/test-app.ts";
import { retryTransient } from "./retry-transient.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test("what a held lock refuses is tried again until the lock is gone, and any other failure is told at once", async () => {
  const { userId, client } = await app.aUser();
  await client.notes.create({ title: "a" });
  const { db } = app.services;
  const tries: string[] = [];
  const changing = () =>
    db.withUser(userId, async (tx) => {
      tries.push("try");
      await tx.query("SET LOCAL lock_timeout = '50ms'");
      return tx.query<{ title: string }>("UPDATE notes_v2 SET title = 'b' RETURNING title");
    });
  const held = Promise.withResolvers<void>();
  const isHeld = Promise.withResolvers<void>();
  const holder = db.withUser(userId, async (tx) => {
    await tx.query("SELECT 1 FROM notes_v2 FOR UPDATE");
    isHeld.resolve();
    await held.promise;
  });
  await isHeld.promise;
  await expect(retryTransient(changing, [1])).rejects.toThrow(/lock timeout/);
  expect(tries).toHaveLength(2);
  const done = retryTransient(changing, [1, 1, 200, 200, 200]);
  setTimeout(held.resolve, 150);
  expect(await done).toEqual([{ title: "b" }]);
  await holder;
  expect(tries.length).toBeGreaterThan(3);

  tries.length = 0;
  const broken = () => db.withUser(userId, (tx) => (tries.push("try"), tx.query("SELECT 1/0")));
  await expect(retryTransient(broken, [1, 1])).rejects.toThrow(/division by zero/);
  expect(tries).toHaveLength(1);
});
