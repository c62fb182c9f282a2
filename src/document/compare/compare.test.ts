import fc from "fast-check";
import { Fragment, type Node } from "@tiptap/pm/model";
import { describe, expect, test } from "vitest";
import { seed } from "#testing/run-seed.ts";
import { compareBodies, type Comparison } from "./compare.ts";
import { differingRuns } from "./differing-runs.ts";
import { parseMarkdown } from "../markdown/parse.ts";
import { repairDocument } from "../repair.ts";
import { schema } from "../schema.ts";

fc.configureGlobal({ seed });

const body = (markdown: string) => repairDocument(parseMarkdown(markdown).doc);
const compare = (before: string, after: string) => compareBodies(body(before), body(after));

/** What was changed, with the text it stands for. */
function told({ doc, changes }: Comparison): string[] {
  const node = schema.nodeFromJSON(doc);
  return changes.map(
    ({ kind, from, to, what }) => `${kind} "${node.textBetween(from, to, " ", "*")}"${what && ` (${what})`}`,
  );
}

/** The document without what one of the two times did not have. */
function without({ doc, changes }: Comparison, kind: "inserted" | "deleted"): string {
  const node = schema.nodeFromJSON(doc);
  const gone = changes.filter((change) => change.kind === kind);
  const keep = (part: Node, at: number): Node | null => {
    if (gone.some(({ from, to }) => from <= at && at + part.nodeSize <= to)) return null;
    if (part.isText) {
      let text = "";
      for (let place = at; place < at + part.nodeSize; place++)
        if (!gone.some(({ from, to }) => from <= place && place < to)) text += part.text![place - at];
      return text === "" ? null : schema.text(text, part.marks);
    }
    const children: Node[] = [];
    part.forEach((child, offset) => {
      const kept = keep(child, at + 1 + offset);
      if (kept) children.push(kept);
    });
    return part.copy(Fragment.from(children));
  };
  return plain(keep(node, -1)!);
}

const plain = (node: Node) =>
  JSON.stringify(node.toJSON(), (key, value: unknown) => (key === "id" ? undefined : value));

test.each([
  ["the same", "one *two*", "one *two*", []],
  ["a word for another", "the red house", "the blue house", ['deleted "red"', 'inserted "blue"']],
  ["a new word", "one two", "one new two", ['inserted "new "']],
  ["bold", "one two three", "one **two** three", ['changed "two" (Bold added)']],
  ["half a word bold", "wonder", "won**der**", ['changed "wonder" (Bold added)']],
  [
    "another target of a link",
    "see [this](https://a.example)",
    "see [this](https://b.example)",
    ['changed "this" (Link changed)'],
  ],
  ["a new paragraph", "one", "one\n\ntwo", ['inserted "two" (Paragraph)']],
  ["a paragraph less", "one\n\ntwo\n\nthree", "one\n\nthree", ['deleted "two" (Paragraph)']],
  ["a heading", "A long title", "## A long title", ['changed "A long title" (Paragraph became Heading 2)']],
  ["a task done", "- [ ] milk", "- [x] milk", ['changed "milk" (Checked)']],
  ["an item", "- one\n- two", "- one\n- two\n- three", ['inserted "three" (List item)']],
  [
    "a cell",
    "| a | b |\n| - | - |\n| c | d |",
    "| a | b |\n| - | - |\n| c | e |",
    ['deleted "d"', 'inserted "e"'],
  ],
])("%s", (_, before, after, changes) => {
  expect(told(compare(before, after))).toEqual(changes);
});

test("changes between which there is only a space are one", () => {
  expect(told(compare("we went to town by train", "we came from home by train"))).toEqual([
    'deleted "went to town"',
    'inserted "came from home"',
  ]);
});

test("words that came and went are counted, those that moved are neither", () => {
  const { wordsAdded, wordsRemoved } = compare(
    "first paragraph here\n\nsecond",
    "second\n\nfirst paragraph here and more",
  );
  expect([wordsAdded, wordsRemoved]).toEqual([2, 0]);
});

describe("of any two bodies", () => {
  const word = fc.constantFrom(
    "stone",
    "river",
    "moss",
    "fern",
    "hill",
    "日本",
    "naïve",
    "I'm",
    "\u{1f600}",
    "1,5",
  );
  const line = fc.array(word, { minLength: 1, maxLength: 9 }).map((words) => words.join(" "));
  const block = fc.oneof(
    line,
    line.map((text) => `## ${text}`),
    line.map((text) => `> ${text}`),
    fc
      .array(line, { minLength: 1, maxLength: 3 })
      .map((lines) => lines.map((text) => `- ${text}`).join("\n")),
    fc
      .array(line, { minLength: 1, maxLength: 3 })
      .map((lines) => lines.map((text) => `- [x] ${text}`).join("\n")),
    line.map((text) => `**${text}** and *more*`),
    line.map((text) => `\`\`\`js\n${text}\n\`\`\``),
    fc.tuple(line, line).map(([a, b]) => `| ${a} | ${b} |\n| - | - |\n| ${b} | ${a} |`),
    fc.constant("---"),
    fc.tuple(line, line).map(([a, b]) => `<details>\n<summary>${a}</summary>\n\n${b}\n\n</details>`),
    fc
      .tuple(line, line)
      .map(
        ([a, b]) =>
          `<div class="columns">\n<div class="column">\n\n${a}\n\n</div>\n<div class="column">\n\n${b}\n\n</div>\n</div>`,
      ),
    line.map((text) => `> [!NOTE]\n> ${text}`),
    line.map((text) => `$$\n${text}\n$$`),
    fc.constant("![a](/files/0190a000-0000-7000-8000-000000000000)"),
  );
  const markdown = fc.array(block, { minLength: 0, maxLength: 8 }).map((blocks) => blocks.join("\n\n"));

  test("the merged one without what was deleted is the later one, and it fits the schema", () => {
    fc.assert(
      fc.property(markdown, markdown, (before, after) => {
        const comparison = compare(before, after);
        schema.nodeFromJSON(comparison.doc).check();
        expect(without(comparison, "deleted")).toBe(plain(body(after)));
      }),
      { numRuns: 300 },
    );
  });

  test("the merged one without what was inserted has the text of the earlier one", () => {
    fc.assert(
      fc.property(markdown, markdown, (before, after) => {
        const earlier = JSON.parse(without(compare(before, after), "inserted")) as never;
        const text = (node: Node) => node.textBetween(0, node.content.size, "\n", "*");
        // What is empty now may have lost the block that it must hold.
        const lines = (value: string) => value.split("\n").filter(Boolean);
        expect(lines(text(schema.nodeFromJSON(earlier)))).toEqual(lines(text(body(before))));
      }),
      { numRuns: 300 },
    );
  });
});

describe("runs that differ", () => {
  const numbers = fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 60 });

  test("put in place of the old make the new of it, whatever the two are", () => {
    fc.assert(
      fc.property(numbers, numbers, (old, next) => {
        const made: number[] = [];
        let at = 0;
        for (const run of differingRuns(old, next)) {
          made.push(...old.slice(at, run.oldFrom), ...next.slice(run.newFrom, run.newTo));
          at = run.oldTo;
        }
        expect([...made, ...old.slice(at)]).toEqual(next);
      }),
      { numRuns: 2_000 },
    );
  });

  test("of sequences that have little in common are right, though the search gives up on the fewest", () => {
    const random = (lot: number) =>
      Array.from({ length: 8_000 }, (_, index) => (index * 7_919 + lot * (index % 13)) % 4_001);
    const [old, next] = [random(1), random(31)];
    const runs = differingRuns(old, next);
    let [x, y] = [0, 0];
    for (const run of [...runs, { oldFrom: old.length, newFrom: next.length, oldTo: 0, newTo: 0 }]) {
      expect(old.slice(x, run.oldFrom)).toEqual(next.slice(y, run.newFrom));
      [x, y] = [run.oldTo, run.newTo];
    }
  });
});
