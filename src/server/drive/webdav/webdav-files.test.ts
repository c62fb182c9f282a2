import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type DavTrouble, startWebdavServer } from "#testing/servers/webdav-server.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";
import { type Jobs, startJobs } from "../../jobs/start-jobs.ts";
import { exportNote } from "../export-note.ts";
import { importFile } from "../import-file.ts";
import { openWebdav } from "./connection.ts";
import { readFolder } from "./read-folder.ts";

const PNG = readFileSync(join(import.meta.dirname, "../../import/fixtures/square.png"));
const HOME = "/dav/ann/";

let dav: Awaited<ReturnType<typeof startWebdavServer>>;
let app: TestApp;
let jobs: Jobs;
let ann: SignedInVisitor;
beforeAll(async () => {
  dav = await startWebdavServer();
  app = await startTestApp({ EGRESS_ALLOW: `${dav.host},${elsewhere()}` });
  jobs = startJobs(app.services, [importFile, exportNote], { pollMs: 30, leadMs: 50, leaseMs: 20_000 });
});
beforeEach(async () => {
  ann = await app.aUser("Ann");
  await ann.client.drive.connectWebdav({ url: dav.url, ...dav.account });
});
afterEach(() => {
  dav.troubles.length = 0;
  dav.asked.length = 0;
  dav.files.clear();
  for (const folder of dav.folders) if (folder !== HOME) dav.folders.delete(folder);
  Object.assign(dav.state, dav.account, { hasEtags: true, hasTimes: true, isDeep: false });
});
afterAll(async () => {
  await jobs.stop();
  await app.close();
  await dav.close();
});

/** The same machine under another name: another server, as far as anybody knows. */
const elsewhere = () => dav.host.replace("127.0.0.1", "localhost");
const source = "webdav";
const soon = <T>(read: () => Promise<T>) => expect.poll(read, { timeout: 60_000, interval: 50 });
const put = (path: string, text: string | Buffer) => {
  const parts = path.split("/").slice(0, -1);
  parts.forEach((_part, at) => dav.folders.add(`${HOME}${parts.slice(0, at + 1).join("/")}/`));
  dav.files.set(HOME + path, Buffer.from(text));
};
const list = (folder: string | null = null) => ann.client.drive.webdavFolder({ folder });
const names = async (folder: string | null = null) => (await list(folder)).entries.map(({ name }) => name);
const idOf = async (name: string, folder: string | null = null) =>
  (await list(folder)).entries.find((entry) => entry.name === name)!.id;
const items = async () => (await ann.client.drive.items({ source })).items;
const itemOf = async (id: string) => (await items()).find((item) => item.id === id)!;
async function imported(ids: string[], folderId: string | null = null) {
  const { items: begun } = await ann.client.drive.import({ source, ids, folderId });
  await soon(async () => (await items()).some(({ state }) => state === "waiting")).toBe(false);
  return Promise.all(begun.map(({ id }) => itemOf(id)));
}
const textOf = async (noteId: string) =>
  (await ann.client.notes.body({ noteId, format: "markdown" })).text.trim();
const refusal = (words: string) => ({ code: "SERVICE_FAILED", message: expect.stringContaining(words) });
const hasten = () =>
  app.database.asSuperuser("UPDATE jobs SET run_at = now() WHERE user_id = $1", [ann.userId]);

describe("the folders of the server", () => {
  test("are listed one at a time, folders first, under names of any script", async () => {
    put("ガーデン.md".normalize("NFD"), "Leeks");
    put("حديقة.txt", "نخيل");
    put("100% done #1?.md", "x");
    put("2.md", "x");
    put("10.md", "x");
    put(".hidden", "x");
    put("Büro & Co/2026/Letter.docx", "x");
    const expected = [
      "Büro & Co",
      "Cairn Backups",
      "2.md",
      "10.md",
      "100% done #1?.md",
      "حديقة.txt",
      "ガーデン.md",
    ];
    expect(await names()).toEqual(expected);
    const [office] = (await list()).entries;
    expect(office).toMatchObject({ isFolder: true, kind: null, size: null });
    const [year] = (await list(office!.id)).entries;
    const [letter] = (await list(year!.id)).entries;
    expect(letter).toMatchObject({ name: "Letter.docx", kind: "document", size: 1, isFolder: false });
    expect(letter!.modifiedAt).not.toBeNull();
    // Apache and others answer with all that lies below, whatever they are asked.
    dav.state.isDeep = true;
    expect(await names()).toEqual(expected);
    expect(await names(office!.id)).toEqual(["2026"]);
  });

  test("may hold ten thousand files", async () => {
    for (let at = 0; at < 10_000; at++) put(`note ${at} 果樹園.md`, "x");
    const { entries, leftOut } = await list();
    expect([entries.length, leftOut, entries.at(-1)!.name]).toEqual([10_001, 0, "note 9999 果樹園.md"]);
  });

  test.each<[string, (href: string) => string]>([
    ["another server", (href) => `http://evil.example.org${href}`],
    ["a folder above", () => "/dav/bob/secret.md"],
    ["a folder above, by dots", () => "/dav/ann/../bob/secret.md"],
    ["a folder above, by an encoded slash", () => "/dav/ann/..%2fbob%2fsecret.md"],
    ["no address at all", () => "http://[::"],
  ])("an entry that leads to %s is left out, and said", async (_where, changed) => {
    put("a.md", "x");
    put("b.md", "x");
    const xml = (listing: string) => listing.replace("/dav/ann/a.md", changed);
    dav.troubles.push({ method: "PROPFIND", xml });
    const { entries, leftOut } = await list();
    expect([entries.map(({ name }) => name), leftOut]).toEqual([["Cairn Backups", "b.md"], 1]);
  });

  test.each<[string, Partial<DavTrouble>, string]>([
    ["a changed password", { status: 401 }, "doesn't accept this name and password"],
    ["a forbidden folder", { status: 403 }, "doesn't allow Cairn to read this"],
    ["a folder that is gone", { status: 404 }, "no such folder"],
    ["a lock", { status: 423 }, "locked"],
    ["too many requests", { status: 429 }, "busy"],
    ["a fault of its own", { status: 500 }, "answered with an error (500)"],
    ["a full disk", { status: 507 }, "no room left"],
    ["a web page", { status: 200 }, "isn't that of a WebDAV folder"],
    ["a way to another server", { to: "ELSEWHERE" }, "leads to another address"],
    ["a way to the inside of the network", { to: "http://169.254.169.254/" }, ""],
    ["a way out of the folder", { to: "/dav/" }, "leads out of the folder"],
    [
      "entities",
      { xml: (xml) => xml.replace("?>", '?><!DOCTYPE x [<!ENTITY a "b">]>') },
      "doesn't understand",
    ],
    ["half an answer", { xml: (xml) => xml.slice(0, -40) }, "doesn't understand"],
    ["other XML", { xml: () => "<rss/>" }, "doesn't understand"],
    ["deep XML", { xml: () => "<a>".repeat(5_000) }, "doesn't understand"],
    ["an endless answer", { xml: (xml) => xml + " ".repeat(25_000_000) }, "more in this folder than"],
  ])("%s is told in words, and the next look finds the folder again", async (_what, trouble, words) => {
    dav.folders.add("/dav/");
    const to = trouble.to?.replace("ELSEWHERE", `http://${elsewhere()}/dav/ann/`);
    dav.troubles.push({ method: "PROPFIND", ...trouble, ...(to && { to }) });
    await expect(list()).rejects.toMatchObject(refusal(words));
    expect(await names()).toEqual(["Cairn Backups"]);
  });

  test("a server that falls silent is given up", async () => {
    const deps = { ...(await openWebdav(app.services, ann.userId)), idleMs: 200 };
    dav.troubles.push({ method: "PROPFIND", silent: true });
    await expect(readFolder(deps, deps.account.url)).rejects.toMatchObject({
      message: expect.stringContaining("sent nothing for"),
      mayPass: true,
    });
  });

  test("beside it can't be asked for, and nobody is asked", async () => {
    put("a.md", "x");
    const { origin } = new URL(dav.url);
    dav.asked.length = 0;
    for (const folder of [`${origin}/dav/`, `${dav.url}/../`, "http://169.254.169.254/", `${dav.url}/..%2f/`])
      await expect(list(folder)).rejects.toMatchObject(refusal("no longer on the WebDAV server"));
    const ids = [`${origin}/dav/x.md`, "http://127.0.0.1:1/a.md"];
    expect(await ann.client.drive.files({ source, ids })).toEqual({ files: [], missing: 2 });
    await expect(ann.client.drive.import({ source, ids })).rejects.toMatchObject(refusal("no longer there"));
    expect(dav.asked).toEqual([]);
    const bob = await app.aUser("Bob");
    await expect(bob.client.drive.webdavFolder({})).rejects.toMatchObject({ code: "CONFLICT" });
  });
});

describe("files that are chosen", () => {
  test("come as what they are, into the chosen folder, are shown with where they are from, and go again", async () => {
    const folder = await ann.client.folders.create({ name: "From the cloud" });
    put(`Büro/${"ガーデン.md".normalize("NFD")}`, "# Beds\n\nLeeks");
    put("Büro/Costs.csv", "Item,Cost\nBread,3\n");
    put("Büro/square.png", PNG);
    const { entries } = await list(await idOf("Büro"));
    const ids = entries.map(({ id }) => id);
    const described = await ann.client.drive.files({ source, ids: [...ids, `${dav.url}/gone.md`] });
    expect([described.files.map(({ kind }) => kind), described.missing]).toEqual([
      ["table", "file", "text"],
      1,
    ]);
    const made = await imported(ids, folder.id);
    const shown = made.map(({ name, path, state }) => `${name} ${path} ${state}`).toSorted();
    expect(shown).toEqual([
      "Costs.csv Büro/Costs.csv done",
      "square.png Büro/square.png done",
      "ガーデン.md Büro/ガーデン.md done",
    ]);
    const garden = made.find(({ name }) => name === "ガーデン.md")!;
    expect(await textOf(garden.noteId!)).toContain("Leeks");
    expect((await ann.client.notes.get({ noteId: garden.noteId! })).folderId).toBe(folder.id);
    expect(await ann.client.drive.undo({ itemId: garden.id })).toEqual({ notes: 1, files: 0 });
    expect(await items()).toHaveLength(2);
  });

  test("with long names come as what their endings say", async () => {
    const name = "果樹園".repeat(25) + "the accounts of the year ".repeat(6);
    put(`${name}.csv`, "Item,Cost\nBread,3\n");
    const [item] = await imported([await idOf(`${name}.csv`)]);
    expect(item).toMatchObject({ state: "done", message: null });
    expect(await textOf(item!.noteId!)).toContain("Bread");
  });

  test("that break off are read again, and what is no whole file never becomes a note", async () => {
    const broken: [DavTrouble, string][] = [
      [{ method: "GET", cut: true }, "broke off"],
      [{ method: "GET", cutUncounted: true }, "broke off"],
      [{ method: "GET", meanwhile: () => put("2.md", "Quinces") }, "being written"],
    ];
    for (const [at, [trouble, words]] of broken.entries()) {
      put(`${at}.md`, "Apples and pears, ".repeat(40));
      dav.troubles.push(trouble);
      const ids = [await idOf(`${at}.md`)];
      const { items: begun } = await ann.client.drive.import({ source, ids });
      await soon(async () => (await itemOf(begun[0]!.id)).message).toContain(words);
      expect((await itemOf(begun[0]!.id)).noteId).toBeNull();
    }
    await soon(async () => (await items()).map(({ state }) => state)).toEqual(["done", "done", "done"]);
    const last = (await items()).find(({ name }) => name === "2.md")!;
    expect(await textOf(last.noteId!)).toBe("Quinces");
  });

  test("of a server that lies about sizes come with the bytes there are", async () => {
    put("a.md", "Apples");
    const ids = [await idOf("a.md")];
    const lie = (xml: string) => xml.replaceAll(/getcontentlength>\d+</g, "getcontentlength>999999999<");
    for (let count = 0; count < 5; count++) dav.troubles.push({ method: "PROPFIND", xml: lie });
    const [item] = await imported(ids);
    expect(await textOf(item!.noteId!)).toBe("Apples");
  });

  test("can't be read with a password that was changed there: it is said, and tried again with the new one", async () => {
    put("a.md", "Apples");
    const ids = [await idOf("a.md")];
    dav.troubles.push({ method: "GET", status: 401 });
    const [item] = await imported(ids);
    expect(item).toMatchObject({ state: "failed", message: expect.stringContaining("doesn't accept") });
    await ann.client.drive.connectWebdav({ url: dav.url, ...dav.account });
    await ann.client.drive.retry({ itemId: item!.id });
    await soon(async () => (await itemOf(item!.id)).state).toBe("done");
  });
});

describe("what changed there", () => {
  test.each([
    ["its tag", {}],
    ["its time and size, without tags", { hasEtags: false }],
    ["its bytes, without either", { hasEtags: false, hasTimes: false }],
  ])("is known by %s, shown as a difference, and taken over part by part", async (_how, told) => {
    Object.assign(dav.state, told);
    put("Plan.md", "First\n\nSecond\n\nThird\n");
    const [item] = await imported([await idOf("Plan.md")]);
    const noteId = item!.noteId!;
    const check = () => ann.client.drive.check({ itemId: item!.id });
    expect(await check()).toMatchObject({ changesetId: null, isGone: false });
    put("Plan.md", "First, better\n\nSecond\n\nThird, better\n");
    const { changesetId } = await check();
    const changeset = await ann.client.changesets.get({ id: changesetId! });
    const [first] = changeset.notes[0]!.parts;
    await ann.client.changesets.apply({ id: changesetId!, notes: [{ noteId, parts: [first!.place] }] });
    expect(await textOf(noteId)).toBe("First, better\n\nSecond\n\nThird");
    dav.files.delete(`${HOME}Plan.md`);
    expect(await check()).toMatchObject({ isGone: true });
    expect(await textOf(noteId)).toContain("First, better");
  });

  test("is never looked for at another server, where a file of this name is another one", async () => {
    put("Plan.md", "First");
    const [item] = await imported([await idOf("Plan.md")]);
    put("Other/Plan.md", "Something else");
    await ann.client.drive.connectWebdav({ url: `${dav.url}/Other`, ...dav.account });
    const check = ann.client.drive.check({ itemId: item!.id });
    await expect(check).rejects.toMatchObject(refusal("isn't in the WebDAV folder that is connected"));
    expect(await itemOf(item!.id)).toMatchObject({ path: `${dav.host}/dav/ann/Plan.md`, changesetId: null });
    await ann.client.drive.forgetWebdav();
    await expect(ann.client.drive.check({ itemId: item!.id })).rejects.toMatchObject({ code: "CONFLICT" });
  });
});

describe("notes that go there", () => {
  const aNote = (title: string, text: string) =>
    ann.client.notes.create({ title, body: { format: "markdown", text } });
  const sent = async (noteId: string) => {
    await ann.client.drive.export({ noteIds: [noteId], source });
    await soon(async () => (await items()).some(({ state }) => state === "waiting")).toBe(false);
    return (await items()).find((item) => item.noteId === noteId)!;
  };
  const files = () =>
    [...dav.files].map(([path, bytes]) => `${path.slice(HOME.length)}: ${bytes.toString()}`);

  test("are Markdown, take their own place again, and none of somebody's", async () => {
    put("Cairn Exports/果樹園 2026.md", "mine");
    const note = await aNote("果樹園/2026", "Quinces");
    expect(await sent(note.id)).toMatchObject({ state: "done", path: "Cairn Exports/果樹園 2026 (2).md" });
    await sent(note.id);
    expect(files()).toEqual([
      "Cairn Exports/果樹園 2026.md: mine",
      expect.stringMatching(/^Cairn Exports\/果樹園 2026 \(2\)\.md: [^]*Quinces/),
    ]);
    // Somebody puts one there in the moment between looking and writing.
    const late = await aNote("Late", "Medlars");
    dav.troubles.push({ method: "PUT", meanwhile: () => put("Cairn Exports/Late.md", "theirs") });
    expect(await sent(late.id)).toMatchObject({ path: "Cairn Exports/Late (2).md" });
    expect(files()).toContain("Cairn Exports/Late.md: theirs");
  });

  test("say by their ending what they are, whatever their title", async () => {
    for (const title of ["long ".repeat(40), "..", "果".repeat(190)])
      await sent((await aNote(title, "Quinces")).id);
    const stems = ["long ".repeat(24).trim(), "Untitled", "果".repeat(66)];
    expect([...dav.files.keys()]).toEqual(stems.map((stem) => `${HOME}Cairn Exports/${stem}.md`));
  });

  test("that arrived before their answer was lost are there once, and nobody's of the same name is taken for them", async () => {
    put("Cairn Exports/Lost.md", "mine");
    const note = await aNote("Lost", "Quinces");
    dav.troubles.push({ method: "PUT", unsaid: true });
    await ann.client.drive.export({ noteIds: [note.id], source });
    await soon(async () => (await items())[0]?.message).toMatch(/\S/);
    await hasten();
    await soon(async () => (await items())[0]?.state).toBe("done");
    expect((await items())[0]).toMatchObject({ path: "Cairn Exports/Lost (2).md" });
    expect(files()).toEqual(["Cairn Exports/Lost.md: mine", expect.stringContaining("Quinces")]);
  });

  test("that find no room, or arrive in half, are said, and what is there stays whole", async () => {
    const note = await aNote("Full", "Quinces ".repeat(50));
    dav.troubles.push({ method: "PUT", status: 507 });
    expect(await sent(note.id)).toMatchObject({
      state: "failed",
      message: expect.stringContaining("no room"),
    });
    dav.troubles.push({ method: "PUT", half: true });
    await ann.client.drive.export({ noteIds: [note.id], source });
    await soon(async () => (await items())[0]?.message).toContain("didn't arrive whole");
    expect(files()).toEqual([]);
    await hasten();
    await soon(async () => (await items())[0]?.state).toBe("done");
    expect(files()).toHaveLength(1);
  });
});
