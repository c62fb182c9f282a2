import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type SignedInVisitor, type TestApp } from "#testing/test-app.ts";
import { findUserId } from "./find-user.ts";
import { formatReport } from "./format-report.ts";
import { importFolder } from "./import-folder.ts";
import type { FileReport } from "../import/report.ts";

let app: TestApp;
let ann: SignedInVisitor;
let folder: string;

beforeAll(async () => {
  app = await startTestApp();
  ann = await app.aUser();
  folder = await mkdtemp(join(tmpdir(), "cairn-import-"));
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await app.close();
});

async function write(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), content);
}

test("a folder of Markdown becomes folders and notes that can be read and found", async () => {
  await write("plain.md", "no heading, just *text*");
  await write(
    "deep/er/titled.markdown",
    "---\ntitle: From the front\ntags: [one, two]\nlayout: x\n---\n\n# Not this\n\nzanzibar",
  );
  await write(
    "deep/headed.md",
    "intro\n\n# The `heading` itself\n\n- [x] done\n\n<div>kept</div>\n\nb<sub>1</sub>",
  );
  await write("empty.md", "");
  await write("latin.md", Buffer.from([0x63, 0x61, 0x66, 0xe9]));
  await write("binary.md", Buffer.from([0x50, 0x4b, 0x03, 0x04, 0, 0, 0, 0]));
  await write("large.md", "x".repeat(10_000_001));
  await write("wide.md", Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("wide é", "utf16le")]));
  await write("not-markdown.txt", "ignored");
  await write(".hidden/x.md", "ignored");
  await symlink("/etc/hostname", join(folder, "link.md"));
  await symlink("/etc", join(folder, "linked-folder"));

  const leftOut: FileReport[] = [];
  const onFile = (file: FileReport) => {
    if (file.outcome === "left out") leftOut.push(file);
  };
  const report = await importFolder(app.services, ann.userId, folder, { onFile });

  expect(report).toEqual({
    files: 9,
    folders: 3,
    notes: 5,
    present: 0,
    images: 0,
    links: 0,
    leftOut: 4,
    problems: { "front-matter": 1, html: 1, "inline-html": 2 },
    examples: { leftOut: expect.any(Array), nowhere: [] },
  });
  expect(leftOut.sort((one, other) => one.path.localeCompare(other.path))).toEqual([
    { path: "binary.md", outcome: "left out", reason: expect.stringContaining("not text") },
    { path: "large.md", outcome: "left out", reason: expect.stringContaining("too large") },
    { path: "latin.md", outcome: "left out", reason: expect.stringContaining("not UTF-8") },
    { path: "link.md", outcome: "left out", reason: expect.stringContaining("a link") },
  ]);

  const { notes } = await ann.client.notes.list({});
  expect(
    notes.map(({ title, tags }) => ({ title, tags })).sort((a, b) => a.title.localeCompare(b.title)),
  ).toEqual([
    { title: "empty", tags: [] },
    { title: "From the front", tags: ["one", "two"] },
    { title: "plain", tags: [] },
    { title: "The heading itself", tags: [] },
    { title: "wide", tags: [] },
  ]);
  const { folders } = await ann.client.folders.list();
  const deep = folders.find(({ name }) => name === "deep");
  expect(folders.find(({ name }) => name === "er")?.parentId).toBe(deep?.id);
  expect(deep?.noteCount).toBe(1);

  const { hits } = await ann.client.notes.search({ query: "zanzibar" });
  expect(hits.map(({ note }) => note.title)).toEqual(["From the front"]);
  const body = await ann.client.notes.body({ noteId: hits[0]?.note.id ?? "" });
  expect(body.text).toBe("---\nlayout: x\n---\n\n# Not this\n\nzanzibar\n");
  expect(formatReport(report, 1)).toContain("Imported 5 notes in 3 folders from 9 Markdown files");
});

test("running an import again completes it and touches nothing that is there", async () => {
  const before = await ann.client.notes.list({});
  const edited = before.notes.find(({ title }) => title === "plain");
  await ann.client.notes.update({ noteId: edited?.id ?? "", title: "renamed since" });
  await write("late.md", "came later");
  const report = await importFolder(app.services, ann.userId, folder);
  expect(report).toMatchObject({ notes: 1, present: 5 });
  const titles = (await ann.client.notes.list({})).notes.map(({ title }) => title);
  expect(titles).toHaveLength(6);
  expect(titles).toContain("renamed since");
});

test("two people import the same folder without meeting", async () => {
  const bob = await app.aUser("Bob");
  const report = await importFolder(app.services, bob.userId, folder);
  expect(report).toMatchObject({ notes: 6, present: 0 });
  expect((await bob.client.notes.list({})).notes).toHaveLength(6);
});

test("an account is found by its address, whatever its case", async () => {
  expect(await findUserId(app.services.db, ann.email.toUpperCase())).toBe(ann.userId);
  expect(await findUserId(app.services.db, "nobody@example.com")).toBeNull();
});

test("a folder of an earlier run that was thrown away stays away, and the last run can be undone alone", async () => {
  const kim = await app.aUser("Kim");
  const runFor = () => importFolder(app.services, kim.userId, folder);
  const first = await runFor();
  const { folders } = await kim.client.folders.list();
  await kim.client.folders.remove({ folderId: folders.find(({ name }) => name === "er")!.id });
  await write("newest.md", "new");
  expect(await runFor()).toMatchObject({ notes: 1, folders: 0, present: first.notes });
  const names = (await kim.client.folders.list()).folders.map(({ name }) => name);
  expect(names).not.toContain("er");

  const [last] = (await kim.client.imports.list()).imports;
  expect(last).toMatchObject({ status: "done", made: 1, format: "markdown", name: basename(folder) });
  await kim.client.imports.undo({ importId: last!.id });
  const titles = (await kim.client.notes.list({})).notes.map(({ title }) => title);
  expect(titles).not.toContain("newest");
  expect(titles).toHaveLength(first.notes);
  await rm(join(folder, "newest.md"));
});

test("a folder without Markdown is no fault, and nothing stays of what the import worked with", async () => {
  const empty = await mkdtemp(join(tmpdir(), "cairn-empty-"));
  expect(await importFolder(app.services, ann.userId, empty)).toMatchObject({ files: 0, notes: 0 });
  await rm(empty, { recursive: true });
  expect(await readdir(join(app.dataDir, "imports"))).toEqual([]);
});
