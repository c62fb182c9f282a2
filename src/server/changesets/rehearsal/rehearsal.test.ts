import { afterAll, beforeAll, expect, test } from "vitest";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { everyRow } from "#testing/database/every-row.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

type Client = SignedInVisitor["client"];
const body = (text: string) => ({ format: "markdown" as const, text });
type Records = NonNullable<Parameters<Client["rehearsals"]["change"]>[0]["records"]>;

async function aRehearsal(client: Client): Promise<string> {
  const { id } = await client.rehearsals.start({ id: uuidV7(), title: "Spring cleaning" });
  return id;
}

const change = (client: Client, id: string, ...records: Records) => client.rehearsals.change({ id, records });
const note = (recordId: string, fields: Records[number]["fields"]) =>
  ({ kind: "note", recordId, action: "update", fields }) as const;

/** What is seen: titles with their marks, by place. */
async function seen(client: Client, id: string, place: object = {}) {
  const { notes } = await client.rehearsals.notes({ id, ...place });
  return Object.fromEntries(notes.map(({ title, marks }) => [title, marks.join(" ")]));
}

test("somebody reorganizes by hand in what waits, sees it everywhere, and nothing of it is real before it is accepted", async () => {
  const { client } = await app.aUser("Ann");
  const trips = await client.folders.create({ name: "Trips" });
  const oslo = await client.notes.create({ title: "Oslo", body: body("Cold."), folderId: trips.id });
  const rome = await client.notes.create({ title: "Rome", body: body("Warm and sunny."), tags: ["italy"] });
  const id = await aRehearsal(client);
  expect(await client.rehearsals.start({ id, title: "Again" })).toEqual({ id });
  expect((await client.changesets.get({ id })).source).toEqual({ kind: "rehearsal" });

  const [europe, bergen] = [uuidV7(), uuidV7()];
  await change(client, id, note(rome.id, { title: "Roma" }));
  await change(
    client,
    id,
    { kind: "folder", recordId: europe, action: "create", fields: { name: "Europe" } },
    {
      kind: "note",
      recordId: bergen,
      action: "create",
      fields: { title: "Bergen", folderId: europe, body: body("Rain.") },
    },
    { kind: "folder", recordId: trips.id, action: "update", fields: { parentId: europe } },
    { kind: "note", recordId: oslo.id, action: "remove", fields: {} },
  );
  // Into the record that waits, which then comes behind the folder.
  await change(client, id, note(rome.id, { folderId: europe, tags: ["italy", "south"] }));
  await client.rehearsals.change({
    ...{ id, texts: [{ noteId: rome.id, text: "Warm, sunny and crowded.\n", was: "Warm and sunny.\n" }] },
  });
  await client.rehearsals.change({
    id,
    texts: [{ noteId: bergen, text: "Rain, and fjords.\n", was: "Rain.\n" }],
  });

  const before = await everyRow(app.database);
  const places = await client.rehearsals.places({ id });
  expect(places).toMatchObject({ notes: 2, unfiled: 0, trashed: 1, differing: 3, blocked: 0, waiting: 6 });
  expect(places.folders.map(({ name, noteCount, marks }) => [name, noteCount, ...marks]).toSorted()).toEqual([
    ["Europe", 2, "new"],
    ["Trips", 0, "moved"],
  ]);
  expect(places.tags).toEqual([
    { name: "italy", noteCount: 1 },
    { name: "south", noteCount: 1 },
  ]);
  expect(await seen(client, id)).toEqual({ Bergen: "new", Roma: "renamed moved tagged changed" });
  expect(await seen(client, id, { folderId: europe })).toEqual({
    Bergen: "new",
    Roma: "renamed moved tagged changed",
  });
  expect(await seen(client, id, { tag: "south" })).toEqual({ Roma: "renamed moved tagged changed" });
  expect(await seen(client, id, { isUnfiled: true })).toEqual({});
  expect(await seen(client, id, { isTrashed: true })).toEqual({ Oslo: "removed" });
  expect(await seen(client, id, { query: "crowded" })).toEqual({ Roma: "renamed moved tagged changed" });
  expect(await seen(client, id, { query: "fjords" })).toEqual({ Bergen: "new" });
  expect(await seen(client, id, { query: "cold" })).toEqual({});
  expect(await client.rehearsals.note({ id, noteId: rome.id })).toMatchObject({
    ...{ title: "Roma", text: "Warm, sunny and crowded.\n", textBefore: "Warm and sunny.\n" },
    was: { title: "Rome", folderId: null, tags: ["italy"] },
  });
  expect(await client.rehearsals.note({ id, noteId: bergen })).toMatchObject({
    ...{ text: "Rain, and fjords.\n", textBefore: null, was: null },
  });
  await client.changesets.compare({ id });
  // Looking has left nothing behind: no live event, log entry, notification, job, reminder or search row.
  expect(await everyRow(app.database)).toEqual(before);
  expect((await client.notes.search({ query: "crowded" })).hits).toEqual([]);
  expect((await client.changesets.get({ id })).records).toHaveLength(5);

  await client.changesets.apply({ id });
  expect(await seen(client, id)).toEqual({ Bergen: "", Roma: "" });
  expect(await client.notes.get({ noteId: rome.id })).toMatchObject({ title: "Roma", folderId: europe });
  expect((await client.notes.body({ noteId: rome.id })).text).toBe("Warm, sunny and crowded.\n");
  expect((await client.notes.body({ noteId: bergen })).text).toBe("Rain, and fjords.\n");
});

test("a further change goes into the one that waits, there and back is none, and a place is never given twice", async () => {
  const { client } = await app.aUser("Ann");
  const oslo = await client.notes.create({ title: "Oslo", tags: ["a"] });
  const id = await aRehearsal(client);
  const records = async () =>
    (await client.changesets.get({ id })).records.map(({ place, kind, action, state, fields }) => [
      ...[place, kind, action, state],
      Object.fromEntries(fields.map(({ name, after }) => [name, after])),
    ]);
  await change(client, id, note(oslo.id, { title: "Oslo 2025" }));
  await change(client, id, note(oslo.id, { tags: ["b"] }));
  expect(await records()).toEqual([[0, "note", "update", "proposed", { title: "Oslo 2025", tags: ["b"] }]]);
  await change(client, id, note(oslo.id, { title: "Oslo" }));
  expect(await records()).toEqual([[0, "note", "update", "proposed", { tags: ["b"] }]]);
  await change(client, id, note(oslo.id, { tags: ["a"] }));
  expect(await records()).toEqual([]);

  const folder = uuidV7();
  const made = uuidV7();
  const create = { kind: "folder", recordId: folder, action: "create", fields: { name: "North" } } as const;
  await change(client, id, create, note(oslo.id, { folderId: folder }));
  await change(client, id, {
    kind: "note",
    recordId: made,
    action: "create",
    fields: { title: "Bergen", folderId: folder },
  });
  const places = (await records()).map(([place]) => place);
  expect(Math.min(...(places as number[]))).toBeGreaterThan(0);
  // What was to be made and is deleted was never there; what was put into it stays where it lies.
  await change(client, id, { kind: "folder", recordId: folder, action: "remove", fields: {} });
  expect(await seen(client, id, { isUnfiled: true })).toEqual({ Bergen: "new", Oslo: "" });
  await change(client, id, { kind: "note", recordId: made, action: "remove", fields: {} });
  expect(await records()).toEqual([]);

  await change(client, id, note(oslo.id, { title: "Gone" }));
  await change(client, id, { kind: "note", recordId: oslo.id, action: "remove", fields: {} });
  expect((await records()).map(([, , action]) => action)).toEqual(["remove"]);
  await expect(change(client, id, note(oslo.id, { title: "Back" }))).rejects.toMatchObject({
    ...{ code: "INVALID_INPUT", message: expect.stringContaining("is to be deleted") },
  });
  await client.rehearsals.takeBack({ id, recordId: oslo.id });
  expect(await seen(client, id)).toEqual({ Oslo: "" });
  await change(client, id, note(oslo.id, { title: "Back" }));
  expect(await seen(client, id)).toEqual({ Back: "renamed" });
});

test("who decides about a part on a page that is behind decides about that one, and no other takes its place", async () => {
  const { client } = await app.aUser("Ann");
  const { id: noteId } = await client.notes.create({ title: "Oslo", body: body("One.\n\nTwo.\n\nThree.\n") });
  const id = await aRehearsal(client);
  const says = (text: string) => client.rehearsals.change({ id, texts: [{ noteId, text }] });
  const parts = async () => (await client.changesets.get({ id })).notes[0]!.parts;
  await says("One.\n\nTwo.\n\nThree!\n");
  const [seen] = await parts();
  await says("One!\n\nTwo.\n\nThree!\n");
  expect((await parts()).map(({ after, place }) => [after, place === seen!.place])).toEqual([
    ["One!\n", false],
    ["Three!\n", true],
  ]);
  await client.changesets.apply({ id, notes: [{ noteId, parts: [seen!.place] }] });
  expect((await client.notes.body({ noteId })).text).toBe("One.\n\nTwo.\n\nThree!\n");
  // What is written otherwise is another part, and so is what comes when one is gone.
  const [one] = (await parts()).filter(({ state }) => state === "proposed");
  await says("Uno!\n\nTwo.\n\nThree!\n");
  await client.changesets.apply({ id, notes: [{ noteId, parts: [one!.place] }] });
  expect((await client.notes.body({ noteId })).text).toBe("One.\n\nTwo.\n\nThree!\n");
  // All that is named, but for what was refused on another device.
  const [uno] = (await parts()).filter(({ state }) => state === "proposed");
  await client.changesets.refuse({ id });
  const named = { id, notes: [{ noteId, parts: [uno!.place] }] };
  await client.changesets.apply({ ...named, onlyWaiting: true });
  expect((await client.notes.body({ noteId })).text).toContain("One.");
  await client.changesets.apply(named);
  expect((await client.notes.body({ noteId })).text).toContain("Uno!");
});

test("a part that fits no longer goes on waiting when another place of its note is changed", async () => {
  const { client } = await app.aUser("Ann");
  const { id: noteId } = await client.notes.create({ title: "Oslo", body: body("One.\n\nTwo.\n") });
  const id = await aRehearsal(client);
  await client.rehearsals.change({ id, texts: [{ noteId, text: "One, said I.\n\nTwo.\n" }] });
  const { seq: baseSeq } = await client.notes.body({ noteId });
  await client.notes.replaceBody({ noteId, body: body("Something else.\n\nTwo.\n"), baseSeq });
  const { text: was } = await client.rehearsals.note({ id, noteId });
  expect(was).toBe("Something else.\n\nTwo.\n");
  await client.rehearsals.change({ id, texts: [{ noteId, was, text: was.replace("Two", "Two and three") }] });
  const { parts } = (await client.changesets.get({ id })).notes[0]!;
  expect(parts.map(({ after, state }) => [after, state])).toEqual([
    ["One, said I.\n", "proposed"],
    ["Two and three.\n", "proposed"],
  ]);
});

test("what can't be done is refused with its reason, and nothing is added", async () => {
  const { client } = await app.aUser("Ann");
  const outer = await client.folders.create({ name: "Outer" });
  const inner = await client.folders.create({ name: "Inner", parentId: outer.id });
  const id = await aRehearsal(client);
  const into = (recordId: string, parentId: string) =>
    ({ kind: "folder", recordId, action: "update", fields: { parentId } }) as const;
  await expect(change(client, id, into(outer.id, inner.id))).rejects.toMatchObject({
    ...{ code: "CONFLICT", message: "A folder can't be moved into itself." },
  });
  await expect(change(client, id, note(uuidV7(), { title: "x" }))).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
  await expect(change(client, id, into(inner.id, uuidV7()))).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(
    client.rehearsals.change({ id, texts: [{ noteId: uuidV7(), text: "x" }] }),
  ).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect(await client.rehearsals.places({ id })).toMatchObject({ waiting: 0 });
});

test("who writes in the real notes meanwhile is seen, and not overwritten", async () => {
  const { client } = await app.aUser("Ann");
  const oslo = await client.notes.create({ title: "Oslo", body: body("One.\n\nTwo.\n") });
  const write = async (text: string) => {
    const { seq: baseSeq } = await client.notes.body({ noteId: oslo.id });
    await client.notes.replaceBody({ noteId: oslo.id, body: body(text), baseSeq });
  };
  const id = await aRehearsal(client);
  const read = () => client.rehearsals.note({ id, noteId: oslo.id });
  await client.rehearsals.change({
    id,
    texts: [{ noteId: oslo.id, text: "One!\n\nTwo.\n", was: (await read()).text }],
  });
  await change(client, id, note(oslo.id, { title: "Oslo in May" }));
  const stale = (await read()).text;
  await write("One.\n\nTwo, and three.\n");
  expect((await read()).text).toBe("One!\n\nTwo, and three.\n");
  await expect(
    client.rehearsals.change({ id, texts: [{ noteId: oslo.id, text: "Mine.\n", was: stale }] }),
  ).rejects.toMatchObject({ code: "CONFLICT" });
  // Somebody renames it: the newest is shown, what waits is not done, and a further change stands beside it.
  await client.notes.update({ noteId: oslo.id, title: "Christiania" });
  expect(await seen(client, id)).toEqual({ Christiania: "changed" });
  expect(await client.rehearsals.places({ id })).toMatchObject({ blocked: 1 });
  await change(client, id, note(oslo.id, { tags: ["north"] }));
  expect(await seen(client, id)).toEqual({ Christiania: "tagged changed" });
  await client.changesets.apply({ id });
  expect(await client.notes.get({ noteId: oslo.id })).toMatchObject({
    title: "Christiania",
    tags: ["north"],
  });
  expect((await client.notes.body({ noteId: oslo.id })).text).toBe("One!\n\nTwo, and three.\n");
});

test("what was put into the trash for real is not said to be changed, and nothing of it is done", async () => {
  const { client } = await app.aUser("Ann");
  const { id: noteId } = await client.notes.create({ title: "Oslo", body: body("Cold.") });
  const id = await aRehearsal(client);
  await change(client, id, note(noteId, { title: "Bergen" }));
  await client.rehearsals.change({ id, texts: [{ noteId, text: "Rain." }] });
  await client.notes.remove({ noteId });
  expect(await seen(client, id, { isDiffering: true })).toEqual({ Oslo: "" });
  expect(await client.rehearsals.note({ id, noteId })).toMatchObject({ text: "Cold.\n", marks: [] });
  expect(await client.rehearsals.places({ id })).toMatchObject({ blocked: 1 });
  await client.changesets.apply({ id });
  await client.notes.restore({ noteId });
  expect(await client.notes.get({ noteId })).toMatchObject({ title: "Oslo" });
  expect((await client.notes.body({ noteId })).text).toBe("Cold.\n");
});

test("another account finds none of it, and can't add to it", async () => {
  const { client } = await app.aUser("Ann");
  const { client: ben } = await app.aUser("Ben");
  const oslo = await client.notes.create({ title: "Oslo", body: body("Secret.") });
  const id = await aRehearsal(client);
  await change(client, id, note(oslo.id, { title: "Hidden" }));
  const refused = { code: "NOT_FOUND" };
  await expect(ben.rehearsals.places({ id })).rejects.toMatchObject(refused);
  await expect(ben.rehearsals.notes({ id })).rejects.toMatchObject(refused);
  await expect(ben.rehearsals.notes({ id, query: "Hidden" })).rejects.toMatchObject(refused);
  await expect(ben.rehearsals.note({ id, noteId: oslo.id })).rejects.toMatchObject(refused);
  await expect(change(ben, id, note(oslo.id, { title: "x" }))).rejects.toMatchObject(refused);
  await expect(ben.rehearsals.takeBack({ id, recordId: oslo.id })).rejects.toMatchObject(refused);
  await expect(ben.rehearsals.start({ id, title: "Mine" })).rejects.toMatchObject({ code: "CONFLICT" });
  const own = await aRehearsal(ben);
  await expect(ben.rehearsals.note({ id: own, noteId: oslo.id })).rejects.toMatchObject(refused);
  await expect(change(ben, own, note(oslo.id, { title: "x" }))).rejects.toMatchObject(refused);
});

test("many changed notes are shown by pages", { timeout: 120_000 }, async () => {
  const { client } = await app.aUser("Ann");
  const id = uuidV7();
  const folder = uuidV7();
  const fields = (index: number) => ({
    title: `Note ${index}`,
    folderId: folder,
    body: body(`Number ${index}.`),
  });
  await client.changesets.propose({
    ...{ id, title: "Many" },
    records: [
      { kind: "folder", recordId: folder, action: "create", fields: { name: "Many" } },
      ...Array.from({ length: 129 }, (_, index) => ({
        ...({ kind: "note", recordId: uuidV7(), action: "create", fields: fields(index) } as const),
      })),
    ],
  });
  expect(await client.rehearsals.places({ id })).toMatchObject({ notes: 129, differing: 129, waiting: 130 });
  for (const place of [{ isDiffering: true }]) {
    const first = await client.rehearsals.notes({ id, ...place, limit: 100 });
    expect(first.notes).toHaveLength(100);
    const next = await client.rehearsals.notes({ id, ...place, limit: 100, cursor: first.nextCursor! });
    expect(new Set([...first.notes, ...next.notes].map((each) => each.id)).size).toBe(129);
  }
  expect((await client.rehearsals.notes({ id, query: "number", limit: 100 })).notes).toHaveLength(100);
});
