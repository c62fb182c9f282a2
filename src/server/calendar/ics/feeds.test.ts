import { afterAll, beforeAll, expect, test } from "vitest";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";
import { readCalendar } from "../../ics/read-calendar.ts";

let app: TestApp;
let ann: SignedInVisitor;
let bob: SignedInVisitor;
beforeAll(async () => {
  app = await startTestApp();
  ann = await app.aUser("Ann");
  bob = await app.aUser("Bob");
});
afterAll(() => app.close());

const notFound = expect.objectContaining({ code: "NOT_FOUND" });
/** As another program asks: without cookies, and without an origin. */
const get = (path: string, headers: Record<string, string> = {}) => fetch(app.url + path, { headers });

async function aFeed(name: string) {
  const { id: calendarId } = await ann.client.calendars.create({ name });
  const { path } = await ann.client.calendars.createFeed({ calendarId });
  return { calendarId, path };
}

test("a private address answers the calendar to who has it, without a session", async () => {
  const { calendarId, path } = await aFeed("Shared by address");
  expect(path).toMatch(/^\/feeds\/[\w-]{43}\.ics$/);
  const series = await ann.client.events.create({
    calendarId,
    title: "Standup",
    date: "2027-03-01",
    time: "09:00",
    timeZone: "Europe/Oslo",
    repeat: "FREQ=WEEKLY",
  });
  const instance = "2027-03-08T09:00";
  await ann.client.events.update({ eventId: series.id, instance, scope: "this", time: "11:00" });
  const { id: other } = await ann.client.calendars.create({ name: "Other" });
  await ann.client.events.create({ calendarId: other, title: "Elsewhere", date: "2027-03-01" });
  await bob.client.events.create({ title: "Of Bob", date: "2027-03-01" });

  const answer = await get(path);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
  expect(answer.headers.get("cache-control")).toContain("no-store");
  expect(answer.headers.get("set-cookie")).toBeNull();
  const text = await answer.text();
  expect(readCalendar(text)).toMatchObject({
    calendarName: "Shared by address",
    events: [
      { uid: series.id, title: "Standup", repeat: "FREQ=WEEKLY", instance: null },
      { uid: series.id, time: "11:00", instance },
    ],
  });
  expect(text).toBe(await (await ann.request(`/api/calendars/${calendarId}/ics`)).text());
});

test("what did not change is not sent again, and every change is", async () => {
  const { calendarId, path } = await aFeed("Asked often");
  const { events } = ann.client;
  const { id: eventId } = await events.create({ calendarId, title: "One", date: "2027-03-01" });
  const tags = new Set<string>();
  const changes = [
    () => Promise.resolve(),
    () => events.update({ eventId, title: "Two" }),
    () => events.remove({ eventId }),
    () => events.restore({ eventId }).then(() => events.update({ eventId, title: "Three" })),
    () => ann.client.calendars.update({ calendarId, name: "Renamed" }),
  ];
  for (const change of changes) {
    await change();
    const etag = (await get(path)).headers.get("etag")!;
    tags.add(etag);
    const again = await get(path, { "if-none-match": `W/${etag}` });
    expect([again.status, await again.text()]).toEqual([304, ""]);
  }
  expect(tags.size).toBe(changes.length);
});

test("only the newest address answers, and none once it is revoked or the calendar is in the trash", async () => {
  const { calendarId, path } = await aFeed("Revoked");
  const { calendars } = ann.client;
  const { path: newer, createdAt } = await calendars.createFeed({ calendarId });
  expect((await get(path)).status).toBe(404);
  expect((await get(newer)).status).toBe(200);
  expect(await calendars.feed({ calendarId })).toEqual({ createdAt });
  await calendars.remove({ calendarId });
  expect((await get(newer)).status).toBe(404);
  await calendars.restore({ calendarId });
  expect((await get(newer)).status).toBe(200);
  await calendars.revokeFeed({ calendarId });
  await calendars.revokeFeed({ calendarId });
  expect(await calendars.feed({ calendarId })).toEqual({ createdAt: null });

  const told = async (of: string) => {
    const answer = await get(of);
    const { message: _, ...rest } = (await answer.json()) as { message: string };
    const headers = ["content-type", "cache-control", "etag", "x-robots-tag"].map((name) =>
      answer.headers.get(name),
    );
    return { status: answer.status, rest, headers };
  };
  const revoked = await told(newer);
  expect(revoked.status).toBe(404);
  for (const unknown of [
    `/feeds/${"x".repeat(43)}.ics`,
    "/feeds/short.ics",
    newer.replace(".ics", ""),
    `/feeds/${calendarId}.ics`,
  ])
    expect(await told(unknown), unknown).toEqual(revoked);
});

test("the secret is nowhere in the database, and a hash is no address", async () => {
  const { calendarId, path } = await aFeed("Kept as a hash");
  const [row] = await app.database.asSuperuser<{ text: string; secret_hash: string }>(
    "SELECT f::text AS text, secret_hash FROM calendar_feeds f WHERE calendar_id = $1",
    [calendarId],
  );
  expect(row!.text).not.toContain(path.slice(7, 50));
  expect((await get(`/feeds/${row!.secret_hash}.ics`)).status).toBe(404);
  const rows = await app.services.db.asPublic(row!.secret_hash, (tx) =>
    tx.query(
      "SELECT 1 FROM calendar_events UNION ALL SELECT 1 FROM calendars UNION ALL SELECT 1 FROM calendar_feeds",
    ),
  );
  expect(rows).toEqual([]);
  const { activities } = await ann.client.activity.list({ entityId: calendarId });
  expect(activities[0]).toMatchObject({
    title: 'Created a private address of calendar "Kept as a hash"',
    canUndo: false,
  });
  expect(JSON.stringify(activities)).not.toContain(path.slice(7, 50));
});

test("nobody else makes, sees or revokes it", async () => {
  const { calendarId, path } = await aFeed("Ann's");
  const { calendars } = bob.client;
  await expect(calendars.createFeed({ calendarId })).rejects.toEqual(notFound);
  await expect(calendars.feed({ calendarId })).rejects.toEqual(notFound);
  await expect(calendars.revokeFeed({ calendarId })).rejects.toEqual(notFound);
  expect((await get(path)).status).toBe(200);
});
