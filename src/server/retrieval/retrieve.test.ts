import { afterAll, beforeAll, expect, test } from "vitest";
import { acceptInvitations } from "#testing/accept-invitations.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";
import { uploadInParts } from "#testing/upload-file.ts";
import { readNewTexts } from "../attachments/file-texts.ts";
import { fuse } from "./fuse.ts";
import { scoreBy } from "./rank-passages.ts";
import { retrieve } from "./retrieve.ts";
import type { Scope } from "./scope.ts";

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
const ask = (person: SignedInVisitor, question: string, scope: Scope = {}) =>
  retrieve(app.services, person.userId, question, { reach: "nowhere", ...scope });
const titles = async (person: SignedInVisitor, question: string, scope: Scope = {}) =>
  (await ask(person, question, scope)).map(({ kind, title }) => `${kind}: ${title}`);

test("a question finds the passage that answers it, with where it stands", async () => {
  const ann = await app.aUser("Ann");
  const filler = "The valley is green and quiet and full of sheep that nobody counts. ".repeat(8);
  const id = await aNote(
    ann,
    "Norway",
    `${filler}\n\n# Ferries\n\nThe ferry to Bodø leaves at seven.\n\n# Huts\n\nA hut costs forty crowns.`,
  );
  const [first] = await ask(ann, "When does the ferry to Bodo leave?");
  expect(first).toMatchObject({
    kind: "note",
    noteId: id,
    title: "Norway",
    heading: "Ferries",
    text: "The ferry to Bodø leaves at seven.",
  });
  if (first?.kind !== "note" || !first.range) throw new Error("no place");
  const [row] = await app.database.asSuperuser<{ text: string }>("SELECT text FROM notes_v2 WHERE id = $1", [
    id,
  ]);
  expect(row!.text.slice(first.range.start, first.range.end)).toBe(first.text);
  const { text: body } = await ann.client.notes.body({ noteId: id, format: "json" });
  expect(body).toContain(`"id":"${first.blockId}"`);
  // What was changed is found as it is now, and its hash is another one.
  const { seq } = await ann.client.notes.body({ noteId: id, format: "markdown" });
  const changed = { format: "markdown" as const, text: "# Ferries\n\nThe ferry to Bodø leaves at nine." };
  await ann.client.notes.replaceBody({ noteId: id, body: changed, baseSeq: seq });
  await app.services.collab.derivation.deriveNow(id, ann.userId);
  const [second] = await ask(ann, "When does the ferry to Bodo leave?");
  expect(second).toMatchObject({ text: "The ferry to Bodø leaves at nine." });
  expect(second).not.toMatchObject({ hash: first.hash });
});

test("misspelled words and parts of words are found as search finds them", async () => {
  const user = await app.aUser("Speller");
  await aNote(user, "Falls", "The waterfall was loud.");
  for (const typed of ["waterfal", "watrefall", "aterfal"])
    expect([typed, await titles(user, typed)]).toEqual([typed, ["note: Falls"]]);
});

test("files in notes, tasks and events are found beside notes", async () => {
  const user = await app.aUser("Planner");
  const file = await uploadInParts(user, "list.txt", Buffer.from("The quokkaphone warranty ends in May."));
  await aNote(user, "Papers", `[list](/files/${file})`);
  await readNewTexts(app.services);
  await user.client.tasks.create({ title: "Repair the quokkaphone" });
  await user.client.events.create({ title: "Concert with quokkaphone", date: "2027-03-01", time: "19:00" });
  expect((await titles(user, "quokkaphone warranty")).toSorted()).toEqual([
    "event: Concert with quokkaphone",
    "file: Papers",
    "task: Repair the quokkaphone",
  ]);
  expect(await titles(user, "quokkaphone warranty", { kinds: ["task"] })).toEqual([
    "task: Repair the quokkaphone",
  ]);
});

test("a scope narrows it: note, folder, tag, dates", async () => {
  const user = await app.aUser("Scoped");
  const folder = await user.client.folders.create({ name: "Work" });
  const one = await aNote(user, "One", "Penguins swim.", { folderId: folder.id, tags: ["birds"] });
  await aNote(user, "Two", "Penguins walk.");
  await user.client.tasks.create({ title: "Feed the penguins" });
  await app.database.asSuperuser("UPDATE notes_v2 SET updated_at = '2024-06-15 12:00Z' WHERE id = $1", [one]);
  const question = "what do penguins do";
  expect(await titles(user, question)).toHaveLength(3);
  for (const scope of [
    { noteIds: [one] },
    { folderIds: [folder.id] },
    { tags: ["Birds"] },
    { before: "2024-07-01T00:00:00Z" },
  ])
    expect([scope, await titles(user, question, scope)]).toEqual([scope, ["note: One"]]);
  expect(await titles(user, question, { after: "2024-07-01T00:00:00Z" })).toEqual(["note: Two"]);
  expect(await titles(user, question, { noteIds: [] })).toEqual([]);
});

test("nobody retrieves what is not theirs: not by a question, not by the id of a note", async () => {
  const [ann, ben, cleo] = [await app.aUser("Ann"), await app.aUser("Ben"), await app.aUser("Cleo")];
  const folder = await ann.client.folders.create({ name: "Shared" });
  const secret = await aNote(ann, "Secret", "The wombat sleeps in the cellar.");
  const shown = await aNote(ann, "Shown", "The wombat eats in the garden.", { folderId: folder.id });
  await ann.client.tasks.create({ title: "Wash the wombat" });
  await ann.client.sharing.shareFolder({ folderId: folder.id, email: ben.email, role: "viewer" });
  const question = "where does the wombat sleep";
  for (const person of [ben, cleo]) expect(await titles(person, question)).toEqual([]);
  await acceptInvitations(ben);
  expect(await titles(ben, question)).toEqual(["note: Shown"]);
  expect(await titles(ben, question, { noteIds: [secret, shown] })).toEqual(["note: Shown"]);
  expect(await titles(cleo, question, { noteIds: [secret, shown] })).toEqual([]);
  await ann.client.notes.remove({ noteId: shown });
  expect(await titles(ben, question)).toEqual([]);
});

test.each(["", "   ", "how do the", "%_\\'\"", "tag:", "\u0000", "a".repeat(400), "((( & | !"])(
  "a question without words finds nothing and fails nowhere: %j",
  async (question) => {
    const user = await app.aUser("Odd");
    await aNote(user, "Note", "Words of a note.");
    expect(await ask(user, question)).toEqual([]);
  },
);

test("a note that two lists name comes before one that stands first in one of them", () => {
  expect(
    fuse([
      ["a", "b", "c"],
      ["d", "b"],
    ]),
  ).toEqual(["b", "a", "d", "c"]);
});

test("a rare word tells more than a frequent one, and a word without its ending is the same", () => {
  const weights = new Map([
    ["ferry", 5],
    ["time", 1],
  ]);
  const scoreOf = scoreBy(weights);
  const score = (text: string) => scoreOf({ title: "", heading: "", text });
  expect(score("Ferries go.")).toBeGreaterThan(score("Time and time again."));
  expect(score("The ferry takes time.")).toBeGreaterThan(score("The ferry goes."));
  expect(score("Nothing of it.")).toBe(0);
  expect(scoreOf({ title: "Ferry", heading: "", text: "Time." })).toBeGreaterThan(score("Time."));
});
