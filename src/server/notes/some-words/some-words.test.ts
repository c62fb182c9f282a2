import { afterAll, beforeAll, expect, test } from "vitest";
import { acceptInvitations } from "#testing/accept-invitations.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";
import { densestPart } from "./densest-part.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

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
const found = async (person: SignedInVisitor, query: string, someWords = true) =>
  (await person.client.notes.search({ query, someWords })).hits.map(({ note, reason }) => [
    note.title,
    reason,
  ]);

test("a question that no note has all words of finds those with the most telling ones, where that is asked for", async () => {
  const ann = await app.aUser("Ann");
  await aNote(ann, "Trains", "The refund for a cancelled ticket takes a week.");
  await aNote(ann, "Buses", "A ticket for the bus.");
  await aNote(ann, "Garden", "Tomatoes want water every week.");
  const question = "how long until the railway sends my refund for the ticket";
  expect(await found(ann, question)).toEqual([["Trains", "some"]]);
  expect(await found(ann, question, false)).toEqual([]);
  const { hits } = await ann.client.notes.search({ query: question, someWords: true });
  expect(hits[0]!.snippet).toContain("The \u0002refund\u0003 for a cancelled \u0002ticket\u0003");
  // What has all of them is enough.
  expect(await found(ann, "ticket bus")).toEqual([["Buses", "text"]]);
  // One word that every text has, or nothing but such words, is no answer.
  expect(await found(ann, "how do the")).toEqual([]);
  expect(await found(ann, "zeppelin")).toEqual([]);
});

test.each([
  ["東京 駅 宿泊 温泉", "旅"],
  ["متى يغادر قطار برلين الليلي", "رحلة"],
  ["Wann fährt der Nachtzug nach Malmö ab", "Reise"],
])("words of any language are found: %s", async (question, title) => {
  const user = await app.aUser("Polyglot");
  await aNote(user, "旅", "東京の宿泊は温泉がいい。");
  await aNote(user, "رحلة", "قطار برلين الليلي جميل.");
  await aNote(user, "Reise", "Der Nachtzug hat Betten, auch bis Malmo.");
  expect(await found(user, question)).toEqual([[title, "some"]]);
});

test("nobody finds what is not theirs or shared with them, and what is in the trash is not found", async () => {
  const [ann, ben, cleo] = [await app.aUser("Ann"), await app.aUser("Ben"), await app.aUser("Cleo")];
  const folder = await ann.client.folders.create({ name: "Shared" });
  await aNote(ann, "Secret", "The quokka and the wombat sleep.");
  const shared = await aNote(ann, "Shown", "The quokka and the numbat eat.", { folderId: folder.id });
  await ann.client.sharing.shareFolder({ folderId: folder.id, email: ben.email, role: "viewer" });
  const question = "why does a quokka like the numbat and the wombat";
  expect(await found(ben, question)).toEqual([]);
  await acceptInvitations(ben);
  expect(await found(ben, question)).toEqual([["Shown", "some"]]);
  expect(await found(cleo, question)).toEqual([]);
  expect((await found(ann, question)).map(([title]) => title).toSorted()).toEqual(["Secret", "Shown"]);
  await ann.client.notes.remove({ noteId: shared });
  expect(await found(ben, question)).toEqual([]);
  expect(await found(ann, question)).toEqual([["Secret", "some"]]);
});

test("operators narrow it, and a note that is changed is found by what it says now", async () => {
  const user = await app.aUser("Operator");
  const folder = await user.client.folders.create({ name: "Zoo" });
  const id = await aNote(user, "One", "Penguins swim in cold water.", {
    folderId: folder.id,
    tags: ["birds"],
  });
  await aNote(user, "Two", "Penguins in cold rooms.");
  const titles = async (query: string) => (await found(user, query)).map(([title]) => title).toSorted();
  const words = "do penguins ever leave cold countries";
  expect(await titles(words)).toEqual(["One", "Two"]);
  expect(await titles(`${words} in:zoo`)).toEqual(["One"]);
  expect(await titles(`${words} tag:birds`)).toEqual(["One"]);
  expect(await titles(`${words} -swim`)).toEqual(["Two"]);
  expect(await titles(`${words} is:favorite`)).toEqual([]);
  const { seq } = await user.client.notes.body({ noteId: id, format: "markdown" });
  await user.client.notes.replaceBody({
    noteId: id,
    body: { format: "markdown", text: "Camels walk." },
    baseSeq: seq,
  });
  await app.services.collab.derivation.deriveNow(id, user.userId);
  expect(await titles(words)).toEqual(["Two"]);
});

test("related notes share the telling words, and are not those that are linked or somebody else's", async () => {
  const [ann, ben] = [await app.aUser("Ann"), await app.aUser("Ben")];
  const words = "sourdough starter flour hydration oven";
  const id = await aNote(ann, "Sourdough bread", `My ${words} for bread.`);
  const linked = await aNote(ann, "Linked", `More ${words}, see [bread](/app/editor/${id}).`);
  await aNote(ann, "Pizza", `The ${words} of a pizza.`);
  await aNote(ann, "Taxes", "Forms and receipts of the year.");
  await aNote(ben, "His bread", `His ${words}.`);
  const related = async (person: SignedInVisitor, noteId: string) =>
    (await person.client.notes.related({ noteId })).notes;
  const [pizza, ...others] = await related(ann, id);
  expect(others.map(({ note }) => note.title)).toEqual([]);
  expect(pizza!.note.title).toBe("Pizza");
  expect(pizza!.snippet).toContain("\u0002sourdough\u0003");
  expect((await related(ann, linked)).map(({ note }) => note.title)).toEqual(["Pizza"]);
  await expect(related(ben, id)).rejects.toMatchObject({ code: "NOT_FOUND" });
  const empty = await aNote(ann, "", "");
  expect(await related(ann, empty)).toEqual([]);
});

test.each([
  ["one two three", ["three"], "one two three"],
  [`${"x ".repeat(200)}cat ${"y ".repeat(200)}cat and dog`, ["cat", "dog"], "y y y y y cat and dog"],
  ["", ["a"], ""],
])("the part shown of %j is where the words stand together", (text, words, part) => {
  expect(densestPart(text, words, { before: 10, length: 40 }).trim()).toBe(part);
});
