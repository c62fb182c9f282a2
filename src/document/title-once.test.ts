import { expect, test } from "vitest";
import { parseMarkdown } from "./markdown/parse.ts";
import { schema } from "./schema.ts";
import { toExcerpt, toText } from "./text/text.ts";
import { jsonWithoutTitle, textWithoutTitle, withoutTitle } from "./title-once.ts";

const read = (markdown: string) => schema.nodeFromJSON(parseMarkdown(markdown).doc);

const TITLES: [title: string, body: string, shown: string][] = [
  ["Glacier walk", "# Glacier  Walk\n\nIce.", "Ice."],
  ["Glacier walk", "## *Glacier* walk\n\nIce.", "Ice."],
  ["Glacier walk", "---\nx: 1\n---\n\n# Glacier walk\n\nIce.", "Ice.\nx: 1"],
  ["Glacier walk", "Glacier walk\n\nIce.", "Glacier walk\nIce."],
  ["Glacier walk", "# Glacier walks\n\nIce.", "Glacier walks\nIce."],
  ["Glacier walk", "Ice.\n\n# Glacier walk", "Ice.\nGlacier walk"],
  ["Glacier walk", "# Glacier walk", "Glacier walk"],
  ["", "#\n\nIce.", "Ice."],
];

test.each(TITLES)("below the title %j, %j is shown as %j", (title, body, shown) => {
  const doc = read(body);
  expect(
    toText(withoutTitle(doc, title))
      .replaceAll(/---\n?/g, "")
      .trim(),
  ).toBe(shown);
  expect(schema.nodeFromJSON(jsonWithoutTitle(doc.toJSON(), title)).eq(withoutTitle(doc, title))).toBe(true);
});

test("the text below a title does not begin with the line that repeats it", () => {
  expect(textWithoutTitle("Plan\nFirst", "plan ")).toBe("First");
  expect(textWithoutTitle("Plan", "Plan")).toBe("");
  expect(textWithoutTitle("Plan of it\nFirst", "Plan")).toBe("Plan of it\nFirst");
  expect(textWithoutTitle("\nFirst", "")).toBe("\nFirst");
});

test("an excerpt has the words of a note, and not what is drawn, describes a picture or divides", () => {
  const body = [
    "---\ntags: [a]\nother: b\n---",
    "![A red boat](/files/01890000-0000-7000-8000-000000000000)",
    "First ![alt](https://example.com/a.png) words with $x^2$ in them.",
    "---",
    "$$\n\\frac{a}{b}\n$$",
    "```mermaid\ngraph TD; A-->B\n```",
    "\\---",
    "```js\nlet a;\n```",
    "| a | $y$ |\n| - | - |\n| b | ![c](https://example.com/c.png) |",
  ].join("\n\n");
  expect(toExcerpt(read(body)).replaceAll(/[ \t]+/g, " ")).toBe("First words with in them.\nlet a;\na \nb ");
});
