import { expect, test } from "vitest";
import { parseMarkdown } from "#document/markdown/parse.ts";
import { type BodyNode, blocksOf } from "./article-from-body.ts";

const blocks = (markdown: string) =>
  blocksOf(parseMarkdown(markdown).doc as BodyNode).map(({ id: _id, ...block }) => block);
const plain = { level: 0, links: [], images: [] };

test("a note is read as blocks with their kinds, in the order of the text", () => {
  const read = blocks(
    "# One\n\nText *two*\n\n- item\n\n> quote\n\n```js\ncode\n```\n\n| a | b |\n|---|---|\n| c | d |\n\n$$\nx\n$$",
  );
  expect(read.map(({ kind, text }) => [kind, text])).toEqual([
    ["heading", "One"],
    ["paragraph", "Text two"],
    ["item", "item"],
    ["quote", "quote"],
    ["code", "code"],
    ["table", "a"],
    ["table", "b"],
    ["table", "c"],
    ["table", "d"],
    ["formula", ""],
  ]);
});

test("front matter, comments and private callouts are no part of the page", () => {
  const read = blocks("---\na: b\n---\n\n<!-- hidden -->\n\n> [!PRIVATE]\n> Secret\n\n> [!NOTE]\n> Shown");
  expect(read).toEqual([{ ...plain, kind: "paragraph", text: "Shown" }]);
});

test("links are told with their words and where they lead, one for words of several looks", () => {
  const [block] = blocks(
    "See [a **bold** page](https://example.org), [[Other note]] and [mail](mailto:a@example.org).",
  );
  expect(block!.links).toEqual([
    { words: "a bold page", href: "https://example.org", kind: "web", noteId: null },
    { words: "Other note", href: "Other note", kind: "title", noteId: null },
    { words: "mail", href: "mailto:a@example.org", kind: "other", noteId: null },
  ]);
});

test("pictures are told with their texts", () => {
  const id = "0190a000-0000-7000-8000-000000000000";
  expect(blocks(`![A board](/files/${id})\n\n![](/files/${id})`).map(({ images }) => images)).toEqual([
    [{ src: `/files/${id}`, alt: "A board" }],
    [{ src: `/files/${id}`, alt: "" }],
  ]);
});
