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
  await ann.client.preferences.update({ settings: { timeZone: "Europe/Oslo" } });
});
afterAll(() => app.close());

const fetchIcs = (person: Pick<SignedInVisitor, "request">, calendarId: string) =>
  person.request(`/api/calendars/${calendarId}/ics`);

test("a calendar is a file with its events, their changed instances and what another program said of them", async () => {
  const { calendars, events } = ann.client;
  const { id: calendarId } = await calendars.create({ name: "Café / work" });
  const single = await events.create({
    calendarId,
    title: "Dentist; bring card, and umbrella",
    date: "2027-01-04",
    time: "15:00",
    location: "Storgata 1",
    description: "Line one\nLine two",
    tags: ["health", "a,b"],
  });
  const series = await events.create({
    calendarId,
    title: "Standup",
    date: "2027-03-01",
    time: "09:00",
    endTime: "09:15",
    repeat: "FREQ=WEEKLY;BYDAY=MO",
  });
  const at = (day: string) => `${day}T09:00`;
  await events.update({ eventId: series.id, instance: at("2027-03-08"), scope: "this", time: "11:00" });
  await events.remove({ eventId: series.id, instance: at("2027-03-15"), scope: "this" });
  const day = await events.create({ calendarId, title: "Fair", date: "2027-05-01", endDate: "2027-05-03" });
  const { id: other } = await calendars.create({ name: "Other" });
  await events.create({ calendarId: other, title: "In another calendar", date: "2027-05-01" });
  await app.database.asSuperuser("UPDATE calendar_events SET uid = $2, ics = $3 WHERE id = $1", [
    single.id,
    "dentist@example.com",
    "X-OTHER:kept\nBEGIN:VALARM\nACTION:AUDIO\nTRIGGER:-PT10M\nEND:VALARM",
  ]);
  // One of them is an alarm of its file already.
  for (const minutesBefore of [10, 60])
    await ann.client.reminders.create({ eventId: single.id, minutesBefore });
  await ann.client.reminders.create({ eventId: day.id, minutesBefore: -540 });

  const answer = await fetchIcs(ann, calendarId);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
  expect(answer.headers.get("content-disposition")).toBe(
    `attachment; filename="Caf? work.ics"; filename*=UTF-8''Caf%C3%A9%20work.ics`,
  );
  expect(answer.headers.get("cache-control")).toBe("no-store");
  const file = readCalendar(await answer.text());
  expect(file).toMatchObject({ calendarName: "Café / work", timeZone: "Europe/Oslo", skipped: [] });
  expect(file.events).toMatchObject([
    {
      uid: "dentist@example.com",
      title: single.title,
      date: "2027-01-04",
      time: "15:00",
      endTime: "16:00",
      timeZone: "Europe/Oslo",
      location: "Storgata 1",
      description: "Line one\nLine two",
      tags: ["health", "a,b"],
      alarms: { minutes: [10, 60], dates: [], unread: 0 },
    },
    { uid: series.id, title: "Standup", repeat: "FREQ=WEEKLY;BYDAY=MO", exceptDates: [at("2027-03-15")] },
    { uid: series.id, instance: at("2027-03-08"), time: "11:00", repeat: null },
    {
      uid: day.id,
      title: "Fair",
      date: "2027-05-01",
      time: null,
      endDate: "2027-05-03",
      alarms: { minutes: [-540] },
    },
  ]);
  expect(file.events[0]!.ics).toContain("X-OTHER:kept");
});

test("a large calendar comes in parts, each event once", async () => {
  const { id: calendarId } = await ann.client.calendars.create({ name: "Large" });
  await app.database.asSuperuser(
    `INSERT INTO calendar_events (id, user_id, calendar_id, title, date, "time", end_date, end_time, time_zone, first_day, last_day, ics)
     SELECT gen_random_uuid(), $1, $2, 'Event ' || n, '2027-01-01', '10:00', '2027-01-01', '11:00', 'Asia/Tokyo', '2027-01-01',
       '2027-01-01', CASE WHEN n = 3 THEN 'DTEND;TZID=America/Lima:20270101T000000' END FROM generate_series(1, 650) n`,
    [ann.userId, calendarId],
  );
  const text = await (await fetchIcs(ann, calendarId)).text();
  const { events } = readCalendar(text);
  expect(new Set(events.map(({ title }) => title)).size).toBe(650);
  expect(events.length).toBe(650);
  expect(text.match(/^TZID:.*$/gm)!.map((line) => line.trim())).toContain("TZID:Asia/Tokyo");
  expect(text.match(/^BEGIN:VTIMEZONE/gm)!.length).toBeLessThanOrEqual(2);
  expect(text.endsWith("END:VCALENDAR\r\n")).toBe(true);
});

test("nobody else gets it, and what is in the trash is no calendar", async () => {
  const { id: calendarId } = await ann.client.calendars.create({ name: "Mine" });
  expect((await fetchIcs(bob, calendarId)).status).toBe(404);
  expect((await fetchIcs(app.visitor(), calendarId)).status).toBe(401);
  expect((await fetchIcs(ann, "no-id")).status).toBe(404);
  await ann.client.calendars.remove({ calendarId });
  expect((await fetchIcs(ann, calendarId)).status).toBe(404);
});
