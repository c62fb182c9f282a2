import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { schema } from "../schema.ts";
import { safeHref } from "../html/safe-urls.ts";
import { seed } from "#testing/run-seed.ts";
import { parseMarkdown } from "./parse.ts";
import { toMarkdown } from "./serialize.ts";
import { readTree } from "./tree.ts";

const runs = Number(process.env.TEST_RUNS ?? 500);
console.info(`markdown round trips: CAIRN_SEED=${seed}`);

function read(markdown: string) {
  const doc = schema.nodeFromJSON(parseMarkdown(markdown).doc);
  doc.check();
  return doc;
}

function expectStable(markdown: string) {
  const once = read(markdown);
  const written = toMarkdown(once);
  const twice = read(written);
  expect(twice.toJSON(), `written as ${JSON.stringify(written)}`).toEqual(once.toJSON());
  expect(toMarkdown(twice)).toBe(written);
}

const PIECES = [
  ..."*_`~<>[]()!#|:$\\&-+=.\"' ",
  ..."ab1é漢😀",
  "\n",
  "\n",
  "\n",
  "\n\n",
  "\n\n",
  "  \n",
  "\\\n",
  "\t",
  "    ",
  "  ",
  "**",
  "***",
  "~~",
  "``",
  "```\n",
  "~~~\n",
  "$$",
  "$$\n",
  "- ",
  "* ",
  "1. ",
  "7) ",
  "> ",
  "# ",
  "###### ",
  "---",
  "===",
  "- [ ] ",
  "- [x] ",
  "| a | b |\n| - | :-: |\n",
  "| c |",
  "[x](y)",
  '[x](<y z> "t")',
  "![i](/files/1.png)",
  "[![i](/a.png)](http://b.c)",
  "[r]",
  "[r][]",
  "[t][r]",
  "[r]: /u 'v'\n",
  "[^1]",
  "\n\n[^1]: note\n\n",
  "<br>",
  "<b>",
  "</b>",
  "<div>",
  "<!-- c -->",
  "<!--",
  "-->",
  "http://a.bc/d?e=f",
  "www.a.bc",
  "a@b.cd",
  "<http://a.b>",
  "&amp;",
  "&nbsp;",
  "&#32;",
  "javascript:alert(1)",
  "[j](javascript:x)",
  "+++\n",
  "[[",
  "]]",
  "[[Note]]",
  "[[A b#C|d]]",
  "![[Note#^x1]]",
  "> [!NOTE]\n",
  "> [!tip]- Title\n> ",
  "<details>\n<summary>s</summary>\n\n",
  "<details><summary>a <b>c</b></summary>\n\n",
  "\n\n</details>\n\n",
  '<div class="columns">\n<div class="column">\n\n',
  '\n\n</div>\n<div class="column">\n\n',
  "\n\n</div>\n</div>\n\n",
  "==",
  "==m==",
  "$x$",
  "$$ y $$",
  "![a|300](/files/1)",
  "![v.mp4](/files/2)",
  "[f.pdf](/files/3)",
  "---\n",
  "title: x\n",
  "word",
  "Two words.",
];

test("what one export writes, every further import and export leaves as it is", () => {
  const markdown = fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((pieces) => pieces.join(""));
  fc.assert(fc.property(markdown, expectStable), { seed, numRuns: runs });
});

test("equals signs in any order stay marks or text as they were", () => {
  const pieces = fc.array(fc.constantFrom("=", "==", "===", "\\=", "==m==", "a", " ", "\n", "*"), {
    maxLength: 12,
  });
  const markdown = pieces.map((all) => all.join(""));
  fc.assert(fc.property(markdown, expectStable), { seed, numRuns: 2 * runs, examples: [["===a==m=="]] });
});

/** Words as a reader sees them, from the syntax tree alone; what we keep as source is left out on both sides. */
function treeWords(markdown: string): string {
  const words: string[] = [];
  const visit = (node: { type: string; value?: string; url?: string; children?: unknown[] }) => {
    if (
      [
        "html",
        "yaml",
        "toml",
        "math",
        "inlineMath",
        "wikiLink",
        "footnoteDefinition",
        "footnoteReference",
      ].includes(node.type)
    )
      return;
    if (node.type === "link" && safeHref(node.url) === null) return;
    if (node.value !== undefined) words.push(node.value);
    for (const child of node.children ?? []) visit(child as Parameters<typeof visit>[0]);
  };
  visit(readTree(markdown.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n")) as Parameters<typeof visit>[0]);
  return words.join("").replace(/\s+/g, "");
}

/** The words of a note, with the line that makes a callout; summaries were HTML, formulas and links to notes are left out. */
function noteWords(markdown: string): string {
  const words: string[] = [];
  read(markdown).descendants((node) => {
    if (node.type.name === "callout") {
      const { kind, fold, title } = node.attrs;
      words.push(`[!${kind}]${fold === "open" ? "+" : fold === "closed" ? "-" : ""}${title ?? ""}`);
    }
    if (node.isText) words.push(node.text ?? "");
    if (node.type.name === "fileBlock") words.push(node.attrs.name);
    return node.type.name !== "toggleSummary";
  });
  return words.join("").replace(/\s+/g, "");
}

function markdownFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join(folder, name))
    .sort();
}

test(
  "Markdown files that nobody here wrote keep their structure and every word",
  { timeout: 120_000 },
  () => {
    const files = markdownFiles("node_modules");
    const sample = fc.sample(fc.constantFrom(...files), { seed, numRuns: 40 });
    let compared = 0;
    for (const file of new Set(sample)) {
      const markdown = readFileSync(file, "utf8");
      // Some changelogs are megabytes, and a sample should take seconds.
      if (markdown.length > 100_000) continue;
      const once = read(markdown);
      expect(read(toMarkdown(once)).toJSON(), file).toEqual(once.toJSON());
      const hasKeptLinks = parseMarkdown(markdown).notes.some(
        ({ kind }) => kind === "link" || kind === "emphasis",
      );
      if (hasKeptLinks) continue;
      expect(noteWords(markdown), file).toBe(treeWords(markdown));
      compared++;
    }
    expect(compared).toBeGreaterThan(15);
  },
);
