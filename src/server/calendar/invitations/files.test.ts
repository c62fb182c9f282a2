import ICAL from "ical.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { object } from "#testing/caldav/objects.ts";
import { aProgram } from "#testing/caldav/program.ts";
import { anAddress, anEvent, attendeesOf, guest, send, startInviting } from "#testing/servers/inviting.ts";
import type { SignedInVisitor, TestApp } from "#testing/test-app.ts";

type Inviting = Awaited<ReturnType<typeof startInviting>>;
let close: Inviting["close"];
let app: TestApp;
let anOrganizer: Inviting["anOrganizer"];
let mailTo: Inviting["mailTo"];
beforeAll(async () => {
  ({ app, anOrganizer, mailTo, close } = await startInviting());
});
afterAll(() => close());

type Imported = { calendarId: string; created: number; answers: number; skipped: { why: string }[] };

async function importFile(user: SignedInVisitor, text: string, calendarId?: string): Promise<Imported> {
  const target = calendarId === undefined ? "name=Imported" : `calendarId=${calendarId}`;
  const answer = await user.request(`/api/calendars/import?${target}`, {
    method: "POST",
    headers: { "content-type": "text/calendar" },
    body: text,
  });
  return (await answer.json()) as Imported;
}

const fileOf = async (user: SignedInVisitor, calendarId: string) =>
  (await (await user.request(`/api/calendars/${calendarId}/ics`)).text()).replaceAll("\r\n ", "");

const reply = (uid: string, email: string, more: string[] = ["PARTSTAT=ACCEPTED"], method = "REPLY") =>
  object("VEVENT", uid, [
    "DTSTART;TZID=Europe/Oslo:20310304T090000",
    "SUMMARY:Workshop",
    "ORGANIZER:mailto:ada@example.org",
    `ATTENDEE;${more[0]}:mailto:${email}`,
    ...more.slice(1),
  ]).replace("VERSION:2.0", `VERSION:2.0\r\nMETHOD:${method}`);

test("the file of a calendar says who is asked and what they answered; its private address says nothing of them", async () => {
  const ada = await anOrganizer("Ada Lovelace");
  const address = anAddress("grace");
  const event = await anEvent(ada, [
    guest(address, "Grace; Hopper"),
    { ...guest(anAddress("hedy")), isOptional: true },
  ]);
  await send(ada, event);
  await mailTo(address);
  await importFile(
    ada,
    reply(event.id, address, ["PARTSTAT=DECLINED", "COMMENT:Ill\\, sorry"]),
    event.calendarId,
  );
  const file = await fileOf(ada, event.calendarId);
  expect(file).toContain(`ORGANIZER;CN=Ada Lovelace:mailto:${ada.email}`);
  expect(file).toContain(
    `ATTENDEE;CN="Grace; Hopper";ROLE=REQ-PARTICIPANT;RSVP=TRUE;PARTSTAT=DECLINED:mailto:${address}`,
  );
  expect(file).toMatch(/ATTENDEE;ROLE=OPT-PARTICIPANT;RSVP=TRUE;PARTSTAT=NEEDS-ACTION:mailto:hedy/);
  const { path } = await ada.client.calendars.createFeed({ calendarId: event.calendarId });
  const feed = (await (await app.visitor().request(path)).text()).replaceAll("\r\n ", "");
  expect(feed).toContain("SUMMARY:Workshop");
  expect(feed).not.toMatch(/ATTENDEE|ORGANIZER|example\.net|mailto/);
  // The same account's own file again: its guests are its guests.
  const again = await importFile(ada, file.replaceAll(event.id, "another-uid"));
  const { events } = await ada.client.events.list({
    from: "2031-03-01",
    to: "2031-03-31",
    calendarId: again.calendarId,
  });
  expect(events[0]!.attendees).toEqual(event.attendees);
  const bob = await anOrganizer("Bob");
  const theirs = await importFile(bob, file);
  const got = await bob.client.events.list({
    from: "2031-03-01",
    to: "2031-03-31",
    calendarId: theirs.calendarId,
  });
  expect(got.events[0]!.attendees).toEqual([]);
  expect(await fileOf(bob, theirs.calendarId)).toContain(`ORGANIZER;CN=Ada Lovelace:mailto:${ada.email}`);
});

test("lines of somebody else's invitation come back byte for byte, also from a private address' owner", async () => {
  const ada = await anOrganizer();
  const lines = [
    'ORGANIZER;CN="Boss, the";X-A=1:mailto:Boss@Example.org',
    "ATTENDEE;CUTYPE=ROOM;X-NUM-GUESTS=0;PARTSTAT=ACCEPTED:mailto:room@example.org",
    "ATTENDEE;SCHEDULE-STATUS=1.1:urn:uuid:x",
  ];
  const { calendarId } = await importFile(
    ada,
    object("VEVENT", "theirs", ["DTSTART:20310304T090000Z", "SUMMARY:T", ...lines]),
  );
  const file = await fileOf(ada, calendarId);
  for (const line of lines) expect(file).toContain(line);
  const { path } = await ada.client.calendars.createFeed({ calendarId });
  expect(await (await app.visitor().request(path)).text()).not.toMatch(/ATTENDEE|ORGANIZER|oss@/);
});

test("a program that keeps the calendar by CalDAV changes guests, and keeps what it says of them", async () => {
  const ada = await anOrganizer();
  const program = await aProgram(app, ada);
  const { calendarId, url } = await program.aCalendar("Guests");
  const [grace, hedy] = [anAddress("grace"), anAddress("hedy")];
  const lines = (...more: string[]) =>
    object("VEVENT", "by-program", [
      "DTSTART:20310304T090000Z",
      "SUMMARY:Standup",
      `ORGANIZER;X-B=2:mailto:${ada.email}`,
      ...more,
    ]);
  const ofGrace = `ATTENDEE;CN=Grace;PARTSTAT=TENTATIVE;X-KEPT=1:mailto:${grace}`;
  const path = `${url}by-program.ics`;
  expect((await program.ask("PUT", path, { body: lines(ofGrace) })).status).toBe(201);
  const read = async () =>
    (await ada.client.events.list({ from: "2031-03-01", to: "2031-03-31", calendarId })).events[0]!;
  const event = await read();
  expect(event.attendees).toEqual([guest(grace, "Grace")]);
  expect(await attendeesOf(ada, event)).toMatchObject([{ status: "tentative", told: "never" }]);
  await ada.client.events.update({
    eventId: event.id,
    attendees: [...event.attendees, guest(hedy)],
    title: "Daily",
  });
  const { text } = await program.ask("GET", path);
  const unfolded = text.replaceAll("\r\n ", "");
  expect(unfolded).toContain(`\r\n${ofGrace}\r\n`);
  expect(unfolded).toContain(`ORGANIZER;X-B=2:mailto:${ada.email}`);
  expect(unfolded).toContain(`ATTENDEE;ROLE=REQ-PARTICIPANT;RSVP=TRUE;PARTSTAT=NEEDS-ACTION:mailto:${hedy}`);
  const before = await program.ask("GET", path);
  expect((await program.ask("PUT", path, { body: before.text })).status).toBe(204);
  expect((await read()).attendees).toHaveLength(2);
  await ada.client.events.update({ eventId: event.id, attendees: [] });
  expect((await program.ask("GET", path)).text).not.toMatch(/ATTENDEE|ORGANIZER/);
  expect((await program.ask("OPTIONS", url)).headers.get("dav")).not.toContain("auto-schedule");
});

test("a file that answers an invitation is taken as the answer, and as nothing else", async () => {
  const ada = await anOrganizer();
  const address = anAddress("grace");
  const event = await anEvent(ada, [guest(address)]);
  await send(ada, event);
  await mailTo(address);
  const { calendarId } = event;
  const taken = await importFile(
    ada,
    reply(event.id.toUpperCase(), address.toUpperCase(), ["PARTSTAT=ACCEPTED", "COMMENT:Fine"]),
    calendarId,
  );
  expect(taken).toMatchObject({ created: 0, answers: 1, skipped: [] });
  expect(await attendeesOf(ada, event)).toMatchObject([
    { status: "accepted", comment: "Fine", told: "current" },
  ]);
  expect(await ada.client.events.get({ eventId: event.id })).toMatchObject({
    title: "Workshop",
    attendees: event.attendees,
  });

  const refused: [string, string][] = [
    [reply(event.id, "stranger@example.org"), "You have not invited stranger@example.org"],
    [reply("no-such-uid", address), `You have not invited ${address}`],
    [reply(event.id, address, ["PARTSTAT=DELEGATED"]), "It holds no answer."],
    [reply(event.id, address, ["PARTSTAT=DECLINED", "RECURRENCE-ID:20310304T080000Z"]), "single time"],
  ];
  for (const [file, why] of refused) {
    const answer = await importFile(ada, file, calendarId);
    expect(answer).toMatchObject({ created: 0, answers: 0 });
    expect(answer.skipped[0]!.why).toContain(why);
  }
  // Somebody else's account knows nothing of the event.
  const eve = await anOrganizer("Eve");
  expect(await importFile(eve, reply(event.id, address, ["PARTSTAT=DECLINED"]))).toMatchObject({
    answers: 0,
  });
  // What was answered before the times changed is no answer to the new ones.
  await ada.client.events.update({ eventId: event.id, time: "12:00", endTime: "13:00" });
  await send(ada, event);
  await mailTo(address, 2);
  const late = await importFile(
    ada,
    reply(event.id, address, ["PARTSTAT=DECLINED", "SEQUENCE:0"]),
    calendarId,
  );
  expect(late).toMatchObject({ answers: 0, skipped: [{ why: "It answers an earlier invitation." }] });
  expect(await attendeesOf(ada, event)).toMatchObject([{ status: "needs-action" }]);
});

test("who got the file by other means answers by a file, and is invited by mail later as somebody new", async () => {
  const ada = await anOrganizer();
  const address = anAddress("grace");
  const event = await anEvent(ada, [guest(address)]);
  const { ics } = await ada.client.attendees.file({ eventId: event.id });
  const uid = new ICAL.Component(ICAL.parse(ics) as unknown as string)
    .getFirstSubcomponent("vevent")!
    .getFirstPropertyValue("uid");
  expect(uid).toBe(event.id);
  expect(await importFile(ada, reply(event.id, address), event.calendarId)).toMatchObject({ answers: 1 });
  expect(await attendeesOf(ada, event)).toMatchObject([{ status: "accepted", told: "never" }]);
  await send(ada, event);
  const mail = await mailTo(address);
  expect(mail.events[0]!.getFirstPropertyValue("sequence")).toBe(0);
  expect(await attendeesOf(ada, event)).toMatchObject([{ status: "accepted" }]);
});
