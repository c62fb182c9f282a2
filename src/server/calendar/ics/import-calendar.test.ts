import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fillTable } from "#testing/database/fill-table.ts";
import type { CalendarImport } from "#contract/calendars.ts";
import type { CalendarEvent } from "#contract/events.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";

let app: TestApp;
let ann: SignedInVisitor;
let bob: SignedInVisitor;
beforeAll(async () => {
  app = await startTestApp();
  ann = await app.aUser("Ann");
  bob = await app.aUser("Bob");
});
afterAll(() => app.close());

const file = (...lines: string[]) =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", ...lines, "END:VCALENDAR", ""].join("\r\n");
const event = (uid: string, ...lines: string[]) => [
  "BEGIN:VEVENT",
  `UID:${uid}`,
  "DTSTAMP:20270101T000000Z",
  ...lines,
  "END:VEVENT",
];
const dentist = (...lines: string[]) =>
  event(
    "dentist@example.com",
    "DTSTART;TZID=Europe/Oslo:20270104T150000",
    "DTEND;TZID=Europe/Oslo:20270104T160000",
    ...lines,
  );
const standup = (...lines: string[]) =>
  event(
    "standup",
    "SUMMARY:Standup",
    "DTSTART:20270301T090000",
    "DTEND:20270301T091500",
    "RRULE:FREQ=WEEKLY",
    ...lines,
  );
const later = (time: string) =>
  event("standup", "SUMMARY:Standup later", "RECURRENCE-ID:20270308T090000", `DTSTART:20270308T${time}00`);

const send = (
  body: string | Uint8Array<ArrayBuffer>,
  query: Record<string, string> = {},
  person: Pick<SignedInVisitor, "request"> = ann,
) =>
  person.request(`/api/calendars/import?${new URLSearchParams(query)}`, {
    method: "POST",
    body,
    headers: { "content-type": "text/calendar" },
  });
async function imported(body: string, query: Record<string, string> = {}, person = ann) {
  const answer = await send(body, query, person);
  expect(answer.status, await answer.clone().text()).toBe(200);
  return (await answer.json()) as CalendarImport;
}
async function eventsOf(calendarId: string, person = ann): Promise<CalendarEvent[]> {
  const days = { from: "2027-01-01", to: "2027-12-31", timeZone: "Europe/Oslo" };
  const { events } = await person.client.events.list({ ...days, calendarId });
  return events.toSorted((a, b) => (a.title < b.title ? -1 : 1));
}
const stored = (calendarId: string) =>
  app.database.asSuperuser<{ title: string; uid: string; ics: string }>(
    "SELECT title, uid, ics FROM calendar_events WHERE calendar_id = $1 AND trashed_at IS NULL ORDER BY title",
    [calendarId],
  );

describe("a calendar file", () => {
  test("becomes a calendar of its name, with series, changed instances and what is not understood", async () => {
    const result = await imported(
      file(
        "X-WR-CALNAME:Family",
        ...dentist(
          "SUMMARY:Dentist",
          "LOCATION:Storgata 1",
          "CATEGORIES:health",
          "X-OTHER:kept",
          "ORGANIZER:mailto:a@b.c",
        ),
        ...standup("EXDATE:20270315T090000"),
        ...later("1100"),
        ...event("fair", "SUMMARY:Fair", "DTSTART;VALUE=DATE:20270501", "DTEND;VALUE=DATE:20270504"),
      ),
    );
    expect(result).toMatchObject({
      created: 4,
      updated: 0,
      tasks: 0,
      skipped: [],
      skippedCount: 0,
      changed: [],
    });
    const { calendarId } = result;
    const { calendars } = await ann.client.calendars.list({});
    expect(calendars.find(({ id }) => id === calendarId)).toMatchObject({ name: "Family" });
    const events = await eventsOf(calendarId);
    const series = events.find(({ title }) => title === "Standup")!;
    expect(events).toMatchObject([
      {
        title: "Dentist",
        date: "2027-01-04",
        time: "15:00",
        endTime: "16:00",
        timeZone: "Europe/Oslo",
        location: "Storgata 1",
        tags: ["health"],
      },
      { title: "Fair", date: "2027-05-01", time: null, endDate: "2027-05-03" },
      {
        title: "Standup",
        time: "09:00",
        timeZone: null,
        repeat: "FREQ=WEEKLY",
        exceptDates: ["2027-03-15T09:00"],
      },
      { title: "Standup later", time: "11:00", seriesId: series.id, instance: "2027-03-08T09:00" },
    ]);
    expect(await stored(calendarId)).toMatchObject([
      { uid: "dentist@example.com", ics: "X-OTHER:kept\nORGANIZER:mailto:a@b.c" },
      { uid: "fair", ics: null },
      { uid: "standup" },
      { uid: "standup" },
    ]);
    const { activities } = await ann.client.activity.list({ entityId: calendarId });
    expect(activities).toMatchObject([{ type: "calendar_created", canUndo: true }]);
  });

  test("sent again changes nothing, and a newer one changes what it says", async () => {
    const first = file(...dentist("SUMMARY:Dentist", "X-OTHER:kept"), ...standup(), ...later("1100"));
    const { calendarId } = await imported(first);
    const before = await eventsOf(calendarId);
    expect(await imported(first, { calendarId })).toMatchObject({ calendarId, created: 0, updated: 0 });
    expect(await eventsOf(calendarId)).toEqual(before);

    const { id: eventId } = before[0]!;
    await ann.client.events.update({ eventId, type: "health" });
    expect((await stored(calendarId))[0]).toMatchObject({ uid: "dentist@example.com", ics: "X-OTHER:kept" });

    const newer = file(
      ...dentist("SUMMARY:Dentist moved"),
      ...standup("EXDATE:20270405T090000"),
      ...later("1200"),
    );
    expect(await imported(newer, { calendarId })).toMatchObject({ created: 0, updated: 3 });
    const after = await eventsOf(calendarId);
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(after).toMatchObject([
      { title: "Dentist moved", type: "health" },
      { exceptDates: ["2027-04-05T09:00"] },
      { time: "12:00" },
    ]);
    // The instance is one of the series again.
    expect(await imported(file(...standup("EXDATE:20270405T090000")), { calendarId })).toMatchObject({
      created: 0,
      updated: 1,
    });
    expect((await eventsOf(calendarId)).map(({ title }) => title)).toEqual(["Dentist moved", "Standup"]);
  });

  test("with a changed instance alone changes the series that is there, or is an event by itself", async () => {
    const { calendarId } = await imported(file(...standup()));
    expect(await imported(file(...later("1100")), { calendarId })).toMatchObject({ created: 1 });
    expect(await eventsOf(calendarId)).toMatchObject([
      { title: "Standup" },
      { instance: "2027-03-08T09:00" },
    ]);
    const { calendarId: other } = await imported(file(...later("1100")));
    expect(await imported(file(...later("1100")), { calendarId: other })).toMatchObject({
      created: 0,
      updated: 0,
    });
    expect(await eventsOf(other)).toMatchObject([{ title: "Standup later", seriesId: null, instance: null }]);
  });

  test("goes out and comes into another account as the same events", async () => {
    const first = await imported(
      file(
        ...dentist(
          "SUMMARY:Dentist\\; \\, \\n two",
          "X-OTHER:kept",
          "BEGIN:VALARM",
          "ACTION:AUDIO",
          "TRIGGER:-PT10M",
          "END:VALARM",
        ),
        ...standup("EXDATE:20270315T090000", "RDATE:20270316T090000"),
        ...later("1100"),
      ),
    );
    await ann.client.events.create({
      calendarId: first.calendarId,
      title: "Made here",
      date: "2027-02-02",
      repeat: "FREQ=MONTHLY;COUNT=3",
    });
    const out = await (await ann.request(`/api/calendars/${first.calendarId}/ics`)).text();
    const second = await imported(out, { name: "From Ann" }, bob);
    const bare = (events: CalendarEvent[]) =>
      events.map(({ id: _id, calendarId: _c, seriesId, createdAt: _m, updatedAt: _u, ...rest }) => ({
        ...rest,
        isOfSeries: seriesId !== null,
      }));
    const events = await eventsOf(second.calendarId, bob);
    expect(events.length).toBe(4);
    expect(bare(events)).toEqual(bare(await eventsOf(first.calendarId)));
    const dentistThere = (await stored(second.calendarId)).find(({ uid }) => uid === "dentist@example.com")!;
    expect(dentistThere.ics).toContain("X-OTHER:kept");
    expect(dentistThere.ics).toContain("TRIGGER:-PT10M");
    // Its alarm is a reminder here, in each account.
    for (const person of [ann, bob]) {
      const { reminders } = await person.client.reminders.list({});
      expect(reminders.filter(({ title }) => title.startsWith("Dentist;"))).toMatchObject([
        { minutesBefore: 10, status: "pending" },
      ]);
    }
    // The same file comes back to where it was made without a second copy.
    expect(await imported(out, { calendarId: first.calendarId })).toMatchObject({ created: 0 });
    expect((await eventsOf(first.calendarId)).length).toBe(4);
  });
});

describe("an import is taken back from the log", () => {
  test("as long as what it made was not touched", async () => {
    const { id: calendarId } = await ann.client.calendars.create({ name: "Undone" });
    await ann.client.events.create({ calendarId, title: "Mine", date: "2027-02-02" });
    await imported(file(...dentist("SUMMARY:Dentist"), ...standup(), ...later("1100")), { calendarId });
    const [entry] = (await ann.client.activity.list({ entityId: calendarId })).activities;
    expect(entry).toMatchObject({ title: 'Imported events into calendar "Undone": 3 new', canUndo: true });
    const touched = (await eventsOf(calendarId)).find(({ title }) => title === "Dentist")!;
    await ann.client.events.update({ eventId: touched.id, title: "Dentist, kept" });
    await ann.client.activity.undo({ activityId: entry!.id });
    expect((await eventsOf(calendarId)).map(({ title }) => title)).toEqual(["Dentist, kept", "Mine"]);
  });

  test("but not when it changed what was there", async () => {
    const { calendarId } = await imported(file(...standup()));
    await imported(file(...standup("LOCATION:Hall")), { calendarId });
    const [entry] = (await ann.client.activity.list({ entityId: calendarId })).activities;
    expect(entry).toMatchObject({ type: "calendar_updated", canUndo: false });
  });
});

describe("what does not fit", () => {
  test("is left out and said, and long texts are cut", async () => {
    const long = "x".repeat(20_000);
    const result = await imported(
      file(
        ...event("old", "SUMMARY:Old", "DTSTART:18500101T090000"),
        ...event("zero", "SUMMARY:Zero", "DTSTART:00000101T090000"),
        ...event("gone", "SUMMARY:Gone", "DTSTART:20270101T090000", "STATUS:CANCELLED"),
        ...event("long", `SUMMARY:${long}`, `DESCRIPTION:${long}`, "DTSTART:20270101T090000"),
      ),
    );
    expect(result).toMatchObject({ created: 2, skippedCount: 2, changedCount: 2 });
    expect(new Map(result.skipped.map(({ title, why }) => [title, why])).get("Old")).toBe(
      "It is before the year 1900.",
    );
    expect(result.skipped.map(({ title }) => title).toSorted()).toEqual(["Old", "Zero"]);
    const [only, gone] = (await eventsOf(result.calendarId)).toSorted(
      (a, b) => b.title.length - a.title.length,
    );
    expect(gone).toMatchObject({ title: "Gone", isCanceled: true });
    expect([only!.title.length, only!.description.length]).toEqual([1_000, 10_000]);
  });

  test("brings its to-dos as tasks, under each other, once, and what is not understood of them goes out again", async () => {
    const todo = (uid: string, ...lines: string[]) => [
      "BEGIN:VTODO",
      `UID:${uid}`,
      "DTSTAMP:20270101T000000Z",
      ...lines,
      "END:VTODO",
    ];
    const bob = await app.aUser("Todos");
    const text = (due: string) =>
      file(
        ...todo("milk", "SUMMARY:Milk", "RELATED-TO:shop", "STATUS:COMPLETED", "COMPLETED:20270101T100000Z"),
        ...todo(
          "shop",
          "SUMMARY:Shop",
          `DUE;VALUE=DATE:${due}`,
          "PRIORITY:1",
          "CATEGORIES:home",
          "X-OTHER:kept",
        ),
        ...event("fair", "SUMMARY:Fair", "DTSTART;VALUE=DATE:20270501"),
      );
    expect(await imported(text("20270103"), {}, bob)).toMatchObject({
      created: 1,
      tasks: 2,
      skippedCount: 0,
    });
    const tasks = async () =>
      (await bob.client.tasks.list({})).tasks.toSorted((one, other) => (one.title < other.title ? -1 : 1));
    const [milk, shop] = await tasks();
    expect([milk, shop]).toMatchObject([
      { title: "Milk", status: "done", parentId: shop!.id },
      { title: "Shop", dueDate: "2027-01-03", priority: "high", tags: ["home"] },
    ]);
    const { calendarId } = await imported(text("20270104"), {}, bob);
    expect(calendarId).toBeTruthy();
    expect(await tasks()).toMatchObject([{ id: milk!.id }, { id: shop!.id, dueDate: "2027-01-04" }]);
    const [kept] = await app.database.asSuperuser<{ ics: string }>("SELECT ics FROM tasks WHERE id = $1", [
      shop!.id,
    ]);
    expect(kept!.ics).toContain("X-OTHER:kept");
  });

  test("leaves the server as it is: rules without end, lines of megabytes, letters that no table takes", async () => {
    const rules = [
      "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
      "FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=31",
      "FREQ=SECONDLY",
    ];
    const hostile = file(
      ...rules.flatMap((rule, index) =>
        event(`rule-${index}`, `SUMMARY:Rule ${index}`, "DTSTART:20270101T090000", `RRULE:${rule}`),
      ),
      ...event("nul", "SUMMARY:a\0b", "DTSTART:20270101T090000", "X-NUL:\0"),
      ...event("line", "SUMMARY:Line", "DTSTART:20270101T090000", `X-LINE:${"y".repeat(9 * 1024 * 1024)}`),
    );
    const result = await imported(hostile);
    expect(result.created + result.skippedCount).toBe(5);
    expect((await eventsOf(result.calendarId)).map(({ title }) => title)).toContain("ab");
  }, 60_000);

  test("has no room in a full account", async () => {
    const { calendarId } = await imported(file(...standup()), {}, bob);
    await fillTable(
      app.database,
      "calendar_events",
      `INSERT INTO calendar_events (id, user_id, calendar_id, title, date, end_date, first_day, last_day)
       SELECT gen_random_uuid(), $1, $2, 'Full', '2000-01-01', '2000-01-01', '2000-01-01', '2000-01-01'
       FROM generate_series(1, 50000 - 1 - (SELECT count(*)::int FROM calendar_events WHERE user_id = $1))`,
      [bob.userId, calendarId],
    );
    const more = file(
      ...dentist("SUMMARY:Fits"),
      ...event("two", "SUMMARY:Too many", "DTSTART:20270101T090000"),
      ...standup("LOCATION:Hall"),
    );
    expect(await imported(more, { calendarId }, bob)).toMatchObject({
      created: 1,
      updated: 1,
      skipped: [{ title: "Too many", why: "An account can have 50,000 events." }],
    });
  });
});

test("what is no calendar file, too large, or meant for another's calendar is refused", async () => {
  const before = (await ann.client.calendars.list({})).calendars.length;
  const refusal = async (answer: Response) => [
    answer.status,
    ((await answer.json()) as { message: string }).message,
  ];
  expect(await refusal(await send("Hello"))).toEqual([
    422,
    "This is not a calendar file: it has no line BEGIN:VCALENDAR.",
  ]);
  expect((await send(new Uint8Array(10 * 1024 * 1024 + 1))).status).toBe(413);
  expect((await send(file(), { name: " " })).status).toBe(422);
  expect((await send(file(), { calendarId: "no-id" })).status).toBe(404);
  const { id: calendarId } = await bob.client.calendars.create({ name: "Bob's" });
  expect((await send(file(...standup()), { calendarId })).status).toBe(404);
  expect(await eventsOf(calendarId, bob)).toEqual([]);
  expect((await send(file(...standup()), {}, app.visitor())).status).toBe(401);
  expect((await ann.client.calendars.list({})).calendars.length).toBe(before);
});
