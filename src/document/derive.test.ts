import fc from "fast-check";
import { expect, test } from "vitest";
import * as Y from "yjs";
import { seed } from "#testing/run-seed.ts";
import { corpusFiles, readCorpusFile } from "#testing/markdown-corpus/files.ts";
import { derive, deriveFrom } from "./derive.ts";
import { parseMarkdown } from "./markdown/parse.ts";
import { FRAGMENT } from "./schema-version.ts";
import { SEARCH_TEXT_MAX_BYTES, toSearchText } from "./text/search-text.ts";
import { countWords } from "./text/words.ts";
import { seedNote, seedUpdate } from "./yjs/yjs.ts";

console.info(`poisoned states: CAIRN_SEED=${seed}`);

const NOTE = "0190c6d2-7a3b-7c11-8d2e-0123456789ab";

test("all of a note is derived at once", () => {
  const markdown = `---\nlayout: x\n---\n\n# Title\n\nSome [link](https://a.b) and [note](/app/editor/${NOTE}).\n\n- [x] done\n- [ ] open\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n<b>raw</b>\n\n![pic](/files/p.png)`;
  expect(derive(seedUpdate(parseMarkdown(markdown).doc))).toEqual({
    outline: "<h1>Title</h1><img ><a ><pre><table>",
    text: "Title\nSome link and note.\ndone\nopen\na\tb\n1\t2\nraw\npic\n---\nlayout: x\n---",
    excerpt: "Title\nSome link and note.\ndone\nopen\na\tb\n1\t2\nraw",
    searchText: expect.stringContaining("Title"),
    humanText: null,
    wordCount: 15,
    links: [
      { kind: "web", target: "https://a.b" },
      { kind: "note", target: NOTE },
      { kind: "file", target: "/files/p.png" },
    ],
    tasks: [
      { blockId: expect.stringMatching(/^[0-9a-z]{12}$/), title: "done", isDone: true },
      { blockId: expect.stringMatching(/^[0-9a-z]{12}$/), title: "open", isDone: false },
    ],
    blocks: 7,
    problems: [],
  });
});

test("what is derived from a new note is what its first change says", () => {
  // Every tenth of the files that came with the packages.
  const files = corpusFiles().filter((_file, index) => index % 10 === 0);
  expect(files.length).toBeGreaterThan(20);
  for (const file of files) {
    const { doc, update } = seedNote(parseMarkdown(readCorpusFile(file)).doc);
    expect(deriveFrom(doc), file).toEqual(derive(update));
  }
});

test.each([
  ["nothing", new Uint8Array()],
  ["noise", Uint8Array.from([255, 1, 2, 3, 255])],
  ["an empty document", Y.encodeStateAsUpdate(new Y.Doc())],
])("%s gives an empty note", (_name, state) => {
  expect(derive(state)).toMatchObject({ outline: "", text: "", wordCount: 0, links: [], blocks: 1 });
});

test("bytes damaged anywhere never throw", () => {
  const healthy = seedUpdate(parseMarkdown("# a\n\n- b\n- c\n\n| d |\n| - |\n| e |").doc);
  const damage = fc.array(fc.tuple(fc.nat(healthy.length - 1), fc.nat(255)), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(damage, (changes) => {
      const state = healthy.slice();
      for (const [at, byte] of changes) state[at] = byte;
      expect(typeof derive(state).outline).toBe("string");
    }),
    { seed, numRuns: 300 },
  );
});

test("a fragment of another kind, and elements nested without end, give a best effort", () => {
  const other = new Y.Doc();
  other.getMap(FRAGMENT).set("x", "y");
  expect(derive(Y.encodeStateAsUpdate(other)).outline).toBe("");

  const deep = new Y.Doc();
  let parent: Y.XmlFragment = deep.getXmlFragment(FRAGMENT);
  for (let depth = 0; depth < 3000; depth++) {
    const quote = new Y.XmlElement("blockquote");
    parent.insert(0, [quote]);
    parent = quote;
  }
  parent.insert(0, [new Y.XmlText("bottom")]);
  const derived = derive(Y.encodeStateAsUpdate(deep));
  expect(derived.problems).toEqual([]);
  expect(derived.text).toBe("bottom");
});

test.each([
  ["", 0],
  ["one  two\nthree", 3],
  ["don't e-mail - & 3.5", 3],
  ["漢字を書く", 3],
  ["mixed 漢字 text", 3],
])("%j has %i words", (text, words) => expect(countWords(text)).toBe(words));

test("text for search stays within what a tsvector can hold, and rare words at the end are in it", () => {
  const short = "words ".repeat(1000);
  expect(toSearchText(short)).toBe(short);
  const long = `${"lorem ipsum dolor ".repeat(100_000)} needle 漢字 ${"x".repeat(5000)} end`;
  const cut = toSearchText(long);
  expect(new TextEncoder().encode(cut).length).toBeLessThanOrEqual(SEARCH_TEXT_MAX_BYTES);
  expect(cut).toMatch(/needle 漢字 end$/);
  const distinct = toSearchText(Array.from({ length: 200_000 }, (_, index) => `w${index}é`).join(" "));
  expect(new TextEncoder().encode(distinct).length).toBeLessThanOrEqual(SEARCH_TEXT_MAX_BYTES);
  expect(toSearchText("😀".repeat(200_000)).isWellFormed()).toBe(true);
});

test("what models wrote is kept apart, so that a search can leave it out", () => {
  const text = (words: string, kind?: string) => ({
    type: "text",
    text: words,
    ...(kind && { marks: [{ type: "origin", attrs: { kind, from: null, model: null, prompt: null } }] }),
  });
  const content = [
    { type: "paragraph", content: [text("mine "), text("theirs", "ai"), text(" pasted", "pasted")] },
  ];
  const derived = derive(seedUpdate({ type: "doc", content }));
  expect(derived).toMatchObject({ searchText: "mine theirs pasted", humanText: "mine  pasted" });
});
