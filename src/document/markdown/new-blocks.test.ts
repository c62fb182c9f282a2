import { expect, test } from "vitest";
import { toHtml } from "../html/html.ts";
import { schema } from "../schema.ts";
import { toText } from "../text/text.ts";
import { parseMarkdown } from "./parse.ts";
import { toMarkdown } from "./serialize.ts";

const read = (markdown: string) => schema.nodeFromJSON(parseMarkdown(markdown).doc);
const names = (markdown: string) => {
  const found: string[] = [];
  read(markdown).descendants((node) => void found.push(node.type.name));
  return found.join(" ");
};

/** Markdown as it comes in, the nodes it becomes, how it goes out when that is written differently, and its words. */
test.each<[string, string, string, string | null, string]>([
  ["an alert", "> [!NOTE]\n> a\n", "callout paragraph text", null, "Note\na"],
  [
    "a callout with a title",
    "> [!tip]- Do *not*\n> a\n",
    "callout paragraph text text text",
    "> [!tip]-\n> Do *not* a\n",
    "Tip\nDo not a",
  ],
  ["a plain title", "> [!bug]+ It broke\n> a\n", "callout paragraph text", null, "It broke\na"],
  [
    "a callout of a list",
    "> [!NOTE]\n> - a\n",
    "callout bulletList listItem paragraph text",
    "> [!NOTE]\n>\n> - a\n",
    "Note\na",
  ],
  ["an empty callout", "> [!NOTE]\n", "callout paragraph", null, "Note"],
  ["no callout", "> \\[!NOTE]\n", "blockquote paragraph text", null, "[!NOTE]"],
  [
    "a callout within one",
    "> [!NOTE]\n> a\n>\n> > [!WARNING]\n> > b\n",
    "callout paragraph text callout paragraph text",
    null,
    "Note\na\nWarning\nb",
  ],
  [
    "a toggle",
    "<details>\n<summary>S</summary>\n\n- a\n\n</details>\n",
    "toggle toggleSummary text bulletList listItem paragraph text",
    null,
    "S\na",
  ],
  [
    "a toggle's formatting",
    "<details open><summary><b>a</b> &amp; b</summary>\n\nc\n\n</details>\n",
    "toggle toggleSummary text text paragraph text",
    "<details open>\n<summary><strong>a</strong> &amp; b</summary>\n\nc\n\n</details>\n",
    "a & b\nc",
  ],
  [
    "toggles within each other",
    "<details>\n<summary>a</summary>\n\n<details>\n<summary>b</summary>\n\nc\n\n</details>\n\n</details>\n",
    "toggle toggleSummary text toggle toggleSummary text paragraph text",
    null,
    "a\nb\nc",
  ],
  [
    "details with more in them",
    '<details class="x"><summary>a</summary>\n\nb\n\n</details>\n',
    "rawBlock paragraph text rawBlock",
    null,
    "a\nb",
  ],
  [
    "columns",
    '<div class="columns">\n<div class="column">\n\na\n\n</div>\n<div class="column">\n\nb\n\n</div>\n</div>\n',
    "columns column paragraph text column paragraph text",
    null,
    "a\nb",
  ],
  ["a formula", "a $x^2$ b\n", "paragraph text mathInline text", null, "a x^2 b"],
  ["a formula with two dollars", "$$ a $ b $$\n", "paragraph mathInline", null, " a $ b "],
  ["a block of math", "$$\n\\frac{a}{b}\n$$\n", "mathBlock", null, "\\frac{a}{b}"],
  ["a link to a note", "see [[Other note|it]] now\n", "paragraph text noteLink text", null, "see it now"],
  ["a link to a part of a note", "[[A#B]] [[A#^b1]]\n", "paragraph noteLink text noteLink", null, "A › B A"],
  [
    "a link to a note in a table",
    "| a |\n| - |\n| [[b\\|c]] |\n",
    "table tableRow tableHeader paragraph text tableRow tableCell paragraph noteLink",
    null,
    "a\nc",
  ],
  ["an embed", "![[Other#^b1]]\n", "noteEmbed", null, "Other"],
  ["an embed within a line", "a ![[Other]]\n", "paragraph text rawInline", null, "a ![[Other]]"],
  [
    "what is no link",
    "[[ -n x ]] [[1]](https://a.b) \\[[c]]\n",
    "paragraph text text text",
    "\\[\\[ -n x ]] [\\[1\\]](https://a.b) \\[\\[c]]\n",
    "[[ -n x ]] [1] [[c]]",
  ],
  ["marked text", "a ==b *c*== d == e\n", "paragraph text text text text", null, "a b c d == e"],
  ["a wide image", "![a|300](/files/1.png)\n", "paragraph image", null, "a"],
  ["a video", "![a.mp4](/files/1)\n", "video", null, "a.mp4"],
  ["a file", "[a.pdf](/files/1)\n", "fileBlock", null, "a.pdf"],
])("%s is read, written and said", (_name, markdown, nodes, written, text) => {
  const doc = read(markdown);
  doc.check();
  expect(names(markdown)).toBe(nodes);
  expect(toMarkdown(doc)).toBe(written ?? markdown);
  expect(read(toMarkdown(doc)).toJSON()).toEqual(doc.toJSON());
  expect(toText(doc)).toBe(text);
  expect(toHtml(doc)).not.toContain("undefined");
});

test.each([
  ["5", "$$5$$", "a"],
  ["x", "$$x$$", "y"],
  ["x", "$x$", " y"],
  ["a$b", "$$a$b$$", ""],
  ["a$$b$c", "$$$a$$b$c$$$", ""],
  [" a", "$$ a$$", ""],
])("a formula %j is written %s before %j, and read again", (source, written, next) => {
  const content = [schema.node("mathInline", { source }), ...(next ? [schema.text(next)] : [])];
  const doc = schema.node("doc", null, schema.node("paragraph", null, content));
  expect(toMarkdown(doc)).toBe(`${written}${next}\n`);
  expect(read(toMarkdown(doc)).firstChild?.firstChild?.attrs.source).toBe(source);
});

test("a title that a link cannot say is written as near as it can be", () => {
  const link = schema.node("noteLink", { title: "a [b] | c\\d#e", label: " x|y " });
  const doc = schema.node(
    "doc",
    null,
    schema.node("paragraph", null, [schema.text("!"), link, schema.text("(z)")]),
  );
  const written = toMarkdown(doc);
  expect(written).toBe("\\![[a b c d e|x y]]\\(z)\n");
  expect(read(written).firstChild?.child(1).attrs).toMatchObject({ title: "a b c d e", label: "x y" });
});

test("a thousand tags that are opened and never closed are read", () => {
  for (const markdown of [
    `${"<details>\n<summary>a</summary>\n\n".repeat(1000)}[[`,
    "[[".repeat(5000),
    `${"==a".repeat(1000)}[[`,
  ])
    expect(toText(read(markdown))).toContain("[[");
});
