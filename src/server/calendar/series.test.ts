import { instancesOf } from "#language/instances.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";

let app: TestApp;
let ann: SignedInVisitor;
beforeAll(async () => {
  app = await startTestApp();
  ann = await app.aUser("Ann");
  await ann.client.preferences.update({ settings: { timeZone: "Europe/Oslo" } });
});
afterAll(() => app.close());

const fails = (code: string) => expect.objectContaining({ code });

describe("a series", () => {
  let begun = 0;
  /** Every Monday at nine from 2027-03-01 on, in a calendar of its own. */
  async function aSeries(fields: object = {}) {
    const { id: calendarId } = await ann.client.calendars.create({ name: `Series ${++begun}` });
    const { id } = await ann.client.events.create({
      title: "Standup",
      date: "2027-03-01",
      time: "09:00",
      repeat: "FREQ=WEEKLY;BYDAY=MO;COUNT=6",
      calendarId,
      ...fields,
    });
    const starts = async () => {
      const asked = { from: "2027-02-01", to: "2027-06-30", calendarId, timeZone: "Europe/Oslo" };
      const { instances, events } = await ann.client.events.list(asked);
      // A page that reckons for itself comes to the same.
      const rules = await ann.client.events.list({ ...asked, instances: false });
      const reckoned = rules.events.flatMap((event) =>
        instancesOf(event, asked.from, asked.to, asked.timeZone, rules.replaced?.[event.id]).map(
          (instance) => ({ eventId: event.id, ...instance }),
        ),
      );
      const sorted = (list: typeof reckoned) => list.map((one) => JSON.stringify(one)).sort();
      expect(sorted(reckoned)).toEqual(sorted(instances));
      return instances.map(({ eventId, start }) => {
        const { title } = events.find((event) => event.id === eventId)!;
        return `${title} ${start.slice(5)}`;
      });
    };
    return { id, calendarId, starts };
  }
  const STANDUPS = ["03-01", "03-08", "03-15", "03-22", "03-29", "04-05"].map(
    (day) => `Standup ${day}T09:00`,
  );

  test.each(["this", "following"] as const)(
    "parted at %s, it takes the id of no other event",
    async (scope) => {
      const { id, calendarId, starts } = await aSeries();
      const other = await ann.client.events.create({ calendarId, title: "Dentist", date: "2027-03-02" });
      const change = { eventId: id, instance: "2027-03-15T09:00", scope, title: "Other", newId: other.id };
      await expect(ann.client.events.update(change)).rejects.toEqual(fails("CONFLICT"));
      expect(await ann.client.events.get({ eventId: other.id })).toEqual(other);
      expect(await starts()).toHaveLength(STANDUPS.length + 1);
    },
  );

  test("is changed, moved and left out in one instance", async () => {
    const { id, starts } = await aSeries();
    const { events } = ann.client;
    expect(await starts()).toEqual(STANDUPS);
    const one = { eventId: id, instance: "2027-03-08T09:00", scope: "this" as const };
    const changed = await events.update({ ...one, date: "2027-03-09", time: "14:00", title: "Late" });
    expect(changed.events).toMatchObject([{ seriesId: id, instance: "2027-03-08T09:00", repeat: null }]);
    await events.remove({ eventId: id, instance: "2027-03-15T09:00", scope: "this" });
    expect(await starts()).toEqual([STANDUPS[0], "Late 03-09T14:00", ...STANDUPS.slice(3)]);
    // The same one again, by its own id and by its series.
    await events.update({ eventId: changed.events[0]!.id, title: "Later" });
    await events.update({ ...one, title: "Latest" });
    expect(await starts()).toEqual([STANDUPS[0], "Latest 03-09T14:00", ...STANDUPS.slice(3)]);
    await events.remove({ eventId: changed.events[0]!.id, scope: "this" });
    expect(await starts()).toEqual([STANDUPS[0], ...STANDUPS.slice(3)]);
  });

  test("is parted from an instance on, which keeps the count of both", async () => {
    const { id, starts } = await aSeries();
    const { events } = ann.client;
    await events.update({ eventId: id, instance: "2027-03-29T09:00", scope: "this", title: "Own" });
    await events.remove({ eventId: id, instance: "2027-04-05T09:00", scope: "this" });
    const newId = uuidV7();
    const following = { eventId: id, instance: "2027-03-22T09:00", scope: "following" as const, newId };
    await events.update({ ...following, title: "Sync", date: "2027-03-23", time: "10:00" });
    const parted = [...STANDUPS.slice(0, 3), "Sync 03-23T10:00", "Own 03-29T09:00"];
    expect(await starts()).toEqual(parted);
    // The call came twice.
    await events.update({ ...following, title: "Sync", date: "2027-03-23", time: "10:00" });
    expect(await starts()).toEqual(parted);
    expect(await events.get({ eventId: newId })).toMatchObject({ repeat: "FREQ=WEEKLY;BYDAY=TU;COUNT=3" });
    const [entry] = (await ann.client.activity.list({ types: ["event_updated"] })).activities;
    await ann.client.activity.undo({ activityId: entry!.id });
    expect(await starts()).toEqual([...STANDUPS.slice(0, 4), "Own 03-29T09:00"]);
  });

  test("is moved as a whole from the instance that was looked at", async () => {
    const { id, starts } = await aSeries();
    const { events } = ann.client;
    await events.update({ eventId: id, instance: "2027-03-08T09:00", scope: "this", title: "Own" });
    await events.remove({ eventId: id, instance: "2027-03-15T09:00", scope: "this" });
    await events.update({
      eventId: id,
      instance: "2027-03-22T09:00",
      scope: "all",
      date: "2027-03-24",
      time: "08:30",
    });
    expect(await events.get({ eventId: id })).toMatchObject({
      date: "2027-03-03",
      time: "08:30",
      endTime: "09:30",
      repeat: "FREQ=WEEKLY;BYDAY=WE;COUNT=6",
    });
    expect(await starts()).toEqual([
      "Standup 03-03T08:30",
      "Own 03-08T09:00",
      ...["03-24", "03-31", "04-07"].map((day) => `Standup ${day}T08:30`),
    ]);
  });

  test("is cut by the removal of this and the following, and gone with that of all", async () => {
    const { id, starts } = await aSeries();
    const { events } = ann.client;
    await events.update({ eventId: id, instance: "2027-03-29T09:00", scope: "this", title: "Own" });
    await events.remove({ eventId: id, instance: "2027-03-22T09:00", scope: "following" });
    expect(await starts()).toEqual(STANDUPS.slice(0, 3));
    const [entry] = (await ann.client.activity.list({ types: ["event_updated"] })).activities;
    await ann.client.activity.undo({ activityId: entry!.id });
    expect(await starts()).toEqual([...STANDUPS.slice(0, 4), "Own 03-29T09:00", STANDUPS[5]]);
    await events.remove({ eventId: id });
    expect(await starts()).toEqual([]);
    await events.restore({ eventId: id });
    expect(await starts()).toEqual([...STANDUPS.slice(0, 4), "Own 03-29T09:00", STANDUPS[5]]);
  });

  test("that repeats no more leaves one event", async () => {
    const { id, starts } = await aSeries();
    await ann.client.events.update({
      eventId: id,
      instance: "2027-03-08T09:00",
      scope: "this",
      title: "Own",
    });
    await ann.client.events.update({ eventId: id, repeat: null });
    expect(await starts()).toEqual([STANDUPS[0]]);
  });

  test("changed by two at once in the same instance and in the whole keeps both", async () => {
    const { id, starts } = await aSeries();
    const one = { eventId: id, instance: "2027-03-08T09:00", scope: "this" as const };
    await Promise.all([
      ann.client.events.update({ ...one, title: "First" }),
      ann.client.events.update({ ...one, location: "Hall" }),
      ann.client.events.update({ eventId: id, description: "All" }),
    ]);
    const { events } = await ann.client.events.list({ from: "2027-03-08", to: "2027-03-08" });
    expect(events.filter(({ seriesId }) => seriesId === id)).toMatchObject([
      { title: "First", location: "Hall" },
    ]);
    expect(await starts()).toHaveLength(6);
  });

  test("refuses a changed undo once more was changed", async () => {
    const { id } = await aSeries();
    const parted = await ann.client.events.update({
      eventId: id,
      instance: "2027-03-15T09:00",
      scope: "following",
      title: "Later",
    });
    const [entry] = (await ann.client.activity.list({ types: ["event_updated"] })).activities;
    await ann.client.events.update({ eventId: parted.events[0]!.id, title: "Later still" });
    await expect(ann.client.activity.undo({ activityId: entry!.id })).rejects.toEqual(fails("CONFLICT"));
  });

  test("moved as a whole by a call that comes twice is moved once", async () => {
    const { id, starts } = await aSeries();
    const move = { eventId: id, instance: "2027-03-08T09:00", newId: uuidV7(), date: "2027-03-09" };
    await ann.client.events.update(move);
    await ann.client.events.update(move);
    expect((await starts())[1]).toBe("Standup 03-09T09:00");
  });

  test("refuses what is said of an instance that it has no more", async () => {
    const { id, starts } = await aSeries();
    await ann.client.events.update({ eventId: id, instance: "2027-03-08T09:00", time: "10:00" });
    const stale = { eventId: id, instance: "2027-03-15T09:00", scope: "this" as const };
    await expect(ann.client.events.update({ ...stale, title: "Mine" })).rejects.toEqual(fails("CONFLICT"));
    await expect(ann.client.events.remove(stale)).rejects.toEqual(fails("CONFLICT"));
    await expect(ann.client.events.remove({ eventId: id, scope: "this" })).rejects.toEqual(
      fails("INVALID_INPUT"),
    );
    expect(await starts()).toHaveLength(6);
  });

  test("gives its new title to instances that were only moved, and leaves those of their own alone", async () => {
    const { id, starts } = await aSeries();
    const { events } = ann.client;
    await events.update({ eventId: id, instance: "2027-03-08T09:00", scope: "this", time: "11:00" });
    await events.update({ eventId: id, instance: "2027-03-15T09:00", scope: "this", title: "Own" });
    await events.update({ eventId: id, title: "Sync" });
    expect((await starts()).slice(0, 3)).toEqual(["Sync 03-01T09:00", "Sync 03-08T11:00", "Own 03-15T09:00"]);
  });

  test("has a removed instance of its own back by the entry of the log", async () => {
    const { id, starts } = await aSeries();
    const { events, activity } = ann.client;
    const one = { eventId: id, instance: "2027-03-08T09:00", scope: "this" as const };
    const changed = await events.update({ ...one, title: "Own" });
    const { activityId } = await events.remove({ eventId: changed.events[0]!.id });
    expect(await starts()).toHaveLength(5);
    await activity.undo({ activityId: activityId! });
    expect((await starts())[1]).toBe("Own 03-08T09:00");
    const home = await ann.client.calendars.create({ name: "Elsewhere" });
    await expect(events.update({ ...one, calendarId: home.id })).rejects.toEqual(fails("INVALID_INPUT"));
  });
});
