import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { acceptInvitations } from "#testing/accept-invitations.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";
import { uploadInParts } from "#testing/upload-file.ts";
import { readNewTexts } from "./file-texts.ts";

let app: TestApp;
let ann: SignedInVisitor;
beforeAll(async () => {
  app = await startTestApp();
  ann = await app.aUser("Ann");
});
afterAll(() => app.close());

const fixture = (name: string) => readFileSync(new URL(`../import/fixtures/${name}`, import.meta.url));

const aNote = (person: SignedInVisitor, title: string, fileId: string) =>
  person.client.notes.create({ title, body: { format: "markdown", text: `[file](/files/${fileId})` } });

/** Titles found, with why. */
async function found(person: SignedInVisitor, query: string): Promise<[string, string][]> {
  const { hits } = await person.client.notes.search({ query });
  return hits.map(({ note, reason }) => [note.title, reason]);
}

test("a note is found by the words of the documents it names, and by what stands around them", async () => {
  const docx = await uploadInParts(ann, "pandoc.docx", fixture("pandoc.docx"));
  const pdf = await uploadInParts(ann, "libreoffice.pdf", fixture("libreoffice.pdf"));
  const text = await uploadInParts(
    ann,
    "list.txt",
    Buffer.from("The quokkaphone plays softly.\nSecond line."),
  );
  await aNote(ann, "Word", docx);
  await aNote(ann, "Paper", pdf);
  await aNote(ann, "Plain", text);
  expect(await readNewTexts(app.services)).toBe(3);
  expect(await readNewTexts(app.services)).toBe(0);
  const rows = await app.database.asSuperuser<{ file_id: string; text: string }>(
    "SELECT file_id, text FROM file_texts WHERE user_id = $1",
    [ann.userId],
  );
  const words = Object.fromEntries(rows.map(({ file_id: id, text: all }) => [id, all]));
  const rare = (id: string) => /\b[a-z]{9,}\b/.exec(words[id]!)![0];
  await vi.waitFor(
    async () => expect(await found(ann, "quokkaphone")).toEqual([["Plain", "attachment"]]),
    10_000,
  );
  // As it is typed, in another case, as a phrase.
  expect(await found(ann, "QUOKKAPH")).toEqual([["Plain", "attachment"]]);
  expect(await found(ann, '"quokkaphone plays"')).toEqual([["Plain", "attachment"]]);
  expect(await found(ann, '"plays quokkaphone"')).toEqual([]);
  expect(await found(ann, rare(docx))).toContainEqual(["Word", "attachment"]);
  expect(await found(ann, rare(pdf))).toContainEqual(["Paper", "attachment"]);
  const { hits } = await ann.client.notes.search({ query: "quokkaphone" });
  expect(hits[0]!.snippet).toContain("The \u0002quokkaphone\u0003 plays softly.");
});

test("nobody else finds them, nor anybody once the file is in the trash; deleted for ever its words are gone", async () => {
  const bob = await app.aUser("Bob");
  const id = await uploadInParts(ann, "secret.txt", Buffer.from("wombatorium"));
  await aNote(ann, "Hers", id);
  await readNewTexts(app.services);
  await vi.waitFor(async () => expect(await found(ann, "wombatorium")).toHaveLength(1), 10_000);
  await aNote(bob, "His", id);
  expect(await found(bob, "wombatorium")).toEqual([]);
  await ann.client.files.remove({ fileId: id });
  expect(await found(ann, "wombatorium")).toEqual([]);
  await ann.client.trash.remove({ items: [{ kind: "file", id }] });
  expect(await app.database.asSuperuser("SELECT 1 FROM file_texts WHERE file_id = $1", [id])).toEqual([]);
});

test("operators narrow hits in files and in what others share", async () => {
  const [ben, cleo] = [await app.aUser("Ben"), await app.aUser("Cleo")];
  const folder = await ann.client.folders.create({ name: "Handed over" });
  const id = await uploadInParts(ann, "numbat.txt", Buffer.from("A numbatology lesson."));
  const note = await ann.client.notes.create({
    title: "Lesson",
    tags: ["Fauna"],
    folderId: folder.id,
    isFavorite: true,
    body: { format: "markdown", text: `Bilbies dig.\n\n- [ ] feed\n\n[file](/files/${id})` },
  });
  await app.services.collab.derivation.deriveNow(note.id, ann.userId);
  await readNewTexts(app.services);
  await app.database.asSuperuser("UPDATE notes_v2 SET updated_at = '2024-06-15 12:00Z' WHERE id = $1", [
    note.id,
  ]);
  await ann.client.sharing.shareFolder({ folderId: folder.id, email: ben.email, role: "viewer" });
  await acceptInvitations(ben);
  const isFound = async (person: SignedInVisitor, query: string) => {
    const titles = (await found(person, query)).map(([title]) => title);
    expect(titles.filter((title) => title !== "Lesson")).toEqual([]);
    return titles.length > 0;
  };
  const fit = ["tag:fauna", "has:task", "has:file", "before:2024-07", "after:2024-06-15", "is:shared"];
  const unfit = ["tag:flora", "has:done", "has:table", "before:2024-06-15", "after:2025", "is:untagged"];
  for (const words of ["bilbies", "numbatology", '"numbatology lesson"'])
    for (const person of [ann, ben]) {
      for (const operator of [...fit, 'in:"handed over"', "-tag:flora", "-wombat"])
        expect([operator, await isFound(person, `${words} ${operator}`)]).toEqual([operator, true]);
      for (const operator of [...unfit, "in:elsewhere", "-tag:fauna", "-dig"])
        expect([operator, await isFound(person, `${words} ${operator}`)]).toEqual([operator, false]);
      // Whose favourite it is, its owner alone knows.
      expect(await isFound(person, `${words} is:favorite`)).toBe(person === ann);
      expect(await isFound(cleo, words)).toBe(false);
    }
  expect(await isFound(ben, "tag:fauna is:shared")).toBe(true);
  expect(await found(ben, "ilbie")).toEqual([["Lesson", "substring"]]);
  await ann.client.files.remove({ fileId: id });
  expect(await isFound(ben, "numbatology")).toBe(false);
});

test("what nobody can read is looked at once and stops nothing", async () => {
  const hostile: [string, Uint8Array][] = [
    ["locked.pdf", fixture("locked.pdf")],
    ["broken.pdf", Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.alloc(2000, 66)])],
    ["cut.docx", fixture("pandoc.docx").subarray(0, 3000)],
    ["fine.txt", Buffer.from("platypusful")],
  ];
  const ids: string[] = [];
  for (const [name, bytes] of hostile) ids.push(await uploadInParts(ann, name, bytes));
  await aNote(ann, "Fine", ids.at(-1)!);
  expect(await readNewTexts(app.services)).toBe(4);
  expect(await readNewTexts(app.services)).toBe(0);
  await vi.waitFor(
    async () => expect(await found(ann, "platypusful")).toEqual([["Fine", "attachment"]]),
    10_000,
  );
});
