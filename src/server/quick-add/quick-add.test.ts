import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";

let app: TestApp;
let ann: SignedInVisitor;
beforeAll(async () => {
  app = await startTestApp();
  ann = await app.aUser("Ann");
  // Fourteen hours ahead of a server in UTC.
  await ann.client.preferences.update({ settings: { timeZone: "Pacific/Kiritimati" } });
});
afterAll(() => app.close());

const fails = (code: string) => expect.objectContaining({ code });
/** Where Ann is, it is Thursday, one in the morning. */
const now = "2026-11-25T11:00:00Z";

const NOTHING = {
  kind: "task",
  date: null,
  time: null,
  endDate: null,
  endTime: null,
  minutes: null,
  tags: [],
  priority: null,
  rrule: null,
  location: null,
  remindAt: null,
  project: null,
};

describe("a sentence", () => {
  test("is only read in a dry run, by the clock of the account", async () => {
    const text = "Lunch with Bob tomorrow 12-13 at Cafe Nero #food !high remind me 10 minutes before";
    expect(await ann.client.quickAdd.add({ text, now, dryRun: true })).toEqual({
      ...NOTHING,
      kind: "event",
      title: "Lunch with Bob",
      date: "2026-11-27",
      time: "12:00",
      endTime: "13:00",
      tags: ["food"],
      priority: "high",
      location: "Cafe Nero",
      remindAt: "2026-11-27T11:50",
    });
    expect((await ann.client.tasks.list({})).tasks).toEqual([]);
  });

  test("says the days of the zone and the clock it is given", async () => {
    const read = (clock: { now?: string; timeZone?: string }) =>
      ann.client.quickAdd.add({ text: "Call today", dryRun: true, ...clock });
    expect(await read({ now, timeZone: "America/New_York" })).toMatchObject({ date: "2026-11-25" });
    expect(await read({ now: "2026-11-25T23:00:00-05:00" })).toMatchObject({ date: "2026-11-26" });
    expect(await read({ now: "2026-11-20T09:00" })).toMatchObject({ date: "2026-11-20" });
    expect(await read({ now: "2026-11-20T09:00:30", timeZone: "Asia/Tokyo" })).toMatchObject({
      date: "2026-11-20",
    });
    const there = new Date(Date.now() + 14 * 3_600_000).toISOString().slice(0, 10);
    expect(await read({})).toMatchObject({ date: there });
  });

  test("becomes a task with its day, time and priority", async () => {
    const { id, ...read } = await ann.client.quickAdd.add({ text: "Call Bob at 9:30 p1 ~15m", now });
    expect(read).toEqual({
      ...NOTHING,
      title: "Call Bob",
      date: "2026-11-26",
      time: "09:30",
      minutes: 15,
      priority: "high",
    });
    expect(await ann.client.tasks.get({ taskId: id! })).toMatchObject({
      title: "Call Bob",
      priority: "high",
      dueDate: "2026-11-26",
      dueTime: "09:30",
    });
  });

  test("of an event becomes one of the default calendar, on the clock of its writer", async () => {
    const text = "Lunch tomorrow 12-13:30 at Cafe Nero #food";
    const { id, ...read } = await ann.client.quickAdd.add({ text, now });
    expect(read).toMatchObject({ kind: "event", title: "Lunch", time: "12:00", endTime: "13:30" });
    const [calendar] = (await ann.client.calendars.list({})).calendars;
    expect(calendar).toMatchObject({ name: "My Calendar", isDefault: true });
    expect(await ann.client.events.get({ eventId: id! })).toMatchObject({
      calendarId: calendar!.id,
      title: "Lunch",
      location: "Cafe Nero",
      tags: ["food"],
      date: "2026-11-27",
      time: "12:00",
      endDate: "2026-11-27",
      endTime: "13:30",
      timeZone: "Pacific/Kiritimati",
    });
  });

  test("of days becomes an event of all day", async () => {
    const { id } = await ann.client.quickAdd.add({ text: "Holiday 1 dec to 5 dec", now });
    expect(await ann.client.events.get({ eventId: id! })).toMatchObject({
      date: "2026-12-01",
      time: null,
      endDate: "2026-12-05",
      endTime: null,
      timeZone: null,
    });
  });

  test("keeps as words what was taken back", async () => {
    const ignore = [{ from: 5, to: 13 }];
    const { id, ...read } = await ann.client.quickAdd.add({ text: "Read Tomorrow #books", now, ignore });
    expect(read).toEqual({ ...NOTHING, title: "Read Tomorrow", tags: ["books"] });
    expect(await ann.client.tasks.get({ taskId: id! })).toMatchObject({ dueDate: null, dueTime: null });
  });

  test("is refused when it is empty, too long, or said at no time and in no zone there is", async () => {
    const { add } = ann.client.quickAdd;
    const refused = [
      { text: " \n " },
      { text: "tomorrow ".repeat(1_200) },
      { text: "Call", now: "yesterday" },
      { text: "Call", timeZone: "Mars/Base" },
      { text: "Call", ignore: [{ from: -1, to: 2 }] },
    ];
    for (const input of refused) await expect(add(input)).rejects.toEqual(fails("INVALID_INPUT"));
    await expect(app.visitor().client.quickAdd.add({ text: "Call" })).rejects.toEqual(
      fails("UNAUTHENTICATED"),
    );
  });

  test.each([
    ["emoji", "🎉👩‍👩‍👧 ".repeat(90)],
    ["right to left", "‮اجتماع غدا tomorrow في الساعة 9 ".repeat(20)],
    ["quotes in quotes", `${'"'.repeat(301)} tomorrow`],
    ["only parts", "#a !high ~5m tomorrow 9am remind me at 9 @ Nero"],
    ["NUL and half letters", "tomorrow \0\uD800 #a"],
  ])("of %s is answered and made", async (_name, text) => {
    const dry = await ann.client.quickAdd.add({ text, now, dryRun: true });
    expect(dry.title.trim()).not.toBe("");
    expect(await ann.client.quickAdd.add({ text, now })).toMatchObject({ date: dry.date, tags: dry.tags });
  });
});

test("the door of REST takes it, too", async () => {
  const response = await ann.request("/api/quick-add", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ text: "Yoga every monday at 18:00", now, timeZone: "UTC", dryRun: true }),
  });
  expect(await response.json()).toEqual({
    ...NOTHING,
    title: "Yoga",
    date: "2026-11-30",
    time: "18:00",
    rrule: "FREQ=WEEKLY;BYDAY=MO",
  });
});

test("a sentence that asks for a reminder makes one of its task, by the account's clock", async () => {
  const text = "Water plants every friday 9am remind me 10 minutes before";
  const { id: taskId } = await ann.client.quickAdd.add({ text, now: "2031-11-25T11:00:00Z" });
  const { reminders } = await ann.client.reminders.list({ taskId: taskId! });
  expect(reminders).toMatchObject([
    {
      title: "Water plants",
      localTime: "2031-11-28T08:50",
      timeZone: "Pacific/Kiritimati",
      reminderDate: "2031-11-27T18:50:00.000Z",
      minutesBefore: 10,
    },
  ]);
  const alone = "Stretch every friday 9am remind me at 8am";
  const { id: other } = await ann.client.quickAdd.add({ text: alone, now: "2031-11-25T11:00:00Z" });
  expect((await ann.client.reminders.list({ taskId: other! })).reminders).toMatchObject([
    {
      localTime: "2031-11-28T08:00",
      minutesBefore: null,
      frequency: "custom",
      repeat: "FREQ=WEEKLY;BYDAY=FR",
    },
  ]);
});
