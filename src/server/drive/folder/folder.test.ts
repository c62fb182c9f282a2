import { execFileSync } from "node:child_process";
import {
  chmod,
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";
import { type Jobs, startJobs } from "../../jobs/start-jobs.ts";
import { makeBackup, planBackup } from "../backup/make-backup.ts";
import { exportNote } from "../export-note.ts";
import { importFile } from "../import-file.ts";
import { checkWatched } from "./check-watched.ts";
import { watchFolders } from "./watch-folders.ts";

const FIXTURES = join(import.meta.dirname, "../../import/fixtures");

let root: string;
let app: TestApp;
let jobs: Jobs;
let ann: SignedInVisitor;
/** Ann's folder on the disk. */
let dir: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "cairn-watched-"));
  app = await startTestApp({ WATCHED_FOLDER: root });
  const all = [importFile, exportNote, checkWatched, planBackup, makeBackup];
  jobs = startJobs(app.services, all, { pollMs: 30, leadMs: 50, leaseMs: 20_000 });
});
beforeEach(async () => {
  ann = await app.aUser("Ann");
  dir = await connect(ann);
});
afterAll(async () => {
  await jobs.stop();
  await app.close();
  await rm(root, { recursive: true, force: true });
});

const soon = <T>(read: () => Promise<T>) => expect.poll(read, { timeout: 30_000, interval: 50 });
const connect = async ({ client }: SignedInVisitor, folderId: string | null = null) =>
  (await client.drive.connectFolder({ folderId })).connection!.path;
/** As the leader does it every few seconds. */
const look = () => watchFolders.run(app.services, new AbortController().signal);
const settle = async () => {
  await look();
  await look();
  await soon(async () => (await items()).some(({ state }) => state === "waiting")).toBe(false);
};
const items = async (person = ann) => (await person.client.drive.items({ source: "folder" })).items;
const named = async (name: string) => (await items()).find((item) => item.name === name)!;
const put = async (name: string, text: string | Uint8Array) => writeFile(join(dir, name), text);
const notes = async () => (await ann.client.notes.list({})).notes;
const textOf = async (noteId: string) =>
  (await ann.client.notes.body({ noteId, format: "markdown" })).text.trim();
const status = async () => (await ann.client.drive.folder()).connection!;

describe("files that are put into the folder", () => {
  test("come in once they rest, each as what it is, into the chosen folder of notes", async () => {
    const folder = await ann.client.folders.create({ name: "From the disk" });
    await connect(ann, folder.id);
    await mkdir(join(dir, "Büro/2026"), { recursive: true });
    // As a Mac writes it: the sound mark apart from its letter.
    await put("ガーデン.md".normalize("NFD"), "# Beds\n\nLeeks");
    await copyFile(join(FIXTURES, "libreoffice.docx"), join(dir, "Büro/2026/Letter.docx"));
    await put("Costs.csv", "Item,Cost\nBread,3\n");
    await copyFile(join(FIXTURES, "square.png"), join(dir, "square.png"));
    await copyFile(join(FIXTURES, "libreoffice.pdf"), join(dir, "Two\nlines.pdf"));
    await look();
    expect(await items()).toEqual([]);
    await settle();
    const found = await items();
    expect(found.map(({ name, state }) => `${name}: ${state}`).toSorted()).toEqual(
      ["Costs.csv", "Letter.docx", "Two lines.pdf", "square.png", "ガーデン.md"]
        .map((name) => `${name.normalize("NFC")}: done`)
        .toSorted(),
    );
    const garden = await named("ガーデン.md".normalize("NFC"));
    expect(await textOf(garden.noteId!)).toContain("Leeks");
    expect((await ann.client.notes.get({ noteId: garden.noteId! })).folderId).toBe(folder.id);
    expect(await textOf((await named("Costs.csv")).noteId!)).toMatch(/\| Bread \| 3/);
    expect((await named("square.png")).fileId).not.toBeNull();
    await settle();
    await settle();
    expect(await items()).toHaveLength(5);
  });

  test("wait while they are written, and those of programs don't come", async () => {
    for (const name of [".hidden.md", "~$Letter.docx", "half.md.part", "notes.md~", "x.tmp", "Thumbs.db"])
      await put(name, "x");
    await put("Long.md", "One");
    await look();
    await put("Long.md", "One and two");
    await look();
    expect(await items()).toEqual([]);
    await settle();
    expect((await items()).map(({ name }) => name)).toEqual(["Long.md"]);
    expect(await textOf((await named("Long.md")).noteId!)).toBe("One and two");
  });

  test("undone or taken off the list, they don't come again", async () => {
    await put("A.md", "a");
    await put("B.md", "b");
    await settle();
    expect(await ann.client.drive.undo({ itemId: (await named("A.md")).id })).toEqual({ notes: 1, files: 0 });
    await ann.client.drive.forget({ itemId: (await named("B.md")).id });
    await settle();
    await put("A.md", "a, changed");
    await settle();
    expect(await items()).toEqual([]);
    expect((await notes()).map(({ title }) => title)).toEqual(["B"]);
    expect((await readdir(dir)).toSorted()).toEqual(["A.md", "B.md"]);
  });

  test("renamed, they are the same; removed, they remove nothing here", async () => {
    await put("Plan.md", "Pears");
    await settle();
    const { id, noteId } = await named("Plan.md");
    await mkdir(join(dir, "Old"));
    await rename(join(dir, "Plan.md"), join(dir, "Old/Orchard.md"));
    await settle();
    expect(await items()).toMatchObject([{ id, name: "Orchard.md", isGone: false }]);
    await rm(join(dir, "Old/Orchard.md"));
    await settle();
    expect(await items()).toMatchObject([{ id, isGone: true }]);
    expect(await textOf(noteId!)).toBe("Pears");
    await writeFile(join(dir, "Old/Orchard.md"), "Pears");
    await settle();
    expect(await items()).toMatchObject([{ id, isGone: false, changesetId: null }]);
  });

  test("one that can't be read says why, and comes when it was mended there", async () => {
    await put("Broken.docx", "no document");
    await settle();
    expect(await named("Broken.docx")).toMatchObject({ state: "failed", noteId: null });
    await copyFile(join(FIXTURES, "pandoc.docx"), join(dir, "Broken.docx"));
    await settle();
    expect(await named("Broken.docx")).toMatchObject({ state: "done", message: null });
  });
});

describe("what changed there", () => {
  test("is shown as a difference that keeps what was written here, and is taken over part by part", async () => {
    await put("Plan.md", "First\n\nSecond\n\nThird\n\nFourth\n");
    await settle();
    const { noteId } = await named("Plan.md");
    const { seq } = await ann.client.notes.body({ noteId: noteId!, format: "markdown" });
    const mine = "First\n\nSecond, as I see it\n\nThird\n\nFourth\n";
    await ann.client.notes.replaceBody({
      noteId: noteId!,
      baseSeq: seq,
      body: { format: "markdown", text: mine },
    });
    await put("Plan.md", "First, better\n\nSecond\n\nThird\n\nFourth, better\n");
    await settle();
    await soon(async () => (await named("Plan.md")).changesetId).not.toBeNull();
    const { changesets } = ann.client;
    const changeset = await changesets.get({ id: (await named("Plan.md")).changesetId! });
    expect(changeset.title).toBe("Changed in the folder on the server: Plan.md");
    const [first, second] = changeset.notes[0]!.parts;
    expect([first!.after.trim(), second!.after.trim()]).toEqual(["First, better", "Fourth, better"]);
    // A change while one waits isn't put on top of it: it comes once that is decided.
    await put("Plan.md", "First, better\n\nSecond\n\nThird, too\n\nFourth, better\n");
    await settle();
    expect((await changesets.list({})).changesets).toHaveLength(1);
    await changesets.apply({ id: changeset.id, notes: [{ noteId: noteId!, parts: [first!.place] }] });
    await changesets.refuse({ id: changeset.id, notes: [{ noteId: noteId!, parts: [second!.place] }] });
    expect(await textOf(noteId!)).toBe("First, better\n\nSecond, as I see it\n\nThird\n\nFourth");
    await settle();
    await soon(async () => (await named("Plan.md")).changesetId).not.toBeNull();
    const again = await changesets.get({ id: (await named("Plan.md")).changesetId! });
    expect(again.notes[0]!.parts.map(({ after }) => after.trim())).toEqual(["Third, too"]);
  });

  test("saved again as it was, it proposes nothing, and so does its own look", async () => {
    await put("Plan.md", "Same");
    await settle();
    await utimes(join(dir, "Plan.md"), new Date(), new Date());
    await settle();
    const { id } = await named("Plan.md");
    expect(await ann.client.drive.check({ itemId: id })).toMatchObject({ changesetId: null, isGone: false });
    expect((await ann.client.changesets.list({})).changesets).toEqual([]);
  });
});

describe("what is no file of the account's own", () => {
  test("links, pipes and what lies too deep are left alone", async () => {
    const outside = await mkdtemp(join(tmpdir(), "cairn-outside-"));
    await writeFile(join(outside, "secret.md"), "secret");
    await symlink(join(outside, "secret.md"), join(dir, "link.md"));
    await symlink(outside, join(dir, "linked"));
    await symlink("..", join(dir, "up"));
    execFileSync("mkfifo", [join(dir, "pipe.md")]);
    const deep = join(dir, ...Array.from({ length: 21 }, (_, at) => `d${at}`));
    await mkdir(deep, { recursive: true });
    await writeFile(join(deep, "deep.md"), "deep");
    await put("Good.md", "good");
    await settle();
    expect((await items()).map(({ name }) => name)).toEqual(["Good.md"]);
    expect((await status()).leftOut).toBe(1);
    await rm(outside, { recursive: true });
  });

  test("a file or folder that is swapped for a link after it was seen isn't read", async () => {
    const outside = await mkdtemp(join(tmpdir(), "cairn-outside-"));
    await writeFile(join(outside, "A.md"), "secret");
    await mkdir(join(dir, "sub"));
    await writeFile(join(dir, "sub/A.md"), "mine");
    await put("B.md", "mine");
    await settle();
    const [a, b] = [await named("A.md"), await named("B.md")];
    await rm(join(dir, "sub"), { recursive: true });
    await symlink(outside, join(dir, "sub"));
    await rm(join(dir, "B.md"));
    await symlink(join(outside, "A.md"), join(dir, "B.md"));
    for (const { id } of [a, b])
      expect(await ann.client.drive.check({ itemId: id })).toMatchObject({ isGone: true, changesetId: null });
    await rm(join(dir, "B.md"));
    execFileSync("mkfifo", [join(dir, "B.md")]);
    expect(await ann.client.drive.check({ itemId: b.id })).toMatchObject({ isGone: true });
    await rm(outside, { recursive: true });
  });

  test("nobody chooses an address that leads to the folder of another, or sees what is in it", async () => {
    const eve = await app.aUser("Eve");
    const hers = await connect(eve);
    expect(basename(dir)).toMatch(new RegExp(`^${ann.email.split("@")[0]!.toLowerCase()}.*-[0-9a-f]{12}$`));
    expect(basename(hers).slice(-12)).not.toBe(basename(dir).slice(-12));
    await put("Mine.md", "mine");
    await settle();
    expect(await items(eve)).toEqual([]);
    const { id } = await named("Mine.md");
    await expect(eve.client.drive.check({ itemId: id })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(eve.client.drive.undo({ itemId: id })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await eve.client.drive.disconnectFolder();
    expect((await ann.client.drive.folder()).connection).not.toBeNull();
  });
});

describe("a folder that goes away", () => {
  test("is said, nothing counts as removed, and it is looked at again", async () => {
    await put("Plan.md", "Pears");
    await settle();
    await rename(dir, `${dir}.away`);
    await look();
    await look();
    expect((await status()).message).toContain("isn't there");
    expect(await named("Plan.md")).toMatchObject({ isGone: false });
    await expect(ann.client.drive.check({ itemId: (await named("Plan.md")).id })).rejects.toMatchObject({
      code: "SERVICE_FAILED",
    });
    await rename(`${dir}.away`, dir);
    await settle();
    expect(await status()).toMatchObject({ message: null });
  });

  test.skipIf(process.getuid?.() === 0)("without rights, so is one folder below", async () => {
    await mkdir(join(dir, "sub"));
    await writeFile(join(dir, "sub/A.md"), "a");
    await settle();
    await chmod(join(dir, "sub"), 0);
    await settle();
    expect(await status()).toMatchObject({ leftOut: 1, message: null });
    expect(await named("A.md")).toMatchObject({ isGone: false });
    await chmod(join(dir, "sub"), 0o700);
  });

  test("disconnected, nothing comes in and nothing is deleted; connected again, nothing comes twice", async () => {
    await put("Plan.md", "Pears");
    await settle();
    await ann.client.drive.disconnectFolder();
    await put("Later.md", "Plums");
    await settle();
    expect((await items()).map(({ name }) => name)).toEqual(["Plan.md"]);
    expect((await notes()).map(({ title }) => title)).toEqual(["Plan"]);
    await expect(ann.client.drive.check({ itemId: (await named("Plan.md")).id })).rejects.toMatchObject({
      code: "CONFLICT",
    });
    expect(await connect(ann)).toBe(dir);
    await settle();
    expect((await items()).map(({ name }) => name).toSorted()).toEqual(["Later.md", "Plan.md"]);
    expect(await readdir(dir)).toHaveLength(2);
  });
});

describe("what goes there", () => {
  test("a note goes as Markdown, takes its own place again, none of somebody's, and doesn't come in", async () => {
    const { id } = await ann.client.notes.create({
      title: "Bread / 麺",
      body: { format: "markdown", text: "Rye" },
    });
    await mkdir(join(dir, "Cairn Exports"));
    await writeFile(join(dir, "Cairn Exports/Bread 麺.md"), "of somebody");
    const send = async () => {
      await ann.client.drive.export({ noteIds: [id], source: "folder" });
      await settle();
    };
    await send();
    await send();
    expect((await readdir(join(dir, "Cairn Exports"))).toSorted()).toEqual([
      "Bread 麺 (2).md",
      "Bread 麺.md",
    ]);
    expect(await readFile(join(dir, "Cairn Exports/Bread 麺 (2).md"), "utf8")).toMatch(/Rye\s*$/);
    expect(await readFile(join(dir, "Cairn Exports/Bread 麺.md"), "utf8")).toBe("of somebody");
    expect(await items()).toMatchObject([{ direction: "export", state: "done", format: "markdown" }]);
  });

  test("a backup lies there whole, sealed, and is restored with its passphrase; old ones go after it", async () => {
    const place = "folder";
    await ann.client.notes.create({ title: "Orchard", body: { format: "markdown", text: "Quinces" } });
    await ann.client.security.reauthenticate({ password: ann.password });
    const keep = { daily: 1, weekly: 0, monthly: 0 };
    await ann.client.drive.startBackups({ place, passphrase: "correct horse battery", keep });
    const statusOf = async () => (await ann.client.drive.backup({ place })).backup!;
    await soon(async () => (await statusOf()).isRunning).toBe(false);
    const folder = join(dir, "Cairn Backups");
    const [name, ...others] = await readdir(folder);
    expect(others).toEqual([]);
    expect(await statusOf()).toMatchObject({ message: null });
    expect(await readFile(join(folder, name!), "latin1")).not.toContain("Quinces");
    await writeFile(join(folder, "holiday.jpg"), "x");
    await writeFile(join(folder, `${name!.replace(/\d{8}/, "20200101")}`), "old");
    await writeFile(join(folder, `${name!.replace(/\d{8}/, "20200102")}.partial`), "cut");
    await ann.client.drive.backUpNow({ place });
    await soon(async () => (await statusOf()).isRunning).toBe(false);
    await soon(() => readdir(folder)).toHaveLength(2);
    const { backups } = await ann.client.drive.backups({ place });
    const restore = (id: string, passphrase = "correct horse battery") =>
      ann.client.drive.restore({ place, id, passphrase });
    await expect(restore("holiday.jpg")).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(restore("../../secret")).rejects.toMatchObject({ code: "NOT_FOUND" });
    const { importId } = await restore(backups[0]!.id);
    await soon(async () => (await ann.client.imports.get({ importId })).status).toBe("ready");
  });
});
