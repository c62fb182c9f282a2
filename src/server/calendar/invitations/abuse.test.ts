import { afterAll, beforeAll, expect, test } from "vitest";
import {
  anAddress,
  anEvent,
  attendeesOf,
  guest,
  send,
  soon,
  startInviting,
} from "#testing/servers/inviting.ts";
import type { TestApp } from "#testing/test-app.ts";

type Inviting = Awaited<ReturnType<typeof startInviting>>;
let close: Inviting["close"];
let app: TestApp;
let anOrganizer: Inviting["anOrganizer"];
let mailTo: Inviting["mailTo"];
let smtp: Inviting["smtp"];
let answer: Inviting["answer"];
beforeAll(async () => {
  ({ app, smtp, anOrganizer, mailTo, answer, close } = await startInviting());
});
afterAll(() => close());

test("no token is guessed, nor is another's event answered", async () => {
  const ada = await anOrganizer();
  const address = anAddress("grace");
  const event = await anEvent(ada, [guest(address)]);
  await send(ada, event);
  const { path } = await mailTo(address);
  const wrong = [
    `/invitations/${"A".repeat(43)}`,
    `${path.slice(0, -1)}${path.endsWith("A") ? "B" : "A"}`,
    "/invitations/x",
    `/invitations/${event.id}`,
    "/invitations/stop/Z3JhY2VAZXhhbXBsZS5uZXQ.AAAA",
  ];
  const none = await (await app.visitor().request(wrong[0]!)).text();
  for (const one of wrong) {
    const read = await app.visitor().request(one);
    expect(read.status).toBe(404);
    expect(await read.text()).toBe(none);
    expect((await answer(one, { answer: "accepted" })).status).toBe(404);
  }
  const [row] = await app.database.asSuperuser<{ text: string }>(
    "SELECT (SELECT string_agg(i::text, '') FROM event_invitations i) || (SELECT coalesce(string_agg(j::text, ''), '') FROM jobs j) AS text",
  );
  expect(row!.text).not.toContain(path.split("/")[2]);
  const eve = await anOrganizer("Eve");
  const { client } = eve;
  await expect(client.attendees.list({ eventId: event.id })).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(client.attendees.file({ eventId: event.id })).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(send(eve, event)).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect((await client.attendees.known({})).people).toEqual([]);
  expect((await ada.client.attendees.known({})).people).toEqual([{ email: address, name: null }]);
});

test("an answer is refused when there were too many", async () => {
  const ada = await anOrganizer();
  const address = anAddress("grace");
  await send(ada, await anEvent(ada, [guest(address)]));
  const { path } = await mailTo(address);
  for (let index = 0; index < 20; index++)
    expect((await answer(path, { answer: index % 2 ? "accepted" : "declined" })).status).toBe(303);
  expect((await answer(path, { answer: "declined" })).status).toBe(429);
  await app.services.db.authPool.query("DELETE FROM auth.rate_limits");
});

test("a form of megabytes is not read, and a file of them has its limit", async () => {
  const ada = await anOrganizer();
  const address = anAddress("grace");
  const event = await anEvent(ada, [guest(address)]);
  await send(ada, event);
  const { path } = await mailTo(address);
  const comment = "x".repeat(10 * 1024 * 1024);
  expect((await answer(path, { answer: "accepted", comment })).status).toBe(413);
  expect((await answer(path, { answer: "accepted", comment: "y".repeat(2_000) })).status).toBe(303);
  expect((await attendeesOf(ada, event))[0]!.comment).toHaveLength(500);
  const file = `BEGIN:VCALENDAR\r\nMETHOD:REPLY\r\nX-A:${comment}\r\nEND:VCALENDAR\r\n`;
  const sent = await ada.request(`/api/calendars/import?calendarId=${event.calendarId}`, {
    method: "POST",
    headers: { "content-type": "text/calendar" },
    body: file,
  });
  expect(sent.status).toBe(413);
});

test("no title and no name adds a header, a recipient or a line", async () => {
  const ada = await anOrganizer('Eve"\r\nBcc: victim@example.com\r\n\r\nBody');
  const address = anAddress("grace");
  const event = await anEvent(
    ada,
    [guest(address, 'X":mailto:victim@example.com\r\nATTENDEE:mailto:v@example.com')],
    {
      title: "Hi\r\nBcc: victim@example.com\r\nATTENDEE:mailto:v@example.com\u2028x",
      location: "there\nEND:VEVENT\r\nBEGIN:VEVENT",
    },
  );
  await send(ada, event);
  const mail = await mailTo(address);
  expect(mail.to).toEqual([address]);
  expect(mail.head).not.toMatch(/^(Bcc|Cc|ATTENDEE):/im);
  expect(mail.head.match(/^(To|Reply-To|From|Subject):/gim)).toHaveLength(4);
  expect(mail.events).toHaveLength(1);
  expect(mail.events[0]!.getAllProperties("attendee").map((one) => one.getFirstValue())).toEqual([
    `mailto:${address}`,
  ]);
});

test.each(["a@b\r\nBcc: c@example.com", "a@example.com, b@example.com", "<a@example.com>", "a", ""])(
  "%j is no address of a guest",
  async (email) => {
    const ada = await app.aUser();
    await expect(anEvent(ada, [guest(email)])).rejects.toMatchObject({ code: "INVALID_INPUT" });
  },
);

test("an event has a hundred guests, and no more, each once", async () => {
  const ada = await anOrganizer();
  const many = Array.from({ length: 101 }, () => guest(anAddress("many")));
  await expect(anEvent(ada, many)).rejects.toMatchObject({ code: "INVALID_INPUT" });
  await expect(anEvent(ada, [many[0]!, many[0]!])).rejects.toMatchObject({ code: "INVALID_INPUT" });
  const event = await anEvent(ada, many.slice(0, 100));
  expect(await send(ada, event)).toBe(100);
  const waiting = () => many.slice(0, 100).filter(({ email }) => smtp.to(email).length === 1).length;
  await expect.poll(waiting, { timeout: 30_000 }).toBe(100);
  for (const title of ["Second", "Third"]) {
    await ada.client.events.update({ eventId: event.id, title });
    await send(ada, event);
  }
  await ada.client.events.update({ eventId: event.id, title: "Fourth" });
  await expect(send(ada, event)).rejects.toMatchObject({ code: "RATE_LIMITED" });
}, 60_000);

test("who wants no more mail from here gets none, from nobody, until it is allowed again", async () => {
  const ada = await anOrganizer();
  const address = anAddress("grace");
  const event = await anEvent(ada, [guest(address)]);
  await send(ada, event);
  const { stop } = await mailTo(address);
  expect(await (await app.visitor().request(stop)).text()).toContain("No more invitations?");
  const other = await anOrganizer("Other");
  const theirs = await anEvent(other, [guest(address)]);
  expect((await answer(stop, { mails: "stop" })).status).toBe(303);
  expect(await (await app.visitor().request(stop)).text()).toContain("You get no more invitations");
  await send(other, theirs);
  await soon(async () => (await attendeesOf(other, theirs))[0]?.failure).toBe(
    "This person asked for no more email from this server.",
  );
  expect(smtp.to(address)).toHaveLength(1);
  await answer(stop, { mails: "allow" });
  expect(await send(other, theirs)).toBe(1);
  await mailTo(address, 2);
});

test("a mail server that refuses is told to whoever invited, after the tries", async () => {
  const ada = await anOrganizer();
  const address = `refused${anAddress("x")}`;
  const event = await anEvent(ada, [guest(address)]);
  await send(ada, event);
  const again = () =>
    app.database.asSuperuser("UPDATE jobs SET run_at = now(), attempts = 6 WHERE user_id = $1", [ada.userId]);
  await soon(async () => {
    await again();
    return (await attendeesOf(ada, event))[0]?.told;
  }).toBe("failed");
  await soon(async () => (await ada.client.notifications.list({})).notifications[0]?.title).toBe(
    "An invitation couldn't be sent",
  );
});

test("nobody is mailed about what somebody else has called, nor before the own address is confirmed", async () => {
  const ada = await anOrganizer();
  const address = anAddress("grace");
  const text = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:x",
    "BEGIN:VEVENT",
    "UID:of-another",
    "DTSTAMP:20310101T000000Z",
    "DTSTART:20310304T090000Z",
    "SUMMARY:Theirs",
    "ORGANIZER;CN=Boss:mailto:boss@example.org",
    `ATTENDEE;X-KEEP=1:mailto:${address}`,
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ].join("\r\n");
  const put = await ada.request("/api/calendars/import?name=Theirs", {
    method: "POST",
    headers: { "content-type": "text/calendar" },
    body: text,
  });
  const { calendarId } = (await put.json()) as { calendarId: string };
  const { events } = await ada.client.events.list({ from: "2031-03-01", to: "2031-03-31", calendarId });
  expect(events[0]!.attendees).toEqual([]);
  await ada.client.events.update({ eventId: events[0]!.id, attendees: [guest(address)] });
  await expect(send(ada, events[0]!)).rejects.toMatchObject({ code: "CONFLICT" });
  await expect(ada.client.attendees.file({ eventId: events[0]!.id })).rejects.toMatchObject({
    code: "CONFLICT",
  });
  expect(await ada.client.attendees.list({ eventId: events[0]!.id })).toMatchObject({
    organizer: "boss@example.org",
    unsent: 0,
  });
  const eve = await app.aUser("Eve");
  await app.services.db.authPool.query("UPDATE auth.users SET email_verified = false WHERE id = $1", [
    eve.userId,
  ]);
  await expect(send(eve, await anEvent(eve, [guest(address)]))).rejects.toMatchObject({ code: "CONFLICT" });
  expect(smtp.to(address)).toEqual([]);
});
