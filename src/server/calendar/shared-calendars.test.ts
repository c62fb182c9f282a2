import { expect, test, vi } from "vitest";
import { acceptInvitations } from "#testing/accept-invitations.ts";
import { openLive } from "#testing/sync-client.ts";
import { ann, app, ben, startWithAnnAndBen } from "#testing/people/ann-and-ben.ts";
import type { SignedInVisitor } from "#testing/test-app.ts";
import type { CalendarRole } from "#contract/sharing.ts";

startWithAnnAndBen();

const DAYS = { from: "2031-03-01", to: "2031-03-31" };
const SECRET = "quokkasecret";

/** A calendar of Ann that is shared with a person, who accepted it. */
async function aSharedCalendar(role: CalendarRole, guest = ben) {
  const calendar = await ann.client.calendars.create({ name: "Team", color: "green" });
  const { shareId } = await share(calendar.id, role, guest);
  return { calendarId: calendar.id, shareId };
}
async function share(calendarId: string, role: CalendarRole, guest: SignedInVisitor) {
  const made = await ann.client.sharing.shareCalendar({ calendarId, email: guest.email, role });
  await acceptInvitations(guest);
  return made;
}
const anEvent = (calendarId: string, title = "Standup") =>
  ann.client.events.create({
    calendarId,
    title,
    date: "2031-03-04",
    time: "09:00",
    endTime: "09:30",
    timeZone: "UTC",
    location: `${SECRET} room`,
    description: SECRET,
    tags: [SECRET],
  });
const titles = async (person: SignedInVisitor) =>
  (await person.client.events.list(DAYS)).events.map(({ title }) => title).toSorted();
const code = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: { code: string }) => error.code,
  );

/** Each answer once. */
const codes = async (works: Promise<unknown>[]) => [...new Set(await Promise.all(works.map(code)))];

test("a calendar that was accepted is listed with its owner, and looks as its guest wants", async () => {
  const calendar = await ann.client.calendars.create({ name: "Team", color: "green" });
  const { shareId } = await ann.client.sharing.shareCalendar({
    calendarId: calendar.id,
    email: ben.email,
    role: "viewer",
  });
  const listed = async () => (await ben.client.calendars.list({})).calendars;
  expect(await listed()).toEqual([]);
  const { invitations } = await ben.client.sharing.withMe({});
  const owner = { name: "Ann", email: ann.email };
  expect(invitations).toEqual([{ shareId, kind: "calendar", name: "Team", role: "viewer", owner }]);
  await ben.client.sharing.accept({ shareId });
  const shown = { id: calendar.id, name: "Team", color: "green", isVisible: true, isDefault: false };
  const sharedBy = { shareId, role: "viewer", owner };
  expect(await listed()).toMatchObject([{ ...shown, subscription: null, sharedBy }]);
  const look = { name: "Ann's team", color: "pink", isVisible: false } as const;
  await ben.client.calendars.update({ calendarId: calendar.id, ...look });
  expect(await listed()).toMatchObject([{ id: calendar.id, ...look, sharedBy }]);
  expect((await ann.client.calendars.list({})).calendars).toMatchObject([
    { name: "Team", color: "green", isVisible: true, sharedBy: null },
  ]);
  expect((await ann.client.sharing.guestsOfCalendar({ calendarId: calendar.id })).guests).toMatchObject([
    { email: ben.email, name: "Ben", role: "viewer", isAccepted: true },
  ]);
  expect(
    await codes([
      ben.client.calendars.remove({ calendarId: calendar.id }),
      ben.client.calendars.createFeed({ calendarId: calendar.id }),
      ben.client.sharing.guestsOfCalendar({ calendarId: calendar.id }),
      ben.client.sharing.shareCalendar({ calendarId: calendar.id, email: "eve@example.com", role: "editor" }),
    ]),
  ).toEqual(["NOT_FOUND"]);
  expect(await code(ben.client.calendars.update({ calendarId: calendar.id, isDefault: true }))).toBe(
    "CONFLICT",
  );
});

test("a reader sees events in lists, by id and by search, and changes nothing", async () => {
  const { calendarId } = await aSharedCalendar("viewer");
  const event = await anEvent(calendarId);
  const own = await ann.client.calendars.create({ name: "Own" });
  await ann.client.events.create({ calendarId: own.id, title: "Private", date: "2031-03-05" });
  expect(await titles(ben)).toEqual(["Standup"]);
  expect(await ben.client.events.get({ eventId: event.id })).toMatchObject({ title: "Standup" });
  const { hits } = await ben.client.events.search({ query: "standup" });
  expect(hits.map((hit) => hit.event.id)).toEqual([event.id]);
  expect((await ben.client.events.search({ query: "tandu" })).hits).toHaveLength(1);
  expect((await ben.client.events.search({ query: "private" })).hits).toEqual([]);
  expect(
    await codes([
      ben.client.events.update({ eventId: event.id, title: "Changed" }),
      ben.client.events.remove({ eventId: event.id }),
      ben.client.events.create({ calendarId, title: "Mine", date: "2031-03-06" }),
    ]),
  ).toEqual(["CONFLICT"]);
  expect(await titles(ann)).toEqual(["Private", "Standup"]);
  expect(await code(ben.client.reminders.create({ eventId: event.id, localTime: "2031-03-04T08:00" }))).toBe(
    "NOT_FOUND",
  );
});

test("free and busy times are times alone, by every door", async () => {
  const { calendarId } = await aSharedCalendar("free_busy");
  const event = await anEvent(calendarId, SECRET);
  const daily = { repeat: "FREQ=DAILY;COUNT=3", date: "2031-03-10", calendarId } as const;
  const series = await ann.client.events.create({ ...daily, title: `${SECRET} daily` });
  await ann.client.events.update({
    eventId: series.id,
    instance: "2031-03-11",
    scope: "this",
    date: "2031-03-20",
  });
  const live = openLive(app, ben, ben.userId);
  await live.answer;
  await ann.client.events.update({ eventId: event.id, description: `${SECRET} more` });
  await live.next(({ entityId }) => entityId === calendarId);
  expect(live.events.map(({ entityId }) => entityId)).not.toContain(event.id);
  live.close();
  const listed = await ben.client.events.list({ ...DAYS, timeZone: "UTC" });
  expect(listed.instances.map(({ start, end }) => [start, end])).toEqual([
    ["2031-03-04T09:00", "2031-03-04T09:30"],
    ["2031-03-10", "2031-03-10"],
    ["2031-03-12", "2031-03-12"],
    ["2031-03-20", "2031-03-20"],
  ]);
  const blank = { calendarId, title: "Busy", location: "", description: "", tags: [], noteId: null };
  for (const busy of listed.events) expect(busy).toMatchObject({ ...blank, type: "event", seriesId: null });
  const { events: own } = await ann.client.events.list(DAYS);
  const known = listed.events.map(({ id }) => id);
  expect(own.filter(({ id }) => known.includes(id))).toEqual([]);
  const rules = await ben.client.events.list({ ...DAYS, instances: false });
  for (const busy of rules.events) expect(busy).toMatchObject({ ...blank, type: "event", seriesId: null });
  expect(rules.replaced).toEqual({ [listed.instances[1]!.eventId]: ["2031-03-11"] });
  const said = JSON.stringify([
    listed,
    rules,
    await ben.client.calendars.list({}),
    await ben.client.events.search({ query: SECRET }),
    await ben.client.activity.list({}),
    await ben.client.notifications.list({}),
    await ben.client.trash.list({}),
    await ben.client.sharing.withMe({}),
  ]);
  expect(said).not.toContain(SECRET);
  for (const eventId of [event.id, ...known]) {
    expect(await code(ben.client.events.get({ eventId }))).toBe("NOT_FOUND");
    expect(await code(ben.client.events.update({ eventId, title: "x" }))).toBe("NOT_FOUND");
    expect(await code(ben.client.events.remove({ eventId }))).toBe("NOT_FOUND");
    expect(await code(ben.client.events.restore({ eventId }))).toBe("NOT_FOUND");
    expect(await code(ben.client.briefs.ofEvent({ eventId }))).toBe("NOT_FOUND");
  }
  expect(await code(ben.client.events.create({ calendarId, title: "x", date: "2031-03-04" }))).toBe(
    "NOT_FOUND",
  );
  // Nor by SQL of the application's own: the rows are not there.
  const rows = await app.services.db.queryAs(
    ben.userId,
    "SELECT id FROM calendar_events UNION ALL SELECT id FROM calendars",
    [],
  );
  expect(rows).toEqual([]);
});

test("what a writer does belongs to the owner, is told in both logs and can be undone", async () => {
  const { calendarId } = await aSharedCalendar("editor");
  const live = openLive(app, ann, ann.userId);
  await live.answer;
  const made = await ben.client.events.create({ calendarId, title: "From Ben", date: "2031-03-07" });
  await live.next(({ entity, entityId }) => entity === "event" && entityId === made.id);
  live.close();
  const [row] = await app.database.asSuperuser<{ user_id: string }>(
    "SELECT user_id FROM calendar_events WHERE id = $1",
    [made.id],
  );
  expect(row!.user_id).toBe(ann.userId);
  await ben.client.events.update({ eventId: made.id, title: "From Ben again" });
  const of = async (person: SignedInVisitor) =>
    (await person.client.activity.list({ entityId: made.id })).activities;
  expect(await of(ann)).toMatchObject([
    { type: "event_updated", description: "By Ben", metadata: { actor: ben.userId } },
    { type: "event_created", description: "By Ben", metadata: { actor: ben.userId } },
  ]);
  const [last] = await of(ben);
  await ben.client.activity.undo({ activityId: last!.id });
  expect(await ann.client.events.get({ eventId: made.id })).toMatchObject({ title: "From Ben" });
  await ben.client.events.remove({ eventId: made.id });
  expect(await titles(ann)).toEqual([]);
  await ben.client.events.restore({ eventId: made.id });
  expect(await titles(ann)).toEqual(["From Ben"]);
  // The owner takes it back as well.
  await ben.client.events.remove({ eventId: made.id });
  const [removed] = await of(ann);
  await ann.client.activity.undo({ activityId: removed!.id });
  expect(await titles(ben)).toEqual(["From Ben"]);
});

test("who may only read by now is told so by an undo and a deletion", async () => {
  const { calendarId, shareId } = await aSharedCalendar("editor");
  const { id: eventId } = await anEvent(calendarId);
  await ben.client.events.update({ eventId, title: "Daily" });
  const { activities } = await ben.client.activity.list({ entityId: eventId });
  await ann.client.sharing.setRole({ shareId, role: "viewer" });
  const refused = {
    message: expect.stringContaining("shared with you for reading"),
    data: { saysWhy: true },
  };
  await expect(ben.client.activity.undo({ activityId: activities[0]!.id })).rejects.toMatchObject(refused);
  await expect(ben.client.events.remove({ eventId })).rejects.toMatchObject(refused);
  expect(await titles(ann)).toEqual(["Daily"]);
});

test("two people who change one event keep both changes, and the later of one field hears of the other", async () => {
  const { calendarId } = await aSharedCalendar("editor");
  const { id: eventId } = await anEvent(calendarId);
  const was = { title: "Standup" };
  await ann.client.events.update({ eventId, title: "Daily", was });
  const other = await ben.client.events.update({
    eventId,
    location: "Room 2",
    was: { location: `${SECRET} room` },
  });
  expect(other.overwritten).toEqual([]);
  const same = await ben.client.events.update({ eventId, title: "Scrum", was });
  expect(same.overwritten).toEqual(["title"]);
  expect(await ann.client.events.get({ eventId })).toMatchObject({ title: "Scrum", location: "Room 2" });
});

test("the note of an event is told of to a guest who may read it, and stays when the guest changes the event", async () => {
  const { calendarId } = await aSharedCalendar("editor");
  const note = await ann.client.notes.create({ title: "Plan", body: { format: "text", text: "x" } });
  const event = await anEvent(calendarId);
  await ann.client.events.update({ eventId: event.id, noteId: note.id });
  const seen = async () => [
    (await ben.client.events.get({ eventId: event.id })).noteId,
    (await ben.client.events.list(DAYS)).events[0]!.noteId,
    (await ben.client.events.search({ query: "standup" })).hits[0]!.event.noteId,
    (await ben.client.events.update({ eventId: event.id, type: "meeting" })).events[0]!.noteId,
  ];
  expect(await seen()).toEqual([null, null, null, null]);
  expect(await ann.client.events.get({ eventId: event.id })).toMatchObject({ noteId: note.id });
  await ann.client.sharing.shareNote({ noteId: note.id, email: ben.email, role: "viewer" });
  await acceptInvitations(ben);
  expect(new Set(await seen())).toEqual(new Set([note.id]));
  const own = await ben.client.notes.create({ title: "Mine", body: { format: "text", text: "x" } });
  expect(await code(ben.client.events.update({ eventId: event.id, noteId: own.id }))).toBe("CONFLICT");
});

test("events do not move from one account to another", async () => {
  const { calendarId } = await aSharedCalendar("editor");
  const event = await anEvent(calendarId);
  const own = await ben.client.calendars.create({ name: "Ben's" });
  expect(await code(ben.client.events.update({ eventId: event.id, calendarId: own.id }))).toBe("CONFLICT");
  const mine = await ben.client.events.create({ calendarId: own.id, title: "Mine", date: "2031-03-08" });
  expect(await code(ben.client.events.update({ eventId: mine.id, calendarId }))).toBe("CONFLICT");
  // Nor is a row of the owner's other calendars reached by its id.
  const hidden = await ann.client.calendars.create({ name: "Hidden" });
  const other = await ann.client.events.create({
    calendarId: hidden.id,
    title: "Private",
    date: "2031-03-09",
  });
  expect(
    await code(ben.client.events.create({ id: other.id, calendarId, title: "x", date: "2031-03-09" })),
  ).toBe("CONFLICT");
  expect(await ann.client.events.get({ eventId: other.id })).toMatchObject({ title: "Private" });
});

test("what is taken back is gone at once, and pages are told", async () => {
  const { calendarId, shareId } = await aSharedCalendar("editor");
  const event = await anEvent(calendarId);
  expect(await titles(ben)).toEqual(["Standup"]);
  await ann.client.sharing.setRole({ shareId, role: "viewer" });
  expect(await code(ben.client.events.update({ eventId: event.id, title: "x" }))).toBe("CONFLICT");
  const live = openLive(app, ben, ben.userId);
  await live.answer;
  await ann.client.sharing.end({ shareId });
  await live.next(({ entity }) => entity === "share");
  live.close();
  expect((await ben.client.calendars.list({})).calendars).toEqual([]);
  expect(await titles(ben)).toEqual([]);
  expect((await ben.client.events.search({ query: "standup" })).hits).toEqual([]);
  expect(
    await codes([
      ben.client.events.get({ eventId: event.id }),
      ben.client.events.update({ eventId: event.id, title: "x" }),
      ben.client.events.remove({ eventId: event.id }),
      ben.client.calendars.update({ calendarId, color: "red" }),
    ]),
  ).toEqual(["NOT_FOUND"]);
  const [entry] = (await ann.client.activity.list({ entityId: calendarId })).activities;
  expect(entry).toMatchObject({ type: "calendar_unshared" });
});

test("a guest leaves; one who blocks the owner has nothing of it any more", async () => {
  const { calendarId, shareId } = await aSharedCalendar("viewer");
  await anEvent(calendarId);
  await ben.client.sharing.end({ shareId });
  expect(await titles(ben)).toEqual([]);
  const again = await share(calendarId, "viewer", ben);
  expect(await titles(ben)).toEqual(["Standup"]);
  await ben.client.sharing.block({ shareId: again.shareId });
  expect(await titles(ben)).toEqual([]);
});

test("a calendar in the trash is in nobody's list, and comes back to its guests with it", async () => {
  const { calendarId } = await aSharedCalendar("editor");
  await ann.client.calendars.create({ name: "Another" });
  const event = await anEvent(calendarId);
  await ben.client.events.remove({ eventId: event.id });
  await ann.client.calendars.remove({ calendarId });
  expect((await ben.client.calendars.list({})).calendars).toEqual([]);
  expect(await code(ben.client.events.restore({ eventId: event.id }))).toBe("NOT_FOUND");
  expect(await code(ben.client.events.create({ calendarId, title: "x", date: "2031-03-04" }))).toBe(
    "NOT_FOUND",
  );
  await ann.client.calendars.restore({ calendarId });
  expect((await ben.client.calendars.list({})).calendars).toHaveLength(1);
});

test("a calendar that is subscribed to is shared for reading, without its address", async () => {
  const calendar = await ann.client.calendars.create({ name: "Fixtures", url: "https://example.com/a.ics" });
  const invite = (role: CalendarRole) =>
    ann.client.sharing.shareCalendar({ calendarId: calendar.id, email: ben.email, role });
  expect(await code(invite("editor"))).toBe("CONFLICT");
  const { shareId } = await invite("viewer");
  await acceptInvitations(ben);
  for (const role of ["editor", "commenter"] as const)
    expect(await code(ann.client.sharing.setRole({ shareId, role }))).toBe("INVALID_INPUT");
  const { calendars } = await ben.client.calendars.list({});
  expect(calendars).toMatchObject([{ name: "Fixtures", subscription: null }]);
  expect(JSON.stringify(calendars)).not.toContain("example.com/a.ics");
  // Who says that it is the one to be made is told no more.
  expect(await code(ben.client.calendars.create({ id: calendar.id, name: "Mine" }))).toBe("CONFLICT");
});

test("a series that a guest parts goes on reminding its owner", async () => {
  const { calendarId } = await aSharedCalendar("editor");
  const series = await ann.client.events.create({
    calendarId,
    title: "Daily",
    date: "2031-03-10",
    time: "09:00",
    timeZone: "UTC",
    repeat: "FREQ=DAILY;COUNT=6",
  });
  await ann.client.reminders.create({ eventId: series.id, minutesBefore: 10 });
  const { events } = await ben.client.events.update({
    eventId: series.id,
    instance: "2031-03-13T09:00",
    scope: "following",
    time: "10:00",
  });
  const parted = events.find(({ id }) => id !== series.id)!;
  await vi.waitFor(async () => {
    const { reminders } = await ann.client.reminders.list({});
    expect(reminders.map(({ eventId }) => eventId).toSorted()).toEqual([series.id, parted.id].toSorted());
  });
});

test("who was invited by two addresses has the calendar once, as the share that allows more", async () => {
  const { calendarId, shareId } = await aSharedCalendar("viewer");
  await anEvent(calendarId);
  await app.database.asSuperuser(
    `INSERT INTO shares (id, owner_id, calendar_id, email, user_id, role, accepted_at)
     SELECT gen_random_uuid(), owner_id, calendar_id, 'before@example.com', user_id, 'free_busy', now() FROM shares WHERE id = $1`,
    [shareId],
  );
  expect((await ben.client.calendars.list({})).calendars).toMatchObject([{ sharedBy: { role: "viewer" } }]);
  expect(await titles(ben)).toEqual(["Standup"]);
});

test("a reader who says that it makes an event of the owner's trash is told nothing of it", async () => {
  const { calendarId } = await aSharedCalendar("viewer");
  const { id } = await anEvent(calendarId, SECRET);
  await ann.client.events.remove({ eventId: id });
  const own = await ben.client.calendars.create({ name: "Own" });
  expect(
    await code(ben.client.events.create({ id, calendarId: own.id, title: "Mine", date: "2031-03-04" })),
  ).toBe("CONFLICT");
});
