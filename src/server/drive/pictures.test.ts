import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { startWebdavServer } from "#testing/servers/webdav-server.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";
import { type Jobs, startJobs } from "../jobs/start-jobs.ts";
import { checkWatched } from "./folder/check-watched.ts";
import { watchFolders } from "./folder/watch-folders.ts";
import { importFile } from "./import-file.ts";

const SQUARE = readFileSync(join(import.meta.dirname, "../import/fixtures/square.png"));
/** Another picture each time, that looks the same. */
const picture = (mark: string) => Buffer.concat([SQUARE, Buffer.from(mark)]);
const HOME = "/dav/ann/";

let root: string;
let dav: Awaited<ReturnType<typeof startWebdavServer>>;
let app: TestApp;
let jobs: Jobs;
let ann: SignedInVisitor;
/** Ann's folder on the disk. */
let dir: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "cairn-pictures-"));
  dav = await startWebdavServer();
  app = await startTestApp({ WATCHED_FOLDER: root, EGRESS_ALLOW: dav.host, MAX_IMAGE_BYTES: "1000000" });
  jobs = startJobs(app.services, [importFile, checkWatched], { pollMs: 30, leadMs: 50, leaseMs: 20_000 });
});
beforeEach(async () => {
  ann = await app.aUser("Ann");
  dir = (await ann.client.drive.connectFolder({ folderId: null })).connection!.path;
  await ann.client.drive.connectWebdav({ url: dav.url, ...dav.account });
});
afterEach(() => {
  dav.files.clear();
  dav.troubles.length = 0;
});
afterAll(async () => {
  await jobs.stop();
  await app.close();
  await dav.close();
  await rm(root, { recursive: true, force: true });
});

type Source = "folder" | "webdav";
type Files = Record<string, string | Buffer>;

const soon = <T>(read: () => Promise<T>) => expect.poll(read, { timeout: 60_000, interval: 50 });
const items = async (source: Source) => (await ann.client.drive.items({ source })).items;
const settled = (source: Source) =>
  soon(async () => (await items(source)).some(({ state }) => state === "waiting")).toBe(false);
const look = () => watchFolders.run(app.services, new AbortController().signal);
const addressOf = (path: string) => `${dav.url}/${path.split("/").map(encodeURIComponent).join("/")}`;

async function put(source: Source, files: Files): Promise<void> {
  for (const [path, bytes] of Object.entries(files)) {
    if (source === "folder") {
      await mkdir(dirname(join(dir, path)), { recursive: true });
      await writeFile(join(dir, path), bytes);
      continue;
    }
    const parts = path.split("/").slice(0, -1);
    parts.forEach((_part, at) => dav.folders.add(`${HOME}${parts.slice(0, at + 1).join("/")}/`));
    dav.files.set(HOME + path, Buffer.from(bytes));
  }
}

/** What lies there comes in; of WebDAV the Markdown files are chosen. */
async function bringIn(source: Source, files: Files): Promise<void> {
  await put(source, files);
  if (source === "folder") {
    await look();
    await look();
  } else {
    const ids = Object.keys(files).filter((path) => path.endsWith(".md"));
    await ann.client.drive.import({ source, ids: ids.map(addressOf) });
  }
  await settled(source);
}
const named = async (source: Source, name: string) =>
  (await items(source)).find((item) => item.name === name)!;
const textOf = async (noteId: string) =>
  (await ann.client.notes.body({ noteId, format: "markdown" })).text.trim();
const shownIn = async (source: Source, name: string) => {
  const { noteId } = await named(source, name);
  return [...(await textOf(noteId!)).matchAll(/\/files\/([\da-f-]{36})/g)].map(([, id]) => id!);
};
const files = async () => (await ann.client.files.list({})).files;

const SOURCES: Source[] = ["folder", "webdav"];

test.each(SOURCES)("pictures that Markdown names come along from the %s, each once", async (source) => {
  const text = [
    "![beside](a.png) ![below](<images/b c.png>) ![above](../top.png)",
    "![[a.png]] ![[images/b c.png]]",
    '<img src="images/b%20c.png" alt="as HTML">',
    `![果](${encodeURIComponent("果樹園.png")})`,
  ].join("\n\n");
  await bringIn(source, {
    "Notes/One.md": text,
    "Notes/Two.md": "![the same](a.png) ![called otherwise](copy.png)",
    "Notes/a.png": picture("a"),
    "Notes/copy.png": picture("a"),
    "Notes/images/b c.png": picture("b"),
    [`Notes/${"果樹園.png".normalize("NFD")}`]: picture("c"),
    "top.png": picture("top"),
  });
  expect((await named(source, "One.md")).message).toBeNull();
  const [a, b, top, ...others] = await shownIn(source, "One.md");
  const fruit = others.at(-1)!;
  expect(others).toEqual([a, b, b, fruit]);
  expect(new Set([a, b, top, fruit]).size).toBe(4);
  expect(await shownIn(source, "Two.md")).toEqual([a, a]);
  // In the folder they come by themselves as well, and are the same files.
  expect((await files()).map(({ id }) => id).toSorted()).toEqual([a, b, top, fruit].toSorted());
  const bob = await app.aUser("Bob");
  expect((await bob.client.files.list({})).files).toEqual([]);
});

test.each(SOURCES)(
  "what isn't there, or lies outside of the %s, is said, and the note comes in",
  async (source) => {
    const secret = join(root, "secret.png");
    await writeFile(secret, picture("secret"));
    await symlink(secret, join(dir, "link.png"));
    dav.files.set("/dav/secret.png", picture("secret"));
    const away = ["../secret.png", "..%2fsecret.png", "/etc/a.png", "https://127.0.0.1:1/x.png", "link.png"];
    await bringIn(source, {
      "One.md": `Words\n\n![](gone.png) ${away.map((path) => `![](${path})`).join(" ")} ![](huge.png) ![[Other note]]`,
      "huge.png": picture("x".repeat(1_100_000)),
    });
    const item = await named(source, "One.md");
    expect(item).toMatchObject({ state: "done" });
    expect(item.message).toMatch(/^Some pictures are missing\. Not found: .*gone\.png/);
    expect(item.message).toContain("Too large: huge.png.");
    expect(await textOf(item.noteId!)).toContain("Words");
    expect(await shownIn(source, "One.md")).toEqual([]);
    expect((await files()).filter(({ name }) => name !== "huge.png")).toEqual([]);
  },
);

test("a picture that comes later is proposed when somebody looks for changes, and other words with it stay", async () => {
  await bringIn("webdav", { "One.md": "First\n\n![late](late.png)\n\nLast" });
  const { id, noteId, message } = await named("webdav", "One.md");
  expect(message).toContain("late.png");
  expect(await ann.client.drive.check({ itemId: id })).toMatchObject({ changesetId: null });
  await put("webdav", { "late.png": picture("late") });
  const { changesetId, message: after } = await ann.client.drive.check({ itemId: id });
  expect(after).toBeNull();
  const { notes } = await ann.client.changesets.get({ id: changesetId! });
  const parts = notes[0]!.parts.map(({ place }) => place);
  await ann.client.changesets.apply({ id: changesetId!, notes: [{ noteId: noteId!, parts }] });
  expect(await textOf(noteId!)).toMatch(/^First\n\n!\[late\]\(\/files\/[\da-f-]+\)\n\nLast$/);
});

test("a picture that came by itself stays while a note from there shows it, and comes back out of the trash", async () => {
  await bringIn("folder", { "One.md": "![](a.png)", "a.png": picture("a") });
  const [one, alone] = [await named("folder", "One.md"), await named("folder", "a.png")];
  expect(await ann.client.drive.undo({ itemId: alone.id })).toEqual({ notes: 0, files: 0 });
  await ann.client.drive.undo({ itemId: one.id });
  const [file] = await files();
  expect(file!.id).toBe(alone.fileId);
  await ann.client.files.remove({ fileId: file!.id });
  expect(await files()).toEqual([]);
  await bringIn("webdav", { "Again.md": "![](b.png)", "b.png": picture("a") });
  expect(await shownIn("webdav", "Again.md")).toEqual([file!.id]);
  expect((await files()).map(({ id }) => id)).toEqual([file!.id]);
});

test("a picture that breaks off is fetched again before the note comes in", async () => {
  await put("webdav", { "One.md": "![](a.png)", "a.png": picture("a") });
  // The first is the text, the second its picture.
  let gets = 0;
  const cutSecond = () => {
    gets += 1;
    if (gets === 1) dav.troubles.push({ method: "GET", cut: true });
  };
  dav.troubles.push({ method: "GET", meanwhile: cutSecond });
  await ann.client.drive.import({ source: "webdav", ids: [addressOf("One.md")] });
  await soon(async () => (await named("webdav", "One.md")).message).toContain("broke off");
  await soon(async () => (await named("webdav", "One.md")).state).toBe("done");
  expect(await shownIn("webdav", "One.md")).toHaveLength(1);
});
