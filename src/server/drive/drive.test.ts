import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { DriveItem } from "#contract/drive.ts";
import { type GoogleServer, startGoogleServer } from "#testing/servers/google/google-server.ts";
import { zipOf } from "#testing/import-files.ts";
import { unpackAll } from "#testing/unpack-all.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";
import { type Jobs, startJobs } from "../jobs/start-jobs.ts";
import { exportNote } from "./export-note.ts";
import { importFile } from "./import-file.ts";

const DOC = "application/vnd.google-apps.document";
const SHEET = "application/vnd.google-apps.spreadsheet";
const DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
const FIXTURES = join(import.meta.dirname, "../import/fixtures");

let google: GoogleServer;
let app: TestApp;
let jobs: Jobs;
let ann: SignedInVisitor;
beforeAll(async () => {
  google = await startGoogleServer();
  app = await startTestApp(google.env);
  jobs = startJobs(app.services, [importFile, exportNote], { pollMs: 50, leadMs: 50, leaseMs: 20_000 });
});
beforeEach(async () => {
  ann = await app.aUser("Ann");
});
afterEach(() => {
  google.troubles.length = 0;
  google.accessSeconds = 3_600;
});
afterAll(async () => {
  await jobs.stop();
  await app.close();
  google.close();
});

const driveOf = (person: SignedInVisitor) => person.client.drive;
async function connect(person: SignedInVisitor) {
  const { url } = await driveOf(person).connect({});
  return driveOf(person).finish(await google.allow(url));
}
const soon = <T>(read: () => Promise<T>) => expect.poll(read, { timeout: 30_000, interval: 50 });
const itemOf = async (id: string) => (await driveOf(ann).items({})).items.find((item) => item.id === id)!;
async function settled(started: Promise<{ items: DriveItem[] }>): Promise<DriveItem> {
  const { items } = await started;
  const { id } = items[0]!;
  await soon(async () => (await itemOf(id)).state).not.toBe("waiting");
  return itemOf(id);
}
const imported = (id: string) => settled(driveOf(ann).import({ ids: [id] }));
const textOf = async (noteId: string) =>
  (await ann.client.notes.body({ noteId, format: "markdown" })).text.trim();
const write = async (noteId: string, text: string) => {
  const { seq } = await ann.client.notes.body({ noteId, format: "markdown" });
  await ann.client.notes.replaceBody({ noteId, baseSeq: seq, body: { format: "markdown", text } });
};

/** What Google hands a document out as, with these paragraphs. */
const docxOf = (paragraphs: string[]): Promise<Buffer> =>
  zipOf({
    "[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    "_rels/.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    "word/document.xml": `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${paragraphs
      .map((words) => `<w:p><w:r><w:t xml:space="preserve">${words}</w:t></w:r></w:p>`)
      .join("")}</w:body></w:document>`,
  });
const aDoc = async (paragraphs: string[], name = "Plan") =>
  google.add({ name, mimeType: DOC, exports: { [DOCX]: await docxOf(paragraphs) } });
async function changeDoc(id: string, paragraphs: string[]) {
  const file = google.files.get(id)!;
  file.exports[DOCX] = await docxOf(paragraphs);
  file.version++;
}

describe("the connection", () => {
  test("is made by a redirect with a state and a proof of its own, and tells whose account it is", async () => {
    const before = await driveOf(ann).status({});
    expect(before).toMatchObject({ isSetUp: true, canPick: true, connection: null });
    const { url } = await driveOf(ann).connect({});
    const asked = new URL(url).searchParams;
    expect(asked.get("redirect_uri")).toBe(before.redirectUri);
    expect(asked.get("scope")).toBe("https://www.googleapis.com/auth/drive.file");
    expect((await driveOf(ann).finish(await google.allow(url))).connection).toMatchObject({
      email: "ann@gmail.example",
      needsReconnect: false,
    });
  });

  test("nothing is asked of Google until a person does something", async () => {
    const start = google.asked.length;
    const eve = await app.aUser("Eve");
    await driveOf(eve).status({});
    await driveOf(eve).items({});
    await driveOf(eve).connect({});
    expect(google.asked.slice(start)).toEqual([]);
    await connect(ann);
    const connected = google.asked.length;
    await driveOf(ann).status({});
    await driveOf(ann).items({});
    await ann.client.notes.create({ title: "Mine", body: { format: "markdown", text: "Words" } });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(google.asked.slice(connected)).toEqual([]);
  });

  test("a state counts once, and in the session that asked for it", async () => {
    const { url } = await driveOf(ann).connect({});
    const back = await google.allow(url);
    const eve = await app.aUser("Eve");
    await expect(driveOf(eve).finish(back)).rejects.toMatchObject({ code: "INVALID_TOKEN" });
    // Eve has used it up.
    await expect(driveOf(ann).finish(back)).rejects.toMatchObject({ code: "INVALID_TOKEN" });
    const other = app.visitor();
    await other.client.accounts.login({ email: ann.email, password: ann.password });
    const again = await google.allow((await driveOf(ann).connect({})).url);
    await expect(other.client.drive.finish(again)).rejects.toMatchObject({ code: "INVALID_TOKEN" });
    expect((await driveOf(ann).status({})).connection).toBeNull();
  });

  test("no token stands in the database as it is, in an export, or in an answer", async () => {
    await connect(ann);
    await imported((await aDoc(["One"])).id);
    const tokens = [...google.grants, ...google.access.keys()];
    const [row] = await app.database.asSuperuser<{ all: string }>(
      "SELECT to_jsonb(c)::text AS all FROM drive_connections c WHERE user_id = $1",
      [ann.userId],
    );
    await ann.client.security.reauthenticate({ password: ann.password });
    const archive = await unpackAll(Buffer.from(await (await ann.request("/api/export")).arrayBuffer()));
    const exported = [...archive.values()].join();
    expect(exported).toContain("ann@gmail.example");
    const told = JSON.stringify([await driveOf(ann).status({}), await driveOf(ann).items({})]);
    for (const token of tokens) expect(`${row!.all} ${exported} ${told}`).not.toContain(token);
  });

  test("another account neither sees nor uses it", async () => {
    await connect(ann);
    const doc = await aDoc(["Secret of Ann"]);
    const item = await imported(doc.id);
    const eve = await app.aUser("Eve");
    const start = google.asked.length;
    expect(await driveOf(eve).items({})).toEqual({ items: [] });
    expect((await driveOf(eve).status({})).connection).toBeNull();
    const { id: itemId, noteId } = item;
    await expect(driveOf(eve).check({ itemId })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(driveOf(eve).forget({ itemId })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(driveOf(eve).retry({ itemId })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(driveOf(eve).files({ ids: [doc.id] })).rejects.toMatchObject({ code: "CONFLICT" });
    await expect(driveOf(eve).import({ ids: [doc.id] })).rejects.toMatchObject({ code: "CONFLICT" });
    await expect(driveOf(eve).export({ noteIds: [noteId!] })).rejects.toMatchObject({ code: "CONFLICT" });
    expect(google.asked.slice(start)).toEqual([]);
    const forger = await google.allow((await driveOf(eve).connect({})).url);
    await driveOf(eve).finish(forger);
    await expect(driveOf(eve).export({ noteIds: [noteId!] })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("an access token that ran out is replaced without a word", async () => {
    google.accessSeconds = 1;
    await connect(ann);
    const item = await imported((await aDoc(["One"])).id);
    expect(item.state).toBe("done");
    // One that Google ended early.
    google.accessSeconds = 3_600;
    await driveOf(ann).check({ itemId: item.id });
    google.access.clear();
    expect((await driveOf(ann).check({ itemId: item.id })).isGone).toBe(false);
  });

  test("a permission that was taken back at Google is told, and connecting again mends it", async () => {
    await connect(ann);
    const doc = await aDoc(["One"]);
    google.grants.clear();
    google.access.clear();
    const message = "Google doesn't accept this connection any more. Connect again.";
    await expect(driveOf(ann).import({ ids: [doc.id] })).rejects.toMatchObject({
      code: "SERVICE_FAILED",
      message,
    });
    expect((await driveOf(ann).status({})).connection?.needsReconnect).toBe(true);
    const start = google.asked.length;
    await expect(driveOf(ann).files({ ids: [doc.id] })).rejects.toMatchObject({ message });
    expect(google.asked.slice(start)).toEqual([]);
    expect((await connect(ann)).connection?.needsReconnect).toBe(false);
    expect((await imported(doc.id)).state).toBe("done");
  });

  test("disconnecting revokes the permission at Google and forgets the tokens", async () => {
    await connect(ann);
    const [mine] = [...google.grants].slice(-1);
    expect(await driveOf(ann).disconnect({})).toEqual({ isRevoked: true });
    expect(google.grants.has(mine!)).toBe(false);
    expect((await driveOf(ann).status({})).connection).toBeNull();
    const rows = await app.database.asSuperuser("SELECT 1 FROM drive_connections WHERE user_id = $1", [
      ann.userId,
    ]);
    expect(rows).toEqual([]);
  });

  test("disconnecting forgets the tokens also while Google is away, and says so", async () => {
    await connect(ann);
    google.troubles.push({ on: /^POST \/revoke/, status: 500 });
    expect(await driveOf(ann).disconnect({})).toEqual({ isRevoked: false });
    expect((await driveOf(ann).status({})).connection).toBeNull();
  });

  test("deleting the account revokes the permission", async () => {
    const eve = await app.aUser("Eve");
    await connect(eve);
    const [hers] = [...google.grants].slice(-1);
    await eve.client.security.reauthenticate({ password: eve.password });
    await eve.client.security.deleteAccount({ password: eve.password });
    await soon(async () => google.grants.has(hers!)).toBe(false);
  });

  test("without a client of the operator nothing can be connected", async () => {
    const bare = await startTestApp();
    const eve = await bare.aUser("Eve");
    expect(await driveOf(eve).status({})).toMatchObject({ isSetUp: false, canPick: false, connection: null });
    await expect(driveOf(eve).connect({})).rejects.toMatchObject({ code: "SWITCHED_OFF" });
    await bare.close();
  });
});

describe("the page of Google's picker", () => {
  const open = (person: SignedInVisitor, headers: Record<string, string> = {}) =>
    person.request("/api/drive/picker", {
      redirect: "manual",
      headers: { "sec-fetch-dest": "document", "sec-fetch-site": "same-origin", ...headers },
    });

  test("has a policy of its own, which lets the script of Google's reach nothing of ours", async () => {
    await connect(ann);
    const answer = await open(ann);
    expect(answer.status).toBe(200);
    const policy = answer.headers.get("content-security-policy")!;
    expect(policy).toContain(`script-src 'self' http://127.0.0.1:${google.port};`);
    expect(/connect-src ([^;]+)/.exec(policy)![1]).not.toContain("'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const page = await answer.text();
    expect([...google.access.keys()].some((token) => page.includes(`data-token="${token}"`))).toBe(true);
    expect(page).not.toContain([...google.grants].at(-1));
    const program = await ann.request("/api/drive/picker/program.js");
    expect(program.headers.get("content-type")).toContain("javascript");
  });

  test("is handed to nobody who isn't signed in and connected, nor to other sites and scripts", async () => {
    const stranger = app.visitor();
    expect((await stranger.request("/api/drive/picker")).status).toBe(401);
    expect((await open(ann)).headers.get("location")).toBe("/app/drive");
    await connect(ann);
    expect((await open(ann, { "sec-fetch-site": "cross-site" })).status).toBe(302);
    expect((await open(ann, { "sec-fetch-dest": "iframe" })).status).toBe(302);
    expect((await open(ann, { "sec-fetch-dest": "empty" })).status).toBe(302);
  });
});

describe("importing", () => {
  beforeEach(() => connect(ann));

  test("a document comes with its headings, tables and pictures, and keeps where it is from", async () => {
    const bytes = await readFile(join(FIXTURES, "pandoc.docx"));
    const doc = google.add({ name: "Field guide", mimeType: DOC, exports: { [DOCX]: bytes } });
    const folder = await ann.client.folders.create({ name: "From Drive" });
    expect(await driveOf(ann).files({ ids: [doc.id, "not-mine"] })).toMatchObject({
      files: [{ id: doc.id, name: "Field guide", kind: "document", size: null }],
      missing: 1,
    });
    const item = await settled(driveOf(ann).import({ ids: [doc.id], folderId: folder.id }));
    expect(item).toMatchObject({
      state: "done",
      name: "Field guide",
      noteTitle: "Field guide",
      isCompared: true,
    });
    expect(item.link).toBe(`https://docs.google.com/document/d/${doc.id}/edit`);
    const note = await ann.client.notes.get({ noteId: item.noteId! });
    expect(note.folderId).toBe(folder.id);
    const text = await textOf(item.noteId!);
    expect(text).toMatch(/^#+ /m);
    expect(text).toMatch(/^\|.*\|$/m);
    const [picture] = /!\[[^\]]*\]\(\/files\/[\w-]+\)/.exec(text) ?? [];
    expect(picture).toBeDefined();
    const shown = await ann.request(/\/files\/[\w-]+/.exec(picture!)![0]);
    expect(shown.status).toBe(200);
    expect(await readdir(join(app.dataDir, "imports")).catch(() => [])).toEqual([]);
  });

  test("a spreadsheet becomes a table, other files become files", async () => {
    const sheet = google.add({
      name: "Budget",
      mimeType: SHEET,
      exports: { "text/csv": Buffer.from("Item,Cost\nBread,3\nCheese,7\n") },
    });
    const table = await imported(sheet.id);
    expect(await textOf(table.noteId!)).toContain("| Cheese | 7 |");
    const picture = google.add({
      name: "square.png",
      mimeType: "image/png",
      bytes: await readFile(join(FIXTURES, "square.png")),
    });
    const file = await imported(picture.id);
    expect(file).toMatchObject({ noteId: null, isCompared: false, state: "done" });
    expect((await ann.request(`/files/${file.fileId}`)).headers.get("content-type")).toMatch(/^image\//);
  });

  test("folders and what Google can't hand out are counted as missing, and nothing is made of them", async () => {
    const form = google.add({ name: "Form", mimeType: "application/vnd.google-apps.form" });
    expect(await driveOf(ann).files({ ids: [form.id] })).toEqual({ files: [], missing: 1 });
    await expect(driveOf(ann).import({ ids: [form.id] })).rejects.toMatchObject({ code: "SERVICE_FAILED" });
  });

  test.each([
    ["a rate limit", { on: /export/, times: 2, status: 403, reason: "userRateLimitExceeded" }],
    ["a fault of Google's", { on: /export/, times: 2, status: 500 }],
    ["too many requests", { on: /files/, times: 1, status: 429, reason: "rateLimitExceeded" }],
    ["a line that is cut", { on: /export/, times: 1, cutAfter: 500 }],
  ])("%s is passed without the person hearing of it", async (_name, trouble) => {
    const doc = await aDoc(["Whole"]);
    google.troubles.push(trouble);
    const item = await imported(doc.id);
    expect(item).toMatchObject({ state: "done", message: null });
    expect(await textOf(item.noteId!)).toBe("Whole");
    expect(google.troubles).toEqual([]);
  });

  test("while Google stays away, the file waits and says why; what it can't get it fails with, and is tried again by hand", async () => {
    const doc = await aDoc(["Later"]);
    google.troubles.push({ on: /export/, status: 503 });
    const { items } = await driveOf(ann).import({ ids: [doc.id] });
    await soon(async () => (await itemOf(items[0]!.id)).message).toBe(
      "Can't reach Google Drive. Try again in a few minutes.",
    );
    expect((await itemOf(items[0]!.id)).state).toBe("waiting");
    google.troubles[0] = { on: /export/, status: 403, reason: "exportSizeLimitExceeded" };
    await app.database.asSuperuser("UPDATE jobs SET run_at = now() WHERE user_id = $1", [ann.userId]);
    await soon(async () => (await itemOf(items[0]!.id)).state).toBe("failed");
    expect((await itemOf(items[0]!.id)).message).toMatch(/more than 10 MB/);
    google.troubles.length = 0;
    await driveOf(ann).retry({ itemId: items[0]!.id });
    await soon(async () => (await itemOf(items[0]!.id)).state).toBe("done");
    await expect(driveOf(ann).retry({ itemId: items[0]!.id })).rejects.toMatchObject({ code: "CONFLICT" });
  });

  test("a document that can't be read fails in words, and a hostile one runs in the confined reader", async () => {
    const doc = google.add({ name: "Broken", mimeType: DOC, exports: { [DOCX]: Buffer.from("hello") } });
    expect(await imported(doc.id)).toMatchObject({ state: "failed", noteId: null });
    const bomb = await zipOf({
      "word/document.xml": "<!DOCTYPE x [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><x>&a;</x>",
    });
    const hostile = google.add({ name: "../../etc/passwd", mimeType: DOC, exports: { [DOCX]: bomb } });
    expect(await imported(hostile.id)).toMatchObject({ state: "failed" });
  });
});

describe("what changed in Google Drive", () => {
  beforeEach(() => connect(ann));

  test("is shown as a difference that keeps what was written here, and is taken over part by part", async () => {
    const doc = await aDoc(["First", "Second", "Third", "Fourth"]);
    const item = await imported(doc.id);
    const noteId = item.noteId!;
    expect(await driveOf(ann).check({ itemId: item.id })).toMatchObject({ changesetId: null, isGone: false });
    await write(noteId, "First\n\nSecond, as I see it\n\nThird\n\nFourth\n");
    await changeDoc(doc.id, ["First, better", "Second", "Third", "Fourth, better"]);
    const checked = await driveOf(ann).check({ itemId: item.id });
    const { changesets } = ann.client;
    const changeset = await changesets.get({ id: checked.changesetId! });
    expect(changeset.source).toEqual({ kind: "import" });
    expect(changeset.notes[0]!.parts.map(({ before, after }) => [before.trim(), after.trim()])).toEqual([
      ["First", "First, better"],
      ["Fourth", "Fourth, better"],
    ]);
    expect(await textOf(noteId)).toBe("First\n\nSecond, as I see it\n\nThird\n\nFourth");
    const [first, second] = changeset.notes[0]!.parts.map(({ place }) => place);
    await changesets.apply({ id: changeset.id, notes: [{ noteId, parts: [first!] }] });
    await changesets.refuse({ id: changeset.id, notes: [{ noteId, parts: [second!] }] });
    expect(await textOf(noteId)).toBe("First, better\n\nSecond, as I see it\n\nThird\n\nFourth");
    expect((await itemOf(item.id)).changesetId).toBeNull();
    // What was refused doesn't come again.
    await changeDoc(doc.id, ["First, better", "Second", "Third, too", "Fourth, better"]);
    const again = await changesets.get({ id: (await driveOf(ann).check({ itemId: item.id })).changesetId! });
    expect(again.notes[0]!.parts.map(({ after }) => after.trim())).toEqual(["Third, too"]);
  });

  test("a document that is saved again as it was changes nothing", async () => {
    const doc = await aDoc(["Same"]);
    const item = await imported(doc.id);
    google.files.get(doc.id)!.version++;
    expect(await driveOf(ann).check({ itemId: item.id })).toMatchObject({ changesetId: null });
    expect((await ann.client.changesets.list({})).changesets).toEqual([]);
  });

  test("a file that was deleted there is said to be gone, and the note stays", async () => {
    const doc = await aDoc(["Here"]);
    const item = await imported(doc.id);
    google.files.get(doc.id)!.trashed = true;
    expect(await driveOf(ann).check({ itemId: item.id })).toMatchObject({ isGone: true, state: "done" });
    expect(await textOf(item.noteId!)).toBe("Here");
    google.files.get(doc.id)!.trashed = false;
    expect((await driveOf(ann).check({ itemId: item.id })).isGone).toBe(false);
  });

  test("a fault of Google's is told, and the next look finds the change", async () => {
    const doc = await aDoc(["One"]);
    const item = await imported(doc.id);
    await changeDoc(doc.id, ["Two"]);
    google.troubles.push({ on: /files/, status: 500 });
    await expect(driveOf(ann).check({ itemId: item.id })).rejects.toMatchObject({ code: "SERVICE_FAILED" });
    google.troubles.length = 0;
    expect((await driveOf(ann).check({ itemId: item.id })).changesetId).not.toBeNull();
  });

  test("forgotten, it leaves note and file as they are", async () => {
    const doc = await aDoc(["One"]);
    const item = await imported(doc.id);
    await driveOf(ann).forget({ itemId: item.id });
    expect((await driveOf(ann).items({})).items).toEqual([]);
    expect(await textOf(item.noteId!)).toBe("One");
    expect(google.files.has(doc.id)).toBe(true);
  });
});

describe("exporting", () => {
  beforeEach(() => connect(ann));
  const exported = (noteId: string, format: "document" | "markdown" = "document") =>
    settled(driveOf(ann).export({ noteIds: [noteId], format }));
  const fileOf = ({ link }: DriveItem) => google.files.get(/\/d\/([\w-]+)\//.exec(link!)![1]!)!;
  const aNote = (text: string) =>
    ann.client.notes.create({ title: "Bread", body: { format: "markdown", text } });

  test("a note becomes a document in a folder of Cairn's, and the same one when it is sent again", async () => {
    const { id } = await aNote("# Flour\n\n**Rye** & wheat");
    const first = fileOf(await exported(id));
    expect(first).toMatchObject({ name: "Bread", mimeType: DOC });
    expect(google.files.get(first.parents[0]!)).toMatchObject({ name: "Cairn" });
    expect(first.exports["text/html"]!.toString()).toContain("<strong>Rye</strong> &amp; wheat");
    await write(id, "Only rye");
    const again = fileOf(await exported(id));
    expect(again.id).toBe(first.id);
    expect(again.exports["text/html"]!.toString()).toContain("Only rye");
    expect([...google.files.values()].filter(({ name }) => name === "Bread")).toHaveLength(1);
    expect((await driveOf(ann).items({})).items).toHaveLength(1);
  });

  test("as Markdown it is a file of its own; deleted there, it is made anew, with its folder", async () => {
    const { id } = await aNote("Rye");
    const file = fileOf(await exported(id, "markdown"));
    expect(file).toMatchObject({ name: "Bread.md", mimeType: "text/markdown" });
    expect(file.bytes.toString()).toMatch(/title: Bread[\s\S]*Rye\s*$/);
    google.files.delete(file.id);
    google.files.delete(file.parents[0]!);
    const anew = fileOf(await exported(id, "markdown"));
    expect(google.files.get(anew.parents[0]!)).toMatchObject({ name: "Cairn" });
  });

  test("an upload that breaks off goes on where it was", async () => {
    const { id } = await aNote("x".repeat(20_000));
    google.troubles.push({ on: /^PUT .*upload_id/, cutAfter: 7_000 });
    const file = fileOf(await exported(id, "markdown"));
    expect(file.bytes.toString()).toContain("x".repeat(20_000));
    expect(google.troubles).toEqual([]);
    const puts = google.asked
      .filter(({ method }) => method === "PUT")
      .map(({ headers }) => headers["content-range"]);
    expect(puts.slice(-2)).toEqual([
      expect.stringMatching(/^bytes \*\//),
      expect.stringMatching(/^bytes 7000-/),
    ]);
  });

  test("a full Google Drive is told in words", async () => {
    const { id } = await aNote("Rye");
    google.troubles.push({ on: /^POST \/upload/, status: 403, reason: "storageQuotaExceeded" });
    expect(await exported(id)).toMatchObject({ state: "failed", message: "Your Google Drive is full." });
  });

  test("pictures go along within the document, and none of another account", async () => {
    const bytes = await readFile(join(FIXTURES, "square.png"));
    const picture = await imported(google.add({ name: "p.png", mimeType: "image/png", bytes }).id);
    const { id } = await aNote(`![](/files/${picture.fileId})`);
    const html = fileOf(await exported(id)).exports["text/html"]!.toString();
    expect(html).toContain(`src="data:image/png;base64,${bytes.toString("base64").slice(0, 40)}`);
  });
});
