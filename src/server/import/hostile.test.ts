import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { zipOf } from "#testing/import-files.ts";
import { readFormats } from "#testing/read-formats.ts";
import { ENTRIES_MAX, INFLATED_MAX_BYTES } from "../extract/limits.ts";
import { newBudget, spend, unzip } from "../extract/unzip.ts";

/** What somebody could send to break what reads it: each ends in a sentence, and nothing of it is made. */
const evil = (files: Record<string, string | Uint8Array>) =>
  readFormats(files).then(
    ({ notes, skipped }) => ({ notes: notes.length, why: skipped.map(({ reason }) => reason).join() }),
    (error: Error) => ({ notes: 0, why: error.message }),
  );

/** yazl writes no such archives, so the bytes of honest ones are changed. */
const changed = (bytes: Buffer, from: string, to: string) =>
  Buffer.from(bytes.toString("latin1").replaceAll(from, to), "latin1");

const LOCAL = Buffer.from("PK\u0003\u0004");
const CENTRAL = Buffer.from("PK\u0001\u0002");
const END = Buffer.from("PK\u0005\u0006");

/** Writes into every header of a kind. */
function patched(bytes: Buffer, signature: Buffer, write: (header: number, copy: Buffer) => void): Buffer {
  const copy = Buffer.from(bytes);
  for (let at = copy.indexOf(signature); at >= 0; at = copy.indexOf(signature, at + 4)) write(at, copy);
  return copy;
}

const honest = () => zipOf({ "notes/one.md": "# One", "notes/two.md": "x".repeat(5000) });

test.each<[string, () => Promise<Buffer>, RegExp]>([
  [
    "names outside of itself",
    async () => changed(await honest(), "notes/one.md", "../../../.md"),
    /outside of itself/,
  ],
  [
    "absolute names",
    async () => changed(await honest(), "notes/one.md", "/etc/x/on.md"),
    /outside of itself/,
  ],
  [
    "a password",
    async () =>
      patched(
        patched(await honest(), LOCAL, (at, copy) => (copy[at + 6]! |= 1)),
        CENTRAL,
        (at, copy) => (copy[at + 8]! |= 1),
      ),
    /password/,
  ],
  [
    "less than it says",
    async () => patched(await honest(), CENTRAL, (at, copy) => copy.writeUInt32LE(99, at + 24)),
    /lies about the sizes/,
  ],
  ["half of itself", async () => (await honest()).subarray(0, 200), /not a ZIP file, or it is damaged/],
  [
    "bytes that are none",
    async () => {
      const zip = await honest();
      zip.fill(0xff, 60, 90);
      return zip;
    },
    /damaged|lies/,
  ],
  [
    "a million entries by its own word",
    async () =>
      patched(await honest(), END, (at, copy) => {
        copy.writeUInt16LE(65_534, at + 8);
        copy.writeUInt16LE(65_534, at + 10);
      }),
    /damaged/,
  ],
])("a ZIP with %s is refused in words", async (_, make, words) => {
  expect(await evil({ "in.zip": await make() })).toEqual({ notes: 0, why: expect.stringMatching(words) });
});

test("an archive that unpacks to far more than it is, is given up while it unpacks", async () => {
  const folder = await mkdtemp(join(tmpdir(), "cairn-bomb-"));
  const path = join(folder, "bomb.zip");
  await writeFile(path, await zipOf({ "bomb.md": Buffer.alloc(5 * 1024 * 1024) }));
  await expect(
    unzip(path, join(folder, "out"), { ...newBudget(500_000), inflated: 99 * 1024 * 1024 }),
  ).rejects.toThrow(/200 times its size/);
  await rm(folder, { recursive: true });
  const budget = newBudget(1024 ** 4);
  expect(() => spend(budget, 4 * 1024 ** 3 + 1)).toThrow("more than 4 GB");
});

/** A book of one chapter that shows one picture. */
const aBook = (title: string, picture: Uint8Array) =>
  zipOf({
    "META-INF/container.xml": '<container><rootfiles><rootfile full-path="b.opf"/></rootfiles></container>',
    "b.opf": `<package><metadata><dc:title>${title}</dc:title></metadata><manifest><item id="c" href="c.xhtml"/></manifest><spine><itemref idref="c"/></spine></package>`,
    "c.xhtml": `<html><body><h1>Of ${title}</h1><p>Words<img src="p.png"/></p></body></html>`,
    "p.png": picture,
  });

test("books and tables have the room of their import together, and not each of its own", async () => {
  const left = (bytes: number) => ({ entries: 0, inflated: INFLATED_MAX_BYTES - bytes, packed: 1024 ** 4 });
  const picture = randomBytes(700_000);
  const books = {
    "1.epub": await aBook("One", picture),
    "2.epub": await aBook("Two", picture),
    "3.epub": await aBook("Three", picture),
  };
  const { notes, skipped } = await readFormats(books, left(1_500_000));
  expect(notes.map(({ title }) => title)).toEqual(["Of One", "One", "Of Two", "Two"]);
  expect(skipped).toEqual([{ path: "3.epub", reason: "This archive unpacks to more than 4 GB." }]);
  const table = { "t.csv": `a,b\n${"1,2\n".repeat(900)}` };
  expect((await readFormats(table, left(1_000_000))).notes).toHaveLength(1);
  await expect(readFormats(table, left(100_000))).rejects.toThrow("This becomes more than 4 GB.");
});

test("more entries than anybody has are refused by their number, without reading them", async () => {
  const zip = await zipOf(Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`${at}.md`, ""])));
  const folder = await mkdtemp(join(tmpdir(), "cairn-many-"));
  await writeFile(join(folder, "many.zip"), zip);
  const budget = { ...newBudget(zip.length), entries: ENTRIES_MAX - 20 };
  await expect(unzip(join(folder, "many.zip"), join(folder, "out"), budget)).rejects.toThrow(
    "at most 100,000 files",
  );
  await rm(folder, { recursive: true });
});

/** Empty files, as yazl would write them, but without an object for each. */
function zipOfEmpty(count: number): Buffer {
  const [local, central, end] = [Buffer.alloc(41), Buffer.alloc(57), Buffer.alloc(98)];
  LOCAL.copy(local);
  local.writeUInt16LE(11, 26);
  CENTRAL.copy(central);
  central.writeUInt16LE(11, 28);
  const [files, directory]: [Buffer[], Buffer[]] = [[], []];
  for (let at = 0; at < count; at++) {
    local.write(`${String(at).padStart(8, "0")}.md`, 30, "latin1");
    files.push(Buffer.from(local));
    central.writeUInt32LE(at * local.length, 42);
    local.copy(central, 46, 30);
    directory.push(Buffer.from(central));
  }
  // ZIP64: the older end has no room for such a number.
  end.writeUInt32LE(0x06064b50, 0);
  end.writeBigUInt64LE(44n, 4);
  for (const at of [24, 32]) end.writeBigUInt64LE(BigInt(count), at);
  end.writeBigUInt64LE(BigInt(count * central.length), 40);
  end.writeBigUInt64LE(BigInt(count * local.length), 48);
  end.writeUInt32LE(0x07064b50, 56);
  end.writeBigUInt64LE(BigInt(count * (local.length + central.length)), 64);
  end.writeUInt32LE(1, 72);
  END.copy(end, 76);
  end.fill(0xff, 84, 96);
  return Buffer.concat([...files, ...directory, end]);
}

test("a million files are refused by their number, and none of them is made", async () => {
  const folder = await mkdtemp(join(tmpdir(), "cairn-million-"));
  const path = join(folder, "in.zip");
  const out = join(folder, "out");
  await writeFile(path, zipOfEmpty(3));
  expect((await unzip(path, out, newBudget(1_000))).paths).toHaveLength(3);
  await rm(out, { recursive: true });
  await writeFile(path, zipOfEmpty(1_000_000));
  await expect(unzip(path, out, newBudget(98_000_000))).rejects.toThrow("at most 100,000 files");
  expect(await readdir(folder)).toEqual(["in.zip"]);
  await rm(folder, { recursive: true });
});

test("archives within archives end at the second", async () => {
  let zip = await zipOf({ "deep.md": "# Deep" });
  for (let level = 0; level < 5; level++) zip = await zipOf({ "inner.zip": zip });
  expect(await evil({ "outer.zip": zip })).toEqual({
    notes: 0,
    why: expect.stringContaining("archives deep"),
  });
});

const ENTITY = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd"><!ENTITY b "&a;&a;">]>';

test.each<[string, Record<string, string | Uint8Array>, RegExp]>([
  [
    "entities in an outline",
    { "x.opml": `<?xml version="1.0"?>${ENTITY}<opml><body><outline text="&a;"/></body></opml>` },
    /entities/,
  ],
  [
    "entities in Evernote's",
    { "x.enex": `<?xml version="1.0"?>${ENTITY}<en-export><note><title>&a;</title></note></en-export>` },
    /entities/,
  ],
  ["an outline that breaks off", { "x.opml": "<opml><body><outline text='a'>" }, /damaged or cut off/],
  [
    "an outline nested for ever",
    { "x.opml": `<opml><body>${'<outline text="a">'.repeat(5000)}` },
    /1000 levels/,
  ],
  ["a Word document that is none", { "x.docx": "hello" }, /not a ZIP file/],
  ["a PDF that is none", { "x.pdf": "hello" }, /damaged, or no PDF/],
  ["an archive of Joplin that is none", { "x.jex": "hello" }, /damaged or cut off|without notes of Joplin/],
  ["an EPUB that is none", { "x.epub": "hello" }, /not a ZIP file/],
  ["zero bytes as text", { "x.txt": Buffer.alloc(100) }, /zero bytes/],
  ["a table that is too wide", { "x.csv": `${"a,".repeat(500)}b\n1` }, /100 columns/],
  ["a table that is too long", { "x.csv": "a\n".repeat(60_000) }, /50,000 rows/],
  ["JSON that is no export", { "x.json": '{"exported_at": 1}' }, /no export of notes/],
])("%s: a sentence, and no note", async (_, files, words) => {
  expect(await evil(files)).toEqual({ notes: 0, why: expect.stringMatching(words) });
});

test("a PDF with a password says so", async () => {
  const { readFile } = await import("node:fs/promises");
  const bytes = await readFile(new URL("./fixtures/locked.pdf", import.meta.url));
  expect(await evil({ "locked.pdf": bytes })).toEqual({ notes: 0, why: "protected by a password" });
});

test("a Word document that is a bomb is not opened", { timeout: 120_000 }, async () => {
  const docx = await zipOf({
    "[Content_Types].xml": "<Types/>",
    "word/document.xml": Buffer.alloc(101 * 1024 * 1024, 65),
  });
  expect(await evil({ "x.docx": docx })).toEqual({
    notes: 0,
    why: expect.stringMatching(/200 times|unpacks to more/),
  });
});

test("HTML nested a hundred thousand deep is read as its text", async () => {
  const { notes } = await readFormats({
    "deep.html": `<!doctype html><p>start${"<div><b>".repeat(100_000)}end`,
  });
  expect(notes[0]?.markdown).toMatch(/start[\s\S]*end/);
});

test("bytes that claim to be a note of ours already are nobody's note", async () => {
  const { notes, files } = await readFormats({ "a.md": "# A", "evil.cairnnote": '{"title":"x","doc":{}}' });
  expect([notes, files]).toEqual([[], ["a.md"]]);
});

/** Ways to run something, as far as a format can carry them. */
const PAYLOADS = [
  `<script>window.hit=1</script>`,
  `<img src=x onerror="window.hit=1">`,
  `<svg onload="window.hit=1"><animate onbegin="window.hit=1"/></svg>`,
  `<a href="javascript:window.hit=1">click</a>`,
  `<a href=" jav&#x09;ascript:window.hit=1">click</a>`,
  `<a href="data:text/html,<script>window.hit=1</script>">click</a>`,
  `<iframe srcdoc="<script>window.hit=1</script>"></iframe>`,
  `<object data="javascript:window.hit=1"></object>`,
  `<math><mtext><img src=x onerror="window.hit=1"></mtext></math>`,
  `<img src="data:image/svg+xml;base64,PHN2Zz48L3N2Zz4=">`,
  `<form action="javascript:window.hit=1"><button>x</button></form>`,
  `<style>*{background:url(https://evil.example/x)}</style>`,
  `<div style="background:url(https://evil.example/y)" onclick="window.hit=1">text</div>`,
  `<video src="https://evil.example/v" onerror="window.hit=1" autoplay></video>`,
];

const hostileHtml = PAYLOADS.map((payload) => `<p>before</p>${payload}<p>after</p>`).join("\n");

test.each<[string, () => Promise<Record<string, string | Uint8Array>>]>([
  [
    "HTML",
    async () => ({
      "x.html": `<html><head><title>${PAYLOADS[1]}</title></head><body>${hostileHtml}</body></html>`,
    }),
  ],
  [
    "Evernote",
    async () => ({
      "x.enex": `<en-export><note><title>&lt;img src=x onerror=1&gt;</title><content><![CDATA[<en-note>${hostileHtml}</en-note>]]></content><note-attributes><source-url>javascript:window.hit=1</source-url></note-attributes></note></en-export>`,
    }),
  ],
  [
    "Notion",
    async () => ({
      [`Page ${"a".repeat(32)}.html`]: `<article><h1 class="page-title">P</h1><div class="page-body">${hostileHtml}<a class="bookmark" href="javascript:window.hit=1">x</a></div></article>`,
    }),
  ],
  [
    "OPML",
    async () => ({
      "x.opml": `<opml><body><outline text="${hostileHtml.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;")}" url="javascript:window.hit=1"/></body></opml>`,
    }),
  ],
  [
    "JSON",
    async () => ({
      "x.json": JSON.stringify({
        exported_at: "x",
        total_notes: 1,
        notes: [{ title: PAYLOADS[0], content: hostileHtml }],
      }),
    }),
  ],
  [
    "EPUB",
    async () => ({
      "x.epub": await zipOf({
        "META-INF/container.xml":
          '<container><rootfiles><rootfile full-path="c.opf"/></rootfiles></container>',
        "c.opf":
          '<package><metadata><title>B</title></metadata><manifest><item id="a" href="a.xhtml"/></manifest><spine><itemref idref="a"/></spine></package>',
        "a.xhtml": `<html><body><h1>A</h1>${hostileHtml}</body></html>`,
      }),
    }),
  ],
  [
    "CSV",
    async () => ({ "x.csv": `a,b\n"${PAYLOADS[0]!.replaceAll('"', '""')}","javascript:window.hit=1"\n` }),
  ],
])("nothing that runs comes through %s", async (_, files) => {
  const { notes } = await readFormats(await files());
  expect(notes.length).toBeGreaterThan(0);
  const { parseMarkdown } = await import("#document/markdown/parse.ts");
  const { repairDocument } = await import("#document/repair.ts");
  const { toHtml } = await import("#document/html/html.ts");
  for (const { markdown } of notes) {
    const html = toHtml(repairDocument(parseMarkdown(markdown).doc));
    const tags = html.match(/<[^>]*>/g) ?? [];
    for (const tag of tags) {
      expect(tag).not.toMatch(/^<\/?(script|svg|iframe|object|style|form|embed|math)/i);
      expect(tag).not.toMatch(/\son\w+\s*=|javascript:|data:|srcdoc|\sstyle=/i);
      expect(tag).not.toMatch(/^<(img|video)[^>]*evil\.example/);
    }
  }
});

test("nothing of what was refused stays on the disk", async () => {
  const before = (await readdir(tmpdir())).filter((name) => name.startsWith("cairn-formats-")).length;
  await evil({ "x.epub": gzipSync("no") });
  expect((await readdir(tmpdir())).filter((name) => name.startsWith("cairn-formats-")).length).toBe(before);
});
