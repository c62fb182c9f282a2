import { readdir } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Profile } from "#contract/accounts.ts";
import { type SignedInVisitor, startTestApp, type TestApp, type Visitor } from "#testing/test-app.ts";

let app: TestApp;
let ann: SignedInVisitor;
beforeAll(async () => {
  app = await startTestApp();
  ann = await app.aUser();
});
afterAll(() => app.close());

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "teal" } })
    .jpeg()
    .toBuffer();
const upload = (visitor: Visitor, bytes: Uint8Array) =>
  visitor.request("/api/files/avatar", { method: "POST", body: new Uint8Array(bytes) });
const storedFiles = async () =>
  (await readdir(join(app.dataDir, "files"), { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  ).length;

test("a picture becomes a square of 256, replaces the one before, and goes again", async () => {
  const first = (await (await upload(ann, await picture(600, 300))).json()) as Profile;
  expect(first.avatar).toMatch(/^\/files\//);
  const shown = await ann.request(first.avatar);
  const { width, height, format } = await sharp(Buffer.from(await shown.arrayBuffer())).metadata();
  expect([width, height, format]).toEqual([256, 256, "webp"]);
  expect((await ann.client.accounts.session()).session?.user.avatar).toBe(first.avatar);

  const second = (await (await upload(ann, await picture(90, 300))).json()) as Profile;
  expect(second.avatar).not.toBe(first.avatar);
  expect((await ann.request(first.avatar)).status).toBe(404);
  expect(await storedFiles()).toBe(2);

  const initials = await ann.client.accounts.updateProfile({ avatar: null });
  expect(initials.avatar).toMatch(/^data:image/);
  expect((await ann.request(second.avatar)).status).toBe(404);
  expect(await storedFiles()).toBe(0);
});

test("what is no image, or too large, is refused in the spec's words", async () => {
  const refused = await upload(ann, Buffer.from("<svg onload=alert(1)>"));
  expect([refused.status, await refused.json()]).toEqual([
    422,
    expect.objectContaining({ message: "File type not supported. Please use JPG, PNG, WebP, or GIF." }),
  ]);
  const large = await upload(ann, Buffer.alloc(10 * 1024 * 1024 + 1));
  expect([large.status, await large.json()]).toEqual([
    413,
    expect.objectContaining({ message: "File size must be less than 10MB" }),
  ]);
});

test("nobody else sees it, and nobody without a session sets one", async () => {
  const { avatar } = (await (await upload(ann, await picture(50, 50))).json()) as Profile;
  const bob = await app.aUser("Bob");
  expect((await bob.request(avatar)).status).toBe(404);
  expect((await upload(app.visitor(), await picture(9, 9))).status).toBe(401);
});
