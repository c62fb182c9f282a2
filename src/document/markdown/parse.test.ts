import { expect, test } from "vitest";
import { schema } from "../schema.ts";
import { toText } from "../text/text.ts";
import { openMarkdown, parseMarkdown } from "./parse.ts";
import { toMarkdown } from "./serialize.ts";

const write = (markdown: string) => toMarkdown(schema.nodeFromJSON(parseMarkdown(markdown).doc));

/** What comes in, and what goes out again: our one style. */
const CANONICAL: [name: string, before: string, after: string][] = [
  ["headings", "Title\n=====\n\nPart\n---\n\n###### Six ######", "# Title\n\n## Part\n\n###### Six\n"],
  ["emphasis", "__a__ _b_ ***c*** ~d~ ~~e~~", "**a** *b* **_c_** ~~d~~ ~~e~~\n"],
  ["line ends within a paragraph", "one\ntwo\r\nthree", "one two three\n"],
  ["hard breaks", "a  \nb\\\nc<br>d<br/>e", "a\\\nb\\\nc\\\nd\\\ne\n"],
  ["a tight list", "* a\n* b\n    * c", "- a\n- b\n  - c\n"],
  ["a loose list", "* a\n\n* b", "- a\n\n- b\n"],
  ["two lists beside each other", "- a\n\n* b", "- a\n\n* b\n"],
  ["an ordered list with its start", "7) a\n8) b", "7. a\n8. b\n"],
  ["tasks", "- [ ] a\n- [X] b", "- [ ] a\n- [x] b\n"],
  ["tasks among other items", "- [ ] a\n- b", "- [ ] a\n\n* b\n"],
  ["tasks as Notion writes them", "- [ ]  a\n- [x]  **b**\n- [ ] \t c", "- [ ] a\n- [x] **b**\n- [ ] c\n"],
  ["a space that is meant", "- [ ] &#x20;a", "- [ ] &#x20;a\n"],
  ["numbered tasks", "3. [ ] a\n4. [x] b", "3. [ ] a\n4. [x] b\n"],
  ["an item that begins with code", "- ```\n  x\n  ```", "- ```\n  x\n  ```\n"],
  ["quotes in lists in quotes", "> - a\n>   > b", "> - a\n>   > b\n"],
  ["code with odd fences", '~~~~js title="x"\n```\n~~~\n~~~~', '````js title="x"\n```\n~~~\n````\n'],
  ["indented code", "    a\n\n    b", "```\na\n\nb\n```\n"],
  ["a list after indented code", "    a\n\n2. b", "```\na\n```\n\n2. b\n"],
  ["a list right below indented code", "    a\n  0. b\n  1. c", "```\na\n```\n\n0. b\n1. c\n"],
  ["a paragraph that no list interrupts", "a\n2. b", "a 2. b\n"],
  ["code that is a link", "[`f()`](/f)", "[`f()`](/f)\n"],
  [
    "a table with marks and alignment",
    "|a|b|\n|:-|-:|\n|**x**|`y\\|z`|",
    "| a | b |\n| :- | -: |\n| **x** | `y\\|z` |\n",
  ],
  ["hard spaces in a cell", "|a|\n|-|\n|x\u00a0y&nbsp; &nbsp;|", "| a |\n| - |\n| x\u00a0y&nbsp; &nbsp; |\n"],
  ["line breaks in a cell", "|a|\n|-|\n|x<br>y|", "| a |\n| - |\n| x<br>y |\n"],
  ["a table without a header", "| | |\n|-|-|\n|a|b|", "| | |\n| - | - |\n| a | b |\n"],
  ["images with titles", "![a *b*](/files/x.png 't')", '![a b](/files/x.png "t")\n'],
  [
    "a linked image",
    "[![b](https://x.y/b.svg)](https://x.y 'z')",
    '[![b](https://x.y/b.svg)](https://x.y "z")\n',
  ],
  ["reference links", "[a][r] [r] ![i][r]\n\n[r]: /u 'v'", '[a](/u "v") [r](/u "v") ![i](/u "v")\n'],
  ["a definition that is a comment", "[//]: # (hidden)\n\na", "[//]: # (hidden)\n\na\n"],
  ["autolinks", "<https://a.b/c> https://d.e me@f.gh", "<https://a.b/c> <https://d.e> <me@f.gh>\n"],
  ["escapes", "\\*a\\* 1\\. \\# \\[b\\] &lt;i>", "\\*a\\* 1. # \\[b] \\<i>\n"],
  ["HTML blocks", "<div align=center>\n  <b>x</b>\n</div>", "<div align=center>\n  <b>x</b>\n</div>\n"],
  ["HTML within a line", "press <kbd>X</kbd> now", "press <kbd>X</kbd> now\n"],
  ["bold around a tag", "**a<i>b</i>c**", "**a<i>b</i>c**\n"],
  ["footnotes", "a[^1]\n\n[^1]: note\n    more", "a[^1]\n\n[^1]: note more\n"],
  ["math", "$$\nx^2\n$$\n\na $y_1$ b", "$$\nx^2\n$$\n\na $y_1$ b\n"],
  ["money", "costs $5 and $10, not \\$x\\$", "costs $5 and $10, not \\$x\\$\n"],
  ["a rule at the beginning", "---\n\na", "***\n\na\n"],
  ["nothing", "", ""],
];

test.each(CANONICAL)("%s: one style, which stays", (_name, before, after) => {
  expect(write(before)).toBe(after);
  expect(write(after)).toBe(after);
});

test("front matter gives title and tags, and the rest comes back out", () => {
  const parsed = parseMarkdown(
    '---\n# about\ntitle: "A: b"\nlayout: post\ntags: [x, "#y", x]\ndate: 2024-01-02\n---\n\nbody',
  );
  expect(parsed.title).toBe("A: b");
  expect(parsed.tags).toEqual(["x", "y"]);
  const doc = schema.nodeFromJSON(parsed.doc);
  expect(toMarkdown(doc)).toBe("---\n# about\nlayout: post\ndate: 2024-01-02\n---\n\nbody\n");
  expect(toMarkdown(doc, { title: "A: b", tags: ["x"] })).toBe(
    '---\ntitle: "A: b"\ntags:\n  - x\n# about\nlayout: post\ndate: 2024-01-02\n---\n\nbody\n',
  );
});

test.each([
  ["a title that is a date", "title: 2024-05-01", { title: "2024-05-01", tags: [] }],
  ["a title of several lines", "title: >\n  a\n  b\n", { title: "a b\n", tags: [] }],
  ["tags in one line", "tags: a, b c", { tags: ["a", "b c"] }],
  ["tags as a list", "tags:\n  - a\n  - 2", { tags: ["a", "2"] }],
  ["no tags", "tags:", { tags: [] }],
])("front matter with %s is understood whole", (_name, yaml, expected) => {
  const { title, tags, doc } = parseMarkdown(`---\n${yaml}\n---\n`);
  expect({ title, tags }).toEqual(expected);
  expect(doc).toEqual({ type: "doc", content: [{ type: "paragraph" }] });
});

test.each(["a: [", "- a\n- b", "{title: x}", "title: {a: b}", "tags: [[a]]", "<<: *x", "a: &a [*a]"])(
  "front matter that is odd stays as it is: %s",
  (yaml) => {
    const source = `---\n${yaml}\n---`;
    expect(parseMarkdown(source).doc.content).toEqual([
      { type: "rawBlock", attrs: { format: "frontmatter", source } },
    ]);
    expect(write(source)).toBe(`${source}\n`);
  },
);

test("front matter of Hugo stays as it is", () => {
  expect(write("+++\ntitle = 'x'\n+++\n\na")).toBe("+++\ntitle = 'x'\n+++\n\na\n");
});

test("what is kept as source is reported with its line", () => {
  const { notes } = parseMarkdown(
    "a\n\n<div>\n\nb <i>c</i> $x$\n\n[^1]: d\n\n[e](javascript:f) ![g](data:h)",
  );
  expect(notes).toEqual([
    { kind: "html", line: 3, source: "<div>" },
    { kind: "inline-html", line: 5, source: "<i>" },
    { kind: "inline-html", line: 5, source: "</i>" },
    { kind: "footnote", line: 7, source: "[^1]: d" },
    { kind: "link", line: 9, source: "[e](javascript:f)" },
    { kind: "image", line: 9, source: "![g](data:h)" },
  ]);
});

test.each([
  ["quotes", `${"> ".repeat(1000)}x`],
  ["lists", `${"- ".repeat(1000)}x`],
  ["both, over two lines", `${"> - ".repeat(400)}x\ny`],
  ["emphasis", `${"*a **b ".repeat(300)}x${" c** d*".repeat(300)}`],
])("nesting far beyond reason (%s) is kept as source", (_name, markdown) => {
  const doc = schema.nodeFromJSON(parseMarkdown(markdown).doc);
  doc.check();
  expect(toText(doc)).toContain("x");
  expect(() => toMarkdown(doc)).not.toThrow();
});

test("a paragraph of a megabyte is one paragraph", { timeout: 20_000 }, () => {
  const markdown = "lorem ipsum dolor ".repeat(60_000);
  const doc = schema.nodeFromJSON(parseMarkdown(markdown).doc);
  expect(doc.childCount).toBe(1);
  expect(doc.textContent).toBe(markdown.trim());
});

test("NUL is dropped and lone surrogates are replaced", () => {
  expect(toText(schema.nodeFromJSON(parseMarkdown("a\0b \ud800c `\udc00`").doc))).toBe("ab \ufffdc \ufffd");
});

test("a note made in the editor keeps what Markdown can say", () => {
  const paragraph = (text?: string) => ({
    type: "paragraph",
    ...(text && { content: [{ type: "text", text }] }),
  });
  const doc = schema.nodeFromJSON({
    type: "doc",
    content: [
      paragraph(),
      paragraph("# no heading"),
      { type: "taskList", content: [{ type: "taskItem", attrs: { checked: true }, content: [paragraph()] }] },
      {
        type: "table",
        content: [
          {
            type: "tableRow",
            content: [
              { type: "tableCell", attrs: { colspan: 2 }, content: [paragraph("a"), paragraph("b")] },
            ],
          },
          {
            type: "tableRow",
            content: [
              { type: "tableCell", content: [paragraph("c")] },
              { type: "tableCell", content: [paragraph()] },
            ],
          },
        ],
      },
    ],
  });
  expect(toMarkdown(doc)).toBe("\\# no heading\n\n- [x] <br>\n\n| | |\n| - | - |\n| a<br>b | |\n| c | |\n");
});

test.each([
  ["2024-05-06", "2024-05-06T00:00:00.000Z"],
  ["2024-5-6 7:08", "2024-05-06T07:08:00.000Z"],
  ["2024-05-06T07:08:09.125+05:30", "2024-05-06T01:38:09.125Z"],
  ["2024-05-06 07:08:09 -3", "2024-05-06T10:08:09.000Z"],
  ["2024-02-30", null],
  ["2024-05-06 25:00", null],
  ["May 6th", null],
])("front matter's date %s is %s", (text, expected) => {
  const { dates, notes } = parseMarkdown(`---\nlast_modified: ${text}\n---\n`);
  expect(dates).toEqual(expected === null ? {} : { updated: Date.parse(expected) });
  expect(notes).toHaveLength(expected === null ? 1 : 0);
});

test("addresses are found in the order of the text, and replaced where they stand", () => {
  const source =
    "[a **b**](x.md)\n\n- ![c](d.png) [[e|f]] <img src='g'>\n\n[^1] [h]\n\n[h]: i.md\n[^1]: ![[j]] [[k]]";
  const open = openMarkdown(source);
  expect(open.addresses.map(({ kind, target, line }) => `${line} ${kind} ${target}`)).toEqual([
    "1 link x.md",
    "3 image d.png",
    "3 wiki e",
    "3 html g",
    "5 link i.md",
    "8 wiki-image j",
    "8 wiki k",
  ]);
  const { doc } = open.finish(({ target }) => (target === "j" ? null : `/files/${target}`));
  expect(toMarkdown(schema.nodeFromJSON(doc))).toBe(
    "[a **b**](/files/x.md)\n\n- ![c](/files/d.png) [f](/files/e) <img src='g'>\n\n" +
      "[^1] [h](/files/i.md)\n\n[^1]: ![[j]] [k](/files/k)\n",
  );
});
