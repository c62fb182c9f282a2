import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import type { DriveItem } from "#contract/drive.ts";
import { zipOf } from "#testing/import-files.ts";
import { XLSX, xlsxOf } from "#testing/servers/google/xlsx.ts";
import {
  DOC,
  DOCX,
  aDoc,
  ann,
  app,
  changeDoc,
  connect,
  driveOf,
  google,
  imported,
  itemOf,
  settled,
  soon,
  textOf,
  withDriveApp,
  write,
} from "#testing/servers/google/drive-app.ts";

const SHEET = "application/vnd.google-apps.spreadsheet";
const FIXTURES = join(import.meta.dirname, "../import/fixtures");

withDriveApp();

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
      exports: {
        [XLSX]: await xlsxOf({
          Food: [
            ["Item", "Cost"],
            ["Bread", 3],
            ["Cheese", 7],
          ],
          Rent: [["Month"], ["May"]],
        }),
      },
    });
    const table = await imported(sheet.id);
    const text = await textOf(table.noteId!);
    expect(text).toMatch(/## Food\n[\s\S]*\| Cheese \| 7 +\|[\s\S]*## Rent\n[\s\S]*\| May +\|/);
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

  test("a document that can't be read fails, and so does a hostile one under a hostile name", async () => {
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

  test("undone, all notes of it and files go into the trash, it is forgotten, and it can come again", async () => {
    const rows = Array.from({ length: 1_500 }, (_, at) => [`Row ${at}`, at]);
    const exports = { [XLSX]: await xlsxOf({ All: [["Item", "Cost"], ...rows] }) };
    const sheet = google.add({ name: "Long", mimeType: SHEET, exports });
    const item = await imported(sheet.id);
    expect((await ann.client.notes.list({})).notes).toHaveLength(2);
    const eve = await app.aUser("Eve");
    await expect(driveOf(eve).undo({ itemId: item.id })).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await driveOf(ann).undo({ itemId: item.id })).toEqual({ notes: 2, files: 0 });
    expect((await ann.client.notes.list({})).notes).toEqual([]);
    expect((await driveOf(ann).items({})).items).toEqual([]);
    expect(google.files.has(sheet.id)).toBe(true);
    await expect(driveOf(ann).undo({ itemId: item.id })).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect((await imported(sheet.id)).state).toBe("done");
    const text = google.add({
      name: "a.bin",
      mimeType: "application/octet-stream",
      bytes: Buffer.from("ABC"),
    });
    const file = await imported(text.id);
    expect(await driveOf(ann).undo({ itemId: file.id })).toEqual({ notes: 0, files: 1 });
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
    const eve = await app.aUser("Eve");
    await connect(eve);
    const foreign = google.add({ name: "e.png", mimeType: "image/png", bytes });
    const { items } = await driveOf(eve).import({ ids: [foreign.id] });
    const hers = async () => (await driveOf(eve).items({})).items[0]!.fileId;
    await soon(hers).not.toBeNull();
    expect(items).toHaveLength(1);
    const { id } = await aNote(`![](/files/${picture.fileId})\n\n![](/files/${await hers()})`);
    const html = fileOf(await exported(id)).exports["text/html"]!.toString();
    expect(html).toContain(`src="data:image/png;base64,${bytes.toString("base64").slice(0, 40)}`);
    expect(html.match(/data:image/g)).toHaveLength(1);
  });
});
