import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";

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

const fails = (code: string) => expect.objectContaining({ code });

/** Starts by title of what happens from one day to another. */
async function shown(from: string, to = from, person = ann, timeZone?: string) {
  const { events, instances } = await person.client.events.list({ from, to, timeZone });
  const titles = new Map(events.map(({ id, title }) => [id, title]));
  return instances.map(({ eventId, start }) => `${titles.get(eventId)} ${start}`);
}

describe("an event", () => {
  test("is made in the default calendar, lasts an hour and is on the clock of the account", async () => {
    const made = await ann.client.events.create({ title: "Dentist", date: "2027-01-04", time: "15:00" });
    expect(made).toMatchObject({
      title: "Dentist",
      date: "2027-01-04",
      time: "15:00",
      endDate: "2027-01-04",
      endTime: "16:00",
      timeZone: "Europe/Oslo",
      location: "",
      type: "event",
      tags: [],
      repeat: null,
    });
    const { calendars } = await ann.client.calendars.list({});
    expect(calendars).toMatchObject([{ id: made.calendarId, name: "My Calendar", isDefault: true }]);
    expect(await shown("2027-01-04")).toEqual(["Dentist 2027-01-04T15:00"]);
    expect(await shown("2027-01-04", "2027-01-04", ann, "America/New_York")).toEqual([
      "Dentist 2027-01-04T09:00",
    ]);
  });

  test("of all day needs no time, and one over midnight ends the next day", async () => {
    const day = await ann.client.events.create({ title: "Fair", date: "2027-01-10" });
    expect(day).toMatchObject({ time: null, endDate: "2027-01-10", endTime: null, timeZone: null });
    const night = await ann.client.events.create({
      title: "Party",
      date: "2027-01-11",
      time: "21:00",
      endTime: "02:00",
    });
    expect(night).toMatchObject({ endDate: "2027-01-12", endTime: "02:00" });
    expect(await shown("2027-01-12")).toEqual(["Party 2027-01-11T21:00"]);
  });

  test("keeps its length when it is moved, and its fields that are not given", async () => {
    const { events } = ann.client;
    const { id } = await events.create({
      title: "Talk",
      date: "2027-01-14",
      time: "23:00",
      endTime: "00:30",
      location: "Hall",
    });
    const moved = await events.update({ eventId: id, date: "2027-01-20", time: "10:00" });
    expect(moved.events).toMatchObject([
      { id, date: "2027-01-20", time: "10:00", endDate: "2027-01-20", endTime: "11:30", location: "Hall" },
    ]);
    const whole = await events.update({ eventId: id, time: null });
    expect(whole.events).toMatchObject([
      { time: null, endDate: "2027-01-20", endTime: null, timeZone: null },
    ]);
    const timed = await events.update({ eventId: id, time: "08:00" });
    expect(timed.events).toMatchObject([{ time: "08:00", endDate: "2027-01-20", endTime: "09:00" }]);
    await expect(events.update({ eventId: id, endDate: "2027-01-19" })).rejects.toEqual(
      fails("INVALID_INPUT"),
    );
  });

  test("is made once however often the call is repeated", async () => {
    const id = uuidV7();
    await ann.client.events.create({ id, title: "Once", date: "2027-01-22" });
    expect(await ann.client.events.create({ id, title: "Twice", date: "2027-01-23" })).toMatchObject({
      title: "Once",
    });
    await expect(bob.client.events.create({ id, title: "Mine", date: "2027-01-23" })).rejects.toEqual(
      fails("CONFLICT"),
    );
  });

  test("is nobody else's", async () => {
    const { id, calendarId } = await ann.client.events.create({ title: "Secret", date: "2027-01-25" });
    const { events, calendars } = bob.client;
    await expect(events.get({ eventId: id })).rejects.toEqual(fails("NOT_FOUND"));
    await expect(events.update({ eventId: id, title: "Mine" })).rejects.toEqual(fails("NOT_FOUND"));
    await expect(events.remove({ eventId: id })).rejects.toEqual(fails("NOT_FOUND"));
    await expect(events.create({ title: "In hers", date: "2027-01-25", calendarId })).rejects.toEqual(
      fails("NOT_FOUND"),
    );
    const ofNobody = events.create({ title: "Of no note", date: "2027-01-25", noteId: uuidV7() });
    await expect(ofNobody).rejects.toEqual(fails("NOT_FOUND"));
    await expect(calendars.update({ calendarId, name: "Mine" })).rejects.toEqual(fails("NOT_FOUND"));
    expect(await shown("2027-01-25", "2027-01-25", bob)).toEqual([]);
  });

  test("says which fields somebody else had changed", async () => {
    const { events } = ann.client;
    const made = await events.create({ title: "Plan", date: "2027-01-26", location: "A" });
    await events.update({ eventId: made.id, location: "B", title: "Plan 2" });
    const was = { location: "A", title: "Plan" };
    const changed = await events.update({ eventId: made.id, location: "C", was });
    expect(changed.overwritten).toEqual(["location"]);
    expect(changed.events).toMatchObject([{ location: "C", title: "Plan 2" }]);
  });

  test("keeps the guests and tags that two put on it at once, and loses those that one took", async () => {
    const { events } = ann.client;
    const of = (...names: string[]) =>
      names.map((name) => ({ email: `${name}@example.net`, name: null, isOptional: false }));
    const made = await events.create({
      title: "Plan",
      date: "2027-01-27",
      attendees: of("ada", "eve"),
      tags: ["a"],
    });
    await events.update({ eventId: made.id, attendees: of("ada", "eve", "max"), tags: ["a", "b"] });
    const was = { attendees: of("ada", "eve"), tags: ["a"] };
    const given = { attendees: of("ada", "grace"), tags: ["a", "c"] };
    const changed = await events.update({ eventId: made.id, ...given, was });
    expect(changed.overwritten).toEqual([]);
    expect(changed.events).toMatchObject([{ attendees: of("ada", "grace", "max"), tags: ["a", "c", "b"] }]);
    // However often something is added to what is not there any more, a list gets no longer than it may be.
    const many = (letter: string) => Array.from({ length: 99 }, (_, at) => `${letter}${at}`);
    await events.update({ eventId: made.id, tags: many("x") });
    const full = await events.update({ eventId: made.id, tags: many("y"), was: { tags: [] } });
    expect(full.events).toMatchObject([{ tags: many("y") }]);
  });

  test.each([
    { date: "2027-02-30" },
    { date: "0000-01-01" },
    { date: "1899-12-31" },
    { date: "9999-12-31" },
    { time: "24:00" },
    { endDate: "2026-12-31" },
    { timeZone: "Mars/Base" },
    { repeat: "FREQ=SECONDLY" },
    { repeat: "FREQ=DAILY;INTERVAL=0" },
    { exceptDates: ["2027-13-01"] },
  ])("of %o is refused", async (fields) => {
    const event = { title: "No", date: "2027-01-28", ...fields };
    await expect(ann.client.events.create(event)).rejects.toEqual(fails("INVALID_INPUT"));
  });

  test("goes into the trash and comes back, with an entry of the log that can be taken back", async () => {
    const { events, activity, trash } = ann.client;
    const { id } = await events.create({ title: "Gone", date: "2027-02-01" });
    await events.remove({ eventId: id });
    await expect(events.get({ eventId: id })).rejects.toEqual(fails("NOT_FOUND"));
    expect((await trash.list({})).items).toContainEqual(
      expect.objectContaining({ kind: "event", id, name: "Gone" }),
    );
    const [entry] = (await activity.list({ types: ["event_deleted"] })).activities;
    expect(entry).toMatchObject({ title: 'Deleted event "Gone"', canUndo: true });
    await activity.undo({ activityId: entry!.id });
    expect(await events.get({ eventId: id })).toMatchObject({ title: "Gone" });
  });
});

test.each([
  { date: "9999-12-30", time: "23:30" },
  { date: "1900-01-01", endDate: "9999-12-30", repeat: "FREQ=DAILY" },
  { date: "2027-01-01", repeat: "FREQ=DAILY;UNTIL=20271204T990000" },
])("an event of %o is refused", async (given) => {
  await expect(ann.client.events.create({ title: "No", ...given })).rejects.toEqual(fails("INVALID_INPUT"));
});

test("a year of many rules is answered within its limit, and others are answered meanwhile", async () => {
  const cal = await app.aUser("Cal");
  const many = Array.from({ length: 80 }, (_, n) => ({
    title: `Daily ${n}`,
    date: "2026-01-01",
    repeat: "FREQ=DAILY",
  }));
  for (const event of many) await cal.client.events.create(event);
  const year = await cal.client.events.list({ from: "2027-01-01", to: "2027-12-31" });
  expect(year.isTruncated).toBe(true);
  expect(year.instances).toHaveLength(20_000);
});

describe("a calendar", () => {
  test("is made, renamed, hidden, the default, and taken back", async () => {
    const { calendars, activity } = bob.client;
    const { id } = await calendars.create({ name: "Work" });
    const other = await calendars.create({ name: "Home", color: "pink" });
    expect(await calendars.update({ calendarId: id, name: "Job", isVisible: false })).toMatchObject({
      name: "Job",
      isVisible: false,
      color: "cyan",
    });
    await calendars.update({ calendarId: other.id, isDefault: true });
    await calendars.update({ calendarId: id, isDefault: true });
    expect((await calendars.list({})).calendars.map(({ isDefault }) => isDefault)).toEqual([true, false]);
    expect(await bob.client.events.create({ title: "In it", date: "2027-01-01" })).toMatchObject({
      calendarId: id,
    });
    const [entry] = (await activity.list({ types: ["calendar_updated"] })).activities;
    await activity.undo({ activityId: entry!.id });
    expect((await calendars.list({})).calendars[0]).toMatchObject({ name: "Work", isVisible: false });
  });

  test("goes into the trash with its events and comes back with those that went with it", async () => {
    const { calendars, events, trash } = bob.client;
    const { id: calendarId } = await calendars.create({ name: "Trip" });
    const kept = await events.create({ title: "Flight", date: "2027-05-01", calendarId });
    const before = await events.create({ title: "Dropped", date: "2027-05-02", calendarId });
    await events.remove({ eventId: before.id });
    await calendars.remove({ calendarId });
    expect(await shown("2027-05-01", "2027-05-02", bob)).toEqual([]);
    const listed = (await trash.list({})).items.map(({ kind, name }) => `${kind} ${name}`);
    expect(listed).toEqual(expect.arrayContaining(["calendar Trip", "event Dropped"]));
    expect(listed).not.toContain("event Flight");
    await calendars.restore({ calendarId });
    expect(await shown("2027-05-01", "2027-05-02", bob)).toEqual(["Flight 2027-05-01"]);
    // An event brings its calendar, not the others.
    await calendars.remove({ calendarId });
    await events.restore({ eventId: kept.id });
    expect((await calendars.list({})).calendars.map(({ name }) => name)).toContain("Trip");
  });
});

test("a question for too many days, or for none, is refused", async () => {
  const { list } = ann.client.events;
  await expect(list({ from: "2027-01-02", to: "2027-01-01" })).rejects.toEqual(fails("INVALID_INPUT"));
  await expect(list({ from: "2027-01-01", to: "2029-01-01" })).rejects.toEqual(fails("INVALID_INPUT"));
  expect(await list({ from: "9999-12-01", to: "9999-12-30" })).toMatchObject({ instances: [] });
  await expect(app.visitor().client.events.list({ from: "2027-01-01", to: "2027-01-01" })).rejects.toEqual(
    fails("UNAUTHENTICATED"),
  );
});

test("an event that lasted all day, and gets a time again, has the account's zone as a new one", async () => {
  const person = await app.aUser("Allday");
  await person.client.preferences.update({ settings: { timeZone: "Europe/Berlin" } });
  const { id: eventId } = await person.client.events.create({
    title: "Fair",
    date: "2027-05-05",
    time: "09:00",
  });
  await person.client.events.update({ eventId, time: null, endTime: null });
  const { events } = await person.client.events.update({ eventId, time: "09:00", endTime: "10:00" });
  expect(events).toMatchObject([{ time: "09:00", timeZone: "Europe/Berlin" }]);
  const floating = await person.client.events.update({ eventId, timeZone: null });
  expect(floating.events).toMatchObject([{ timeZone: null }]);
  const later = await person.client.events.update({ eventId, time: "10:00", endTime: "11:00" });
  expect(later.events).toMatchObject([{ time: "10:00", timeZone: null }]);
});
