import { afterAll, beforeAll, expect, test } from "vitest";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";
import { answerWithoutModel } from "./answer-without-model.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** A Wednesday; the clocks of Berlin show half past nine. */
const ASKED = { now: new Date("2031-05-14T07:30:00Z"), timeZone: "Europe/Berlin" };
const ask = (person: SignedInVisitor, text: string) =>
  answerWithoutModel(app.services, person.userId, { text, ...ASKED });
const titles = async (person: SignedInVisitor, text: string) =>
  (await ask(person, text)).quotes.map(({ title }) => title);

async function aPerson(name: string): Promise<SignedInVisitor> {
  const person = await app.aUser(name);
  await person.client.preferences.update({ settings: { timeZone: ASKED.timeZone } });
  return person;
}

test("series are laid out as the calendar does, with what was left out and moved", async () => {
  const ann = await aPerson("Ann");
  const { id: eventId } = await ann.client.events.create({
    title: "Choir",
    date: "2031-05-01",
    time: "19:30",
    endTime: "21:30",
    repeat: "FREQ=WEEKLY;BYDAY=TH",
  });
  expect(await titles(ann, "What do I have tomorrow?")).toEqual(["Choir"]);
  expect((await ask(ann, "When is choir?")).text).toContain("**Thursday, May 15, 7:30 PM to 9:30 PM**");
  await ann.client.events.remove({ eventId, instance: "2031-05-15T19:30", scope: "this" });
  expect(await titles(ann, "What do I have tomorrow?")).toEqual([]);
  expect((await ask(ann, "When is choir?")).text).toContain("**Thursday, May 22, 7:30 PM to 9:30 PM**");
  expect((await ask(ann, "What is my next event?")).text).toContain("Thursday, May 22, 7:30 PM");
  const { quotes } = await ask(ann, "What is happening in June?");
  expect(quotes.map((quote) => "when" in quote && quote.when)).toEqual(
    ["05", "12", "19", "26"].map((day) => `2031-06-${day}T19:30`),
  );
});

test("what is in a hidden calendar is not there", async () => {
  const ben = await aPerson("Ben");
  const { id: calendarId } = await ben.client.calendars.create({ name: "Other", color: "blue" });
  await ben.client.events.create({ title: "Parade", date: "2031-05-15", time: "10:00", calendarId });
  expect(await titles(ben, "Am I free tomorrow?")).toEqual(["Parade"]);
  await ben.client.calendars.update({ calendarId, isVisible: false });
  expect(await titles(ben, "Am I free tomorrow?")).toEqual([]);
  expect(await titles(ben, "What do I have this week?")).toEqual([]);
});

test("free time is asked for a day or an hour; time set aside for tasks takes some", async () => {
  const cleo = await aPerson("Cleo");
  await cleo.client.preferences.update({ settings: { hourCycle: "h23" } });
  await cleo.client.events.create({ title: "Lunch", date: "2031-05-15", time: "12:00", endTime: "13:00" });
  const { id: taskId } = await cleo.client.tasks.create({ title: "Write the report" });
  await cleo.client.tasks.update({ taskId, plannedAt: "2031-05-15T13:00:00Z", plannedMinutes: 60 });
  const { text, quotes } = await ask(cleo, "Am I free tomorrow?");
  expect(quotes.map(({ title }) => title)).toEqual(["Lunch", "Write the report"]);
  expect(text).toContain("Something is planned tomorrow.");
  expect(text.split("Free in your working hours:")[1]?.trim().split("\n")).toEqual([
    "- Thursday, May 15, 09:00 to 12:00",
    "- Thursday, May 15, 13:00 to 15:00",
    "- Thursday, May 15, 16:00 to 17:00",
  ]);
  expect((await ask(cleo, "Am I free tomorrow at 12:30?")).text).toContain(
    "Something is planned tomorrow at 12:30.",
  );
  expect((await ask(cleo, "Are we free tomorrow at 10 am?")).text).toContain(
    "You have nothing at a fixed time tomorrow at 10:00.",
  );
  expect((await ask(cleo, "Do I have time on Saturday?")).text).toBe(
    "**You have nothing at a fixed time on Saturday, May 17.**",
  );
});

test("what was finished counts each instance of what repeats", async () => {
  const dan = await aPerson("Dan");
  const { id: taskId } = await dan.client.tasks.create({
    title: "Water the plants",
    dueDate: "2031-05-12",
    repeat: "FREQ=DAILY",
    tags: ["home"],
  });
  await dan.client.tasks.update({ taskId, completed: true });
  const { id } = await dan.client.tasks.create({ title: "Call Bob", completed: true });
  await app.database.asSuperuser(
    "UPDATE task_completions SET completed_at = '2031-05-13T21:30Z' WHERE user_id = $1",
    [dan.userId],
  );
  // In Berlin it is half past midnight of the 14th.
  await app.database.asSuperuser("UPDATE tasks SET completed_at = '2031-05-13T22:30Z' WHERE id = $1", [id]);
  expect(await titles(dan, "What did I finish yesterday?")).toEqual(["Water the plants"]);
  expect(await titles(dan, "What did I get done today?")).toEqual(["Call Bob"]);
  expect(await titles(dan, "Which tasks tagged Home did I finish this week?")).toEqual(["Water the plants"]);
  expect((await ask(dan, "How many tasks did I finish this week?")).text).toBe(
    "**You finished 2 tasks this week.**",
  );
  expect(await titles(dan, "Which tasks are open?")).toEqual(["Water the plants"]);
  await dan.client.tasks.create({ title: "Some day" });
  expect(await titles(dan, "Which tasks have no due date?")).toEqual(["Some day"]);
  expect(await titles(dan, "What tasks are overdue at home?")).toEqual(["Water the plants"]);
});

test("a long list is cut, and says how much of it is left", async () => {
  const eve = await aPerson("Eve");
  for (let number = 1; number <= 33; number++)
    await eve.client.tasks.create({ title: `Letter ${number}`, dueDate: "2031-05-14" });
  const { text, quotes } = await ask(eve, "What is due today?");
  expect(quotes).toHaveLength(30);
  expect(text).toContain("**33 open tasks due today.**");
  expect(text.endsWith("\n- and 3 more")).toBe(true);
});

test("a summary has the sentences that say most, in the order of the note, and none twice", async () => {
  const fay = await aPerson("Fay");
  const filler = Array.from(
    { length: 12 },
    (_, at) => `On day ${at + 1} it was gray and we sat inside.`,
  ).join(" ");
  const text = [
    "The bridge over the Dreisam is closed until the bridge is repaired in autumn.",
    "",
    filler,
    "",
    "# Detour",
    "",
    "Cars cross the Dreisam by the bridge in Ebnet, two kilometers to the east. The detour takes ten minutes by car.",
    "",
    "The bridge over the Dreisam is closed until the bridge is repaired in autumn.",
  ].join("\n");
  await fay.client.notes.create({ title: "Bridge over the Dreisam", body: { format: "markdown", text } });
  const { text: summary } = await ask(fay, "Give me a summary of the bridge note");
  expect(summary.split("closed until the bridge is repaired")).toHaveLength(2);
  expect(summary.indexOf("closed until")).toBeLessThan(summary.indexOf("bridge in Ebnet"));
  expect(summary).toContain("bridge in Ebnet");
  expect(summary.split("gray and we sat").length).toBeLessThanOrEqual(3);
});
