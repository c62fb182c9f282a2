import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";
import { LEAST_SAMPLES } from "./estimates.ts";
import { learntHours } from "./working-hours.ts";

let app: TestApp;
let ann: SignedInVisitor;
let bob: SignedInVisitor;
beforeAll(async () => {
  app = await startTestApp();
  ann = await app.aUser("Ann");
  bob = await app.aUser("Bob");
  for (const person of [ann, bob])
    await person.client.preferences.update({ settings: { timeZone: "Europe/Oslo" } });
});
afterAll(() => app.close());

const fails = (code: string) => expect.objectContaining({ code });

/** Monday; before anything of it. */
const DAY = "2027-01-04";
const now = "2027-01-03T12:00:00.000Z";

/** Slots on the clock of Oslo, an hour ahead in winter. */
async function slots(person: SignedInVisitor, given: object = {}) {
  const answer = await person.client.planning.freeSlots({ from: DAY, to: DAY, now, ...given });
  const clock = (at: string) => new Date(Date.parse(at) + 3_600_000).toISOString().slice(11, 16);
  return answer.slots.map(({ startsAt, endsAt }) => `${clock(startsAt)}-${clock(endsAt)}`);
}

test("free slots are what the shown calendars leave of the working hours, on the account's clock", async () => {
  const { client } = ann;
  expect(await slots(ann)).toEqual(["09:00-17:00"]);
  await client.events.create({ title: "Standup", date: "2026-12-28", time: "09:15", repeat: "FREQ=WEEKLY" });
  // Ten in the morning in New York.
  await client.events.create({ title: "Call", date: DAY, time: "06:00", timeZone: "America/New_York" });
  await client.events.create({ title: "On any clock", date: DAY, time: "15:00", timeZone: null });
  expect(await slots(ann)).toEqual(["10:15-12:00", "13:00-15:00", "16:00-17:00"]);
  expect(await slots(ann, { minutes: 110 })).toEqual(["13:00-15:00"]);

  const hidden = await client.calendars.create({ name: "Hidden", color: "red" });
  await client.events.create({ title: "Unseen", date: DAY, time: "13:00", calendarId: hidden.id });
  expect(await slots(ann)).toEqual(["10:15-12:00", "14:00-15:00", "16:00-17:00"]);
  await client.calendars.update({ calendarId: hidden.id, isVisible: false });
  expect(await slots(ann)).toEqual(["10:15-12:00", "13:00-15:00", "16:00-17:00"]);

  await client.events.create({ title: "Fair", date: DAY });
  expect(await slots(ann, { minutes: 110 })).toEqual(["13:00-15:00"]);
  expect(await slots(ann, { allDayBlocks: true })).toEqual([]);
  // Nothing of this is another person's.
  expect(await slots(bob)).toEqual(["09:00-17:00"]);
});

test("working hours are those chosen, and questions have an end", async () => {
  const answer = await bob.client.preferences.update({
    settings: { workingHours: { from: "07:00", to: "09:30", days: [6] } },
  });
  expect(answer.settings.workingHours).toEqual({ from: "07:00", to: "09:30", days: [6] });
  const { slots: found, hours } = await bob.client.planning.freeSlots({
    from: "2027-01-04",
    to: "2027-01-10",
    now,
  });
  expect(hours).toMatchObject({ source: "chosen", from: "07:00" });
  expect(found).toEqual([{ startsAt: "2027-01-09T06:00:00.000Z", endsAt: "2027-01-09T08:30:00.000Z" }]);
  await expect(
    bob.client.preferences.update({ settings: { workingHours: { from: "10:00", to: "09:00", days: [1] } } }),
  ).rejects.toEqual(fails("INVALID_INPUT"));
  const far = bob.client.planning.freeSlots({ from: "2027-01-01", to: "2027-06-01" });
  await expect(far).rejects.toEqual(fails("INVALID_INPUT"));
  const back = bob.client.planning.freeSlots({ from: "2027-01-02", to: "2027-01-01" });
  await expect(back).rejects.toEqual(fails("INVALID_INPUT"));
});

test("working hours are learnt from when tasks were done, once there are enough of them", () => {
  const at = (hour: number) => Date.parse("2027-01-04T00:00:00Z") + (hour - 1) * 3_600_000;
  const done = [...Array.from({ length: 18 }, (_, index) => at(7 + (index % 6))), at(3), at(23)];
  expect(learntHours(done.slice(1), "Europe/Oslo")).toMatchObject({ source: "usual", from: "09:00" });
  expect(learntHours(done, "Europe/Oslo")).toMatchObject({ source: "learnt", from: "07:00", to: "13:00" });
  const nights = Array.from({ length: 40 }, () => at(23));
  expect(learntHours(nights, "Europe/Oslo")).toMatchObject({ from: "20:00", to: "24:00" });
});

describe("a plan of the day", () => {
  let cleo: SignedInVisitor;
  const plan = (given: object = {}) => cleo.client.planning.planDay({ day: DAY, now, ...given });
  /** On the clock of Oslo. */
  const lines = async () => {
    const { blocks } = await plan();
    const clock = (at: string) => new Date(Date.parse(at) + 3_600_000).toISOString().slice(11, 16);
    return blocks.map(({ title, startsAt, endsAt }) => `${clock(startsAt)}-${clock(endsAt)} ${title}`);
  };
  beforeAll(async () => {
    cleo = await app.aUser("Cleo");
    await cleo.client.preferences.update({ settings: { timeZone: "Europe/Oslo" } });
  });

  test("proposes times around what happens, says why, and sets nothing aside", async () => {
    const { client } = cleo;
    await client.events.create({ title: "Standup", date: DAY, time: "09:15", endTime: "10:00" });
    const report = await client.tasks.create({ title: "Report", dueDate: DAY, estimateMinutes: 60 });
    const call = await client.tasks.create({
      title: "Call",
      dueDate: DAY,
      priority: "high",
      estimateMinutes: 15,
    });
    await client.tasks.create({ title: "Not before", dueDate: "2027-01-08", startDate: "2027-01-07" });
    const parent = await client.tasks.create({ title: "Parent", dueDate: DAY });
    await client.tasks.create({ title: "Part", parentId: parent.id, dueDate: "2027-01-03" });
    const done = await client.tasks.create({ title: "Done", dueDate: DAY });
    await client.tasks.update({ taskId: done.id, completed: true });
    expect(await lines()).toEqual(["09:00-09:15 Call", "10:00-10:30 Part", "10:30-11:30 Report"]);
    expect(await plan()).toEqual(await plan());
    expect(await plan()).toMatchObject({
      freeMinutes: 435,
      hours: { source: "usual" },
      estimates: { factor: 1, samples: 0 },
      existing: [{ title: "Standup", kind: "event", startsAt: "2027-01-04T08:15:00.000Z" }],
      blocks: [{ taskId: call.id, why: { reason: "due-today", estimateMinutes: 15 } }, {}, {}],
    });
    expect(await client.tasks.get({ taskId: report.id })).toMatchObject({ plannedAt: null });
    // Another person's day has nothing of it.
    expect(await bob.client.planning.planDay({ day: DAY, now })).toMatchObject({ blocks: [], existing: [] });
  });

  test("is accepted as one change, which the log takes back; time set aside is not free", async () => {
    const { client } = cleo;
    const { blocks } = await plan();
    const accepted = blocks.map(({ taskId, startsAt, minutes }) => ({
      taskId,
      plannedAt: startsAt,
      plannedMinutes: minutes,
    }));
    const { tasks } = await client.tasks.plan({ blocks: accepted });
    expect(tasks).toHaveLength(3);
    expect(await lines()).toEqual([]);
    expect((await plan()).existing.map(({ title, kind }) => `${title} ${kind}`)).toEqual([
      "Call task",
      "Standup event",
      "Part task",
      "Report task",
    ]);
    expect(await slots(cleo)).toEqual(["11:30-17:00"]);
    const day = { plannedFrom: "2027-01-03T23:00:00.000Z", plannedTo: "2027-01-04T23:00:00.000Z" };
    expect((await client.tasks.list(day)).tasks).toHaveLength(3);
    // What was not done in its time is planned again.
    const later = await plan({ now: "2027-01-04T14:00:00.000Z" });
    expect(later.blocks.map(({ title, startsAt }) => `${startsAt} ${title}`)[0]).toBe(
      "2027-01-04T14:00:00.000Z Call",
    );
    const strangers = await bob.client.tasks.plan({ blocks: accepted });
    expect(strangers.tasks).toEqual([]);

    const { activities } = await client.activity.list({});
    await client.activity.undo({ activityId: activities[0]!.id });
    expect(await lines()).toEqual(["09:00-09:15 Call", "10:00-10:30 Part", "10:30-11:30 Report"]);
  });

  test("takes estimates as far as the account's own record says they are right", async () => {
    const { client } = cleo;
    for (let index = 0; index < LEAST_SAMPLES; index++) {
      const { id } = await client.tasks.create({
        title: `Done ${index}`,
        estimateMinutes: 20,
        spentMinutes: 30,
      });
      await client.tasks.update({ taskId: id, completed: true });
    }
    const { estimates, blocks } = await plan({ now: undefined, day: "2099-01-04" });
    expect(estimates).toEqual({ factor: 1.5, samples: LEAST_SAMPLES });
    const report = blocks.find(({ title }) => title === "Report");
    expect(report).toMatchObject({
      minutes: 90,
      why: { factor: 1.5, estimateMinutes: 60, reason: "overdue" },
    });
  });

  test("a task that repeats goes on without the time that was set aside for it", async () => {
    const { client } = cleo;
    const { id } = await client.tasks.create({ title: "Water", dueDate: DAY, repeat: "FREQ=DAILY" });
    const planned = await client.tasks.update({ taskId: id, plannedAt: "2027-01-04T10:00:00.000Z" });
    expect(planned).toMatchObject({ plannedAt: "2027-01-04T10:00:00.000Z", plannedMinutes: 30 });
    const next = await client.tasks.update({ taskId: id, completed: true });
    expect(next).toMatchObject({ completed: false, plannedAt: null, plannedMinutes: null });
    await expect(client.tasks.update({ taskId: id, plannedMinutes: 2 })).rejects.toEqual(
      fails("INVALID_INPUT"),
    );
  });
});

test("a task that has its time keeps it: what waits for it comes after, and what is done meanwhile gets none", async () => {
  const person = await app.aUser("Waiting");
  await person.client.preferences.update({ settings: { timeZone: "Europe/Oslo" } });
  const { tasks } = person.client;
  const first = await tasks.create({ title: "First", dueDate: DAY, estimateMinutes: 60 });
  await tasks.plan({ blocks: [{ taskId: first.id, plannedAt: `${DAY}T14:00:00.000Z`, plannedMinutes: 60 }] });
  const after = await tasks.create({ title: "After", dueDate: DAY, priority: "high", waitsFor: [first.id] });
  const plan = await person.client.planning.planDay({ day: DAY, now });
  expect(plan.blocks).toMatchObject([{ taskId: after.id, startsAt: `${DAY}T15:00:00.000Z` }]);
  await tasks.update({ taskId: after.id, status: "done" });
  await tasks.plan({ blocks: [{ taskId: after.id, plannedAt: `${DAY}T15:00:00.000Z`, plannedMinutes: 30 }] });
  expect(await tasks.get({ taskId: after.id })).toMatchObject({ plannedAt: null });
});
