import { EditorState } from "@tiptap/pm/state";
import { expect, test } from "vitest";
import { parseMarkdown } from "#document/markdown/parse.ts";
import { toMarkdown } from "#document/markdown/serialize.ts";
import { schema } from "#document/schema.ts";
import {
  blocksWithText,
  findInTexts,
  patternOf,
  replaceAll,
  replaceOne,
  type Match,
  type Query,
} from "./find-in-text.ts";

const stateOf = (text: string) => EditorState.create({ doc: schema.nodeFromJSON(parseMarkdown(text).doc) });

const query = (words: string, part: Partial<Query> = {}): Query => ({
  words,
  isCaseKept: false,
  isWholeWord: false,
  isPattern: false,
  ...part,
});

function matchesOf(state: EditorState, wanted: Query): Match[] {
  const blocks = blocksWithText(state.doc);
  const pattern = patternOf(wanted)!;
  return findInTexts(
    blocks.map(({ text }) => text),
    pattern,
  ).map(([index, from, to]) => ({ from: blocks[index]!.start + from, to: blocks[index]!.start + to }));
}

const found = (text: string, wanted: Query) => {
  const state = stateOf(text);
  return matchesOf(state, wanted).map(({ from, to }) => state.doc.textBetween(from, to));
};

test("finds in every block, through formatting, and never across blocks", () => {
  expect(found("# One\n\na **on**e\n\n- ONE\n\n| one |\n| - |\n| x |\n\no\n\nne", query("one"))).toEqual([
    "One",
    "one",
    "ONE",
    "one",
  ]);
});

test("case, whole words of any script, signs that mean something elsewhere, patterns", () => {
  expect(found("Über über", query("über", { isCaseKept: true }))).toEqual(["über"]);
  expect(found("man manly о мане мана", query("мана", { isWholeWord: true }))).toEqual(["мана"]);
  expect(found("a.c abc (x) [y] 1-2", query("a.c"))).toEqual(["a.c"]);
  expect(found("a-b /c/", query("/c/"))).toEqual(["/c/"]);
  expect(found("12 and 345", query("\\d+", { isPattern: true }))).toEqual(["12", "345"]);
  expect(found("abc", query("x*", { isPattern: true }))).toEqual([]);
  expect(() => patternOf(query("(", { isPattern: true }))).toThrow();
});

test("what is replaced keeps its formatting, and one step replaces all", () => {
  const state = stateOf("a **cat** and a cat\n\n- cat\n\nend");
  const matches = matchesOf(state, query("cat"));
  const one = state.apply(replaceOne(state, matches[0]!, query("cat"), "dog")!);
  expect(toMarkdown(one.doc).trim()).toBe("a **dog** and a cat\n\n- cat\n\nend");
  const tr = replaceAll(state, matches, query("cat"), "dog")!;
  expect(tr.steps).toHaveLength(1);
  expect(toMarkdown(state.apply(tr).doc).trim()).toBe("a **dog** and a dog\n\n- dog\n\nend");
  const none = state.apply(replaceAll(state, matches, query("cat"), "")!);
  expect(none.doc.firstChild!.textContent).toBe("a  and a ");
});

test("a pattern's parts go into what replaces it", () => {
  const wanted = query("(\\w+)@(\\w+)", { isPattern: true });
  const state = stateOf("me@home, you@work");
  const all = state.apply(replaceAll(state, matchesOf(state, wanted), wanted, "$2 of $1")!);
  expect(all.doc.textContent).toBe("home of me, work of you");
  const behind = query("(?<=a)b", { isPattern: true });
  const other = stateOf("ab cb ab");
  const next = other.apply(replaceAll(other, matchesOf(other, behind), behind, "[$&]")!);
  expect(next.doc.textContent).toBe("a[b] cb a[b]");
});

test("a plain replacement with signs of patterns stands as it is typed", () => {
  const state = stateOf("price");
  const next = state.apply(replaceAll(state, matchesOf(state, query("price")), query("price"), "$1 & $&")!);
  expect(next.doc.textContent).toBe("$1 & $&");
});

test("what is not there any more is not replaced: others may have written since it was found", () => {
  const wanted = query("one");
  const matches = matchesOf(stateOf("one\n\ntwo one"), wanted);
  const since = stateOf("one\n\nnew words, two one");
  expect(replaceOne(since, matches[1]!, wanted, "1")).toBeNull();
  expect(toMarkdown(since.apply(replaceAll(since, matches, wanted, "1")!).doc)).toBe(
    "1\n\nnew words, two one\n",
  );
  expect(replaceOne(stateOf("o"), matches[1]!, wanted, "1")).toBeNull();
  expect(replaceAll(stateOf("o"), matches, wanted, "1")).toBeNull();
});
