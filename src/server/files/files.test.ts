import { readdir } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { FileEntry } from "#contract/files.ts";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { type SignedInVisitor, startTestApp, type TestApp, type Visitor } from "#testing/test-app.ts";
import { sanitiseName, saveImage } from "./files.ts";

let app: TestApp;
let ann: SignedInVisitor;
let mallory: SignedInVisitor;
let picture: Buffer;
beforeAll(async () => {
  app = await startTestApp();
  ann = await app.aUser("Ann");
  mallory = await app.aUser("Mallory");
  picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: "teal" } })
    .jpeg()
    .withExif({ IFD0: { Copyright: "secret place" } })
    .toBuffer();
});
afterAll(() => app.close());

const upload = (visitor: Visitor, bytes: Uint8Array, name = "a.jpg") =>
  visitor.request(`/api/files/upload?name=${encodeURIComponent(name)}`, {
    method: "POST",
    headers: { "content-type": "image/jpeg" },
    body: new Uint8Array(bytes),
  });

test("an image comes back re-encoded without its metadata, and the original as it was, to its owner", async () => {
  const response = await upload(ann, picture, "Mönch & Eiger.jpg");
  expect(response.status).toBe(201);
  const file = (await response.json()) as FileEntry;
  expect(file).toMatchObject({
    name: "Mönch___Eiger.jpg",
    type: "image/jpeg",
    size: picture.length,
    width: 40,
    height: 30,
  });
  const shown = await ann.request(file.url);
  expect(shown.headers.get("content-type")).toBe("image/webp");
  expect(shown.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
  const bytes = Buffer.from(await shown.arrayBuffer());
  expect(bytes.includes("secret place")).toBe(false);
  const original = await ann.request(`${file.url}/original`);
  expect(original.headers.get("content-disposition")).toMatch(/^attachment/);
  expect(Buffer.from(await original.arrayBuffer()).equals(picture)).toBe(true);
});

test("a stranger and a visitor get nothing of it", async () => {
  const file = (await (await upload(ann, picture)).json()) as FileEntry;
  for (const path of [file.url, `${file.url}/original`, `/api/files/${file.id}`]) {
    expect((await mallory.request(path)).status).toBe(404);
    expect((await app.visitor().request(path)).status).toBe(401);
  }
});

test("what is no image of the five types is refused in the spec's words, whatever it calls itself", async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  const html = Buffer.from("<!doctype html><script>alert(1)</script>");
  const broken = picture.subarray(0, 60);
  for (const bytes of [svg, html, broken, Buffer.alloc(0)]) {
    const response = await upload(ann, bytes, "photo.jpg");
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({
      message: "File type not supported. Please use JPG, PNG, WebP, or GIF.",
    });
  }
});

test("one byte above 10 MB is refused in the spec's words", async () => {
  const response = await upload(ann, Buffer.alloc(10 * 1024 * 1024 + 1));
  expect(response.status).toBe(413);
  expect(await response.json()).toMatchObject({
    code: "TOO_LARGE",
    message: "File size must be less than 10MB",
  });
});

test("without a session the upload says so in the spec's words", async () => {
  const response = await upload(app.visitor(), picture);
  expect([response.status, await response.json()]).toEqual([
    401,
    expect.objectContaining({ message: "No active session - please log in first" }),
  ]);
});

test("saving again under the same id answers the first file and keeps no second copy", async () => {
  const { db, storage } = app.services;
  const stored = async () => (await readdir(join(app.dataDir, "files"), { recursive: true })).length;
  const id = uuidV7();
  const first = await saveImage(db, storage, ann.userId, { id, name: "a.jpg", source: picture });
  const before = await stored();
  const other = await sharp(picture).png().toBuffer();
  expect(await saveImage(db, storage, ann.userId, { id, name: "b.png", source: other })).toEqual(first);
  expect(await stored()).toBe(before);
  const original = await ann.request(`${first.url}/original`);
  expect(Buffer.from(await original.arrayBuffer()).equals(picture)).toBe(true);
});

test.each([
  ["../../etc/passwd", ".._.._etc_passwd"],
  ["a b.png", "a_b.png"],
  ["日本語 ファイル (1).md", "日本語_ファイル__1_.md"],
  ["u\u0308ber\u202egnp.exe", "über_gnp.exe"],
  ['x"y<b>🌍.txt', "x_y_b__.txt"],
  ["", "image"],
])("the name %j becomes %j", (name, expected) => {
  expect(sanitiseName(name)).toBe(expected);
});
