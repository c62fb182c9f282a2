import { afterAll, beforeAll, expect, test } from "vitest";
import type { CalendarRole } from "#contract/sharing.ts";
import { acceptInvitations } from "#testing/accept-invitations.ts";
import { event, namesIn, props, sync, tokenIn } from "#testing/caldav/objects.ts";
import { aProgram, type Program } from "#testing/caldav/program.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";

let app: TestApp;
let ann: SignedInVisitor;
let ben: SignedInVisitor;
let program: Program;
beforeAll(async () => {
  app = await startTestApp();
  ann = await app.aUser("Ann");
  ben = await app.aUser("Ben");
  await ben.client.calendars.create({ name: "Ben's own" });
  program = await aProgram(app, ben);
});
afterAll(() => app.close());

async function aSharedCalendar(name: string, role: CalendarRole) {
  const calendar = await ann.client.calendars.create({ name });
  const share = await ann.client.sharing.shareCalendar({ calendarId: calendar.id, email: ben.email, role });
  await acceptInvitations(ben);
  const { id } = await ann.client.events.create({
    calendarId: calendar.id,
    title: `Secret of ${name}`,
    date: "2031-03-04",
  });
  return {
    calendarId: calendar.id,
    shareId: share.shareId,
    eventId: id,
    path: `${program.home}${calendar.id}/`,
  };
}

test("programs of a guest find what is shared to be read or changed, and free and busy times not at all", async () => {
  const reader = await aSharedCalendar("Read", "viewer");
  const writer = await aSharedCalendar("Write", "editor");
  const busy = await aSharedCalendar("Busy", "free_busy");
  const asked = props("d:displayname", "d:current-user-privilege-set");
  const { text: home } = await program.ask("PROPFIND", program.home, { depth: "1", body: asked });
  const responses = home.split("</d:response>");
  const of = (path: string) => responses.find((response) => response.includes(`<d:href>${path}</d:href>`));
  expect(of(reader.path)).toContain("<d:displayname>Read</d:displayname>");
  expect(of(reader.path)).not.toContain("<d:write/>");
  expect(of(writer.path)).toContain("<d:write/>");
  expect(home).not.toContain(busy.calendarId);
  for (const [method, path] of [
    ["PROPFIND", busy.path],
    ["GET", `${busy.path}${busy.eventId}.ics`],
    ["DELETE", `${busy.path}${busy.eventId}.ics`],
  ] as const) {
    const answer = await program.ask(method, path, { depth: "1" });
    expect([method, answer.status]).toEqual([method, 404]);
  }
  const read = await program.ask("GET", `${reader.path}${reader.eventId}.ics`);
  expect([read.status, read.text.includes("Secret of Read")]).toEqual([200, true]);
});

test("a writer's program puts and removes events of the owner; a reader's is refused", async () => {
  const writer = await aSharedCalendar("Both write", "editor");
  const reader = await aSharedCalendar("One reads", "viewer");
  const body = event("from-a-phone", "From a phone");
  expect((await program.ask("PUT", `${writer.path}from-a-phone.ics`, { body })).status).toBe(201);
  const { events } = await ann.client.events.list({ from: "2027-03-01", to: "2027-03-01" });
  expect(events.map(({ title }) => title)).toEqual(["From a phone"]);
  const [row] = await app.database.asSuperuser<{ user_id: string }>(
    "SELECT user_id FROM calendar_events WHERE uid = 'from-a-phone'",
  );
  expect(row!.user_id).toBe(ann.userId);
  expect((await program.ask("DELETE", `${writer.path}${writer.eventId}.ics`)).status).toBe(204);
  expect((await program.ask("PUT", `${reader.path}from-a-phone.ics`, { body })).status).toBe(403);
  expect((await program.ask("DELETE", `${reader.path}${reader.eventId}.ics`)).status).toBe(403);
  expect((await program.ask("DELETE", writer.path)).status).toBe(403);
  expect(await ann.client.events.get({ eventId: reader.eventId })).toMatchObject({
    title: "Secret of One reads",
  });
});

test("a guest's program hears of changes since a token, and of nothing once the share is taken back", async () => {
  const { path, calendarId, shareId, eventId } = await aSharedCalendar("Followed", "viewer");
  const ask = (token: string) => program.ask("REPORT", path, { body: sync(token) });
  const first = await ask("");
  expect(namesIn(first.text)).toEqual([`${eventId}.ics`]);
  const later = await ann.client.events.create({ calendarId, title: "Later", date: "2031-03-05" });
  await ann.client.events.remove({ eventId });
  const second = await ask(tokenIn(first.text));
  expect(namesIn(second.text).toSorted()).toEqual([`-${eventId}.ics`, `${later.id}.ics`]);
  // What its owner erases is told neither to the owner's programs nor to the guest's: they ask for all again.
  await ann.client.trash.remove({ items: [{ kind: "event", id: eventId }] });
  expect((await ask(tokenIn(first.text))).status).toBe(403);
  await ann.client.sharing.end({ shareId });
  expect((await ask(tokenIn(second.text))).status).toBe(404);
  expect((await program.ask("GET", `${path}${later.id}.ics`)).status).toBe(404);
});

test("a guest's program that saves an event takes nobody off its guests", async () => {
  const { path, eventId, calendarId } = await aSharedCalendar("Guests", "editor");
  const attendees = [{ email: "carla@example.org", name: "Carla", isOptional: false }];
  await ann.client.events.update({ eventId, attendees });
  const { text } = await program.ask("GET", `${path}${eventId}.ics`);
  const body = text
    .replace(/SUMMARY:.*/, "SUMMARY:Renamed by Ben")
    .replaceAll(/(ATTENDEE|ORGANIZER).*\r?\n/g, "");
  expect((await program.ask("PUT", `${path}${eventId}.ics`, { body })).status).toBe(204);
  expect(await ann.client.events.get({ eventId })).toMatchObject({
    title: "Renamed by Ben",
    calendarId,
    attendees,
  });
});
