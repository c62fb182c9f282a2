import { readFile } from "node:fs/promises";
import { createHash } from "node:crypto";
import { pack } from "tar-stream";
import { parseMarkdown } from "#document/markdown/parse.ts";
import { expect, test } from "vitest";
import { zipOf } from "#testing/import-files.ts";
import { readFormats } from "#testing/read-formats.ts";

/** Files of other programs (fixtures/README.md says how each was made), and texts written by the rules of the formats. */
const fixture = (name: string) => readFile(new URL(`../fixtures/${name}`, import.meta.url));

test.each(["pandoc.docx", "libreoffice.docx"])(
  "%s: headings, lists, tables, pictures and marks come along",
  async (name) => {
    const { format, notes, files } = await readFormats({ [name]: await fixture(name) });
    expect(format).toBe("docx");
    const [note] = notes;
    expect(note?.title).toBe("Harbour report");
    expect(note?.markdown).toContain("# Boats");
    expect(note?.markdown).toContain("**bold**, *italic*, ~~struck~~");
    expect(note?.markdown).toContain("(https://example.com/a?b=c)");
    expect(note?.markdown).toMatch(/- two\n+ {2}- deeper/);
    expect(note?.markdown).toMatch(/1\. first/);
    expect(note?.markdown).toMatch(/Tern.*7 m/);
    expect(note?.markdown).toMatch(/!\[[^\]]*\]\(picture-[0-9a-f]{16}\.png/);
    expect(note?.markdown).toContain("# Weather");
    expect(files).toEqual([expect.stringMatching(/^picture-/)]);
  },
);

test.each(["pandoc.html", "libreoffice.html"])("%s is read as the page it shows", async (name) => {
  const { format, notes } = await readFormats({ [name]: await fixture(name) });
  expect(format).toBe("html");
  const markdown = notes[0]?.markdown ?? "";
  expect(notes[0]?.title).toBe("Harbour report");
  expect(markdown).toContain("# Boats");
  expect(markdown).toMatch(/\*\*bold\*\*, \*italic\*, ~~struck~~/);
  expect(markdown).toMatch(/Gull.*12 m/);
  expect(markdown).not.toMatch(/font-family|margin/);
});

test("an EPUB is a folder of its chapters and a note that lists them", async () => {
  const { format, notes } = await readFormats({ "book.epub": await fixture("pandoc.epub") });
  expect(format).toBe("epub");
  const contents = notes.find(({ path }) => path === "Harbour report/Harbour report.cairnnote");
  expect(contents?.markdown).toMatch(/\[Boats\]\(\d\d%20Boats\.cairnnote\)[\s\S]*\[Weather\]/);
  const boats = notes.find(({ title }) => title === "Boats");
  expect(boats?.markdown).toContain("- one");
  expect(boats?.markdown).toMatch(/!\[A square\]\([^)]*\.png/);
});

test("the chapters of an EPUB stand in the order of its spine, whatever their files are called and listed as", async () => {
  const chapter = (title: string) =>
    `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>${title}</title></head><body><h1>${title}</h1><p>Words.</p></body></html>`;
  const book = await zipOf({
    mimetype: "application/epub+zip",
    "META-INF/container.xml":
      '<container><rootfiles><rootfile full-path="OPS/content.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
    "OPS/content.opf": `<opf:package xmlns:opf="http://www.idpf.org/2007/opf"><opf:metadata><dc:title xmlns:dc="d">Route</dc:title></opf:metadata>
      <opf:manifest><opf:item id="x1" href="a.xhtml"/><opf:item id="x2" href="text/b%20100%25.xhtml"/><opf:item id="x3" href="c.xhtml"/><opf:item id="x4" href="d%zz.xhtml"/></opf:manifest>
      <opf:spine><opf:itemref idref="x3"/><opf:itemref idref="x4"/><opf:itemref idref="x1"/><opf:itemref idref="x2"/></opf:spine></opf:package>`,
    "OPS/a.xhtml": chapter("Third"),
    "OPS/text/b 100%.xhtml": chapter("Fourth"),
    "OPS/c.xhtml": chapter("First"),
    "OPS/d%zz.xhtml": chapter("Second"),
  });
  const { notes } = await readFormats({ "book.epub": book });
  const paths = notes.map(({ path }) => path.replace(/^Route\/|\.cairnnote$/g, ""));
  expect(paths).toEqual(["01 First", "02 Second", "03 Third", "04 Fourth", "Route"]);
  const contents = notes.find(({ title }) => title === "Route")?.markdown ?? "";
  expect([...contents.matchAll(/\[(\w+)\]/g)].map(([, title]) => title)).toEqual([
    "First",
    "Second",
    "Third",
    "Fourth",
  ]);
});

test("the text of a PDF is paragraphs and headings", async () => {
  const { format, notes } = await readFormats({ "report.pdf": await fixture("libreoffice.pdf") });
  expect(format).toBe("pdf");
  expect(notes[0]?.markdown).toMatch(/^#+ Boats$/m);
  expect(notes[0]?.markdown).toMatch(/Wind from the west/);
  expect(notes[0]?.markdown).toMatch(/Plain, bold, italic/);
});

test("an outline is a list of lists", async () => {
  const { notes } = await readFormats({ "pandoc.opml": await fixture("pandoc.opml") });
  expect(notes[0]?.title).toBe("Harbour report");
  expect(notes[0]?.markdown).toMatch(/^- Boats\n[\s\S]*^- Weather\n/m);
  const own = `<?xml version="1.0"?><opml version="2.0"><head><title>Plan</title><dateCreated>Mon, 01 Jan 2024 10:00:00 GMT</dateCreated></head>
    <body><outline text="A &amp; &lt;b&gt;B&lt;/b&gt;" _note="more"><outline text="C"/><outline text="feed" xmlUrl="https://e.example/rss"/></outline>
    <outline text="done" _status="checked"/></body></opml>`;
  const { notes: plans } = await readFormats({ "plan.opml": own });
  expect(plans[0]).toMatchObject({ title: "Plan", created: Date.UTC(2024, 0, 1, 10) });
  expect(plans[0]?.markdown).toBe(
    "- A & B\n\n  more\n  - C\n  - [feed](https://e.example/rss)\n\n* [x] done\n",
  );
});

test("a table is a note; a long one is several", async () => {
  const { format, notes } = await readFormats({
    "t.csv": 'Name,About\r\n"A ""x""","two\nlines"\r\nB,https://b.example/\r\n',
  });
  expect(format).toBe("csv");
  expect(notes[0]?.markdown).toContain('| A "x" ');
  expect(notes[0]?.markdown).toContain("https://b.example/");
  const long = await readFormats({ "long.csv": `a;b\n${"1;2\n".repeat(2500)}` });
  expect(long.notes.map(({ title }) => title)).toEqual([
    "long, rows 1 to 1000",
    "long, rows 1001 to 2000",
    "long, rows 2001 to 2500",
  ]);
});

const ID = "0123456789abcdef0123456789abcdef";
const OTHER = "fedcba9876543210fedcba9876543210";

test("a Notion export loses its ids and keeps pages, properties, callouts and tables", async () => {
  const part = await zipOf({
    [`Home ${ID}.md`]: `# Home, sweet home\n\nTags: a, b\nCreated: March 3, 2024 10:15 AM\nStatus: Open\n\nText with [a child](Home%20${ID}/Child%20${OTHER}.md).\n\n<aside>\n💡 Mind **this**\n</aside>\n\n- [x]  done\n`,
    [`Home ${ID}/Child ${OTHER}.md`]: "# Child\n\nNote: a sentence that is no property\nand goes on.",
    [`Home ${ID}/Books ${OTHER}.csv`]: "\uFEFFName,Pages\nDune,412\n",
    [`Home ${ID}/Books ${OTHER}_all.csv`]: "\uFEFFName,Pages\nDune,412\nEmma,300\n",
    [`Home ${ID}/Books ${OTHER}/Dune ${ID}.md`]: "# Dune\n\nPages: 412\n",
  });
  const { format, notes } = await readFormats({
    "Export-1.zip": await zipOf({ "ExportBlock-Part-1.zip": part }),
  });
  expect(format).toBe("notion");
  const home = notes.find(({ title }) => title === "Home, sweet home");
  expect(home).toMatchObject({ tags: ["a", "b"], created: Date.UTC(2024, 2, 3, 10, 15) });
  expect(home?.markdown).toContain("- **Status:** Open");
  expect(home?.markdown).toContain("> [!NOTE]\n> 💡 Mind **this**");
  expect(home?.markdown).toContain("- [x] done");
  expect(notes.find(({ title }) => title === "Child")?.markdown).toContain("Note: a sentence");
  const books = notes.find(({ title }) => title === "Books");
  expect(books?.markdown).toMatch(/\[Dune\]\(Books%20fedcba9876543210fedcba9876543210\/Dune%20.*\.md\).*412/);
  expect(books?.markdown).toContain("Emma");
  expect(notes).toHaveLength(4);
});

test("a Notion export as HTML has the same blocks", async () => {
  const page = `<html><head><title>Home</title></head><body><article class="page sans"><header><div class="page-header-icon"><span class="icon">🏠</span></div><h1 class="page-title">Home</h1></header>
    <div class="page-body"><p>Hello <mark class="highlight-red">there</mark></p>
    <ul class="to-do-list"><li><div class="checkbox checkbox-on"></div> <span class="to-do-children-checked">done</span></li></ul>
    <ul class="to-do-list"><li><div class="checkbox checkbox-off"></div> <span>open</span></li></ul>
    <ul class="to-do-list"><li><div class="checkbox checkbox-off"></div> <strong>bold</strong> too</li></ul>
    <ul class="toggle"><li><details open=""><summary>More</summary><p>inside</p></details></li></ul>
    <figure class="block-color callout"><div style="font-size:1.5em"><span class="icon">💡</span></div><div style="width:100%">Mind this</div></figure>
    <div class="column-list"><div class="column"><p>left</p></div><div class="column"><p>right</p></div></div>
    <figure class="equation"><div class="equation-container"><span class="katex-display"><span class="katex"><math><semantics><annotation encoding="application/x-tex">a^2</annotation></semantics></math></span></span></div></figure>
    <pre class="code"><code class="language-JavaScript">let a = 1;</code></pre>
    <figure class="image"><a href="Home%20x/p.png"><img src="Home%20x/p.png" style="width:100px"/></a></figure></div></article></body></html>`;
  const { format, notes } = await readFormats({ [`Home ${ID}.html`]: page });
  expect([format, notes[0]?.title]).toEqual(["notion", "Home"]);
  expect(notes[0]?.markdown).toBe(
    `Hello ==there==\n\n- [x] done\n- [ ] open\n- [ ] **bold** too\n\n<details open>\n<summary>More</summary>\n\ninside\n\n</details>\n\n> [!NOTE]\n> Mind this\n\n<div class="columns">\n<div class="column">\n\nleft\n\n</div>\n<div class="column">\n\nright\n\n</div>\n</div>\n\n$$\na^2\n$$\n\n\`\`\`javascript\nlet a = 1;\n\`\`\`\n\n![](Home%20x/p.png)\n`,
  );
});

test("an Evernote export keeps files by their hashes, tasks, tags, dates and tables", async () => {
  const png = await fixture("square.png");
  const hash = createHash("md5").update(png).digest("hex");
  const pdf = Buffer.from("%PDF-1.4 little");
  const enml = `<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE en-note SYSTEM "http://xml.evernote.com/pub/enml2.dtd"><en-note><div>Hello&nbsp;<b>you</b></div>
    <div><en-todo checked="true"/>bought</div><div><en-todo/>to buy</div><en-media type="image/png" hash="${hash}" width="120"/>
    <en-media type="application/pdf" hash="${createHash("md5").update(pdf).digest("hex")}"/>
    <div style="-en-codeblock:true;"><div>let a;</div><div>a = 1</div></div>
    <table><tbody><tr><td><div>x</div></td><td>y</td></tr></tbody></table>
    <ul style="--en-todo:true;"><li style="--en-checked:true;"><div>listed</div></li></ul>
    <en-crypt cipher="AES">abc</en-crypt></en-note>`;
  const enex = `<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE en-export SYSTEM "http://xml.evernote.com/pub/evernote-export4.dtd"><en-export version="10.9">
    <note><title>Trip &amp; more</title><created>20240131T093000Z</created><updated>20240201T100000Z</updated><tag>sea</tag><tag>2024</tag>
    <note-attributes><source-url>https://example.com/trip</source-url></note-attributes><content><![CDATA[${enml}]]></content>
    <resource><data encoding="base64">${png.toString("base64")}</data><mime>image/png</mime><resource-attributes><file-name>sea.png</file-name></resource-attributes></resource>
    <resource><data encoding="base64">${pdf.toString("base64")}</data><mime>application/pdf</mime></resource></note>
    <note><title>Trip &amp; more</title><content><![CDATA[<en-note>second</en-note>]]></content></note></en-export>`;
  const { format, notes, files } = await readFormats({ "My notebook.enex": enex });
  expect(format).toBe("evernote");
  expect(notes.map(({ path }) => path)).toEqual([
    "My notebook/Trip & more 2.cairnnote",
    "My notebook/Trip & more.cairnnote",
  ]);
  const note = notes[1]!;
  expect(note).toMatchObject({
    tags: ["sea", "2024"],
    created: Date.UTC(2024, 0, 31, 9, 30),
    updated: Date.UTC(2024, 1, 1, 10),
  });
  expect(note.markdown).toContain("Hello\u00a0**you**");
  expect(note.markdown).toContain("- [x] bought\n- [ ] to buy");
  expect(note.markdown).toMatch(new RegExp(`!\\[\\|120\\]\\(_files/${hash.slice(0, 8)}-sea\\.png\\)`));
  expect(note.markdown).toMatch(/\]\(_files\/[0-9a-f]{8}-[0-9a-f]{32}\.pdf\)/);
  expect(note.markdown).toContain("```\nlet a;\na = 1\n```");
  expect(note.markdown).toContain("- [x] listed");
  expect(note.markdown).toContain("https://example.com/trip");
  expect(note.warnings).toEqual(["encrypted text that only Evernote can open"]);
  expect(files).toHaveLength(2);
});

async function tarOf(files: Record<string, string | Buffer>): Promise<Buffer> {
  const tar = pack();
  for (const [name, content] of Object.entries(files)) tar.entry({ name }, content);
  tar.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of tar as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const joplin = (title: string, body: string, fields: Record<string, string>) =>
  `${title}\n\n${body}\n\n${Object.entries(fields)
    .map(([key, value]) => `${key}: ${value}`)
    .join("\n")}`;
const id = (letter: string) => letter.repeat(32);

test("a Joplin archive keeps notebooks, tags, files, links and things to do", async () => {
  const jex = await tarOf({
    [`${id("a")}.md`]: joplin("Work", "", { id: id("a"), parent_id: "", type_: "2" }),
    [`${id("b")}.md`]: joplin("Plans", "", { id: id("b"), parent_id: id("a"), type_: "2" }),
    [`${id("c")}.md`]: joplin("Note one", `See [two](:/${id("d")}) and ![p](:/${id("e")})`, {
      id: id("c"),
      parent_id: id("b"),
      created_time: "2024-01-02T03:04:05.000Z",
      updated_time: "2024-02-02T03:04:05.000Z",
      markup_language: "1",
      is_todo: "0",
      type_: "1",
    }),
    [`${id("d")}.md`]: joplin("Buy boat", "<b>html</b> text", {
      id: id("d"),
      parent_id: id("a"),
      markup_language: "2",
      is_todo: "1",
      todo_completed: "1700000000000",
      todo_due: "0",
      type_: "1",
    }),
    [`${id("e")}.md`]: joplin("sea.png", "", { id: id("e"), mime: "image/png", type_: "4" }),
    [`${id("f")}.md`]: joplin("maritime", "", { id: id("f"), type_: "5" }),
    [`${id("1")}.md`]: joplin("", "", { id: id("1"), note_id: id("c"), tag_id: id("f"), type_: "6" }),
    [`resources/${id("e")}.png`]: await fixture("square.png"),
  });
  const { format, notes, files } = await readFormats({ "all.jex": jex });
  expect(format).toBe("joplin");
  expect(notes.map(({ path }) => path)).toEqual(["Work/Buy boat.cairnnote", "Work/Plans/Note one.cairnnote"]);
  expect(notes[1]).toMatchObject({
    tags: ["maritime"],
    created: Date.parse("2024-01-02T03:04:05Z"),
    updated: Date.parse("2024-02-02T03:04:05Z"),
  });
  expect(notes[1]?.markdown).toBe("See [two](../Buy%20boat.cairnnote) and ![p](../../_files/sea.png)\n");
  expect(notes[0]?.markdown).toBe("- [x] Buy boat\n\n**html** text\n");
  expect(files).toEqual(["_files/sea.png"]);
});

test("plain text and the notes as JSON are read too", async () => {
  expect((await readFormats({ "a.txt": "One\nline\n\nTwo" })).notes[0]).toMatchObject({
    title: "a",
    markdown: "One\\\nline\n\nTwo\n",
  });
  const json = JSON.stringify({
    exported_at: "x",
    total_notes: 1,
    notes: [
      {
        title: "T",
        content: "<p>a <b>b</b></p>",
        tags: ["t"],
        isFavorite: true,
        category: "work",
        createdAt: "2024-01-02T00:00:00Z",
      },
    ],
  });
  expect((await readFormats({ "n.json": json })).notes[0]).toMatchObject({
    title: "T",
    tags: ["t"],
    isFavorite: true,
    category: "work",
    markdown: "a **b**\n",
  });
});

test("a log of 30,000 lines without an empty one is read with every line", async () => {
  const lines = Array.from({ length: 30_000 }, (_, index) => `line ${index}`);
  const { notes } = await readFormats({ "a.txt": lines.join("\n") });
  const { doc } = parseMarkdown(notes[0]!.markdown);
  expect(doc.content).toHaveLength(15);
  const texts = doc.content!.flatMap(({ content = [] }) => content.flatMap(({ text }) => text ?? []));
  expect(texts).toEqual(lines);
});

test("beside notes, a document is something they show and not a note", async () => {
  const { format, notes, files } = await readFormats({
    "a.md": "[r](r.pdf)",
    "r.pdf": await fixture("libreoffice.pdf"),
    "t.csv": "a,b\n1,2",
  });
  expect([format, notes, files]).toEqual(["markdown", [], ["a.md", "r.pdf", "t.csv"]]);
});

test.each(["text.odt", "old.doc", "rich.rtf", "slides.pages"])(
  "a document that is not read says what to do: %s",
  async (name) => {
    const bytes = name.endsWith(".odt")
      ? await zipOf({ mimetype: "application/vnd.oasis.opendocument.text", "content.xml": "<office/>" })
      : name.endsWith(".pages")
        ? await zipOf({ "Index/Document.iwa": "x" })
        : "{\\rtf1 words}";
    const { notes, skipped } = await readFormats({ [name]: bytes });
    expect(notes).toEqual([]);
    expect(skipped).toEqual([
      { path: name, reason: "a document of a kind that is not read: save it as DOCX, XLSX, CSV or PDF" },
    ]);
    // Beside notes it is a file that they may show.
    const beside = await readFormats({ [name]: bytes, "note.md": `[it](${name})` });
    expect(beside).toMatchObject({ skipped: [], files: ["note.md", name].sort() });
  },
);
