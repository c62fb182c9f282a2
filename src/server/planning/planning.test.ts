import { afterAll, beforeAll, expect, test } from "vitest";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";
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
