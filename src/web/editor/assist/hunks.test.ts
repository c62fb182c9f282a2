import { Transform } from "@tiptap/pm/transform";
import type { Transaction } from "@tiptap/pm/state";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseMarkdown } from "#document/markdown/parse.ts";
import { toMarkdown } from "#document/markdown/serialize.ts";
import { repairDocument } from "#document/repair.ts";
import { seed } from "#testing/run-seed.ts";
import { applyHunk } from "./apply-hunk.ts";
import { cleanedAnswer } from "./clean-answer.ts";
import { type Hunk, hunksOf, wordsOfLine } from "./hunks.ts";
import { piecesOf, textOfPieces } from "./pieces.ts";

fc.configureGlobal({ seed });

const body = (markdown: string) => repairDocument(parseMarkdown(markdown).doc);

/** The changes of a whole body for an answer, and the body with those of them that are accepted. */
function changed(markdown: string, answer: string, accepts: (hunk: Hunk) => boolean = () => true) {
  const doc = body(markdown);
  const pieces = piecesOf(doc, 0, doc.content.size);
  const asked = textOfPieces(doc, pieces);
  const hunks = hunksOf(pieces, cleanedAnswer(answer, asked), 1);
  // From the last to the first no place moves before it is used.
  const tr = new Transform(doc) as Transaction;
  tr.insertText ??= ((text: string, at: number) =>
    tr.insert(at, doc.type.schema.text(text))) as Transaction["insertText"];
  for (const hunk of hunks.toReversed()) if (accepts(hunk)) applyHunk(tr, hunk);
  tr.doc.check();
  return { asked, hunks, markdown: toMarkdown(tr.doc).trim() };
}

const told = ({ hunks }: { hunks: Hunk[] }) =>
  hunks.map(({ old, lines }) => [old, lines.map(wordsOfLine).join("¶")]);

describe("parts", () => {
  test.each([
    ["a word", "The red house", "The blue house", [["red", "blue"]]],
    [
      "words beside each other are one",
      "we went to town",
      "we came from home",
      [["went to town", "came from home"]],
    ],
    [
      "words far apart are two",
      "teh house on the hill is rde",
      "the house on the hill is red",
      [
        ["teh", "the"],
        ["rde", "red"],
      ],
    ],
    ["a new paragraph", "one", "one\n\ntwo", [["", "¶two"]]],
    ["a paragraph less", "one\n\ntwo\n\nthree", "one\n\nthree", [["\ntwo", ""]]],
    ["letters without spaces", "私は昨日学校へ行た。", "私は昨日学校へ行った。", [["", "っ"]]],
    ["nothing", "All is well.", "All is well.", []],
  ])("%s", (_name, before, after, parts) => {
    expect(told(changed(before, after))).toEqual(parts);
  });
});

describe("formatting", () => {
  test.each([
    [
      "of words that stay",
      "a **bold** wrod and [a link](https://a.example)",
      "a bold word and a link",
      "a **bold** word and [a link](https://a.example)",
    ],
    ["goes on in the words that come", "a **very bodl** word", "a very bold word", "a **very bold** word"],
    [
      "is not taken from beside a link",
      "see [this](https://a.example)",
      "see this page",
      "see [this](https://a.example) page",
    ],
    [
      "of headings and lists",
      "## A titel\n\n- on\n- two",
      "A title\n\none\ntwo",
      "## A title\n\n- one\n- two",
    ],
    [
      "links to notes stay links",
      "ask [[Ana Lima]] abuot it",
      "ask [[Ana Lima]] about it",
      "ask [[Ana Lima]] about it",
    ],
    [
      "links to notes go with the words around them",
      "[[Ana Lima]] is asked by [[Bo]]",
      "[[Bo]] asks [[Ana Lima]]",
      "[[Bo]] asks [[Ana Lima]]",
    ],
    ["a new item stands in the list", "- one\n- two", "one\nand a half\ntwo", "- one\n- and a half\n- two"],
    ["after a heading comes a paragraph", "# Plan", "Plan\n\nWe go.", "# Plan\n\nWe go."],
    [
      "a paragraph that goes leaves the next its kind",
      "# Plan\n\nWe go.\n\n## Then",
      "Plan\n\nThen",
      "# Plan\n\n## Then",
    ],
  ])("%s", (_name, before, answer, after) => {
    expect(changed(before, answer).markdown).toBe(after);
  });
});

test("pictures, code and the cells of tables stay, whatever the answer leaves out", () => {
  const picture = "![a](/files/0190a000-0000-7000-8000-000000000000)";
  const markdown = `one\n\n${picture}\n\ntwo\n\n\`\`\`js\nlet x;\n\`\`\`\n\n| a | b |\n| - | - |\n| c | d |`;
  const { markdown: after, asked } = changed(markdown, "three");
  expect(asked).toContain("⟦1⟧");
  expect(asked).not.toContain("let x");
  expect(after).toContain(picture);
  expect(after).toContain("let x;");
  expect(after).toContain("three");
  expect(after).toMatch(/\|[^\n]*\|\n\|/);
});

test("an answer brings no link, picture or formatting of its own", () => {
  const answer = "**See** [this](https://evil.example) ![x](https://evil.example/p.png) [[Secret]] `now` ⟦9⟧";
  expect(changed("look", answer).markdown).toBe("See this x Secret now");
});

test("a part that is refused leaves its words, the others are written", () => {
  const { markdown } = changed(
    "teh house on the hill is rde",
    "the house on the hill is red",
    ({ old }) => old === "teh",
  );
  expect(markdown).toBe("the house on the hill is rde");
});

describe("of any two texts", () => {
  const word = fc.constantFrom(
    "stone",
    "river",
    "moss",
    "日本",
    "naïve",
    "I'm",
    "\u{1f600}",
    "1,5",
    "hill.",
    "fern",
  );
  const line = fc.array(word, { minLength: 1, maxLength: 9 }).map((words) => words.join(" "));
  const text = fc.array(line, { minLength: 1, maxLength: 5 }).map((all) => all.join("\n\n"));

  test("all parts together make the new one, none leave the old one", () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const { markdown, hunks } = changed(before, after);
        expect(markdown).toBe(body(after) && toMarkdown(body(after)).trim());
        expect(changed(before, after, () => false).markdown).toBe(toMarkdown(body(before)).trim());
        for (const [index, { from, to }] of hunks.entries()) {
          expect(from).toBeLessThanOrEqual(to);
          expect(to).toBeLessThanOrEqual(hunks[index + 1]?.from ?? Infinity);
        }
      }),
      { numRuns: 300 },
    );
  });

  test("lists keep their form, whichever parts are accepted", () => {
    const list = fc.array(line, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(list, text, fc.infiniteStream(fc.boolean()), (items, answer, accepts) => {
        const markdown = `# Head\n\n${items.map((item) => `- [ ] ${item}`).join("\n")}\n\nafter`;
        changed(markdown, answer, () => accepts.next().value as boolean);
      }),
      { numRuns: 200 },
    );
  });
});
