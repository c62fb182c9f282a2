import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { MOST_PICTURES, type Picture } from "#contract/gallery.ts";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";
import { uploadInParts } from "#testing/upload-file.ts";
import { runCleanup } from "../housekeeping.ts";
import { features } from "../features.ts";

let app: TestApp;
let eve: SignedInVisitor;
beforeAll(async () => {
  app = await startTestApp();
  eve = await app.aUser("Eve");
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.database.asSuperuser("DELETE FROM auth.rate_limits");
});

async function aFile(person: SignedInVisitor, name = "sea.png"): Promise<string> {
  const picture = await sharp({ create: { width: 30, height: 20, channels: 3, background: "teal" } })
    .withExif({ IFD3: { GPSLatitudeRef: "N" } })
    .jpeg()
    .toBuffer();
  const response = await person.request(`/api/files/upload?name=${encodeURIComponent(name)}`, {
    method: "POST",
    body: new Uint8Array(picture),
  });
  return ((await response.json()) as { id: string }).id;
}

/** As far as its head tells, an MP4. */
const VIDEO = Buffer.from("000000186674797069736f6d0000020069736f6d69736f32", "hex");

const add = async (
  person: SignedInVisitor,
  more: Partial<Pick<Picture, "title" | "description" | "tags">> = {},
) => person.client.gallery.add({ fileId: await aFile(person), ...more });
const titlesOf = async (
  person: SignedInVisitor,
  input: Parameters<SignedInVisitor["client"]["gallery"]["list"]>[0] = {},
) => (await person.client.gallery.list(input)).pictures.map(({ title }) => title);
const filesOf = async (person: SignedInVisitor) =>
  (await person.client.files.list({})).files.map(({ id }) => id);
const open = async (path: string, headers: Record<string, string> = {}) => {
  const response = await app.visitor().request(path, { headers });
  return { status: response.status, headers: response.headers, bytes: await response.arrayBuffer() };
};
const publish = async (person: SignedInVisitor, { id }: Picture) =>
  (await person.client.gallery.update({ pictureId: id, isPublic: true })).publicUrl!;

test("an uploaded file becomes a picture that is private, is in the store once, and is added once", async () => {
  const ann = await app.aUser("Ann");
  const fileId = await aFile(ann);
  const picture = await ann.client.gallery.add({ fileId, title: " Sea ", tags: [" blue ", "Blue", "wet"] });
  expect(picture).toMatchObject({
    fileId,
    name: "sea.png",
    url: `/files/${fileId}`,
    kind: "image",
    type: "image/jpeg",
    width: 30,
    height: 20,
    title: "Sea",
    description: "",
    tags: ["Blue", "wet"],
    isPublic: false,
    publicUrl: null,
  });
  expect(picture.storagePath).toMatch(new RegExp(`^onaib1/${ann.userId}/images/\\d+-sea\\.png$`));
  expect(await ann.client.gallery.add({ fileId, title: "Other" })).toEqual(picture);
  expect(await ann.client.gallery.get({ pictureId: picture.id })).toEqual(picture);
  expect(await filesOf(ann)).toEqual([fileId]);
  const types = (await ann.client.activity.list({})).activities.map(({ type }) => type);
  expect(types.filter((type) => type.startsWith("picture_"))).toEqual(["picture_added"]);
});

test("the gallery is listed newest first, page by page, and searched by title, description, tag and name", async () => {
  const bob = await app.aUser("Bob");
  await add(bob, { title: "Harbour", description: "Boats at DAWN", tags: ["Sea"] });
  await add(bob, { title: "Hills", tags: ["green", "sea side"] });
  await add(bob, { title: "100% wool" });
  const video = await uploadInParts(bob, "tide.mp4", VIDEO);
  const { storagePath } = await bob.client.gallery.add({ fileId: video, title: "Tide" });
  expect(storagePath).toMatch(/^user-gallery\/.+\/videos\/\d+-tide\.mp4$/);
  expect(await titlesOf(bob)).toEqual(["Tide", "100% wool", "Hills", "Harbour"]);
  expect(await titlesOf(bob, { query: "hARb" })).toEqual(["Harbour"]);
  expect(await titlesOf(bob, { query: "dawn" })).toEqual(["Harbour"]);
  expect(await titlesOf(bob, { query: "SEA" })).toEqual(["100% wool", "Hills", "Harbour"]);
  expect(await titlesOf(bob, { query: "mp4" })).toEqual(["Tide"]);
  expect(await titlesOf(bob, { query: "%" })).toEqual(["100% wool"]);
  expect(await titlesOf(bob, { query: "_" })).toEqual([]);
  expect(await titlesOf(bob, { tag: "sea" })).toEqual(["Harbour"]);
  expect(await titlesOf(bob, { tag: "se" })).toEqual([]);
  expect(await titlesOf(bob, { tag: "green", query: "harbour" })).toEqual([]);
  expect(await titlesOf(bob, { kind: "video" })).toEqual(["Tide"]);
  expect((await bob.client.gallery.tags()).tags).toEqual([
    { tag: "green", count: 1 },
    { tag: "Sea", count: 1 },
    { tag: "sea side", count: 1 },
  ]);
  const paged: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await bob.client.gallery.list({ limit: 1, ...(cursor && { cursor }) });
    paged.push(...page.pictures.map(({ title }) => title));
    cursor = page.nextCursor;
  }
  expect(paged).toEqual(["Tide", "100% wool", "Hills", "Harbour"]);
  for (const cursor of ["x", `${uuidV7()}.`, `${uuidV7()}.1x`, "\0.1"])
    await expect(bob.client.gallery.list({ cursor })).rejects.toMatchObject({ code: "INVALID_INPUT" });
});

test("what is no picture, or cannot be inserted, is refused, and what was uploaded for it is removed", async () => {
  const cid = await app.aUser("Cid");
  const text = await uploadInParts(cid, "words.txt", Buffer.from("words"));
  const refused = { code: "INVALID_INPUT" };
  await expect(cid.client.gallery.add({ fileId: text })).rejects.toMatchObject(refused);
  // It was there before: it stays.
  expect(await filesOf(cid)).toEqual([text]);
  await expect(cid.client.gallery.add({ fileId: text, isUpload: true })).rejects.toMatchObject(refused);
  expect(await filesOf(cid)).toEqual([]);
  expect((await cid.client.files.usage({})).bytes).toBe(0);

  const fileId = await aFile(cid);
  await app.database.asSuperuser(`CREATE FUNCTION refuse_picture() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'no room in this table'; END $$`);
  await app.database.asSuperuser(
    "CREATE TRIGGER refuse_picture BEFORE INSERT ON user_gallery FOR EACH ROW EXECUTE FUNCTION refuse_picture()",
  );
  await expect(cid.client.gallery.add({ fileId, isUpload: true })).rejects.toMatchObject({
    code: "INTERNAL",
  });
  await app.database.asSuperuser("DROP FUNCTION refuse_picture() CASCADE");
  expect(await filesOf(cid)).toEqual([]);
  expect((await cid.request(`/files/${fileId}`)).status).toBe(404);
  await expect(cid.client.gallery.add({ fileId })).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("a roll-back takes no file that something else shows", async () => {
  const dan = await app.aUser("Dan");
  const text = await uploadInParts(dan, "words.txt", Buffer.from("words"));
  await dan.client.notes.create({
    title: "Named",
    body: { format: "markdown", text: `[words](/files/${text})` },
  });
  await expect(dan.client.gallery.add({ fileId: text, isUpload: true })).rejects.toMatchObject({
    code: "INVALID_INPUT",
  });
  expect(await filesOf(dan)).toEqual([text]);
});

test("an account has so many pictures and no more", async () => {
  const fay = await app.aUser("Fay");
  const first = await add(fay);
  await app.database.asSuperuser(
    `WITH f AS (INSERT INTO files (id, user_id, bucket, path, name, storage_key, type, size, width, height)
       SELECT gen_random_uuid(), $1, 'user-gallery', 'p', 'n', gen_random_uuid()::text, 'image/png', 1, 1, 1
       FROM generate_series(2, $2::int) RETURNING id)
     INSERT INTO user_gallery (id, user_id, file_id) SELECT gen_random_uuid(), $1, id FROM f`,
    [fay.userId, MOST_PICTURES],
  );
  const fileId = await aFile(fay);
  await expect(fay.client.gallery.add({ fileId, isUpload: true })).rejects.toMatchObject({
    code: "QUOTA_EXCEEDED",
  });
  expect((await fay.request(`/files/${fileId}`)).status).toBe(404);
  await fay.client.gallery.remove({ pictureIds: [first.id] });
  await add(fay);
  await expect(fay.client.gallery.restore({ pictureId: first.id })).rejects.toMatchObject({
    code: "QUOTA_EXCEEDED",
  });
});

test("bad input is refused", async () => {
  const gil = await app.aUser("Gil");
  const { id: pictureId } = await add(gil);
  for (const change of [
    { title: "x".repeat(201) },
    { description: "x".repeat(5001) },
    { tags: ["x".repeat(101)] },
    { tags: [" "] },
    { tags: Array.from({ length: 31 }, (_, n) => `t${n}`) },
  ])
    await expect(gil.client.gallery.update({ pictureId, ...change })).rejects.toMatchObject({
      code: "INVALID_INPUT",
    });
  await expect(gil.client.gallery.remove({ pictureIds: [] })).rejects.toMatchObject({
    code: "INVALID_INPUT",
  });
  const odd = await gil.client.gallery.update({ pictureId, title: "a\0b\ud800", tags: ["\0c"] });
  expect(odd).toMatchObject({ title: "ab\ufffd", tags: ["c"] });
});

test("a change is logged and can be taken back, but for what was public", async () => {
  const hal = await app.aUser("Hal");
  const { id: pictureId } = await add(hal, { title: "Old", tags: ["a"] });
  await hal.client.gallery.update({ pictureId, title: "New", tags: [], description: "Words" });
  const entry = async () =>
    (await hal.client.activity.list({})).activities.find(({ type }) => type === "picture_updated")!;
  await hal.client.activity.undo({ activityId: (await entry()).id });
  expect(await hal.client.gallery.get({ pictureId })).toMatchObject({
    title: "Old",
    tags: ["a"],
    description: "",
  });
  const ida = await app.aUser("Ida");
  const other = await add(ida);
  await publish(ida, other);
  const [published] = (await ida.client.activity.list({})).activities;
  expect(published).toMatchObject({ type: "picture_updated", canUndo: false });
});

test("a public picture is shown to anybody without what the camera wrote, until it is switched off, for good", async () => {
  const jim = await app.aUser("Jim");
  const picture = await add(jim);
  const path = await publish(jim, picture);
  expect(path).toMatch(/^\/p\/pictures\/[\w-]{32}$/);
  const shown = await open(path);
  expect(shown.status).toBe(200);
  expect(Object.fromEntries(shown.headers)).toMatchObject({
    "content-type": "image/webp",
    "cache-control": "no-cache, must-revalidate",
    "content-security-policy": "default-src 'none'; sandbox",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "x-robots-tag": "noindex, nofollow",
    "cross-origin-resource-policy": "cross-origin",
  });
  expect(await sharp(shown.bytes).metadata()).toMatchObject({ width: 30, height: 20 });
  expect((await sharp(shown.bytes).metadata()).exif).toBeUndefined();
  const told = `${shown.headers.get("etag")} ${shown.headers.get("content-disposition")}`;
  expect(told).not.toContain(picture.fileId);
  expect(told).not.toContain("sea");
  const etag = shown.headers.get("etag")!;
  expect((await open(path, { "if-none-match": etag })).status).toBe(304);
  // Made public, it keeps its address until it is switched off.
  expect(await publish(jim, picture)).toBe(path);
  const off = await jim.client.gallery.update({ pictureId: picture.id, isPublic: false });
  expect(off).toMatchObject({ isPublic: false, publicUrl: null });
  const gone = await open(path, { "if-none-match": etag });
  expect([gone.status, gone.headers.get("cache-control")]).toEqual([404, "no-store"]);
  const again = await publish(jim, picture);
  expect(again).not.toBe(path);
  expect([(await open(again)).status, (await open(path)).status]).toEqual([200, 404]);
});

test("a public video plays in parts; in the trash nothing is shown, whichever of the two lies there", async () => {
  const kim = await app.aUser("Kim");
  const bytes = Buffer.concat([VIDEO, Buffer.alloc(2000, 7)]);
  const picture = await kim.client.gallery.add({ fileId: await uploadInParts(kim, "tide.mp4", bytes) });
  expect(picture).toMatchObject({ kind: "video", type: "video/mp4", width: null });
  const path = await publish(kim, picture);
  const part = await open(path, { range: "bytes=0-9" });
  expect([part.status, part.bytes.byteLength]).toEqual([206, 10]);
  await kim.client.files.remove({ fileId: picture.fileId });
  expect((await open(path)).status).toBe(404);
  expect(await titlesOf(kim)).toEqual([]);
  await kim.client.files.restore({ fileId: picture.fileId });
  expect((await open(path)).status).toBe(200);
  await kim.client.gallery.remove({ pictureIds: [picture.id] });
  expect((await open(path)).status).toBe(404);
});

test("whoever guesses addresses is stopped, and who has one still sees it", async () => {
  const lea = await app.aUser("Lea");
  const path = await publish(lea, await add(lea));
  const guess = (n: number) => open(`/p/pictures/${"a".repeat(30)}${String(n % 100).padStart(2, "0")}`);
  const statuses = new Set<number>();
  for (let n = 0; n < 101; n++) statuses.add((await guess(n)).status);
  expect([...statuses]).toEqual([404, 429]);
  for (const odd of ["short", "..%2f..", "%00".repeat(8), "a".repeat(400)])
    expect([404, 429]).toContain((await open(`/p/pictures/${odd}`)).status);
  expect((await open(path)).status).toBe(200);
});

test("pictures go into the trash with their files and come back with them", async () => {
  const max = await app.aUser("Max");
  const [one, two] = [await add(max, { title: "One" }), await add(max, { title: "Two" })];
  const answer = await max.client.gallery.remove({ pictureIds: [one.id, two.id, uuidV7()] });
  expect(answer.removed.toSorted()).toEqual([one.id, two.id].toSorted());
  expect(answer.keptFiles).toEqual([]);
  expect(await titlesOf(max)).toEqual([]);
  expect(await filesOf(max)).toEqual([]);
  expect((await max.request(one.url)).status).toBe(404);
  // Once, and not as a file beside it.
  const { items, counts } = await max.client.trash.list({});
  expect(items.map(({ kind, name }) => [kind, name]).toSorted()).toEqual([
    ["picture", "One"],
    ["picture", "Two"],
  ]);
  expect(counts).toMatchObject({ pictures: 2, files: 0 });
  await max.client.trash.restore({ items: [{ kind: "picture", id: one.id }] });
  expect(await titlesOf(max)).toEqual(["One"]);
  expect((await max.request(one.url)).status).toBe(200);
  // Added again, it comes back as it was.
  expect(await max.client.gallery.add({ fileId: two.fileId, title: "Other" })).toMatchObject({
    title: "Two",
  });
  const deleted = (await max.client.activity.list({})).activities.find(
    ({ type }) => type === "picture_restored",
  )!;
  await max.client.activity.undo({ activityId: deleted.id });
  expect(await titlesOf(max)).toEqual(["One"]);
});

test("a file that a note or the banner shows stays when its picture is deleted", async () => {
  const ned = await app.aUser("Ned");
  const [inNote, inBanner, free] = [await add(ned), await add(ned), await add(ned)];
  const note = await ned.client.notes.create({
    title: "Shows it",
    body: { format: "markdown", text: `![sea](${inNote.url})` },
  });
  await ned.client.workspace.update({ bannerUrl: inBanner.url, bannerType: "image" });
  const pictureIds = [inNote.id, inBanner.id, free.id];
  const { keptFiles } = await ned.client.gallery.remove({ pictureIds });
  expect(keptFiles.toSorted()).toEqual([inNote.fileId, inBanner.fileId].toSorted());
  expect((await filesOf(ned)).toSorted()).toEqual([inNote.fileId, inBanner.fileId].toSorted());
  // For ever, the row goes alone.
  await ned.client.trash.remove({ items: pictureIds.map((id) => ({ kind: "picture" as const, id })) });
  expect((await ned.request(inNote.url)).status).toBe(200);
  expect((await ned.request(free.url)).status).toBe(404);
  expect((await ned.client.trash.list({})).items).toEqual([]);
  await ned.client.notes.remove({ noteId: note.id });
  expect((await ned.request(inNote.url)).status).toBe(200);
});

test("cleaning up leaves the gallery alone", async () => {
  const ora = await app.aUser("Ora");
  const picture = await add(ora);
  await app.database.asSuperuser(
    "UPDATE files SET created_at = now() - interval '2 hours', bucket = 'notes-attachments' WHERE user_id = $1",
    [ora.userId],
  );
  expect((await ora.client.files.cleanUp({})).removed).toEqual([]);
  expect((await ora.request(picture.url)).status).toBe(200);
});

test("after thirty days in the trash pictures are gone, bytes and all", async () => {
  const pia = await app.aUser("Pia");
  const [old, fresh] = [await add(pia), await add(pia)];
  await pia.client.gallery.remove({ pictureIds: [old.id, fresh.id] });
  for (const table of ["user_gallery", "files"])
    await app.database.asSuperuser(
      `UPDATE ${table} SET trashed_at = now() - interval '31 days' WHERE ${table === "files" ? "id" : "file_id"} = $1`,
      [old.fileId],
    );
  // Nothing is removed before the server knows that its clock stood right all the while.
  await runCleanup(app.services, features);
  await app.database.asSuperuser(
    "UPDATE clock_watch SET seen_at = now() - interval '6 hours', trusted_from = now() - interval '6 hours'",
  );
  await runCleanup(app.services, features);
  const left = await app.database.asSuperuser<{ id: string }>(
    "SELECT id FROM user_gallery WHERE user_id = $1 UNION ALL SELECT id FROM files WHERE user_id = $1",
    [pia.userId],
  );
  expect(left.map(({ id }) => id).toSorted()).toEqual([fresh.id, fresh.fileId].toSorted());
});

test("somebody else neither sees, changes, deletes nor takes a picture", async () => {
  const quy = await app.aUser("Quy");
  const picture = await add(quy, { title: "Mine", tags: ["mine"] });
  const pictureId = picture.id;
  const { get, update, restore, remove, add: take } = eve.client.gallery;
  for (const call of [
    () => get({ pictureId }),
    () => update({ pictureId, isPublic: true }),
    () => restore({ pictureId }),
    () => take({ fileId: picture.fileId }),
    () => take({ fileId: picture.fileId, isUpload: true }),
  ])
    await expect(call()).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect(await remove({ pictureIds: [pictureId] })).toEqual({ removed: [], keptFiles: [] });
  expect(await titlesOf(eve)).toEqual([]);
  expect((await eve.client.gallery.tags()).tags).toEqual([]);
  expect(await quy.client.gallery.get({ pictureId })).toEqual(picture);
});
