import { mkdir, mkdtemp, realpath, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";
import { formatReport } from "../cli/format-report.ts";
import { importFolder } from "../cli/import-folder.ts";
import { importId } from "./import-id.ts";
import type { FileReport } from "./report.ts";

let app: TestApp;
let ann: SignedInVisitor;
let folder: string;
let picture: Buffer;

beforeAll(async () => {
  app = await startTestApp();
  picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: "teal" } })
    .png()
    .toBuffer();
});
beforeEach(async () => {
  ann = await app.aUser();
  folder = await realpath(await mkdtemp(join(tmpdir(), "cairn-links-")));
});
afterEach(() => rm(folder, { recursive: true, force: true }));
afterAll(() => app.close());

async function write(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), content);
}

async function runImport(options: { isTrial?: boolean } = {}) {
  const files = new Map<string, FileReport>();
  const onFile = (file: FileReport) => void files.set(file.path, file);
  const report = await importFolder(app.services, ann.userId, folder, { onFile, ...options });
  const troubles = (path: string) => {
    const file = files.get(path);
    return file?.outcome === "made"
      ? file.problems.map(({ line, kind, source, became }) => `${line} ${kind} ${source} (${became})`)
      : [];
  };
  return { report, troubles };
}

const noteId = (path: string) => importId(ann.userId, folder, "note", path);
const noteUrl = (path: string) => `/app/editor/${noteId(path)}`;
const fileUrl = (path: string) => `/files/${importId(ann.userId, folder, "file", path)}`;
const bodyOf = async (path: string) => (await ann.client.notes.body({ noteId: noteId(path) })).text;

test("links between files lead to their notes, in whatever order they come", async () => {
  await write(
    "a/first.md",
    '[up](../z.md) [part](../z.md#The%20part) [same](./sib%20ling.md "t") [bare](sib%20ling) [here](#x)\n\n' +
      "[ref] and [^n]\n\n[ref]: ../z.md?plain=1\n[^n]: see [z](../z.md)\n",
  );
  await write("a/sib ling.md", "[back](first.md)");
  await write("z.md", "[down](a/first.md) [web](https://a.b/c.md) [mail](mailto:a@b.cd)");
  const { report } = await runImport();
  expect(report).toMatchObject({ notes: 3, links: 8, leftOut: 0, problems: { footnote: 2 } });
  expect(await bodyOf("a/first.md")).toBe(
    `[up](${noteUrl("z.md")}) [part](${noteUrl("z.md")}#The%20part) [same](${noteUrl("a/sib ling.md")} "t") ` +
      `[bare](${noteUrl("a/sib ling.md")}) [here](#x)\n\n[ref](${noteUrl("z.md")}) and [^n]\n\n[^n]: see [z](${noteUrl("z.md")})\n`,
  );
  expect(await bodyOf("z.md")).toBe(
    `[down](${noteUrl("a/first.md")}) [web](https://a.b/c.md) [mail](mailto:a@b.cd)\n`,
  );
  const links = await app.database.asSuperuser(
    "SELECT target FROM note_links WHERE note_id = $1 AND kind = 'note'",
    [noteId("z.md")],
  );
  expect(links).toEqual([{ target: noteId("a/first.md") }]);
});

test("wiki links find their note by path, by bare name when it is the only one, and show their alias", async () => {
  await write("deep/one/Target.md", "x");
  await write("deep/one/Twice.md", "x");
  await write("deep/two/Twice.md", "[[Twice]] is the one beside it");
  await write(
    "start.md",
    "[[Target]] *[[target|that one]]* [[Target#A part]] ![[Target]] [[deep/one/Twice]] [[Twice]] [[None]]\n\n" +
      "`[[Target]]` \\[\\[Target\\]\\]\n\n| a |\n| - |\n| [[Target\\|t]] |\n",
  );
  const { troubles } = await runImport();
  expect(await bodyOf("start.md")).toBe(
    "[[Target]] [[target|that one]] [[Target#A part]] [[Target]] [[deep/one/Twice]] [[Twice]] [[None]]\n\n" +
      "`[[Target]]` \\[\\[Target]]\n\n| a |\n| - |\n| [[Target\\|t]] |\n",
  );
  const links = await app.database.asSuperuser(
    "SELECT kind, target FROM note_links WHERE note_id = $1 ORDER BY kind, target",
    [noteId("start.md")],
  );
  const chosen = [noteId("deep/one/Target.md"), noteId("deep/one/Twice.md")].sort();
  expect(links).toEqual([
    ...chosen.map((target) => ({ kind: "note", target })),
    { kind: "title", target: "none" },
  ]);
  expect(troubles("start.md")).toEqual([
    "1 same-name [[Twice]] (leads to the nearest of 2 files with this name: deep/one/Twice.md)",
    "1 dead-link [[None]] (stays as it was: nothing is there)",
  ]);
  const own = "SELECT target FROM note_links WHERE note_id = $1 AND kind = 'note'";
  expect(await app.database.asSuperuser(own, [noteId("deep/two/Twice.md")])).toEqual([
    { target: noteId("deep/two/Twice.md") },
  ]);
});

test("an image named alone is found wherever it lies", async () => {
  await write("files/deep/Only one.png", picture);
  await write("a.md", "![[Only one.png]] ![[only one.PNG]] ![[none.png]]");
  const { troubles } = await runImport();
  expect([...(await bodyOf("a.md")).matchAll(/!\[[^\]]*\]\(\/files\/[0-9a-f-]{36}\)/g)]).toHaveLength(2);
  expect(troubles("a.md")).toEqual(["1 dead-link ![[none.png]] (stays as it was: nothing is there)"]);
});

test("images of the folder come along, each once, and a repeated import adds none", async () => {
  await write("img/a b.png", picture);
  // Kept as the bytes it is.
  await write("img/broken.png", picture.subarray(0, 60));
  await write("img/liar.png", "<svg onload=alert(1)>");
  await write("img/big.png", Buffer.concat([picture, Buffer.alloc(11_000_000)]));
  await write("paper.pdf", "%PDF-1.4");
  await write(
    "n/one.md",
    "![x](../img/a%20b.png) [full](<../img/a b.png>)\n\n![b](../img/broken.png) ![l](../img/liar.png)\n![g](../img/big.png)\n[p](../paper.pdf)",
  );
  await write(
    "two.md",
    '![y](img/a%20b.png "t") ![[a b.png]] ![r](https://a.b/c.png) <img src="img/a%20b.png">',
  );
  const { report, troubles } = await runImport();
  const url = fileUrl("img/a b.png");
  expect(report).toMatchObject({ notes: 2, problems: { attachment: 3, "html-address": 1 } });
  expect(await bodyOf("n/one.md")).toBe(
    `![x](${url}) [full](${url})\n\n![b](${fileUrl("img/broken.png")}) ![l](../img/liar.png) ![g](../img/big.png) [p](../paper.pdf)\n`,
  );
  expect(await bodyOf("two.md")).toContain(`![y](${url} "t")`);
  expect(troubles("n/one.md")).toEqual([
    "3 attachment ../img/liar.png (stays as it was: not a supported image: JPG, PNG, WebP or GIF)",
    "4 attachment ../img/big.png (stays as it was: larger than 10 MB)",
    "5 attachment ../paper.pdf (stays as it was: not a supported image: JPG, PNG, WebP or GIF)",
  ]);
  const original = await ann.request(`${url}/original`);
  expect(Buffer.from(await original.arrayBuffer()).equals(picture)).toBe(true);

  const count = async () =>
    app.database.asSuperuser("SELECT count(*)::int AS files FROM files WHERE user_id = $1", [ann.userId]);
  expect(await count()).toEqual([{ files: 2 }]);
  await write("three.md", "![z](img/a%20b.png)");
  expect((await runImport()).report).toMatchObject({ notes: 1, present: 2 });
  expect(await count()).toEqual([{ files: 2 }]);
  expect(await bodyOf("three.md")).toBe(`![z](${url})\n`);
});

test("nothing outside of the folder is read or linked, and each such address is reported", async () => {
  const outside = await mkdtemp(join(tmpdir(), "cairn-outside-"));
  await writeFile(join(outside, "secret.png"), picture);
  await writeFile(join(outside, "secret.md"), "secret");
  await symlink(outside, join(folder, "door"));
  await symlink(join(outside, "secret.png"), join(folder, "window.png"));
  const up = `../${outside.split("/").at(-1)}/secret.png`;
  const addresses = [
    up,
    up.replace("../", "..%2F"),
    "door/secret.png",
    "door/secret.md",
    "window.png",
    "/etc/passwd",
  ];
  await write("sub/.hidden/n.md", "x");
  await write(
    "a.md",
    [...addresses, "gone.md", "sub", "sub/.hidden/n.md"].map((to) => `[x](${to})`).join("\n"),
  );
  const { report, troubles } = await runImport();
  await rm(outside, { recursive: true });
  expect(report).toMatchObject({ notes: 1, images: 0, links: 0, problems: { "dead-link": 9 } });
  expect(
    troubles("a.md").map((line) => line.replace(/^\d+ dead-link (\S+) \(stays as it was: (.*)\)$/, "$2")),
  ).toEqual([
    "outside of the folder",
    "outside of the folder",
    "behind a link of the file system",
    "behind a link of the file system",
    "behind a link of the file system",
    "an absolute path",
    "nothing is there",
    "a folder",
    "in a hidden folder, which is not imported",
  ]);
  expect(await bodyOf("a.md")).toContain(`[x](${up})`);
  expect(formatReport(report, 1)).toContain("a.md:6: /etc/passwd");
});

test("notes are as old as their front matter says, else as their file, and are listed in that order", async () => {
  await write("post.md", "---\ndate: 2019-03-04\n---\nx");
  await write(
    "both.md",
    "---\ncreated: 2015-01-02T03:04:05+02:00\nupdated: 2020-06-07 08:09\nlayout: x\n---\nx",
  );
  await write("plain.md", "x");
  await write("future.md", "---\ndate: 2999-01-01\n---\nx");
  const mtime = new Date("2018-05-06T07:08:09Z");
  for (const name of ["post.md", "both.md", "plain.md", "future.md"])
    await utimes(join(folder, name), mtime, mtime);
  const { report, troubles } = await runImport();
  expect(report.problems).toEqual({ "front-matter": 1, date: 1 });
  expect(troubles("both.md")).toEqual([
    "4 front-matter layout: x (kept at the top of the note, and written out again by an export)",
  ]);
  const { notes } = await ann.client.notes.list({});
  expect(notes.map(({ title, createdAt, updatedAt }) => [title, createdAt, updatedAt])).toEqual([
    ["both", "2015-01-02T01:04:05.000Z", "2020-06-07T08:09:00.000Z"],
    ["post", "2019-03-04T00:00:00.000Z", "2019-03-04T00:00:00.000Z"],
    ...["future", "plain"]
      .sort((one, other) => (noteId(`${one}.md`) < noteId(`${other}.md`) ? 1 : -1))
      .map((title) => [title, mtime.toISOString(), mtime.toISOString()]),
  ]);
  expect(await bodyOf("both.md")).toContain("updated: 2020-06-07 08:09\nlayout: x\n");
});

test("a trial run says what would be made and makes nothing", async () => {
  await write("a/b.md", "![p](../p.png) [c](../c.md)");
  await write("c.md", "x");
  await write("p.png", picture);
  const { report } = await runImport({ isTrial: true });
  expect(report).toMatchObject({ notes: 2, folders: 2, images: 1, links: 2 });
  expect(formatReport(report, 1, true)).toMatch(
    /^Would import 2 notes in 2 folders from 2 Markdown files\. Nothing/,
  );
  expect((await ann.client.notes.list({})).notes).toEqual([]);
  expect(await ann.client.folders.list()).toEqual({ folders: [] });
  expect(await app.database.asSuperuser("SELECT 1 FROM files WHERE user_id = $1", [ann.userId])).toEqual([]);
});

test("links of a vault count from it, bare names mean the nearest file, and a number is a picture's width", async () => {
  await write("Vault/Areas/Home.md", "x");
  await write("Vault/Areas/Twice.md", "x");
  await write("Vault/Areas/Deep/Twice.md", "x");
  await write("Vault/Areas/Deep/er/Start.md", "[[Areas/Home]] [[Twice]] [[Twice|again]] ![[boat.png|300]]");
  await write("Vault/Log.md", "[[Twice]] ![[boat.png|120x80]]");
  await write("Vault/boat.png", picture);
  const { troubles } = await runImport();
  const targets = async (path: string) =>
    (
      await app.database.asSuperuser("SELECT target FROM note_links WHERE note_id = $1 AND kind = 'note'", [
        noteId(path),
      ])
    )
      .map((row) => (row as { target: string }).target)
      .toSorted();
  expect(await targets("Vault/Areas/Deep/er/Start.md")).toEqual(
    [noteId("Vault/Areas/Home.md"), noteId("Vault/Areas/Deep/Twice.md")].toSorted(),
  );
  expect(await targets("Vault/Log.md")).toEqual([noteId("Vault/Areas/Twice.md")]);
  expect(troubles("Vault/Areas/Deep/er/Start.md")).toEqual([
    "1 same-name [[Twice]] (leads to the nearest of 2 files with this name: Vault/Areas/Deep/Twice.md)",
  ]);
  const { text } = await ann.client.notes.body({ noteId: noteId("Vault/Log.md"), format: "markdown" });
  expect(text).toContain("|120](");
  expect(await bodyOf("Vault/Areas/Deep/er/Start.md")).toContain("|300](");
});

test("a vault's notes are called as their files, and have the tags and ids that stand in their text", async () => {
  await write(".obsidian/app.json", "{}");
  await write(
    "Daily/2026-03-05.md",
    "# Thursday\n\n#area/deep and #日本 but not #12\n\nA line ^here\n\n%% unseen %%",
  );
  await write("Start.md", "[[2026-03-05]] [[2026-03-05#^here]]");
  await runImport();
  const note = await ann.client.notes.get({ noteId: noteId("Daily/2026-03-05.md") });
  expect(note.title).toBe("2026-03-05");
  expect(note.tags.toSorted()).toEqual(["area/deep", "日本"]);
  const text = await bodyOf("Daily/2026-03-05.md");
  expect(text).toContain("\n#area/deep and #日本 but not #12\n");
  expect(text).toContain("<!-- unseen -->");
  const { linked } = await ann.client.notes.backlinks({ noteId: noteId("Daily/2026-03-05.md") });
  expect(linked.map(({ note: { title } }) => title)).toEqual(["Start"]);
});
