import type { JSONContent } from "@tiptap/core";
import { expect, test } from "vitest";
import { parseMarkdown } from "#document/markdown/parse.ts";
import { escapeMarkdown } from "./escape-markdown.ts";

const HOSTILE = [
  "[click](https://evil.example)",
  "[click][1]\n\n[1]: https://evil.example",
  "![picture](https://evil.example/x.png)",
  "<https://evil.example> <img src=x onerror=alert(1)>",
  "see https://evil.example/[^9] and www.evil.example/a_b_c*d*",
  "write to mail@evil.example or mailto:mail@evil.example",
  "HTTPS://EVIL.EXAMPLE/`code`",
  "[[Other note]] and ![[Other note]] [[note:0123|x]]",
  "an answer [^9] and [^1]: a definition",
  "[^1]: https://evil.example",
  "# Heading",
  "Heading\n===",
  "Heading\n---",
  "- item\n1. item\n1) item\n+ item\n* item",
  "> quote\n>> quote",
  "```js\nalert(1)\n```",
  "~~~\ncode",
  "    indented",
  "`code` ``more`` ~~gone~~ **bold** __bold__ _it_ *it* ==marked== ^up^ ~down~",
  "| a | b |\n| - | - |\n| c | d |",
  "$x$ and $$y$$ \\(z\\)",
  "a\\[b](https://evil.example)",
  "\\\\[click](https://evil.example)",
  "&lt;b&gt; &#91;x&#93;(y) &copy;",
  ":::note\nx\n:::",
  "---",
  "***",
  "\u202Etxet\u202C \u2066x",
  "- [ ] a task",
  "a  \nb\\\nc",
  "javascript:alert(1) data:text/html,x ftp://evil.example",
  "{{x}} {% y %} #tag @name",
];

/** What a note would have of it: kinds of nodes, and marks. */
function partsOf(node: JSONContent): string[] {
  return [
    node.type ?? "",
    ...(node.marks ?? []).map(({ type }) => type),
    ...(node.content ?? []).flatMap(partsOf),
  ];
}
const textOf = (node: JSONContent): string => (node.text ?? "") + (node.content ?? []).map(textOf).join("");
const unseen = /[\u202a-\u202e\u2066-\u2069]/g;

test.each(HOSTILE)("what a note says is shown and does nothing: %j", (text) => {
  const { doc } = parseMarkdown(`before ${escapeMarkdown(text)} after`);
  const harmless = ["doc", "paragraph", "text", "code"];
  expect(partsOf(doc).filter((part) => !harmless.includes(part))).toEqual([]);
  expect(textOf(doc)).toBe(`before ${text.replaceAll(unseen, "").replaceAll(/\s+/g, " ").trim()} after`);
});

test.each(HOSTILE)("alone on its line, and in a list and a quote it does nothing either: %j", (text) => {
  const around = ["doc", "paragraph", "text", "code", "blockquote", "bulletList", "listItem", "bold"];
  for (const shown of [
    escapeMarkdown(text),
    `> ${escapeMarkdown(text)} [^1]`,
    `- **${escapeMarkdown(text)}**, x`,
  ]) {
    const { doc } = parseMarkdown(shown);
    expect([shown, partsOf(doc).filter((part) => !around.includes(part))]).toEqual([shown, []]);
  }
});

test.each(HOSTILE)("no mark of a quote comes of it: %j", (text) => {
  expect(escapeMarkdown(text)).not.toMatch(/\[\^\d+\]/);
});

test("most sentences stay as they are", () => {
  for (const text of [
    "The ferry leaves at 7:30, not later.",
    "It's 14.50 a cup, isn't it? Half-price: 50%",
    "十月三日から三泊予約した。",
  ])
    expect(escapeMarkdown(text).replaceAll("\\.", ".")).toBe(text);
});
