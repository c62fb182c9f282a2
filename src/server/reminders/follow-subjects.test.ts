import { afterAll, beforeAll, expect, test } from "vitest";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";
import { ringOf } from "./ring-due.ts";

let app: TestApp;
let ann: SignedInVisitor;
beforeAll(async () => {
  app = await startTestApp();
  ann = await app.aUser("Ann");
  await ann.client.preferences.update({ settings: { timeZone: "Europe/Berlin" } });
});
afterAll(() => app.close());

/** One look of the scheduler. */
const look = () => ringOf(app.services.db, ann.userId);
const seen = async (reminderId: string) => {
  await look();
  const { reminderDate, status } = await ann.client.reminders.get({ reminderId });
  return `${status} ${reminderDate}`;
};
const before = (subject: { eventId: string } | { taskId: string }, minutesBefore: number) =>
  ann.client.reminders.create({ ...subject, minutesBefore });
/** As if the server had been away until then: what is due at this moment has come. */
const passTo = (reminderId: string, dueAt: string) =>
  app.database.asSuperuser("UPDATE reminders SET reminder_date = $2, is_stale = false WHERE id = $1", [
    reminderId,
    dueAt,
  ]);

test("a reminder of an event goes along when that is moved, and with the clock of the account", async () => {
  const event = await ann.client.events.create({ title: "Dentist", date: "2031-05-05", time: "15:00" });
  const made = await before({ eventId: event.id }, 10);
  expect(made).toMatchObject({
    minutesBefore: 10,
    reminderDate: "2031-05-05T12:50:00.000Z",
    localTime: "2031-05-05T14:50",
    frequency: "once",
  });
  await ann.client.events.update({ eventId: event.id, date: "2031-05-07", time: "09:00" });
  expect(await seen(made.id)).toBe("pending 2031-05-07T06:50:00.000Z");
  await ann.client.events.update({ eventId: event.id, timeZone: "America/New_York" });
  expect(await seen(made.id)).toBe("pending 2031-05-07T12:50:00.000Z");
  const ofDay = await ann.client.events.create({ title: "Birthday", date: "2031-05-05", time: null });
  const morning = await before({ eventId: ofDay.id }, -9 * 60);
  expect(morning.reminderDate).toBe("2031-05-05T07:00:00.000Z");
  await ann.client.preferences.update({ settings: { timeZone: "Asia/Tokyo" } });
  expect(await seen(morning.id)).toBe("pending 2031-05-05T00:00:00.000Z");
  await ann.client.preferences.update({ settings: { timeZone: "Europe/Berlin" } });
});

test("before each instance of a series: not before those left out, and where a changed one is", async () => {
  const series = await ann.client.events.create({
    title: "Stand-up",
    date: "2031-03-28",
    time: "09:00",
    repeat: "FREQ=DAILY",
    exceptDates: ["2031-03-29T09:00"],
  });
  const { id } = await before({ eventId: series.id }, 30);
  expect(await seen(id)).toBe("pending 2031-03-28T07:30:00.000Z");
  const change = { eventId: series.id, instance: "2031-03-30T09:00", scope: "this" } as const;
  await ann.client.events.update({ ...change, time: "11:00", endTime: "12:00", date: "2031-03-30" });
  await passTo(id, "2020-01-01T00:00:00Z");
  await look();
  // It rang, and goes on: the first instance is still to come.
  expect(await seen(id)).toBe("pending 2031-03-28T07:30:00.000Z");
  await app.database.asSuperuser(
    "UPDATE reminders SET last_due_at = reminder_date, is_stale = true WHERE id = $1",
    [id],
  );
  // The clocks go forward on the 30th.
  expect(await seen(id)).toBe("pending 2031-03-30T08:30:00.000Z");
  await app.database.asSuperuser(
    "UPDATE reminders SET last_due_at = reminder_date, is_stale = true WHERE id = $1",
    [id],
  );
  expect(await seen(id)).toBe("pending 2031-03-31T06:30:00.000Z");
});

test("a series that is parted from another is reminded of as well, and so is one of an account's first clock", async () => {
  const bob = await app.aUser("Firstclock");
  const make = { title: "Choir", date: "2031-06-02", time: "10:00", timeZone: null, repeat: "FREQ=WEEKLY" };
  const series = await bob.client.events.create(make);
  await bob.client.reminders.create({ eventId: series.id, minutesBefore: 10 });
  const change = { eventId: series.id, instance: "2031-06-16T10:00", scope: "following" } as const;
  const { events } = await bob.client.events.update({ ...change, time: "12:00", endTime: "13:00" });
  const dates = async () => {
    await ringOf(app.services.db, bob.userId);
    const { reminders } = await bob.client.reminders.list({});
    return reminders.map(({ eventId, reminderDate }) => `${eventId === series.id} ${reminderDate}`);
  };
  expect(events.map(({ id }) => id === series.id)).toContain(false);
  expect(await dates()).toEqual(["true 2031-06-02T09:50:00.000Z", "false 2031-06-16T11:50:00.000Z"]);
  await bob.client.preferences.update({ settings: { timeZone: "Europe/Berlin" } });
  expect(await dates()).toEqual(["true 2031-06-02T07:50:00.000Z", "false 2031-06-16T09:50:00.000Z"]);
});

test("a ring of a series is dismissed and the series goes on; turned off it stays off", async () => {
  const series = await ann.client.events.create({
    title: "Weekly",
    date: "2031-06-02",
    time: "10:00",
    repeat: "FREQ=WEEKLY",
  });
  const { id } = await before({ eventId: series.id }, 10);
  await passTo(id, "2020-01-01T00:00:00Z");
  await look();
  expect(await ann.client.reminders.dismiss({ reminderId: id })).toMatchObject({ notificationSent: false });
  expect(await seen(id)).toBe("pending 2031-06-02T07:50:00.000Z");
  await ann.client.reminders.dismiss({ reminderId: id, series: true });
  await ann.client.events.update({ eventId: series.id, time: "12:00", scope: "all" });
  expect(await seen(id)).toMatch(/^dismissed /);
});

test("of an event that is moved after it rang, it rings again; of one that is over, never", async () => {
  const event = await ann.client.events.create({ title: "Call", date: "2031-05-05", time: "15:00" });
  const { id } = await before({ eventId: event.id }, 10);
  await passTo(id, "2020-01-01T00:00:00Z");
  await ann.client.events.update({
    eventId: event.id,
    date: "2020-01-01",
    time: "00:10",
    endDate: "2020-01-01",
  });
  await app.database.asSuperuser("UPDATE reminders SET is_stale = false WHERE id = $1", [id]);
  await look();
  expect(await seen(id)).toBe("sent 2020-01-01T00:00:00.000Z");
  await ann.client.events.update({
    eventId: event.id,
    date: "2031-05-06",
    time: "15:00",
    endDate: "2031-05-06",
  });
  expect(await seen(id)).toBe("pending 2031-05-06T12:50:00.000Z");
  await expect(
    ann.client.events
      .create({ title: "Past", date: "2020-01-01", time: "10:00" })
      .then(({ id: eventId }) => before({ eventId }, 10)),
  ).rejects.toMatchObject({ code: "INVALID_INPUT" });
});

test("a reminder of a task follows its due day, falls silent without one, and undo brings it back as it was", async () => {
  const { id: taskId } = await ann.client.tasks.create({
    title: "Pay",
    dueDate: "2031-05-05",
    dueTime: "12:00",
  });
  const { id } = await before({ taskId }, 60);
  await ann.client.tasks.update({ taskId, dueDate: "2031-05-08" });
  expect(await seen(id)).toBe("pending 2031-05-08T09:00:00.000Z");
  await ann.client.tasks.update({ taskId, dueDate: null });
  expect(await seen(id)).toMatch(/^sent /);
  await ann.client.tasks.update({ taskId, dueDate: "2031-05-09", dueTime: "08:00" });
  expect(await seen(id)).toBe("pending 2031-05-09T05:00:00.000Z");
  await ann.client.reminders.update({ reminderId: id, localTime: "2031-05-01T10:00" });
  await ann.client.tasks.update({ taskId, dueTime: "09:00" });
  expect(await seen(id)).toBe("pending 2031-05-01T08:00:00.000Z");
  const { activities } = await ann.client.activity.list({ limit: 50 });
  const change = activities.find(({ type }) => type === "reminder_updated");
  await ann.client.activity.undo({ activityId: change!.id });
  expect(await seen(id)).toBe("pending 2031-05-09T06:00:00.000Z");
});

test("of a task that is done it is silent, and follows it all the same for when it is opened again", async () => {
  const { id: taskId } = await ann.client.tasks.create({
    title: "Call",
    dueDate: "2031-05-05",
    dueTime: "12:00",
  });
  const { id } = await before({ taskId }, 60);
  await ann.client.tasks.update({ taskId, status: "done" });
  await ann.client.tasks.update({ taskId, dueDate: "2031-05-06" });
  expect(await seen(id)).toMatch(/^dismissed /);
  await ann.client.tasks.update({ taskId, status: "todo" });
  expect(await seen(id)).toBe("pending 2031-05-06T09:00:00.000Z");
});

test("a note does not begin, and what goes along has no repetition of its own", async () => {
  const { id: noteId } = await ann.client.notes.create({ title: "A note" });
  const { id: eventId } = await ann.client.events.create({ title: "E", date: "2031-05-05", time: "15:00" });
  const bad = { code: expect.stringMatching(/INVALID_INPUT|BAD_REQUEST/) };
  await expect(ann.client.reminders.create({ noteId, minutesBefore: 10 })).rejects.toMatchObject(bad);
  await expect(
    ann.client.reminders.create({ eventId, minutesBefore: 10, frequency: "daily" }),
  ).rejects.toMatchObject(bad);
});
