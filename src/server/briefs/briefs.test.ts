import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";
import { sendBriefsTo } from "./send-briefs.ts";

let app: TestApp;
let ann: SignedInVisitor;
let bob: SignedInVisitor;
beforeAll(async () => {
  app = await startTestApp();
  ann = await app.aUser("Ann");
  bob = await app.aUser("Bob");
  for (const { client } of [ann, bob])
    await client.preferences.update({ settings: { timeZone: "Europe/Oslo" } });
});
afterAll(() => app.close());

const fails = (code: string) => expect.objectContaining({ code });
const note = async (person: SignedInVisitor, title: string, text: string) => {
  const { id } = await person.client.notes.create({ title, body: { format: "markdown", text } });
  return id;
};

/** Monday. */
const DAY = "2027-01-04";
let eventId: string;
const ids: Record<string, string> = {};

beforeAll(async () => {
  const { client } = ann;
  const picture = await sharp({ create: { width: 4, height: 4, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  const upload = await ann.request("/api/files/upload?name=plan.png", {
    method: "POST",
    headers: { "content-type": "image/png" },
    body: new Uint8Array(picture),
  });
  ids["file"] = ((await upload.json()) as { id: string }).id;
  ids["moving"] = await note(
    ann,
    "Moving",
    `The warehouse in Bergen is too small. Birds sing.\n\n## Decisions\n\n- Rent the warehouse from May\n\n## Next\n\n- [ ] Measure the doors\n- [x] Count boxes\n\n![plan](/files/${ids["file"]})`,
  );
  ids["ana"] = await note(ann, "People", "Ana knows the landlord well. The weather was fine.");
  await note(ann, "Garden", "Seeds and a small warehouse of pots.");
  await note(bob, "Bob's secret", "The warehouse in Bergen belongs to Ana. Decision: sell the warehouse.");
  await client.tasks.create({ title: "Visit the Bergen warehouse", dueDate: "2027-01-05" });
  await client.tasks.create({ title: "Buy bread" });
  for (const id of [ids["moving"], ids["ana"]])
    await app.services.collab.derivation.deriveNow(id, ann.userId);
  ({ id: eventId } = await client.events.create({
    title: "Bergen warehouse with Ana",
    date: DAY,
    time: "10:00",
    timeZone: "Europe/Oslo",
  }));
});

test("a brief quotes what one's own notes say of an event, and nothing of anybody else's", async () => {
  const { client } = ann;
  const brief = await client.briefs.ofEvent({ eventId });
  expect(brief).toMatchObject({ eventId, instance: null, start: `${DAY}T10:00`, end: `${DAY}T11:00` });
  expect(brief.notes.map(({ title, words, quotes }) => ({ title, words, quotes }))).toEqual([
    {
      title: "Moving",
      words: ["bergen", "warehouse"],
      quotes: ["The warehouse in Bergen is too small.", "Rent the warehouse from May"],
    },
    { title: "People", words: ["ana"], quotes: ["Ana knows the landlord well."] },
  ]);
  expect(brief.decisions).toEqual([
    { noteId: ids["moving"], title: "Moving", quote: "Rent the warehouse from May" },
  ]);
  expect(brief.tasks.map(({ title, noteId }) => [title, noteId])).toEqual([
    ["Visit the Bergen warehouse", null],
    ["Measure the doors", ids["moving"]],
  ]);
  expect(brief.files.map(({ fileId, noteId }) => [fileId, noteId])).toEqual([[ids["file"], ids["moving"]]]);
  expect(await client.briefs.ofEvent({ eventId })).toEqual(brief);

  await expect(bob.client.briefs.ofEvent({ eventId })).rejects.toEqual(fails("NOT_FOUND"));
});

test("the note of the event comes first, of an instance as well; what is in the trash says nothing", async () => {
  const { client } = ann;
  const own = await note(ann, "Talk", "- [ ] Send the contract");
  const series = await client.events.create({
    title: "Lighthouse",
    date: "2027-02-01",
    time: "09:00",
    repeat: "FREQ=WEEKLY",
    noteId: own,
  });
  const gone = await note(ann, "Old lighthouse", "The lighthouse is closed for the winter.");
  const instance = "2027-02-08T09:00";
  const brief = await client.briefs.ofEvent({ eventId: series.id, instance });
  expect(brief).toMatchObject({ instance, start: instance, end: "2027-02-08T10:00" });
  expect(brief.notes.map(({ title, isOwn }) => [title, isOwn])).toEqual([
    ["Talk", true],
    ["Old lighthouse", false],
  ]);
  expect(brief.tasks).toMatchObject([{ title: "Send the contract", noteId: own }]);
  await client.notes.remove({ noteId: gone });
  expect((await client.briefs.ofEvent({ eventId: series.id, instance })).notes).toHaveLength(1);
});

test("a day has the briefs of its events in the calendars that are shown, and what is due", async () => {
  const { client } = ann;
  await client.tasks.create({ title: "Due before", dueDate: "2027-01-02" });
  const hidden = await client.calendars.create({ name: "Hidden", color: "red" });
  await client.calendars.update({ calendarId: hidden.id, isVisible: false });
  await client.events.create({ title: "Unseen", date: DAY, calendarId: hidden.id });
  const { events, due } = await client.briefs.ofDay({ day: DAY });
  expect(events.map(({ title, notes }) => [title, notes.length])).toEqual([["Bergen warehouse with Ana", 2]]);
  expect(due.map(({ title }) => title)).toEqual(["Due before"]);
  expect(await bob.client.briefs.ofDay({ day: DAY })).toEqual({ day: DAY, events: [], due: [] });
});

const messages = async (person: SignedInVisitor) =>
  (await person.client.notifications.list({})).notifications.map(({ title, message, href }) => ({
    title,
    message,
    href,
  }));

test("before an event a brief is told once, to who wants it and when there is something to say", async () => {
  const { client } = ann;
  await client.events.create({ title: "Nothing known", date: DAY, time: "10:05", timeZone: "Europe/Oslo" });
  const at = (time: string) => new Date(`${DAY}T${time}:00+01:00`);
  const tell = (time: string) => sendBriefsTo(app.services.db, ann.userId, at(time));
  const wanting = async () =>
    (await app.services.db.asSystem("test", (tx) => tx.call<{ user_id: string }>("usersWithBriefs"))).map(
      ({ user_id: id }) => id,
    );
  await tell("09:30");
  expect([await messages(ann), await wanting()]).toEqual([[], []]);
  await client.preferences.update({ settings: { briefs: { beforeEvents: true } } });
  expect(await wanting()).toEqual([ann.userId]);
  await tell("09:44");
  expect(await messages(ann)).toEqual([]);
  await tell("09:46");
  await tell("09:47");
  await tell("10:01");
  expect(await messages(ann)).toEqual([
    {
      title: "Brief: Bergen warehouse with Ana",
      message: '2 notes, 1 decision, 2 open tasks, 1 file. "Rent the warehouse from May"',
      href: `/app/calendar?event=${eventId}&brief=event`,
    },
  ]);
  await client.notifications.clear({});
  await tell("09:52");
  expect(await messages(ann)).toEqual([]);
  await client.preferences.update({
    settings: { reminders: { quietHours: { from: "09:00", to: "11:00" } } },
  });
  await tell("09:50");
  expect(await messages(ann)).toEqual([]);
  await client.preferences.update({ settings: { reminders: null } });
});

test("in the morning the day is told once, and not in the evening", async () => {
  const { client } = ann;
  await client.preferences.update({ settings: { briefs: { morning: "07:30" } } });
  const tell = (moment: string) => sendBriefsTo(app.services.db, ann.userId, new Date(`${moment}:00+01:00`));
  await tell("2027-01-05T07:29");
  expect(await messages(ann)).toEqual([]);
  await tell("2027-01-05T07:31");
  await tell("2027-01-05T08:31");
  const told = { title: "Today's brief", href: "/app/calendar?on=2027-01-05&brief=day" };
  expect(await messages(ann)).toEqual([{ ...told, message: "0 events, 2 tasks due." }]);
  await client.notifications.clear({});
  await tell("2027-01-05T08:32");
  // The server was away.
  await tell("2027-01-06T20:00");
  expect(await messages(ann)).toEqual([]);
  await tell("2027-01-07T10:00");
  expect(await messages(ann)).toHaveLength(1);
  expect(await messages(bob)).toEqual([]);
});
