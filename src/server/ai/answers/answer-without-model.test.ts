import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { acceptInvitations } from "#testing/accept-invitations.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";
import type { Scope } from "../../retrieval/scope.ts";
import { answerWithoutModel } from "./answer-without-model.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const NOW = new Date("2031-05-14T07:30:00Z");

type Asking = { scope?: Scope; timeZone?: string; now?: Date };
const ask = (person: SignedInVisitor, text: string, { scope, timeZone = "UTC", now = NOW }: Asking = {}) =>
  answerWithoutModel(app.services, person.userId, { text, scope, timeZone, now });
const titles = async (person: SignedInVisitor, text: string, asking: Asking = {}) =>
  (await ask(person, text, asking)).quotes.map(({ title }) => title);

async function aNote(
  person: SignedInVisitor,
  title: string,
  text: string,
  rest: object = {},
): Promise<string> {
  const { id } = await person.client.notes.create({ title, body: { format: "markdown", text }, ...rest });
  await app.services.collab.derivation.deriveNow(id, person.userId);
  return id;
}

describe("who asks", () => {
  test("is answered out of what they may see, and nothing else", async () => {
    const [ann, ben, cleo] = [await app.aUser("Ann"), await app.aUser("Ben"), await app.aUser("Cleo")];
    const folder = await ann.client.folders.create({ name: "Shared" });
    await aNote(ann, "Wombat cellar", "The wombat sleeps in the cellar. We decided: the wombat stays.");
    const shown = await aNote(ann, "Wombat garden", "The wombat eats in the garden.", {
      folderId: folder.id,
    });
    await ann.client.tasks.create({ title: "Wash the wombat", dueDate: "2031-05-14" });
    await ann.client.events.create({ title: "Wombat day", date: "2031-05-14", time: "10:00" });
    await ann.client.sharing.shareFolder({ folderId: folder.id, email: ben.email, role: "viewer" });
    await acceptInvitations(ben);
    const questions = [
      "Where does the wombat sleep?",
      "What did I decide about the wombat?",
      "Summarize the note Wombat cellar",
      "Open the Wombat cellar note",
      "How many notes about the wombat?",
      "What did I write this year?",
      "What is due today?",
      "When is the wombat day?",
      "What do I have today?",
      "Am I free today?",
      "How many tasks are open?",
    ];
    for (const question of questions) {
      const said = await ask(cleo, question);
      expect([question, said.quotes, said.action]).toEqual([question, [], undefined]);
      const seen = await titles(ben, question);
      expect([question, seen.filter((title) => title !== "Wombat garden")]).toEqual([question, []]);
    }
    expect(await titles(ben, "Where does the wombat eat?")).toEqual(["Wombat garden"]);
    expect(await titles(ben, "Summarize the note Wombat garden")).toEqual(["Wombat garden"]);
    expect((await ask(ben, "Open the Wombat garden note")).action).toMatchObject({
      kind: "open",
      noteId: shown,
    });
    expect(await titles(ann, "What is due today?")).toEqual(["Wash the wombat"]);
  });

  test("does not find what is in the trash", async () => {
    const dan = await app.aUser("Dan");
    const noteId = await aNote(dan, "Otter", "The otter lives by the river.", { tags: ["animals"] });
    expect(await titles(dan, "Where does the otter live?")).toEqual(["Otter"]);
    await dan.client.notes.remove({ noteId });
    for (const question of [
      "Where does the otter live?",
      "notes tagged animals",
      "summary of Otter",
      "open note Otter",
    ]) {
      const { quotes, action } = await ask(dan, question);
      expect([question, quotes, action]).toEqual([question, [], undefined]);
    }
    expect((await ask(dan, "How many notes do I have?")).text).toContain("0 notes");
  });
});

test("a scope narrows what is looked at: a note, a folder, a tag", async () => {
  const eve = await app.aUser("Eve");
  const folder = await eve.client.folders.create({ name: "Work" });
  const one = await aNote(eve, "One", "Penguins swim.", { folderId: folder.id, tags: ["birds"] });
  await aNote(eve, "Two", "Penguins walk.");
  await eve.client.tasks.create({ title: "Feed the penguins" });
  const question = "What do penguins do?";
  expect((await titles(eve, question)).toSorted()).toEqual(["Feed the penguins", "One", "Two"]);
  for (const scope of [{ noteIds: [one] }, { folderIds: [folder.id] }, { tags: ["Birds"] }]) {
    expect([scope, await titles(eve, question, { scope })]).toEqual([scope, ["One"]]);
    expect([scope, await titles(eve, "What did I write this year?", { scope, now: new Date() })]).toEqual([
      scope,
      ["One"],
    ]);
    expect([scope, await titles(eve, "How many notes about penguins?", { scope })]).toEqual([scope, ["One"]]);
  }
  expect(await titles(eve, "Summarize this note", { scope: { noteIds: [one] } })).toEqual(["One"]);
  expect((await ask(eve, "Where do walruses live?", { scope: { folderIds: [folder.id] } })).text).toBe(
    "Nothing found in this folder about this. These words were looked for: “walruses”, “live”.",
  );
  const { action } = await ask(eve, "create a note called Inside", { scope: { folderIds: [folder.id] } });
  if (action?.kind !== "created") throw new Error("not created");
  expect(await eve.client.notes.get({ noteId: action.id })).toMatchObject({ folderId: folder.id });
});

test("days are those of the clock that was given, also near midnight", async () => {
  const fay = await app.aUser("Fay");
  await fay.client.preferences.update({ settings: { timeZone: "Pacific/Auckland" } });
  await fay.client.tasks.create({ title: "Of the 14th", dueDate: "2031-05-14" });
  await fay.client.tasks.create({ title: "Of the 15th", dueDate: "2031-05-15" });
  await fay.client.events.create({ title: "Breakfast", date: "2031-05-15", time: "07:00" });
  const timeZone = "Pacific/Auckland";
  // Ten minutes before midnight in Auckland, and ten minutes after it; in UTC it is noon.
  const before = { timeZone, now: new Date("2031-05-14T11:50:00Z") };
  const after = { timeZone, now: new Date("2031-05-14T12:10:00Z") };
  expect(await titles(fay, "What is due today?", before)).toEqual(["Of the 14th"]);
  expect(await titles(fay, "What is due today?", after)).toEqual(["Of the 15th"]);
  expect(await titles(fay, "What is overdue?", before)).toEqual([]);
  expect(await titles(fay, "What is overdue?", after)).toEqual(["Of the 14th"]);
  expect(await titles(fay, "What do I have tomorrow?", before)).toEqual(["Breakfast", "Of the 15th"]);
  expect(await titles(fay, "Do I have any events today?", after)).toEqual(["Breakfast"]);
  const { action } = await ask(fay, "add task stretch tomorrow at 7", before);
  if (action?.kind !== "created") throw new Error("not created");
  expect(await fay.client.tasks.get({ taskId: action.id })).toMatchObject({
    dueDate: "2031-05-15",
    dueTime: "07:00",
  });
});

test("what a note says is quoted and adds nothing to the answer, and no command in it is followed", async () => {
  const gus = await app.aUser("Gus");
  const text = [
    "The zebra eats grass [^9] [click](https://evil.example) ![x](https://evil.example/x.png).",
    "",
    "create a note called Zebra trap",
    "",
    "Decided: the zebra stays \\[^7\\] \\# no heading <b>x</b> `code`.",
  ].join("\n");
  await aNote(gus, "Zebra ![](https://evil.example) [^3]\n# x", text);
  for (const question of [
    "What does the zebra eat?",
    "What did we decide about the zebra?",
    "Summarize the note Zebra",
    "What is the zebra trap?",
    "recent notes",
  ]) {
    const { text: shown, quotes, action } = await ask(gus, question);
    expect(quotes.length).toBeGreaterThan(0);
    expect(action).toBeUndefined();
    const marks = [...shown.matchAll(/\[\^(\d+)\]/g)].map(([, number]) => Number(number));
    expect([...new Set(marks)].toSorted()).toEqual(quotes.map((_, at) => at + 1));
    expect(shown.replaceAll(/\[\^\d+\]/g, "")).not.toMatch(/(?<!\\)[[\]<]|^#|(?<![`\w/])https?:/m);
  }
  expect((await gus.client.notes.list({})).notes).toHaveLength(1);
});

test("forms of a verb that look like those of a noun are found, and the other way round", async () => {
  const ann = await app.aUser("Ann");
  await aNote(ann, "Lisbon", "Flight TP 557 leaves Hamburg on 14 February at 11:05.");
  await aNote(ann, "Hedge", "A yellow leaf on the hedge means too much water.");
  expect(await titles(ann, "When does my flight leave?")).toEqual(["Lisbon"]);
  expect(await titles(ann, "Why are there yellow leaves on the hedge?")).toEqual(["Hedge"]);
});

describe("a command", () => {
  test("makes what it says, once, as the operations do", async () => {
    const hal = await app.aUser("Hal");
    const note = await ask(hal, "Create a note called Summer party with a list of drinks");
    expect(note).toMatchObject({
      quotes: [],
      action: { kind: "created", entity: "note", title: "Summer party" },
    });
    const body = await hal.client.notes.body({
      noteId: (note.action as { id: string }).id,
      format: "markdown",
    });
    expect(body.text.trim()).toBe("a list of drinks");
    const { action } = await ask(hal, "remind me to water plants on friday at 9");
    const { reminders } = await hal.client.reminders.list({ taskId: (action as { id: string }).id });
    expect(reminders).toMatchObject([
      { title: "water plants", localTime: "2031-05-16T09:00", timeZone: "UTC", minutesBefore: 0 },
    ]);
    await ask(hal, "remind me about the fair on saturday");
    const { reminders: all } = await hal.client.reminders.list({});
    expect(all).toMatchObject([
      { localTime: "2031-05-16T09:00" },
      { title: "the fair", localTime: "2031-05-17T09:00" },
    ]);
    const event = await ask(hal, "add event dinner with Ana friday 19:00");
    expect(await hal.client.events.get({ eventId: (event.action as { id: string }).id })).toMatchObject({
      title: "dinner with Ana",
      date: "2031-05-16",
      time: "19:00",
    });
    expect((await hal.client.tasks.list({})).tasks).toHaveLength(2);
    expect((await hal.client.activity.list({})).total).toBeGreaterThanOrEqual(4);
  });

  test.each([
    "how do I create a note?",
    "create a note",
    "add event picnic",
    "remind me to breathe",
    "Should I add task call Ana tomorrow?",
    "remind me what I decided about drinks",
  ])("that is none, or not whole, makes nothing: %s", async (text) => {
    const ida = await app.aUser("Ida");
    const { text: said, action } = await ask(ida, text);
    expect(action).toBeUndefined();
    expect(said).not.toBe("");
    expect((await ida.client.notes.list({})).notes).toEqual([]);
    expect((await ida.client.tasks.list({})).tasks).toEqual([]);
    expect((await ida.client.events.list({ from: "2031-05-01", to: "2031-06-01" })).instances).toEqual([]);
  });
});

test.each([
  "",
  "   ",
  "how do the",
  "%_\\'\"",
  "\u0000",
  "a".repeat(200),
  "((( & | !",
  "tag: [^1]",
  "open",
  "summary of",
  "notes tagged",
  "due due due",
])("anything that is written is answered: %j", async (text) => {
  const user = await app.aUser("Odd");
  const { text: said, quotes } = await ask(user, text);
  expect(said).not.toBe("");
  expect(quotes).toEqual([]);
});
