import { readdir } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { FileEntry } from "#contract/files.ts";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

async function aPicture(person: SignedInVisitor, name: string): Promise<FileEntry> {
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: "teal" } })
    .png()
    .toBuffer();
  const response = await person.request(`/api/files/upload?name=${encodeURIComponent(name)}`, {
    method: "POST",
    body: new Uint8Array(picture),
  });
  return (await response.json()) as FileEntry;
}

async function aText(person: SignedInVisitor, name: string, text: string): Promise<string> {
  const begun = await person.request("/api/files/uploads", {
    method: "POST",
    headers: {
      "upload-length": String(Buffer.byteLength(text)),
      "upload-metadata": `name ${Buffer.from(name).toString("base64")}`,
    },
  });
  const location = begun.headers.get("location")!;
  await person.request(location, {
    method: "PATCH",
    headers: { "upload-offset": "0", "content-type": "application/offset+octet-stream" },
    body: text,
  });
  return location.split("/").at(-1)!;
}

const namesOf = async (
  person: SignedInVisitor,
  input: Parameters<SignedInVisitor["client"]["files"]["list"]>[0],
) => (await person.client.files.list(input)).files.map(({ name }) => name);
const older = (ids: string[]) =>
  app.database.asSuperuser(
    "UPDATE files SET created_at = now() - interval '2 hours' WHERE id = ANY ($1::uuid[])",
    [ids],
  );

test("files are listed by kind, name and order, page by page, and counted", async () => {
  const ann = await app.aUser("Ann");
  await aPicture(ann, "sea.png");
  await aText(ann, "Zebra.txt", "stripes and more stripes");
  await aText(ann, "apple.md", "red");
  await aPicture(ann, "Lake.png");
  expect(await namesOf(ann, {})).toEqual(["Lake.png", "apple.md", "Zebra.txt", "sea.png"]);
  expect(await namesOf(ann, { kind: "document" })).toEqual(["apple.md", "Zebra.txt"]);
  expect(await namesOf(ann, { kind: "video" })).toEqual([]);
  expect(await namesOf(ann, { query: "LAKE" })).toEqual(["Lake.png"]);
  expect(await namesOf(ann, { query: "%" })).toEqual([]);
  expect(await namesOf(ann, { sort: "name" })).toEqual(["apple.md", "Lake.png", "sea.png", "Zebra.txt"]);
  for (const sort of ["created", "name", "size"] as const)
    for (const order of ["asc", "desc"] as const) {
      const whole = await namesOf(ann, { sort, order });
      const paged: string[] = [];
      for (let cursor: string | null | undefined; cursor !== null;) {
        const page = await ann.client.files.list({ sort, order, limit: 1, ...(cursor && { cursor }) });
        paged.push(...page.files.map(({ name }) => name));
        cursor = page.nextCursor;
      }
      expect(paged).toEqual(whole);
    }
  await expect(ann.client.files.list({ cursor: "x" })).rejects.toMatchObject({ code: "INVALID_INPUT" });
  const usage = await ann.client.files.usage({});
  expect(usage.kinds.map(({ kind, files }) => [kind, files]).toSorted()).toEqual([
    ["document", 2],
    ["image", 2],
  ]);
  expect(usage).toMatchObject({
    trashedBytes: 0,
    maxImageBytes: 10 * 1024 ** 2,
    maxFileBytes: 50 * 1024 ** 2,
    maxVideoBytes: 200 * 1024 ** 2,
  });
});

test("a picture somebody shows of themselves is no file of theirs", async () => {
  const ann = await app.aUser("Ann");
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: "teal" } })
    .png()
    .toBuffer();
  await ann.request("/api/files/avatar", { method: "POST", body: new Uint8Array(picture) });
  expect(await namesOf(ann, {})).toEqual([]);
});

test("each file tells which notes name it, as image, block or link, in the trash or not", async () => {
  const ann = await app.aUser("Ann");
  const used = await aPicture(ann, "used.png");
  const attached = await aText(ann, "attached.txt", "words");
  await aPicture(ann, "unused.png");
  const { notes } = ann.client;
  const one = await notes.create({ title: "One", body: { format: "markdown", text: `![sea](${used.url})` } });
  const two = await notes.create({
    title: "Two",
    body: { format: "markdown", text: `[the words](/files/${attached}/original) and [sea](${used.url})` },
  });
  await vi.waitFor(async () => {
    const { files } = await ann.client.files.list({ sort: "name" });
    expect(files.map(({ name, uses }) => [name, uses])).toEqual([
      ["attached.txt", 1],
      ["unused.png", 0],
      ["used.png", 2],
    ]);
  }, 10_000);
  expect(await namesOf(ann, { unused: true })).toEqual(["unused.png"]);
  expect(await namesOf(ann, { unused: false, sort: "name" })).toEqual(["attached.txt", "used.png"]);
  await notes.remove({ noteId: one.id });
  const { notes: uses } = await ann.client.files.uses({ fileId: used.id });
  expect(uses.map(({ id, title, isTrashed }) => [id, title, isTrashed])).toEqual([
    [two.id, "Two", false],
    [one.id, "One", true],
  ]);
  const bob = await app.aUser("Bob");
  await expect(bob.client.files.uses({ fileId: used.id })).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("a file is renamed, and its name comes with the download whole", async () => {
  const ann = await app.aUser("Ann");
  const bob = await app.aUser("Bob");
  const file = await aPicture(ann, "sea.png");
  const renamed = await ann.client.files.rename({ fileId: file.id, name: '  Blaues Meer "2".png ' });
  expect(renamed.name).toBe('Blaues Meer "2".png');
  const original = await ann.request(`${file.url}/original`);
  expect(original.headers.get("content-disposition")).toBe(
    String.raw`attachment; filename="Blaues Meer \"2\".png"`,
  );
  const back = { fileId: file.id, name: "sea.png", onlyIf: { name: "lake.png" } };
  await expect(ann.client.files.rename(back)).rejects.toMatchObject({ code: "CONFLICT" });
  await expect(ann.client.files.rename({ fileId: file.id, name: "  " })).rejects.toMatchObject({
    code: "INVALID_INPUT",
  });
  for (const fileId of [file.id, uuidV7()])
    await expect(bob.client.files.rename({ fileId, name: "mine" })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
});

test("many go into the trash at once, and nobody's but one's own", async () => {
  const ann = await app.aUser("Ann");
  const bob = await app.aUser("Bob");
  const [one, two] = [await aPicture(ann, "one.png"), await aPicture(ann, "two.png")];
  const ids = [one.id, two.id];
  expect(await bob.client.files.removeMany({ fileIds: ids })).toEqual({ removed: [] });
  const { removed } = await ann.client.files.removeMany({ fileIds: [...ids, uuidV7()] });
  expect(removed.toSorted()).toEqual(ids.toSorted());
  expect((await ann.request(one.url)).status).toBe(404);
  expect((await ann.client.files.usage({})).trashedBytes).toBe(one.size + two.size);
  await ann.client.trash.restore({ items: ids.map((id) => ({ kind: "file" as const, id })) });
  expect(await namesOf(ann, { sort: "name" })).toEqual(["one.png", "two.png"]);
});

test("cleaning up takes what nothing names: no note, no version, nothing in the trash, no choice of the person's", async () => {
  const ann = await app.aUser("Ann");
  const { notes } = ann.client;
  const pictures: Record<string, FileEntry> = {};
  for (const name of ["inNote", "inTrash", "inHistory", "asAddress", "banner", "unused", "fresh"])
    pictures[name] = await aPicture(ann, `${name}.png`);
  const { inNote, inTrash, inHistory, asAddress, banner, unused, fresh } = pictures as Record<
    string,
    FileEntry
  >;
  const showing = (file: FileEntry) => ({ format: "markdown" as const, text: `![x](${file.url})` });
  await notes.create({ title: "Shows it", body: showing(inNote!) });
  const trashed = await notes.create({ title: "Thrown away", body: showing(inTrash!) });
  await notes.remove({ noteId: trashed.id });
  const edited = await notes.create({ title: "Showed it", body: showing(inHistory!) });
  const { seq } = await notes.body({ noteId: edited.id, format: "text" });
  await notes.replaceBody({ noteId: edited.id, body: { format: "text", text: "gone" }, baseSeq: seq });
  await notes.create({
    title: "Address",
    body: { format: "text", text: `see ${app.url}${asAddress!.url} there` },
  });
  await app.database.asSuperuser(
    "INSERT INTO dashboard_workspaces (id, user_id, selected_banner_url) VALUES ($1, $2, $3)",
    [uuidV7(), ann.userId, banner!.url],
  );
  await older(Object.values(pictures).flatMap(({ id }) => (id === fresh!.id ? [] : [id])));
  const bob = await app.aUser("Bob");
  expect(await bob.client.files.cleanUp({})).toEqual({ removed: [] });
  const bytes = async () => (await readdir(join(app.dataDir, "files"), { recursive: true })).length;
  const before = await bytes();
  expect(await ann.client.files.cleanUp({})).toEqual({ removed: [unused!.id] });
  expect(await bytes()).toBe(before);
  // It lies in the trash, with a way back.
  expect((await ann.client.trash.list({ kind: "file" })).items.map(({ name }) => name)).toEqual([
    "unused.png",
  ]);
  await ann.client.files.restore({ fileId: unused!.id });
  expect((await ann.request(unused!.url)).status).toBe(200);
});
