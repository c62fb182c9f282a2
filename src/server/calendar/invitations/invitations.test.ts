import ICAL from "ical.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  anAddress,
  anEvent,
  attendeesOf,
  guest,
  send,
  soon,
  startInviting,
  timesIn,
} from "#testing/servers/inviting.ts";
import { startTestApp, type TestApp } from "#testing/test-app.ts";

type Inviting = Awaited<ReturnType<typeof startInviting>>;
let close: Inviting["close"];
let app: TestApp;
let anOrganizer: Inviting["anOrganizer"];
let mailTo: Inviting["mailTo"];
let answer: Inviting["answer"];
beforeAll(async () => {
  ({ app, anOrganizer, mailTo, answer, close } = await startInviting());
});
afterAll(() => close());

test("an invitation is a mail that people and calendar programs read", async () => {
  const ada = await anOrganizer();
  const address = anAddress("grace");
  const event = await anEvent(ada, [guest(address, "Grace Hopper"), guest(anAddress("other"))]);
  expect((await attendeesOf(ada, event)).map(({ told }) => told)).toEqual(["never", "never"]);
  expect(await send(ada, event)).toBe(2);
  const mail = await mailTo(address);
  expect(mail.head).toMatch(/^Subject: .*Workshop/m);
  expect(mail.head).toMatch(new RegExp(`^Reply-To: Ada Lovelace <${ada.email}>$`, "m"));
  expect(mail.head).toMatch(/^List-Unsubscribe: <http.*\/invitations\/stop\//m);
  expect(mail.head).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m);
  expect(mail.parts.get("text/plain")!.body).toContain("Where: Room 5");
  expect(mail.calendar.type).toMatch(/method=REQUEST/i);
  expect(mail.parts.get("application/ics")?.head).toMatch(/filename=invite.ics/);
  expect(mail.component.getFirstPropertyValue("method")).toBe("REQUEST");
  const [vevent] = mail.events;
  expect(vevent!.getFirstPropertyValue("uid")).toBe(event.id);
  expect(vevent!.getFirstPropertyValue("sequence")).toBe(0);
  expect(vevent!.getFirstPropertyValue("organizer")).toBe(`mailto:${ada.email}`);
  expect(String(vevent!.getFirstPropertyValue("dtstart"))).toBe("2031-03-04T09:00:00");
  expect(vevent!.getFirstProperty("dtstart")!.getParameter("tzid")).toBe("Europe/Oslo");
  const asked = vevent!.getAllProperties("attendee");
  expect(asked).toHaveLength(2);
  expect(asked[0]!.toICALString()).toBe(
    `ATTENDEE;CN=Grace Hopper;ROLE=REQ-PARTICIPANT;RSVP=TRUE;PARTSTAT=NEEDS-ACTION:mailto:${address}`,
  );
  await soon(async () => (await attendeesOf(ada, event)).map(({ told }) => told)).toEqual([
    "current",
    "current",
  ]);
  expect(await send(ada, event)).toBe(0);
});

test("other times raise the number and ask anew, words alone do not ask anew", async () => {
  const ada = await anOrganizer();
  const address = anAddress("grace");
  const event = await anEvent(ada, [guest(address)]);
  await send(ada, event);
  const { path } = await mailTo(address);
  expect((await answer(path, { answer: "accepted", comment: "Yes!" })).status).toBe(303);
  await ada.client.events.update({ eventId: event.id, location: "Room 6" });
  expect(await attendeesOf(ada, event)).toMatchObject([{ status: "accepted", told: "outdated" }]);
  await send(ada, event);
  const second = await mailTo(address, 2);
  expect(second.events[0]!.getFirstPropertyValue("sequence")).toBe(1);
  expect(second.path).toBe(path);
  expect(await attendeesOf(ada, event)).toMatchObject([{ status: "accepted", comment: "Yes!" }]);
  await ada.client.events.update({ eventId: event.id, time: "11:00", endTime: "12:00" });
  await send(ada, event);
  const third = await mailTo(address, 3);
  expect(third.events[0]!.getFirstPropertyValue("sequence")).toBe(2);
  expect(third.head).toMatch(/Updated/);
  expect(await attendeesOf(ada, event)).toMatchObject([{ status: "needs-action", comment: "" }]);
});

test("an answer to earlier times is told as such, until the guest has said what of the present ones", async () => {
  const ada = await anOrganizer();
  const address = anAddress("grace");
  const event = await anEvent(ada, [guest(address)]);
  await send(ada, event);
  const { path } = await mailTo(address);
  await answer(path, { answer: "accepted" });
  expect(await attendeesOf(ada, event)).toMatchObject([{ status: "accepted", isOfEarlierTimes: false }]);
  await ada.client.events.update({ eventId: event.id, time: "11:00", endTime: "12:00" });
  expect(await attendeesOf(ada, event)).toMatchObject([{ status: "accepted", isOfEarlierTimes: true }]);
  await answer(path, { answer: "declined" });
  expect(await attendeesOf(ada, event)).toMatchObject([{ status: "declined", isOfEarlierTimes: false }]);
});

test("nobody says yes to a time that they have not seen, and an answer to a new one stays", async () => {
  const ada = await anOrganizer();
  const address = anAddress("grace");
  const event = await anEvent(ada, [guest(address)]);
  await send(ada, event);
  const { path } = await mailTo(address);
  const times = timesIn(await (await app.visitor().request(path)).text());
  await ada.client.events.update({ eventId: event.id, time: "11:00", endTime: "12:00" });
  const late = await answer(path, { answer: "accepted", times });
  expect(late.status).toBe(409);
  expect(await late.text()).toContain("The time of this event has changed.");
  expect(await attendeesOf(ada, event)).toMatchObject([{ status: "needs-action" }]);
  expect((await answer(path, { answer: "accepted" })).status).toBe(303);
  // What was answered on the page is not asked again by the mail that tells of it.
  expect(await send(ada, event)).toBe(1);
  await mailTo(address, 2);
  expect(await attendeesOf(ada, event)).toMatchObject([{ status: "accepted" }]);
});

test("a cancellation says nothing of what its reader was not asked to, and a first mail invites, however late it comes", async () => {
  const ada = await anOrganizer();
  const [grace, pat] = [anAddress("grace"), anAddress("pat")];
  const event = await anEvent(ada, [guest(grace)], {
    title: "Board",
    location: "Vault",
    description: "Figures",
    repeat: "FREQ=WEEKLY;COUNT=4",
  });
  const lunch = { instance: "2031-03-11T09:00", scope: "this", title: "Lunch" } as const;
  const { events } = await ada.client.events.update({
    eventId: event.id,
    ...lunch,
    attendees: [guest(grace), guest(pat)],
  });
  await send(ada, event);
  await mailTo(pat);
  await ada.client.events.update({ eventId: events[0]!.id, scope: "this", attendees: [guest(grace)] });
  await send(ada, event);
  const off = await mailTo(pat, 2);
  expect(off.component.getFirstPropertyValue("method")).toBe("CANCEL");
  expect(String(off.events[0]!.getFirstPropertyValue("recurrence-id"))).toBe("2031-03-11T09:00:00");
  expect(off.head).toContain("Canceled=3A_Lunch");
  expect(off.calendar.body + [...off.parts.values()].map(({ body }) => body).join("")).not.toMatch(
    /Board|FREQ=WEEKLY/,
  );
  const hedy = anAddress("hedy");
  await ada.client.events.update({
    eventId: event.id,
    scope: "all",
    attendees: [guest(grace), guest(hedy)],
  });
  await send(ada, event);
  expect((await mailTo(hedy)).head).toContain("?Invitation=3A_Board");
});

test("who is taken off, and everybody of a deleted event, hears of it; a restored one invites again", async () => {
  const ada = await anOrganizer();
  const [grace, hedy] = [anAddress("grace"), anAddress("hedy")];
  const event = await anEvent(ada, [guest(grace), guest(hedy)]);
  await send(ada, event);
  const { path } = await mailTo(grace);
  await mailTo(hedy);
  await ada.client.events.update({ eventId: event.id, attendees: [guest(grace)] });
  expect(await send(ada, event)).toBe(1);
  const off = await mailTo(hedy, 2);
  expect(off.component.getFirstPropertyValue("method")).toBe("CANCEL");
  expect(off.events[0]!.getFirstPropertyValue("status")).toBe("CANCELLED");
  expect(off.events[0]!.getAllProperties("attendee")).toHaveLength(1);
  expect(off.path).toBe("");
  await ada.client.events.remove({ eventId: event.id });
  expect((await app.visitor().request(path)).status).toBe(404);
  expect((await answer(path, { answer: "accepted" })).status).toBe(404);
  expect(await send(ada, event)).toBe(1);
  expect((await mailTo(grace, 2)).component.getFirstPropertyValue("method")).toBe("CANCEL");
  await ada.client.events.restore({ eventId: event.id });
  expect((await app.visitor().request(path)).status).toBe(404);
  expect(await send(ada, event)).toBe(1);
  const again = await mailTo(grace, 3);
  expect(again.component.getFirstPropertyValue("method")).toBe("REQUEST");
  expect(again.events[0]!.getFirstPropertyValue("sequence")).toBe(3);
  expect((await app.visitor().request(path)).status).toBe(200);
});

test("a series goes with its changed instances, and to whom is asked to one of them goes that one", async () => {
  const ada = await anOrganizer();
  const [grace, hedy] = [anAddress("grace"), anAddress("hedy")];
  const event = await anEvent(ada, [guest(grace)], { repeat: "FREQ=WEEKLY;COUNT=4" });
  const { events } = await ada.client.events.update({
    eventId: event.id,
    instance: "2031-03-11T09:00",
    scope: "this",
    attendees: [guest(grace), guest(hedy)],
    time: "15:00",
    endTime: "16:00",
  });
  await ada.client.events.update({
    eventId: event.id,
    instance: "2031-03-18T09:00",
    scope: "this",
    attendees: [],
  });
  expect(await send(ada, events[0]!)).toBe(2);
  const toGrace = await mailTo(grace);
  expect(toGrace.events.map((one) => String(one.getFirstPropertyValue("recurrence-id") ?? "series"))).toEqual(
    ["series", "2031-03-11T09:00:00"],
  );
  expect(String(toGrace.events[0]!.getFirstPropertyValue("exdate"))).toBe("2031-03-18T09:00:00");
  const toHedy = await mailTo(hedy);
  expect(toHedy.events.map((one) => String(one.getFirstPropertyValue("recurrence-id")))).toEqual([
    "2031-03-11T09:00:00",
  ]);
  expect(
    new Set([...toGrace.events, ...toHedy.events].map((one) => one.getFirstPropertyValue("uid"))),
  ).toEqual(new Set([event.id]));
});

test("what guests know of a calendar is told to its owner, before and after it is deleted", async () => {
  const ada = await anOrganizer();
  const calendar = await ada.client.calendars.create({ name: "Team" });
  const inTeam = { calendarId: calendar.id };
  const told = await anEvent(ada, [guest(anAddress("grace"))], inTeam);
  const past = await anEvent(ada, [guest(anAddress("grace"))], { ...inTeam, date: "2020-03-04" });
  const untold = await anEvent(ada, [guest(anAddress("grace"))], inTeam);
  const other = await ada.client.calendars.create({ name: "Other" });
  const elsewhere = await anEvent(ada, [guest(anAddress("grace"))], { calendarId: other.id });
  for (const event of [told, past, elsewhere]) await send(ada, event);
  const invited = async () => (await ada.client.attendees.invited({ calendarId: calendar.id })).eventIds;
  expect(await invited()).toEqual([told.id]);
  await ada.client.events.remove({ eventId: untold.id });
  await ada.client.calendars.remove({ calendarId: calendar.id });
  expect(await invited()).toEqual([told.id]);
  expect((await ada.client.attendees.send({ eventIds: [told.id] })).sent).toBe(1);
  expect(await invited()).toEqual([]);
});

test("an answer needs a press: reading the page, as programs do, changes nothing", async () => {
  const ada = await anOrganizer("Ada <b>Lovelace</b>");
  const address = anAddress("grace");
  const event = await anEvent(ada, [guest(address, "Grace")], {
    title: "<script>alert(1)</script>",
    description: "quokkasecret",
  });
  await send(ada, event);
  const { path, parts } = await mailTo(address);
  expect(parts.get("text/html")!.body).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
  const read = await app.visitor().request(path);
  const html = await read.text();
  expect(read.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(read.headers.get("cache-control")).toBe("private, no-store");
  expect(read.headers.get("x-robots-tag")).toContain("noindex");
  expect(html).toContain('<h1 dir="auto">&lt;script&gt;');
  expect(html).toContain("Ada &lt;b&gt;Lovelace");
  for (const hidden of ["quokkasecret", ada.email, address, event.id]) expect(html).not.toContain(hidden);
  for (const query of ["?answer=accepted", ""]) await app.visitor().request(path + query, { method: "HEAD" });
  await app.visitor().request(`${path}?answer=accepted`);
  expect(await attendeesOf(ada, event)).toMatchObject([{ status: "needs-action" }]);
  expect((await answer(path, {})).status).toBe(422);
  expect((await answer(path, { answer: "owner" })).status).toBe(422);
  expect((await answer(path, { answer: "tentative", comment: "<b>Late\0</b>" })).status).toBe(303);
  expect(await attendeesOf(ada, event)).toMatchObject([{ status: "tentative", comment: "<b>Late</b>" }]);
  expect(await (await app.visitor().request(path)).text()).toContain("You said that you may come.");
  const { notifications } = await ada.client.notifications.list({});
  expect(notifications).toMatchObject([
    { title: "Grace may come to <script>alert(1)</script>", message: "<b>Late</b>" },
  ]);
});

test("the same answer twice is one message; two at once are kept one after the other", async () => {
  const ada = await anOrganizer();
  const address = anAddress("grace");
  const event = await anEvent(ada, [guest(address)]);
  await send(ada, event);
  const { path } = await mailTo(address);
  await answer(path, { answer: "accepted" });
  await answer(path, { answer: "accepted" });
  expect((await ada.client.notifications.list({})).notifications).toHaveLength(1);
  await Promise.all([answer(path, { answer: "declined" }), answer(path, { answer: "tentative" })]);
  const titles = (await ada.client.notifications.list({})).notifications.map(({ title }) => title);
  expect(titles).toHaveLength(3);
  const [{ status } = { status: "" }] = await attendeesOf(ada, event);
  expect(titles[0]).toContain(status === "declined" ? "can't come" : "may come");
});

test("without a mail server there is the file, and nothing is sent", async () => {
  const other = await startTestApp();
  try {
    const ada = await other.aUser("Ada");
    const event = await anEvent(ada, [guest("grace@example.net", "Grace")]);
    expect(await ada.client.attendees.list({ eventId: event.id })).toMatchObject({ canMail: false });
    await expect(send(ada, event)).rejects.toMatchObject({ code: "CONFLICT" });
    const { ics } = await ada.client.attendees.file({ eventId: event.id });
    const calendar = new ICAL.Component(ICAL.parse(ics) as unknown as string);
    expect(calendar.getFirstPropertyValue("method")).toBe("REQUEST");
    expect(calendar.getFirstSubcomponent("vevent")!.getFirstPropertyValue("attendee")).toBe(
      "mailto:grace@example.net",
    );
  } finally {
    await other.close();
  }
});
