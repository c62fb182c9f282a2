import { afterAll, beforeAll, expect, test } from "vitest";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";
import { type Database, openDatabase } from "../db/client.ts";
import { startJobs } from "../jobs/start-jobs.ts";
import { createLog } from "../platform/log.ts";
import { ringOf, ringReminders } from "./ring-due.ts";
import { nextWhen, whenOf } from "./when.ts";

let app: TestApp;
let ann: SignedInVisitor;
beforeAll(async () => {
  app = await startTestApp();
  ann = await app.aUser("Ann");
});
afterAll(() => app.close());

const log = createLog("silent");
const soon = <T>(read: () => T | Promise<T>, timeout = 10_000) =>
  expect.poll(read, { timeout, interval: 25 });

/** A node: what looks for due reminders, on connections of its own. */
async function withNodes<T>(count: number, run: () => Promise<T>): Promise<T> {
  const dbs = Array.from({ length: count }, () => openDatabase(app.database.connections, () => {}));
  const nodes = dbs.map((db: Database) => startJobs({ db, log }, [ringReminders]));
  try {
    return await run();
  } finally {
    await Promise.all(nodes.map((node) => node.stop()));
    await Promise.all(dbs.map((db) => db.close()));
  }
}

/** Due reminders of a note of each account; answers how many rang and how many messages there are of them. */
async function addDue(users: string[], each: number, due: string): Promise<void> {
  const noteOf = new Map(users.map((user) => [user, uuidV7()]));
  await app.database.asSuperuser(
    `INSERT INTO notes_v2 (id, user_id, title) SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[])`,
    [[...noteOf.values()], [...noteOf.keys()], users.map(() => "Due")],
  );
  await app.database.asSuperuser(
    `INSERT INTO reminders (id, user_id, note_id, reminder_date, local_time, time_zone)
     SELECT gen_random_uuid(), n.user_id, n.id, ${due}, '2026-01-01T09:00', 'UTC'
     FROM unnest($1::uuid[]) AS note JOIN notes_v2 n ON n.id = note, generate_series(1, $2)`,
    [[...noteOf.values()], each],
  );
}
const count = async (sql: string, users: string[]) =>
  (await app.database.asSuperuser<{ count: number }>(sql, [users]))[0]!.count;
const rung = (users: string[]) =>
  count("SELECT count(*)::int FROM reminders WHERE user_id = ANY ($1::uuid[]) AND status = 'sent'", users);
const messages = (users: string[]) =>
  count("SELECT count(*)::int FROM notifications WHERE user_id = ANY ($1::uuid[])", users);

test("a node rings within a second of the due time", async () => {
  await withNodes(1, async () => {
    const late: number[] = [];
    for (let n = 0; n < 5; n++) {
      const note = await ann.client.notes.create({ title: "Soon" });
      const dueAt = Date.now() + 300 + n * 130;
      const { id: reminderId } = await ann.client.reminders.create({
        noteId: note.id,
        reminderDate: new Date(dueAt).toISOString(),
      });
      await soon(async () => (await ann.client.reminders.get({ reminderId })).status).toBe("sent");
      const { lastRungAt } = await ann.client.reminders.get({ reminderId });
      late.push(Date.parse(lastRungAt!) - dueAt);
    }
    expect(Math.min(...late)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...late)).toBeLessThan(1_000);
  });
});

test("two nodes on one database ring each once, also what was due while both were away", async () => {
  const users = Array.from({ length: 40 }, () => uuidV7());
  await addDue(users, 10, "now() - interval '3 hours'");
  await withNodes(2, () => soon(() => rung(users)).toBe(400));
  expect(await messages(users)).toBe(400);
  const missed = "SELECT count(*)::int FROM reminders WHERE user_id = ANY ($1::uuid[]) AND missed";
  expect(await count(missed, users)).toBe(400);
});

test("a node that dies while it rings leaves it to the next one, and nothing is told twice", async () => {
  const user = uuidV7();
  await addDue([user], 3, "now()");
  const db = openDatabase(app.database.connections, () => {});
  const blocker = app.database.asSuperuser(
    "DO $$ BEGIN LOCK TABLE notifications IN EXCLUSIVE MODE; PERFORM pg_sleep(2); END $$",
  );
  const ringing = ringOf(db, user).catch((error: unknown) => error);
  const blocked = `SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%INTO notifications%' AND pid <> pg_backend_pid()`;
  await soon(async () => (await app.database.asSuperuser(blocked)).length).toBe(1);
  await app.database.asSuperuser(`SELECT pg_terminate_backend(pid) FROM (${blocked}) b`);
  expect(await ringing).toBeInstanceOf(Error);
  await blocker;
  expect([await rung([user]), await messages([user])]).toEqual([0, 0]);
  expect(await ringOf(app.services.db, user)).toBe(3);
  expect([await rung([user]), await messages([user])]).toEqual([3, 3]);
  await db.close();
});

test.each([
  // Forward in the night of March 29: 09:00 stays, 02:30 does not exist and rings an hour later.
  ["Europe/Oslo", "2026-03-28T09:00", ["2026-03-28T08:00", "2026-03-29T07:00", "2026-03-30T07:00"]],
  ["Europe/Oslo", "2026-03-28T02:30", ["2026-03-28T01:30", "2026-03-29T01:30", "2026-03-30T00:30"]],
  // Back on October 25: 02:30 comes twice and rings at the first.
  ["Europe/Oslo", "2026-10-24T09:00", ["2026-10-24T07:00", "2026-10-25T08:00", "2026-10-26T08:00"]],
  ["Europe/Oslo", "2026-10-24T02:30", ["2026-10-24T00:30", "2026-10-25T00:30", "2026-10-26T01:30"]],
  ["America/New_York", "2026-03-07T09:00", ["2026-03-07T14:00", "2026-03-08T13:00", "2026-03-09T13:00"]],
  ["America/New_York", "2026-03-07T02:30", ["2026-03-07T07:30", "2026-03-08T07:30", "2026-03-09T06:30"]],
  ["America/New_York", "2026-10-31T09:00", ["2026-10-31T13:00", "2026-11-01T14:00", "2026-11-02T14:00"]],
  ["America/New_York", "2026-10-31T01:30", ["2026-10-31T05:30", "2026-11-01T05:30", "2026-11-02T06:30"]],
])("daily in %s from %s", async (timeZone, localTime, expected) => {
  let when = whenOf({ localTime, frequency: "daily" }, timeZone);
  const dates = [when.reminderDate];
  while (dates.length < 3) {
    when = (await nextWhen(when, new Date(when.reminderDate)))!;
    dates.push(when.reminderDate);
  }
  expect(dates.map((date) => date.slice(0, 16))).toEqual(expected);
  expect(when.localTime.slice(11)).toBe(localTime.slice(11));
});

test("days that were missed are passed over, and a rule's count goes down", async () => {
  const weekly = whenOf({ localTime: "2026-01-05T09:00", repeat: "FREQ=WEEKLY;COUNT=3" }, "UTC");
  const next = await nextWhen(weekly, new Date("2026-02-01T00:00:00Z"));
  expect(next).toMatchObject({ localTime: "2026-02-02T09:00", repeat: "FREQ=WEEKLY;COUNT=2" });
  const last = await nextWhen(next!, new Date(next!.reminderDate));
  expect(await nextWhen(last!, new Date(last!.reminderDate))).toBeNull();
});

test.each([
  ["ten thousand of one account", 1, 10_000],
  ["those of two thousand accounts", 2_000, 1],
])(
  "%s that are due at once ring within a minute",
  async (_, accounts, each) => {
    const users = Array.from({ length: accounts }, () => uuidV7());
    await addDue(users, each, "now()");
    const pending = "SELECT 1 FROM reminders WHERE status = 'pending' AND reminder_date < now() LIMIT 1";
    await withNodes(1, () =>
      expect.poll(() => app.database.asSuperuser(pending), { timeout: 60_000, interval: 500 }).toEqual([]),
    );
    expect(await rung(users)).toBe(accounts * each);
  },
  90_000,
);
