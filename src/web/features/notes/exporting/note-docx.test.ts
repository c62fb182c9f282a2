import { readFile } from "node:fs/promises";
import { Packer } from "docx";
import { expect, test } from "vitest";
import { parseMarkdown } from "#document/markdown/parse.ts";
import { repairDocument } from "#document/repair.ts";
import { toHtml } from "#document/html/html.ts";
import { readFormats } from "#testing/read-formats.ts";
import { unpackAll } from "#testing/unpack-all.ts";
import { makeDocx } from "./note-docx.ts";
import { notePage } from "./note-page.ts";

const TEXT = `# One

Plain **bold** *italic* ~~struck~~ ==marked== \`code\` and [a link](https://example.com/a).

- one
  - deeper
- two

1. first
2. second

- [x] done

> A quotation.

> [!TIP] Mind
> the gap

| a | b |
| - | -: |
| 1 | 2 |

\`\`\`js
let a;
let b;
\`\`\`

![sea](/files/1)

$$
e = mc^2
$$
`;

const PICTURE = new URL("../../../../server/import/fixtures/square.png", import.meta.url);

test("a document of Word has Word's own headings, lists, tables and pictures, and reads back as the note", async () => {
  const bytes = new Uint8Array(await readFile(PICTURE));
  const pictures = new Map([["/files/1", { bytes, type: "png" as const, width: 16, height: 16 }]]);
  const { doc } = parseMarkdown(TEXT);
  const note = { title: "Trip <1> & \u0001 2", tags: ["sea"], doc };
  const file = await Packer.toBuffer(
    makeDocx([note, { ...note, title: "Other" }], { pictures, origin: "https://notes.example" }),
  );
  const xml = (await unpackAll(file)).get("word/document.xml")!.toString();
  for (const part of [
    'w:val="Heading1"',
    "<w:numPr>",
    "<w:tbl>",
    "<w:tblHeader",
    "<w:drawing>",
    'w:val="SourceCode"',
    'w:type="page"',
  ])
    expect(xml).toContain(part);
  const { notes } = await readFormats({ "trip.docx": file });
  const markdown = notes[0]!.markdown;
  expect(markdown).toContain("Plain **bold** *italic* ~~struck~~ ==marked==");
  expect(markdown).toContain("[a link](https://example.com/a)");
  expect(markdown).toMatch(/- one\n {2}- deeper\n- two/);
  expect(markdown).toMatch(/1\. first\n2\. second/);
  expect(markdown).toContain("> A quotation.");
  expect(markdown).toMatch(/\*\*a\*\*.*\n.*\n.*1.*2/);
  expect(markdown).toContain("```\nlet a;\nlet b;\n```");
  expect(markdown).toMatch(/!\[sea\]\(picture-/);
});

test("tables that follow each other stay apart in Word, and a picture keeps its caption", async () => {
  const bytes = new Uint8Array(await readFile(PICTURE));
  const pictures = new Map([["/files/1", { bytes, type: "png" as const, width: 16, height: 16 }]]);
  const columns =
    '<div class="columns">\n<div class="column">\n\nx\n\n</div>\n<div class="column">\n\ny\n\n</div>\n</div>';
  const { doc } = parseMarkdown(`| a |\n| - |\n\n${columns}\n\n![sea](/files/1 "Its caption")`);
  const file = await Packer.toBuffer(makeDocx([{ title: "T", tags: [], doc }], { pictures, origin: "" }));
  const xml = (await unpackAll(file)).get("word/document.xml")!.toString();
  expect(xml.match(/<w:tbl>/g)).toHaveLength(2);
  expect(xml).not.toContain("</w:tbl><w:tbl>");
  expect(xml).toContain("Its caption");
});

test("callouts and code stand apart in Word, callouts in the colours of their kinds, and no row is torn", async () => {
  const { doc } = parseMarkdown(
    "> [!TIP]\n> a\n\n> [!DANGER]\n> b\n\n```\none\n```\n\n```\ntwo\n```\n\n| c |\n| - |\n| d |",
  );
  const file = await Packer.toBuffer(
    makeDocx([{ title: "T", tags: [], doc }], { pictures: new Map(), origin: "" }),
  );
  const xml = (await unpackAll(file)).get("word/document.xml")!.toString();
  const lines = [...xml.matchAll(/<w:left w:val="single" w:color="([0-9A-F]{6})"|w:lineRule="(exact)"/g)];
  expect(lines.map(([, color, gap]) => color ?? gap)).toEqual([
    ...["2E8B57", "2E8B57", "exact"],
    ...["C0392B", "C0392B", "exact"],
    // Between the two of code, and after them.
    ...["exact", "exact"],
  ]);
  expect(xml.match(/<w:cantSplit/g)).toHaveLength(2);
});

test("a web page holds its pictures, draws formulas, leads back, and runs nothing", async () => {
  const { doc } = parseMarkdown(
    `${TEXT}\n\n\`\`\`mermaid\ngraph TD\n\`\`\`\n\n[[Other]] and [inside](/app/editor/x)\n\n<script>alert(1)</script>`,
  );
  const html = toHtml(repairDocument(doc));
  const page = await notePage(
    [{ title: "<b>T</b>", html }],
    "https://notes.example",
    async () => "data:image/png;base64,AAAA",
  );
  expect(page).toContain('<img src="data:image/png;base64,AAAA"');
  expect(page).toContain("<math");
  expect(page).toContain("<figcaption>A diagram, as its source for Mermaid</figcaption><pre>");
  expect(page).toContain('href="https://notes.example/app/editor/x"');
  expect(page).toContain("<h1>&lt;b&gt;T&lt;/b&gt;</h1>");
  expect(page).not.toMatch(/<script|\son\w+=/i);
  const { notes } = await readFormats({ "t.html": page });
  expect(notes[0]?.markdown).toContain("- [x] done");
  expect(notes[0]?.markdown).toContain("> [!TIP] Mind\n> the gap");
});
