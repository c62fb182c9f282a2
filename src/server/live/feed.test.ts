import { afterEach, beforeEach, expect, test } from "vitest";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { createTestDatabase, type TestDatabase } from "#testing/test-database.ts";
import { type Database, openDatabase } from "../db/client.ts";
import { createLog } from "../platform/log.ts";
import { createLiveFeed, type LiveMessage } from "./feed.ts";
import { recordChange } from "./record-change.ts";

let database: TestDatabase;
let db: Database;
beforeEach(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.connections, () => {});
});
afterEach(async () => {
  await db.close();
  await database.drop();
});

const userId = uuidV7();
const change = () =>
  db.withUser(userId, (tx) =>
    recordChange(tx, { userId, entity: "note", entityId: uuidV7(), operation: "update" }),
  );

function aReader() {
  const heard: number[] = [];
  const send = (message: LiveMessage) =>
    message.type !== "events" ? undefined : heard.push(...message.events.map(({ seq }) => seq));
  return { userId, send, heard };
}

test("a reader that left before it was greeted hears nothing and is forgotten", async () => {
  const feed = createLiveFeed(db, createLog("silent"));
  const reader = aReader();
  const adding = feed.add(reader);
  feed.remove(reader);
  await adding;
  await change();
  const other = aReader();
  await feed.add(other);
  await change();
  feed.onNotice(JSON.stringify([userId]));
  await expect.poll(() => other.heard).toEqual([2]);
  expect(reader.heard).toEqual([]);
});

test("a reader who comes while others are told misses nothing of it", async () => {
  const read = Promise.withResolvers<void>();
  const told = Promise.withResolvers<void>();
  let isSlow = false;
  const slow: Database = {
    ...db,
    queryAs: async (...query) => {
      const rows = await db.queryAs<never>(...query);
      if (!isSlow) return rows;
      read.resolve();
      await told.promise;
      return rows;
    },
  };
  const feed = createLiveFeed(slow, createLog("silent"));
  const [first, second] = [aReader(), aReader()];
  await feed.add(first);
  isSlow = true;
  const adding = feed.add(second);
  await read.promise;
  await change();
  feed.onNotice(JSON.stringify([userId]));
  await expect.poll(() => first.heard).toEqual([1]);
  told.resolve();
  await adding;
  await expect.poll(() => second.heard).toEqual([1]);
});

test("news that could not be sent or read goes out when the database answers again", async () => {
  let isAway = false;
  const flaky: Database = {
    ...db,
    notify: (...message) => (isAway ? Promise.reject(new Error("away")) : db.notify(...message)),
    asSystem: (...call) => (isAway ? Promise.reject(new Error("away")) : db.asSystem(...call)),
  };
  const sent: string[] = [];
  const feed = createLiveFeed(
    {
      ...flaky,
      notify: async (channel, payload) => {
        await flaky.notify(channel, payload);
        sent.push(payload);
      },
    },
    createLog("silent"),
  );
  const reader = aReader();
  await feed.add(reader);
  isAway = true;
  await change();
  await feed.flush();
  feed.onNotice(JSON.stringify([userId]));
  expect(sent).toEqual([]);
  isAway = false;
  await expect.poll(() => sent, { timeout: 3_000 }).toEqual([JSON.stringify([userId])]);
  await expect.poll(() => reader.heard, { timeout: 3_000 }).toEqual([1]);
});

test("the greeting tells how old the newest change is, for pages that fetched before it", async () => {
  const feed = createLiveFeed(db, createLog("silent"));
  const greetings: LiveMessage[] = [];
  await feed.add({ userId, send: (message) => greetings.push(message) });
  await change();
  await database.asSuperuser("UPDATE live_events SET at = now() - interval '1 hour'");
  await feed.add({ userId, send: (message) => greetings.push(message) });
  expect(greetings[0]).toEqual({ type: "hello", seq: 0, ageMs: null });
  expect(greetings[1]).toMatchObject({ type: "hello", seq: 1 });
  const { ageMs } = greetings[1] as { ageMs: number };
  expect(ageMs).toBeGreaterThanOrEqual(3_600_000);
  expect(ageMs).toBeLessThan(3_700_000);
});
