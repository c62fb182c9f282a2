import { createHash, randomBytes } from "node:crypto";
import { readdir } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { FileEntry } from "#contract/files.ts";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { type SignedInVisitor, startTestApp, type TestApp, type Visitor } from "#testing/test-app.ts";
import { purgeUploads } from "./uploads.ts";

const MB = 1024 * 1024;
let app: TestApp;
let ann: SignedInVisitor;
beforeAll(async () => {
  app = await startTestApp({
    MAX_FILE_BYTES: String(20 * MB),
    MAX_VIDEO_BYTES: String(30 * MB),
    QUOTA_BYTES: String(60 * MB),
  });
  ann = await app.aUser("Ann");
});
afterAll(() => app.close());

const PATH = "/api/files/uploads";
const base64 = (text: string) => Buffer.from(text).toString("base64");
type Wanted = { id?: string; name?: string; type?: string; size: number };

const begin = (
  visitor: Visitor,
  { id, name = "report.bin", type = "application/octet-stream", size }: Wanted,
) =>
  visitor.request(PATH, {
    method: "POST",
    headers: {
      "tus-resumable": "1.0.0",
      "upload-length": String(size),
      "upload-metadata": [id && `id ${base64(id)}`, `name ${base64(name)}`, `type ${base64(type)}`]
        .filter(Boolean)
        .join(","),
    },
  });
const part = (visitor: Visitor, id: string, offset: number, bytes: Uint8Array) =>
  visitor.request(`${PATH}/${id}`, {
    method: "PATCH",
    headers: {
      "tus-resumable": "1.0.0",
      "upload-offset": String(offset),
      "content-type": "application/offset+octet-stream",
    },
    body: new Uint8Array(bytes),
  });
const offsetOf = async (visitor: Visitor, id: string) =>
  Number((await visitor.request(`${PATH}/${id}`, { method: "HEAD" })).headers.get("upload-offset"));
const storedFiles = async () => {
  // The folder comes with the first file.
  const entries = await readdir(app.dataDir, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile() && entry.parentPath.startsWith(join(app.dataDir, "files")))
    .length;
};
const sha = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** A whole upload in parts of the given size. */
async function send(visitor: Visitor, bytes: Buffer, wanted: Omit<Wanted, "size"> = {}, partBytes = 5 * MB) {
  const id = wanted.id ?? uuidV7();
  const begun = await begin(visitor, { ...wanted, id, size: bytes.length });
  let last = begun;
  for (let at = 0; begun.status === 201 && at < bytes.length; at += partBytes)
    last = await part(visitor, id, at, bytes.subarray(at, at + partBytes));
  return { id, last };
}

test("a file of 12 MB comes in parts, goes on where it broke off, and is byte for byte what was sent", async () => {
  const bytes = randomBytes(12 * MB);
  const id = uuidV7();
  const before = await storedFiles();
  const begun = await begin(ann, { id, name: "Mönch & Eiger.zip", size: bytes.length });
  expect([begun.status, begun.headers.get("location"), begun.headers.get("upload-offset")]).toEqual([
    201,
    `${PATH}/${id}`,
    "0",
  ]);
  expect((await part(ann, id, 0, bytes.subarray(0, 5 * MB))).headers.get("upload-offset")).toBe(
    String(5 * MB),
  );
  // The page was closed; another begins with what the server has.
  expect((await begin(ann, { id, size: bytes.length })).headers.get("upload-offset")).toBe(String(5 * MB));
  expect(await offsetOf(ann, id)).toBe(5 * MB);
  expect((await part(ann, id, 0, bytes.subarray(0, 5 * MB))).status).toBe(409);
  await part(ann, id, 5 * MB, bytes.subarray(5 * MB, 10 * MB));
  expect((await part(ann, id, 10 * MB, bytes.subarray(10 * MB))).status).toBe(204);
  const file = await ann.client.files.get({ fileId: id });
  expect(file).toMatchObject({ name: "Mönch___Eiger.zip", size: bytes.length, kind: "other", width: null });
  expect(file.storagePath).toMatch(
    new RegExp(`^notes-attachments/${ann.userId}/documents/\\d+-Monch___Eiger.zip$`),
  );
  const original = await ann.request(`${file.url}/original`);
  expect(sha(Buffer.from(await original.arrayBuffer()))).toBe(sha(bytes));
  expect(await storedFiles()).toBe(before + 1);
  // An answer that was lost on its way is given again.
  expect(await offsetOf(ann, id)).toBe(bytes.length);
  expect((await begin(ann, { id, size: bytes.length })).headers.get("upload-offset")).toBe(
    String(bytes.length),
  );
});

test("a part that breaks off leaves nothing, and the same offset is asked for again", async () => {
  const bytes = randomBytes(MB);
  const id = uuidV7();
  await begin(ann, { id, size: bytes.length });
  const before = await storedFiles();
  const breaking = new ReadableStream({
    start(controller) {
      controller.enqueue(new Uint8Array(bytes.subarray(0, 1000)));
      setTimeout(() => controller.error(new Error("line cut")), 50);
    },
  });
  const cut = ann.request(`${PATH}/${id}`, {
    method: "PATCH",
    headers: { "upload-offset": "0", "content-type": "application/offset+octet-stream" },
    body: breaking,
    duplex: "half",
  } as RequestInit);
  await expect(cut).rejects.toThrow();
  await expect.poll(storedFiles).toBe(before);
  expect(await offsetOf(ann, id)).toBe(0);
  expect((await part(ann, id, 0, bytes)).status).toBe(204);
});

test("what a file is, is read from its bytes, and only what is safe is shown in the page", async () => {
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: "teal" } })
    .jpeg()
    .withExif({ IFD0: { Copyright: "secret place" } })
    .toBuffer();
  const html = Buffer.from("<!doctype html><script>alert(1)</script>");
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  const kinds: [Buffer, string, Partial<FileEntry>, RegExp, string][] = [
    [picture, "a.bin", { type: "image/jpeg", kind: "image", width: 40, height: 30 }, /^inline/, "image/webp"],
    [html, "a.jpg", { type: "text/plain", kind: "document" }, /^attachment/, "application/octet-stream"],
    [html, "a.html", { type: "text/html", kind: "document" }, /^attachment/, "application/octet-stream"],
    [
      svg,
      "a.svg",
      { type: "image/svg+xml", kind: "image", width: null },
      /^attachment/,
      "application/octet-stream",
    ],
    [
      Buffer.from("%PDF-1.7\n%%EOF"),
      "a.pdf",
      { type: "application/pdf", kind: "document" },
      /^attachment/,
      "application/octet-stream",
    ],
    [aVideo(), "a.mp4", { type: "video/mp4", kind: "video" }, /^inline/, "video/mp4"],
    [
      picture.subarray(0, 60),
      "a.jpg",
      { type: "image/jpeg", width: null },
      /^attachment/,
      "application/octet-stream",
    ],
  ];
  for (const [bytes, name, expected, disposition, shownAs] of kinds) {
    const { id, last } = await send(ann, bytes, { name });
    expect([name, last.status]).toEqual([name, 204]);
    expect(await ann.client.files.get({ fileId: id })).toMatchObject(expected);
    const shown = await ann.request(`/files/${id}`);
    expect([name, shown.headers.get("content-type")]).toEqual([name, shownAs]);
    expect(shown.headers.get("content-disposition")).toMatch(disposition);
    expect(shown.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
    expect(shown.headers.get("x-content-type-options")).toBe("nosniff");
    expect(Buffer.from(await shown.arrayBuffer()).includes("secret place")).toBe(false);
    expect((await ann.request(`/files/${id}/original`)).headers.get("content-disposition")).toMatch(
      /^attachment/,
    );
  }
});

test("an image has a small picture for lists, made when it is first asked for", async () => {
  const picture = await sharp({ create: { width: 1200, height: 600, channels: 3, background: "teal" } })
    .png()
    .toBuffer();
  const { id } = await send(ann, picture, { name: "wide.png" });
  const before = await storedFiles();
  for (const _ of [1, 2]) {
    const thumb = await ann.request(`/files/${id}/thumb`);
    expect(thumb.headers.get("content-type")).toBe("image/webp");
    const { width, height } = await sharp(Buffer.from(await thumb.arrayBuffer())).metadata();
    expect([width, height]).toEqual([480, 240]);
  }
  expect(await storedFiles()).toBe(before + 1);
  const { id: text } = await send(ann, Buffer.from("words"), { name: "a.txt" });
  expect((await ann.request(`/files/${text}/thumb`)).status).toBe(404);
});

test("videos are sent in the parts a player asks for, and nothing twice to who has it", async () => {
  const bytes = aVideo(3000);
  const { id } = await send(ann, bytes, { name: "a.mp4" });
  const asked = async (range: string) => {
    const response = await ann.request(`/files/${id}`, { headers: { range } });
    return {
      status: response.status,
      range: response.headers.get("content-range"),
      bytes: Buffer.from(await response.arrayBuffer()),
    };
  };
  const size = bytes.length;
  expect(await asked("bytes=0-99")).toEqual({
    status: 206,
    range: `bytes 0-99/${size}`,
    bytes: bytes.subarray(0, 100),
  });
  expect(await asked(`bytes=${size - 10}-`)).toEqual({
    status: 206,
    range: `bytes ${size - 10}-${size - 1}/${size}`,
    bytes: bytes.subarray(-10),
  });
  expect(await asked("bytes=-5")).toMatchObject({ status: 206, bytes: bytes.subarray(-5) });
  expect(await asked(`bytes=${size}-`)).toMatchObject({ status: 416, range: `bytes */${size}` });
  expect(await asked("bytes=9-3")).toMatchObject({ status: 200, bytes });
  const whole = await ann.request(`/files/${id}`);
  expect(whole.headers.get("accept-ranges")).toBe("bytes");
  const etag = whole.headers.get("etag")!;
  expect((await ann.request(`/files/${id}`, { headers: { "if-none-match": etag } })).status).toBe(304);
});

test("limits are by what a file is and not by what it is called", async () => {
  const refusedAtStart = async (type: string, size: number) => {
    const response = await begin(ann, { type, size });
    return [response.status, ((await response.json()) as { message: string }).message];
  };
  expect(await refusedAtStart("application/pdf", 20 * MB + 1)).toEqual([
    413,
    "File size must be less than 20MB",
  ]);
  expect(await refusedAtStart("video/mp4", 30 * MB + 1)).toEqual([413, "File size must be less than 30MB"]);
  expect(await refusedAtStart("image/png", 10 * MB + 1)).toEqual([413, "File size must be less than 10MB"]);
  expect((await begin(ann, { size: 0 })).status).toBe(422);
  const { id, last } = await send(ann, randomBytes(21 * MB), { type: "video/mp4", name: "a.mp4" });
  expect([last.status, await last.json()]).toEqual([
    413,
    expect.objectContaining({ message: "File size must be less than 20MB" }),
  ]);
  expect((await ann.request(`${PATH}/${id}`, { method: "HEAD" })).status).toBe(404);
  const short = uuidV7();
  await begin(ann, { id: short, size: 10 });
  expect((await part(ann, short, 0, randomBytes(11))).status).toBe(413);
  expect(await offsetOf(ann, short)).toBe(0);
});

test("nobody takes more than their share, however many come at once, and what is given up counts no more", async () => {
  const bob = await app.aUser("Bob");
  const sizes = [20, 20, 20, 20].map((size) => size * MB);
  const answers = await Promise.all(sizes.map((size) => begin(bob, { size })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 413]);
  const refused = answers.find(({ status }) => status === 413)!;
  expect(await refused.json()).toMatchObject({
    code: "QUOTA_EXCEEDED",
    message: expect.stringMatching(/It is 2\d\.\d MB; your files use \d+\.\d MB of 62\.9 MB\./),
  });
  const usage = await bob.client.files.usage({});
  expect([usage.bytes, usage.quotaBytes]).toEqual([60 * MB, 60 * MB]);
  const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: "teal" } })
    .png()
    .toBuffer();
  for (const path of ["/api/files/upload?name=a.png", "/api/files/avatar"]) {
    const before = await storedFiles();
    const response = await bob.request(path, { method: "POST", body: new Uint8Array(picture) });
    expect([path, response.status, ((await response.json()) as { code: string }).code]).toEqual([
      path,
      413,
      "QUOTA_EXCEEDED",
    ]);
    expect(await storedFiles()).toBe(before);
  }
  const location = answers.find(({ status }) => status === 201)!.headers.get("location")!;
  expect((await bob.request(location, { method: "DELETE" })).status).toBe(204);
  expect((await begin(bob, { size: 20 * MB })).status).toBe(201);
});

test("an upload is its sender's alone", async () => {
  const mallory = await app.aUser("Mallory");
  const id = uuidV7();
  await begin(ann, { id, size: 100 });
  for (const visitor of [mallory, app.visitor()]) {
    const status = visitor === mallory ? 404 : 401;
    expect((await visitor.request(`${PATH}/${id}`, { method: "HEAD" })).status).toBe(status);
    expect((await part(visitor, id, 0, randomBytes(100))).status).toBe(status);
    expect((await visitor.request(`${PATH}/${id}`, { method: "DELETE" })).status).toBe(status);
  }
  expect((await begin(mallory, { id, size: 100 })).status).toBe(409);
  expect((await begin(app.visitor(), { size: 100 })).status).toBe(401);
  expect(await offsetOf(ann, id)).toBe(0);
  const elsewhere = { origin: "https://evil.example", "upload-length": "10" };
  expect((await ann.request(PATH, { method: "POST", headers: elsewhere })).status).toBe(403);
});

test("nonsense is refused in words", async () => {
  const post = (headers: Record<string, string>) => ann.request(PATH, { method: "POST", headers });
  expect((await post({})).status).toBe(422);
  expect((await post({ "upload-length": "-1" })).status).toBe(422);
  expect((await post({ "upload-length": "5", "tus-resumable": "0.2.0" })).status).toBe(422);
  expect((await post({ "upload-length": "5", "upload-metadata": `id ${base64("../../etc")}` })).status).toBe(
    422,
  );
  expect((await part(ann, "nothing", 0, randomBytes(1))).status).toBe(404);
  const id = uuidV7();
  await begin(ann, { id, size: 5 });
  const typed = await ann.request(`${PATH}/${id}`, {
    method: "PATCH",
    headers: { "upload-offset": "0" },
    body: "12345",
  });
  expect(typed.status).toBe(422);
});

test("uploads that nobody went on with for a day are removed, bytes and all", async () => {
  const [old, recent] = [uuidV7(), uuidV7()];
  const before = await storedFiles();
  for (const id of [old, recent]) {
    await begin(ann, { id, size: 10 });
    await part(ann, id, 0, Buffer.from("12345"));
  }
  await app.database.asSuperuser(
    "UPDATE file_uploads SET updated_at = now() - interval '25 hours' WHERE id = $1",
    [old],
  );
  expect(await purgeUploads(app.services.db, app.services.storage)).toBe(1);
  expect(await storedFiles()).toBe(before + 1);
  expect((await ann.request(`${PATH}/${old}`, { method: "HEAD" })).status).toBe(404);
  expect(await offsetOf(ann, recent)).toBe(5);
});

test("of an account that is deleted no upload stays", async () => {
  const cat = await app.aUser("Cat");
  const before = await storedFiles();
  const id = uuidV7();
  await begin(cat, { id, size: 10 });
  await part(cat, id, 0, Buffer.from("12345"));
  await cat.client.security.reauthenticate({ password: cat.password });
  await cat.client.security.deleteAccount({ password: cat.password });
  expect(await storedFiles()).toBe(before);
});

/** As far as its head tells, an MP4. */
function aVideo(size = 200): Buffer {
  const head = Buffer.from("000000186674797069736f6d0000020069736f6d69736f32", "hex");
  return Buffer.concat([head, randomBytes(size)]);
}

test("a part that many bring at once takes the room of a few, and is taken when they have gone", async () => {
  const id = uuidV7();
  await begin(ann, { id, size: MB });
  const answers: string[] = [];
  const sent = Array.from({ length: 12 }, () => {
    const request = httpRequest(`${app.url}${PATH}/${id}`, {
      method: "PATCH",
      headers: {
        origin: app.url,
        cookie: ann.cookie(),
        "upload-offset": "0",
        "content-type": "application/offset+octet-stream",
        "content-length": String(MB),
      },
    });
    request.on("error", () => {});
    request.on("response", (response) => answers.push(String(response.statusCode)));
    request.write(Buffer.alloc(MB - 1));
    return request;
  });
  await expect.poll(() => answers, { timeout: 20_000 }).toEqual(Array(9).fill("429"));
  for (const request of sent) request.destroy();
  await expect
    .poll(async () => (await part(ann, id, 0, randomBytes(MB))).status, { timeout: 20_000 })
    .toBe(204);
});
