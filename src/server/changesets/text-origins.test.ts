import { afterAll, beforeAll, expect, test } from "vitest";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import type { TextOrigin } from "#document/marks/origin.ts";
import { acceptInvitations } from "#testing/accept-invitations.ts";
import { imported } from "#testing/import-files.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";
import { propose } from "./changesets.ts";
import { changeRehearsal } from "./rehearsal/change.ts";
import { retrieve } from "../retrieval/retrieve.ts";
import { resolveScope } from "../ai/chat/context.ts";

let app: TestApp;
let ann: SignedInVisitor;
beforeAll(async () => {
  app = await startTestApp();
  ann = await app.aUser("Ann");
});
afterAll(() => app.close());

const SOURCE = { kind: "chat", model: "test-model", prompt: "Tidy this up" } as const;

async function aNote(title: string, text: string, who = ann): Promise<string> {
  const { id } = await who.client.notes.create({ title, body: { format: "markdown", text } });
  return id;
}

/** Has a model write the text anew, and accepts all of it. */
async function rewrite(noteId: string, text: string, who = ann): Promise<string> {
  const id = uuidV7();
  await propose(app.services, who.userId, {
    id,
    title: "Tidy",
    source: SOURCE,
    notes: [{ noteId, text }],
    records: [],
  });
  await who.client.changesets.apply({ id });
  await app.services.collab.derivation.deriveNow(noteId, who.userId);
  return id;
}

type Json = { text?: string; marks?: { type: string; attrs: TextOrigin }[]; content?: Json[] };

/** Texts of a note, each with where it came from. */
async function originsOf(noteId: string, who = ann): Promise<[string, TextOrigin | null][]> {
  const { text } = await who.client.notes.body({ noteId, format: "json" });
  const found: [string, TextOrigin | null][] = [];
  const read = ({ text: words, marks = [], content = [] }: Json) => {
    if (words !== undefined) found.push([words, marks.find(({ type }) => type === "origin")?.attrs ?? null]);
    content.forEach(read);
  };
  read(JSON.parse(text) as Json);
  return found;
}

const AI = { kind: "ai", from: null, model: "test-model", prompt: "Tidy this up" };
const titles = async (query: string, who = ann, someWords = false) =>
  (await who.client.notes.search({ query, someWords })).hits.map(({ note }) => note.title).toSorted();

test("words that a model proposed say so once they are accepted, and those that stay are the person's", async () => {
  const id = await aNote("Roof", "The roof leaks in autumn.\n\nCall the roofer.");
  const changeset = await rewrite(
    id,
    "The roof leaks badly in autumn.\n\nCall the roofer.\n\nAsk for a quote.",
  );
  expect(await originsOf(id)).toEqual([
    ["The roof leaks ", null],
    ["badly ", AI],
    ["in autumn.", null],
    ["Call the roofer.", null],
    ["Ask for a quote.", AI],
  ]);
  // Markdown says nothing of it, and the same Markdown changes nothing.
  const { text, seq } = await ann.client.notes.body({ noteId: id, format: "markdown" });
  expect(text).toBe("The roof leaks badly in autumn.\n\nCall the roofer.\n\nAsk for a quote.\n");
  expect(
    await ann.client.notes.replaceBody({ noteId: id, body: { format: "markdown", text }, baseSeq: seq }),
  ).toEqual({
    seq,
  });
  await ann.client.changesets.undo({ id: changeset });
  expect((await originsOf(id)).filter(([, origin]) => origin)).toEqual([]);
});

test("a note that a model made is its text, and a program's words are from the API", async () => {
  const [id, noteId] = [uuidV7(), uuidV7()];
  const fields = { title: "Made", body: { format: "markdown", text: "Written by nobody." } };
  const records = [{ kind: "note" as const, recordId: noteId, action: "create" as const, fields }];
  await propose(app.services, ann.userId, { id, title: "New", source: SOURCE, notes: [], records });
  await ann.client.changesets.apply({ id });
  expect(await originsOf(noteId)).toEqual([["Written by nobody.", AI]]);
  const said = await ann.client.notes.create({
    title: "Answer",
    body: { format: "text", text: "An answer." },
    writtenBy: { model: "test-model", prompt: "Tidy this up" },
  });
  expect(await originsOf(said.id)).toEqual([["An answer.", AI]]);
  const { seq } = await ann.client.notes.body({ noteId, format: "markdown" });
  const text = "Written by nobody. Sent by a script.";
  await ann.client.notes.replaceBody({ noteId, body: { format: "markdown", text }, baseSeq: seq });
  expect(await originsOf(noteId)).toEqual([
    ["Written by nobody.", AI],
    [" Sent by a script.", { kind: "imported", from: "API", model: null, prompt: null }],
  ]);
});

test("of a new note that people and models write in turns in a rehearsal each has their own words", async () => {
  const { client, userId } = await app.aUser("Finn");
  const [id, noteId] = [uuidV7(), uuidV7()];
  await client.rehearsals.start({ id, title: "Tidy up" });
  const fields = { title: "Gutter", body: { format: "markdown", text: "The gutter is rusty." } };
  const record = { kind: "note", recordId: noteId, action: "create", fields } as const;
  await client.rehearsals.change({ id, records: [record] });
  const by = (source: typeof SOURCE | undefined, text: string) =>
    changeRehearsal(app.services, userId, id, {
      records: [],
      texts: [{ noteId, text }],
      ...(source && { source }),
    });
  await by(SOURCE, "The gutter is very rusty.\n\nCall a plumber.");
  await by(undefined, "Mine first.\n\nThe gutter is very rusty.\n\nCall a good plumber.");
  await by(undefined, "Mine first.\n\nThe gutter is very rusty.\n\nCall a good plumber soon.");
  // A step of its own is only where another writer begins.
  const [made] = (await client.changesets.get({ id })).records;
  expect(made!.fields.find(({ name }) => name === "earlier")?.after).toHaveLength(2);
  await client.changesets.apply({ id });
  const finn = { client } as SignedInVisitor;
  expect(await originsOf(noteId, finn)).toEqual([
    ["Mine first.", null],
    ["The gutter is ", null],
    ["very ", AI],
    ["rusty.", null],
    ["Call a ", AI],
    ["good ", null],
    ["plumber", AI],
    [" soon", null],
    [".", AI],
  ]);
  expect((await client.notes.body({ noteId, format: "markdown" })).text).toContain(
    "Call a good plumber soon.",
  );
  await app.services.collab.derivation.deriveNow(noteId, userId);
  expect((await client.notes.search({ query: "plumber" })).hits).toHaveLength(1);
  expect((await client.notes.search({ query: "very origin:human" })).hits).toEqual([]);
});

test("what a person adds to a note that a model proposed, and what they make beside it, is the person's", async () => {
  const { client, userId } = await app.aUser("Gail");
  const [id, made, own] = [uuidV7(), uuidV7(), uuidV7()];
  const note = (recordId: string, text: string) =>
    ({
      kind: "note",
      recordId,
      action: "create",
      fields: { title: "N", body: { format: "markdown", text } },
    }) as const;
  await propose(app.services, userId, {
    id,
    title: "New",
    source: SOURCE,
    notes: [],
    records: [note(made, "Of a model.")],
  });
  await client.rehearsals.change({ id, records: [note(own, "Of a person.")] });
  await client.rehearsals.change({ id, texts: [{ noteId: made, text: "Of a model.\n\nAnd mine." }] });
  await client.changesets.apply({ id });
  const gail = { client } as SignedInVisitor;
  expect(await originsOf(made, gail)).toEqual([
    ["Of a model.", AI],
    ["And mine.", null],
  ]);
  expect(await originsOf(own, gail)).toEqual([["Of a person.", null]]);
});

test("a note that begins with a conversation says what was spoken and what a model answered", async () => {
  const { id } = await ann.client.notes.create({
    title: "Talk",
    body: { format: "markdown", text: "You: What is due?\n\nCairn: Two things." },
    writtenBy: { model: "test-model", prompt: "Tidy this up" },
    earlier: [{ body: { format: "markdown", text: "You: What is due?" }, origin: "dictated" }],
  });
  expect(await originsOf(id)).toEqual([
    ["You: What is due?", { kind: "dictated", from: null, model: null, prompt: null }],
    ["Cairn: Two things.", AI],
  ]);
});

test("imported text names the file that it is from", async () => {
  const cleo = await app.aUser("Cleo");
  await imported(cleo, [{ path: "Norway.md", bytes: "Ferries **leave** at seven." }]);
  const { notes } = await cleo.client.notes.list({});
  const origin = { kind: "imported", from: "Norway.md", model: null, prompt: null };
  expect(await originsOf(notes[0]!.id, cleo)).toEqual([
    ["Ferries ", origin],
    ["leave", origin],
    [" at seven.", origin],
  ]);
});

test("a search for what people wrote does not find what only a model did, in whatever way", async () => {
  const ben = await app.aUser("Ben");
  const mixed = await aNote("Plan", "Mine is about harbors.", ben);
  await rewrite(mixed, "Mine is about harbors.\n\nTheirs is about lighthouses and c++ code.", ben);
  await aNote("Typed", "I saw lighthouses and wrote c++.", ben);
  for (const query of ["lighthouses", "lighth", "ighthous", '"about lighthouses"', "c++", "lighthouzes"]) {
    expect([query, await titles(query, ben)]).toEqual([query, expect.arrayContaining(["Plan"])]);
    expect([query, await titles(`${query} origin:human`, ben)]).toEqual([
      query,
      expect.not.arrayContaining(["Plan"]),
    ]);
  }
  expect(await titles("lighthouses origin:human", ben)).toEqual(["Typed"]);
  expect(await titles("harbors origin:human", ben)).toEqual(["Plan"]);
  expect(await titles("plan origin:human", ben)).toEqual(["Plan"]);
  expect(await titles("lighthouses harbors origin:human", ben)).toEqual([]);
  expect(await titles("zebra lighthouses wrote origin:human", ben, true)).toEqual(["Typed"]);
  expect(await titles("origin:human", ben)).toEqual(["Plan", "Typed"]);
  const { hits } = await ben.client.notes.search({ query: "plan origin:human" });
  expect(hits[0]?.snippet).not.toContain("lighthouses");
});

test("so it is with notes that somebody shares", async () => {
  const [owner, guest] = [await app.aUser("Owner"), await app.aUser("Guest")];
  const noteId = await aNote("Shared plan", "Mine is about harbors.", owner);
  await rewrite(noteId, "Mine is about harbors.\n\nTheirs is about lighthouses.", owner);
  await owner.client.sharing.shareNote({ noteId, email: guest.email, role: "viewer" });
  await acceptInvitations(guest);
  expect(await titles("lighthouses", guest)).toEqual(["Shared plan"]);
  expect(await titles("lighthouses origin:human", guest)).toEqual([]);
  expect(await titles("ighthous origin:human", guest)).toEqual([]);
  expect(await titles("harbors origin:human", guest)).toEqual(["Shared plan"]);
});

test("Chat reads what models wrote unless it is told to leave it out", async () => {
  const dan = await app.aUser("Dan");
  const mixed = await aNote("Coast", "The harbor is shallow.", dan);
  await rewrite(mixed, "The harbor is shallow.\n\nThe lighthouse was built in 1887.", dan);
  const told = async (question: string) => {
    const scope = await resolveScope(app.services.db, dan.userId, {});
    const found = await retrieve(app.services, dan.userId, question, { ...scope, reach: "nowhere" });
    return found.map((passage) => ("text" in passage ? passage.text : ""));
  };
  expect((await told("When was the lighthouse built?")).join()).toContain("1887");
  await dan.client.preferences.update({ settings: { chatLeavesOutModels: true } });
  expect(await told("When was the lighthouse built?")).toEqual([]);
  expect(await told("How deep is the harbor?")).toEqual(["The harbor is shallow."]);
});

test("text that says it is a model's is nobody's words in the figures", async () => {
  const eve = await app.aUser("Eve");
  const noteId = await aNote("Words", "one two three", eve);
  await rewrite(noteId, "one two three four five six seven", eve);
  const rows = await app.database.asSuperuser<{ origin: string; added: number }>(
    "SELECT origin, added FROM word_days WHERE user_id = $1 ORDER BY origin",
    [eve.userId],
  );
  expect(rows).toEqual([
    { origin: "ai", added: 4 },
    { origin: "typed", added: 3 },
  ]);
});
