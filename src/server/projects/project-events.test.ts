import { expect, test } from "vitest";
import { acceptInvitations } from "#testing/accept-invitations.ts";
import { ann, app, ben, code, startWithAnnAndBen } from "#testing/people/ann-and-ben.ts";
import { aProgram } from "#testing/caldav/program.ts";
import { imported } from "#testing/import-files.ts";

startWithAnnAndBen();

const DAYS = { from: "2031-03-01", to: "2031-04-15" };
const aProject = async (title = "Orchard") => (await ann.client.projects.create({ title })).id;
const anEvent = (projectId?: string, given = {}) =>
  ann.client.events.create({
    title: "Prune",
    date: "2031-03-04",
    time: "09:00",
    timeZone: "UTC",
    projectId,
    ...given,
  });
const listed = async (projectId: string, person = ann) =>
  (await person.client.events.list({ ...DAYS, projectId, timeZone: "UTC" })).instances.map(({ start }) =>
    start.slice(0, 10),
  );
const countOf = async (projectId: string, person = ann) =>
  (await person.client.projects.get({ projectId })).eventCount;
const placeOf = async (eventId: string) => (await ann.client.projects.ofEvent({ eventId })).projectId;

test("an event made in a project is there without a note, moves to another, and leaves it", async () => {
  const [orchard, garden] = [await aProject(), await aProject("Garden")];
  const { id: eventId } = await anEvent(orchard);
  expect([await listed(orchard), await countOf(orchard), await placeOf(eventId)]).toEqual([
    ["2031-03-04"],
    1,
    orchard,
  ]);
  await ann.client.projects.addEvents({ projectId: garden, eventIds: [eventId] });
  expect([await listed(orchard), await listed(garden)]).toEqual([[], ["2031-03-04"]]);
  // In the trash it is in none; out of it, in the one it was in.
  await ann.client.events.remove({ eventId });
  expect([await listed(garden), await countOf(garden)]).toEqual([[], 0]);
  await ann.client.events.restore({ eventId });
  expect(await listed(garden)).toEqual(["2031-03-04"]);
  await ann.client.projects.removeEvents({ eventIds: [eventId] });
  expect([await listed(garden), await placeOf(eventId)]).toEqual([[], null]);
});

test("a project that is deleted leaves its events, and is made again with them", async () => {
  const projectId = await aProject();
  const { id: eventId } = await anEvent(projectId);
  const { eventIds } = await ann.client.projects.remove({ projectId });
  expect([eventIds, await placeOf(eventId)]).toEqual([[eventId], null]);
  expect((await ann.client.events.get({ eventId })).title).toBe("Prune");
  await ann.client.projects.create({ id: projectId, title: "Orchard" });
  await ann.client.projects.addEvents({ projectId, eventIds });
  expect(await listed(projectId)).toEqual(["2031-03-04"]);
});

test("a series is in its project with each instance that is changed, and with what is parted from it", async () => {
  const [projectId, other] = [await aProject(), await aProject("Garden")];
  const { id: eventId } = await anEvent(projectId, { repeat: "FREQ=WEEKLY;COUNT=5" });
  const { events } = await ann.client.events.update({
    eventId,
    instance: "2031-03-11T09:00",
    scope: "this",
    date: "2031-03-12",
  });
  await ann.client.events.update({
    eventId,
    instance: "2031-03-25T09:00",
    scope: "following",
    time: "10:00",
    title: "Prune later",
  });
  expect(await listed(projectId)).toEqual([
    "2031-03-04",
    "2031-03-12",
    "2031-03-18",
    "2031-03-25",
    "2031-04-01",
  ]);
  expect(await countOf(projectId)).toBe(2);
  // An instance stands for its series.
  const changed = events.find(({ seriesId }) => seriesId === eventId)!;
  await ann.client.projects.addEvents({ projectId: other, eventIds: [changed.id] });
  expect([await listed(other), await listed(projectId)]).toEqual([
    ["2031-03-04", "2031-03-12", "2031-03-18"],
    ["2031-03-25", "2031-04-01"],
  ]);
});

test("a program that writes an event, moves it or brings it back leaves it in its project", async () => {
  const program = await aProgram(app, ann);
  const [first, second] = [await program.aCalendar("First"), await program.aCalendar("Second")];
  const projectId = await aProject();
  const body = (title: string) =>
    ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//test//", "BEGIN:VEVENT", "UID:prune@example.com"]
      .concat(["DTSTAMP:20301125T000000Z", "DTSTART:20310304T090000Z", `SUMMARY:${title}`])
      .concat(["END:VEVENT", "END:VCALENDAR", ""])
      .join("\r\n");
  await program.ask("PUT", `${first.url}a.ics`, { body: body("Prune") });
  const [made] = (await ann.client.events.list({ ...DAYS, calendarId: first.calendarId })).events;
  await ann.client.projects.addEvents({ projectId, eventIds: [made!.id] });
  await program.ask("PUT", `${first.url}a.ics`, { body: body("Prune well") });
  expect(await listed(projectId)).toEqual(["2031-03-04"]);
  // Moved: put into the other calendar first, then deleted in the one it was in.
  await program.ask("PUT", `${second.url}a.ics`, { body: body("Prune elsewhere") });
  await program.ask("DELETE", `${first.url}a.ics`);
  const { events } = await ann.client.events.list({ ...DAYS, projectId });
  expect(events.map(({ title, calendarId }) => [title, calendarId])).toEqual([
    ["Prune elsewhere", second.calendarId],
  ]);
  await program.ask("DELETE", `${second.url}a.ics`);
  expect(await listed(projectId)).toEqual([]);
  await program.ask("PUT", `${second.url}a.ics`, { body: body("Prune again") });
  expect(await listed(projectId)).toEqual(["2031-03-04"]);
});

test("nobody puts events into somebody else's project, nor somebody else's events into their own, nor sees where they are", async () => {
  const projectId = await aProject();
  const { id: eventId } = await anEvent(projectId, { title: "quokka" });
  const { id: theirs } = await ben.client.projects.create({ title: "Orchard" });
  const { id: own } = await ben.client.events.create({ title: "Ben's", date: "2031-03-04" });
  expect(await code(ben.client.projects.addEvents({ projectId, eventIds: [own] }))).toBe("NOT_FOUND");
  expect(await code(ben.client.events.create({ title: "x", date: "2031-03-04", projectId }))).toBe(
    "NOT_FOUND",
  );
  expect((await ben.client.events.list(DAYS)).events.map(({ title }) => title)).toEqual(["Ben's"]);
  expect(await code(ben.client.projects.addEvents({ projectId: theirs, eventIds: [eventId] }))).toBe(
    "NOT_FOUND",
  );
  expect(await code(ben.client.projects.removeEvents({ eventIds: [eventId] }))).toBe("NOT_FOUND");
  await ben.client.projects.addEvents({ projectId: theirs, eventIds: [eventId, own] });
  await ben.client.projects.removeEvents({ eventIds: [eventId, own] });
  // Sent twice, it is done already.
  expect(await code(ben.client.projects.removeEvents({ eventIds: [own] }))).toBe("done");
  expect([await placeOf(eventId), await listed(projectId)]).toEqual([projectId, ["2031-03-04"]]);
  expect([await listed(theirs, ben), await listed(projectId, ben)]).toEqual([[], []]);
  expect(await ben.client.projects.ofEvent({ eventId })).toEqual({ projectId: null });
  expect(await app.services.db.queryAs(ben.userId, "SELECT id FROM project_events", [])).toEqual([]);
});

test("guests of a project put no event into it, and are not told by an event which project it is in; what a guest parts stays in it", async () => {
  const project = await ann.client.projects.create({ title: "Orchard", color: "green" });
  const { id: calendarId } = await ann.client.calendars.create({ name: "Team", color: "green" });
  await ann.client.projects.update({ projectId: project.id, isShared: true });
  await ann.client.sharing.shareFolder({ folderId: project.folderId!, email: ben.email, role: "editor" });
  await acceptInvitations(ben);
  const { id: eventId } = await anEvent(project.id, { repeat: "FREQ=WEEKLY;COUNT=3", calendarId });
  const seen = async () => [await listed(project.id, ben), await countOf(project.id, ben)];
  const shown = [["2031-03-04", "2031-03-11", "2031-03-18"], 1];
  expect(await seen()).toEqual(shown);
  expect(
    await code(ben.client.events.create({ title: "x", date: "2031-03-04", projectId: project.id })),
  ).toBe("NOT_FOUND");
  await ann.client.sharing.shareCalendar({ calendarId, email: ben.email, role: "editor" });
  await acceptInvitations(ben);
  expect(await seen()).toEqual(shown);
  expect(await ben.client.projects.ofEvent({ eventId })).toEqual({ projectId: null });
  const own = (await ben.client.projects.create({ title: "Mine" })).id;
  const given = { title: "y", date: "2031-03-04", calendarId, projectId: own };
  expect(await code(ben.client.events.create(given))).toBe("CONFLICT");
  const instance = "2031-03-11T09:00";
  await ben.client.events.update({ eventId, instance, scope: "following", time: "11:00" });
  expect(await countOf(project.id)).toBe(2);
  expect(await listed(project.id)).toEqual(["2031-03-04", "2031-03-11", "2031-03-18"]);
});

test("two tabs that put one event into two projects at once leave it in one of them", async () => {
  const [one, other] = [await aProject("One"), await aProject("Other")];
  const made = await Promise.all(Array.from({ length: 5 }, () => anEvent()));
  const eventIds = made.map(({ id }) => id);
  await Promise.all(
    [one, other, one, other].map((projectId, at) =>
      ann.client.projects.addEvents({ projectId, eventIds: at % 3 ? eventIds : eventIds.toReversed() }),
    ),
  );
  const places = await Promise.all(eventIds.map(placeOf));
  expect(new Set(places).size).toBe(1);
  expect((await listed(one)).length + (await listed(other)).length).toBe(5);
});

test("a search that names a project finds its events, with words or without", async () => {
  const [orchard, garden] = [await aProject(), await aProject("Garden")];
  await anEvent(orchard, { title: "Prune pears" });
  await anEvent(garden, { title: "Prune roses" });
  await anEvent(undefined, { title: "Prune hair" });
  const { id: noteId } = await ann.client.notes.create({
    folderId: (await ann.client.projects.get({ projectId: orchard })).folderId,
  });
  await anEvent(undefined, { title: "Water", noteId });
  const found = async (query: string, person = ann) =>
    (await person.client.events.search({ query })).hits.map(({ event }) => event.title).toSorted();
  expect(await found("project:orchard")).toEqual(["Prune pears", "Water"]);
  expect(await found("prune project:Orchard")).toEqual(["Prune pears"]);
  expect(await found("run project:garden")).toEqual(["Prune roses"]);
  expect(await found("prune project:nowhere")).toEqual([]);
  expect(await found("project:orchard", ben)).toEqual([]);
});

test("an export of a project brings its events, of an instance the series, and importing it puts them there", async () => {
  const projectId = await aProject();
  const { id: eventId } = await anEvent(projectId, { repeat: "FREQ=WEEKLY;COUNT=3" });
  await ann.client.events.update({ eventId, instance: "2031-03-11T09:00", scope: "this", title: "Prune 梨" });
  await anEvent(undefined, { title: "secret" });
  const response = await ann.request(`/api/export/projects/${projectId}`);
  const bytes = Buffer.from(await response.arrayBuffer());
  for (const person of [ben, ann]) {
    const before = new Set((await person.client.projects.list()).projects.map(({ id }) => id));
    await imported(person, [{ path: "orchard.zip", bytes }], { withSettings: true });
    const made = (await person.client.projects.list()).projects.find(({ id }) => !before.has(id))!;
    expect(made.id).not.toBe(projectId);
    const { events } = await person.client.events.list({ ...DAYS, projectId: made.id });
    expect(events.map(({ title }) => title).toSorted()).toEqual(["Prune", "Prune 梨"]);
    expect(await listed(made.id, person)).toEqual(["2031-03-04", "2031-03-11", "2031-03-18"]);
    expect(await countOf(made.id, person)).toBe(1);
  }
  expect((await ben.client.events.list(DAYS)).events.map(({ title }) => title)).not.toContain("secret");
});
