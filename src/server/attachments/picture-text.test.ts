import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";
import { uploadInParts } from "#testing/upload-file.ts";
import { textOf } from "../files/file-text.ts";
import { readNewTexts, recognizeNewTexts } from "./file-texts.ts";

let app: TestApp;
let ann: SignedInVisitor;
beforeAll(async () => {
  app = await startTestApp();
  ann = await app.aUser("Ann");
});
afterAll(() => app.close());

const fixture = (name: string) => readFileSync(new URL(`fixtures/${name}`, import.meta.url));
const upload = (person: SignedInVisitor, name: string) => uploadInParts(person, name, fixture(name));

const aNote = (person: SignedInVisitor, title: string, fileId: string) =>
  person.client.notes.create({ title, body: { format: "markdown", text: `![](/files/${fileId})` } });

async function found(person: SignedInVisitor, query: string): Promise<string[]> {
  const { hits } = await person.client.notes.search({ query });
  return hits.map(({ note, reason }) => `${note.title}: ${reason}`);
}

/** What is kept of a file. */
async function kept(fileId: string) {
  const [row] = await app.database.asSuperuser<{ text: string; pages_unread: number }>(
    "SELECT text, pages_unread FROM file_texts WHERE file_id = $1",
    [fileId],
  );
  return row;
}

test("a note is found by the words in its picture, by whoever may see it and by nobody else", async () => {
  const bob = await app.aUser("Bob");
  const fileId = await upload(ann, "whiteboard.jpg");
  await aNote(ann, "Society", fileId);
  await aNote(bob, "Thief", fileId);
  expect(await readNewTexts(app.services)).toBe(0);
  expect(await recognizeNewTexts(app.services)).toBe(1);
  expect(await recognizeNewTexts(app.services)).toBe(0);
  expect((await kept(fileId))!.text).toBe(
    "Minutes of the allotment society\nMarguerite keeps the key of the\ngreenhouse until the third of May.",
  );
  expect(await found(ann, "marguerite greenhouse")).toEqual(["Society: attachment"]);
  expect(await found(bob, "marguerite greenhouse")).toEqual([]);
}, 180_000);

test("pages of a PDF that are only pictures are read, grays and single bits, and those without words are counted", async () => {
  const fileId = await upload(ann, "scan.pdf");
  await aNote(ann, "Papers", fileId);
  expect(await readNewTexts(app.services)).toBe(1);
  expect(await kept(fileId)).toEqual({ text: "", pages_unread: 3 });
  expect(await ann.client.files.text({ fileId })).toMatchObject({ state: "waiting", text: "" });
  expect(await recognizeNewTexts(app.services)).toBe(1);
  expect(await recognizeNewTexts(app.services)).toBe(0);
  expect(await kept(fileId)).toEqual({
    text: "Delivery note 4711\nTwelve sacks of vermiculite\nCarriage paid to Trondheim\non the steamer Hildegard\n",
    pages_unread: 1,
  });
  expect(await ann.client.files.text({ fileId })).toMatchObject({ state: "read", pagesUnread: 1 });
  expect(await found(ann, "vermiculite hildegard")).toEqual(["Papers: attachment"]);
}, 180_000);

test("a picture that can't be read is looked at once and stops nothing, nor do the many of another account", async () => {
  const cleo = await app.aUser("Cleo");
  for (let index = 0; index < 25; index++)
    await app.database.asSuperuser(
      `INSERT INTO files (id, user_id, bucket, path, name, storage_key, type, size)
       VALUES (gen_random_uuid(), $1, 'notes-attachments', 'x', 'gone.png', gen_random_uuid()::text, 'image/png', 9)`,
      [cleo.userId],
    );
  const fileId = await upload(ann, "whiteboard.jpg");
  expect(await recognizeNewTexts(app.services)).toBe(20);
  expect((await kept(fileId))!.text).toContain("allotment");
  expect(await recognizeNewTexts(app.services)).toBe(6);
  expect(await recognizeNewTexts(app.services)).toBe(0);
}, 180_000);

test("an operator switches it off, and adds languages by a folder", async () => {
  const { services } = app;
  const off = { ...services, config: { ...services.config, pictureText: { isOn: false, languages: null } } };
  const fileId = await upload(ann, "whiteboard.jpg");
  expect(await recognizeNewTexts(off)).toBe(0);
  expect(await kept(fileId)).toBeUndefined();
  expect(await textOf(services.db, ann.userId, fileId, false)).toMatchObject({ state: "unread" });
  expect(await textOf(services.db, ann.userId, fileId, true)).toMatchObject({ state: "waiting" });

  const folder = await mkdtemp(join(tmpdir(), "cairn-languages-"));
  const english = createRequire(import.meta.url).resolve("@tesseract.js-data/eng");
  const data = readFileSync(join(english, "../4.0.0_best_int/eng.traineddata.gz"));
  await writeFile(join(folder, "nor.traineddata.gz"), data);
  const withFolder = {
    ...services,
    config: { ...services.config, pictureText: { isOn: true, languages: folder } },
  };
  expect(await recognizeNewTexts(withFolder)).toBe(1);
  expect((await kept(fileId))!.text).toContain("allotment");
  await rm(folder, { recursive: true });
}, 180_000);
