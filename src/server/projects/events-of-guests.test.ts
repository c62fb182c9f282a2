import { expect, test, vi } from "vitest";
import type { CalendarRole, ShareRole } from "#contract/sharing.ts";
import { acceptInvitations } from "#testing/accept-invitations.ts";
import { ann, app, ben, code, startWithAnnAndBen } from "#testing/people/ann-and-ben.ts";
import { openLive } from "#testing/sync-client.ts";
import type { SignedInVisitor } from "#testing/test-app.ts";

startWithAnnAndBen();

const DAYS = { from: "2031-03-01", to: "2031-04-15", timeZone: "UTC" };
const SECRET = "quokkasecret";

/** A calendar of Ann with events in and out of a project that Ben sees. */
async function anOrchard(role: ShareRole = "viewer") {
  const { id: projectId, folderId } = await ann.client.projects.create({ title: "Orchard" });
  const { id: calendarId } = await ann.client.calendars.create({ name: SECRET, color: "green" });
  const { id: noteId } = await ann.client.notes.create({ title: "Trees", folderId });
  const carla = { email: "carla@example.org", name: SECRET, isOptional: false };
  const given = { calendarId, date: "2031-03-04", time: "09:00", endTime: "10:00", timeZone: "UTC" };
  const { id: eventId } = await ann.client.events.create({
    ...given,
    title: "Prune",
    location: "The old wall",
    description: "With the long saw",
    tags: [SECRET],
    type: SECRET,
    attendees: [carla],
    noteId,
    projectId,
  });
  await ann.client.reminders.create({ eventId, localTime: "2031-03-04T08:00" });
  await ann.client.events.create({ ...given, title: `${SECRET} elsewhere` });
  // In the project by its note alone: nobody put it there.
  await ann.client.events.create({ ...given, title: `${SECRET} of a note`, noteId });
  await ann.client.projects.update({ projectId, isShared: true });
  const { shareId } = await ann.client.sharing.shareFolder({ folderId: folderId!, email: ben.email, role });
  await acceptInvitations(ben);
  return { projectId, calendarId, eventId, shareId };
}

const titlesOf = async (person: SignedInVisitor, projectId: string) =>
  (await person.client.events.list({ ...DAYS, projectId })).events.map(({ title }) => title).toSorted();
const startsOf = async (person: SignedInVisitor, projectId: string) =>
  (await person.client.events.list({ ...DAYS, projectId })).instances.map(({ start }) => start);
async function shareCalendar(calendarId: string, role: CalendarRole) {
  await ann.client.sharing.shareCalendar({ calendarId, email: ben.email, role });
  await acceptInvitations(ben);
}

test.each(["viewer", "commenter", "editor"] as const)(
  "a guest who is %s sees what was put into the project, when and where it is and what it is about, and nothing else",
  async (role) => {
    const { projectId, calendarId, eventId, shareId } = await anOrchard(role);
    const listed = await ben.client.events.list({ ...DAYS, projectId });
    expect(listed.events).toEqual([
      {
        id: eventId,
        calendarId: projectId,
        title: "Prune",
        date: "2031-03-04",
        time: "09:00",
        endDate: "2031-03-04",
        endTime: "10:00",
        timeZone: "UTC",
        location: "The old wall",
        description: "With the long saw",
        type: "event",
        tags: [],
        repeat: null,
        exceptDates: [],
        extraDates: [],
        seriesId: null,
        instance: null,
        noteId: null,
        attendees: [],
        isCanceled: false,
        createdAt: expect.any(String) as string,
        updatedAt: expect.any(String) as string,
      },
    ]);
    expect(listed.instances).toEqual([
      { eventId, instance: null, start: "2031-03-04T09:00", end: "2031-03-04T10:00" },
    ]);
    const rules = await ben.client.events.list({ ...DAYS, projectId, instances: false });
    expect(rules.events).toEqual(listed.events);
    for (const word of [SECRET, calendarId, "carla"])
      expect(JSON.stringify([listed, rules])).not.toContain(word);
    expect((await ben.client.projects.get({ projectId })).eventCount).toBe(1);
    expect((await ben.client.events.list({ ...DAYS, projectId, calendarId })).events).toEqual([]);
    // It is read there alone, and changed by nobody but its owner.
    const eve = await app.aUser("Eve");
    expect([await titlesOf(eve, projectId), (await ben.client.events.list(DAYS)).events]).toEqual([[], []]);
    expect((await ben.client.events.search({ query: "prune" })).hits).toEqual([]);
    const tries = [
      ben.client.events.get({ eventId }),
      ben.client.events.update({ eventId, title: "Mine" }),
      ben.client.events.remove({ eventId }),
      ben.client.attendees.list({ eventId }),
      ben.client.reminders.create({ eventId, localTime: "2031-03-04T08:00" }),
      ben.client.events.create({ title: "x", date: "2031-03-04", projectId }),
      ben.client.projects.removeEvents({ eventIds: [eventId] }),
    ];
    expect(new Set(await Promise.all(tries.map(code)))).toEqual(new Set(["NOT_FOUND"]));
    expect(await titlesOf(ben, projectId)).toEqual(["Prune"]);
    // Out of the trash it is there again; a share that ends takes it away at once.
    await ann.client.events.remove({ eventId });
    expect(await titlesOf(ben, projectId)).toEqual([]);
    await ann.client.events.restore({ eventId });
    expect(await titlesOf(ben, projectId)).toEqual(["Prune"]);
    await ann.client.projects.update({ projectId, isShared: false });
    expect(await titlesOf(ben, projectId)).toEqual([]);
    await ann.client.projects.update({ projectId, isShared: true });
    expect(await titlesOf(ben, projectId)).toEqual(["Prune"]);
    await ann.client.sharing.end({ shareId });
    expect(await titlesOf(ben, projectId)).toEqual([]);
  },
);

test("a guest sees a series as its owner does, with each instance that was changed or left out", async () => {
  const { projectId } = await anOrchard();
  const { id: eventId } = await ann.client.events.create({
    title: "Water",
    date: "2031-03-05",
    time: "18:00",
    timeZone: "UTC",
    repeat: "FREQ=WEEKLY;COUNT=4",
    projectId,
  });
  const instance = "2031-03-12T18:00";
  await ann.client.events.update({
    eventId,
    instance,
    scope: "this",
    date: "2031-03-13",
    title: "Water well",
  });
  await ann.client.events.remove({ eventId, instance: "2031-03-19T18:00", scope: "this" });
  const starts = ["2031-03-04T09:00", "2031-03-05T18:00", "2031-03-13T18:00", "2031-03-26T18:00"];
  expect(await startsOf(ben, projectId)).toEqual(starts);
  expect(await titlesOf(ben, projectId)).toEqual(["Prune", "Water", "Water well"]);
  const { replaced } = await ben.client.events.list({ ...DAYS, projectId, instances: false });
  expect(replaced).toEqual({ [eventId]: [instance] });
  expect((await ben.client.projects.get({ projectId })).eventCount).toBe(2);
});

test("where its calendar is shared to be read, too, an event is there once, with its calendar and by the rights of that", async () => {
  const { projectId, calendarId, eventId } = await anOrchard("viewer");
  const calendarsOf = async () =>
    (await ben.client.events.list({ ...DAYS, projectId })).events.map((event) => event.calendarId);
  await shareCalendar(calendarId, "free_busy");
  expect(await calendarsOf()).toEqual([projectId]);
  await shareCalendar(calendarId, "viewer");
  expect([await calendarsOf(), await titlesOf(ben, projectId)]).toEqual([[calendarId], ["Prune"]]);
  await shareCalendar(calendarId, "editor");
  expect(await code(ben.client.events.update({ eventId, title: "Prune well" }))).toBe("done");
  expect(await titlesOf(ann, projectId)).toEqual(["Prune well", `${SECRET} of a note`]);
});

test("a guest hears that the project changed when its owner, or who edits the calendar, moves an event in it, and nothing of others", async () => {
  const { projectId, calendarId, eventId } = await anOrchard();
  const eve = await app.aUser("Eve");
  await ann.client.sharing.shareCalendar({ calendarId, email: eve.email, role: "editor" });
  await acceptInvitations(eve);
  const { id: other } = await ann.client.events.create({ title: "Dentist", date: "2031-03-04", calendarId });
  const live = openLive(app, ben, ben.userId);
  await live.answer;
  const heard = () => live.events.map(({ entity, entityId }) => [entity, entityId]);
  await ann.client.events.update({ eventId: other, date: "2031-03-06" });
  await ann.client.events.update({ eventId, date: "2031-03-06" });
  await vi.waitFor(() => expect(heard()).toEqual([["project", projectId]]));
  expect(await startsOf(ben, projectId)).toEqual(["2031-03-06T09:00"]);
  await eve.client.events.update({ eventId: other, date: "2031-03-07" });
  await eve.client.events.update({ eventId, date: "2031-03-07" });
  await vi.waitFor(() => expect(heard()).toHaveLength(2));
  await ann.client.calendars.remove({ calendarId });
  await vi.waitFor(() => expect(heard()).toHaveLength(3));
  expect(await titlesOf(ben, projectId)).toEqual([]);
  expect(new Set(heard().map(String))).toEqual(new Set([`project,${projectId}`]));
  live.close();
});

test("the database gives a guest no row of an event, or of what was put into the project, and tells nobody for a stranger", async () => {
  const { projectId, eventId } = await anOrchard("editor");
  for (const table of ["calendar_events", "calendars", "project_events"]) {
    const rows = await app.services.db.withUser(ben.userId, async (tx) => {
      await tx.query("SELECT * FROM hold_project($1, 10)", [projectId]);
      return tx.query(`SELECT 1 FROM ${table} WHERE user_id = $1`, [ann.userId]);
    });
    expect(rows, table).toEqual([]);
  }
  const eve = await app.aUser("Eve");
  const [told] = await app.services.db.queryAs(
    eve.userId,
    "SELECT notify_project_readers(ARRAY[$1::uuid], 'event', 'update') AS readers",
    [eventId],
  );
  expect(told).toEqual({ readers: [] });
});

test("a guest who searches by the name of a shared project finds the events put into it, and none once it is taken back", async () => {
  const { projectId, eventId, shareId } = await anOrchard("viewer");
  const found = async (query: string, person = ben) =>
    (await person.client.events.search({ query })).hits.map(({ event, projectId: of }) => [event.title, of]);
  const [event] = (await ben.client.events.list({ ...DAYS, projectId })).events;
  const { title } = event!;
  expect(await found("project:orchard")).toEqual([[title, projectId]]);
  expect(await found("project:orchard wall saw")).toEqual([[title, projectId]]);
  expect(await found("project:orchard -saw")).toEqual([]);
  expect(await found("project:orchard quokka")).toEqual([]);
  expect(await found("project:orchard tag:quokka")).toEqual([]);
  expect(await found("project:elsewhere")).toEqual([]);
  const [hit] = (await ben.client.events.search({ query: "project:orchard" })).hits;
  expect(hit?.event).toEqual(event);
  expect(await found("project:orchard prune", ann)).toEqual([[title, null]]);
  expect(await found("project:orchard", await app.aUser("Eve"))).toEqual([]);
  expect(eventId).toBe(event!.id);
  await ann.client.sharing.end({ shareId });
  expect(await found("project:orchard")).toEqual([]);
});
