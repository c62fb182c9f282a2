import { EditorState, TextSelection } from "@tiptap/pm/state";
import { expect, test } from "vitest";
import { parseMarkdown } from "#document/markdown/parse.ts";
import { toMarkdown } from "#document/markdown/serialize.ts";
import { schema } from "#document/schema.ts";
import { blockOfSelection, blockOutside, type Block } from "./block.ts";
import { duplicateBlock, moveBlock, putBlock, removeBlock } from "./change-blocks.ts";

/** A note with the caret behind the given word. */
function at(markdown: string, word: string): { state: EditorState; block: Block } {
  const doc = schema.nodeFromJSON(parseMarkdown(markdown).doc);
  const state = EditorState.create({ doc });
  const found = state.apply(state.tr.setSelection(TextSelection.create(doc, endOf(state, word))));
  return { state: found, block: blockOfSelection(found)! };
}

function endOf({ doc }: EditorState, word: string): number {
  let end = -1;
  doc.descendants((node, pos) => {
    const offset = node.text?.indexOf(word) ?? -1;
    if (offset >= 0 && end < 0) end = pos + offset + word.length;
  });
  return end;
}

const markdown = (state: EditorState) => toMarkdown(state.doc).trim();

/** The note after the block of `word` has moved; the caret must still be behind the word. */
function moved(source: string, word: string, step: -1 | 1): string | null {
  const { state, block } = at(source, word);
  const tr = moveBlock(state, block, step);
  if (!tr) return null;
  const next = state.apply(tr);
  next.doc.check();
  expect(next.selection.$from.parent.textContent).toContain(word);
  return markdown(next);
}

test.each([
  ["a paragraph over a heading", "# one\n\ntwo", "two", -1, "two\n\n# one"],
  ["a paragraph under a table", "a\n\n| x |\n| - |\n| y |", "a", 1, "| x |\n| - |\n| y |\n\na"],
  ["an item over its neighbour", "- a\n- b\n- c", "b", -1, "- b\n- a\n- c"],
  ["an item with what hangs on it", "- a\n  - deep\n- b", "a", 1, "- b\n- a\n  - deep"],
  ["the first nested item out of its list", "- a\n  - deep", "deep", -1, "- deep\n- a"],
  ["the last nested item out of its list", "- a\n  - deep\n- b", "deep", 1, "- a\n- deep\n- b"],
  ["the first item over the paragraph above", "text\n\n- a\n- b", "a", -1, "- a\n\ntext\n\n- b"],
  ["the last item into the list below", "- a\n- b\n\n1. c", "b", 1, "- a\n\n1. b\n2. c"],
  ["a paragraph out of a quotation", "> a\n>\n> b", "b", 1, "> a\n\nb"],
  ["the only paragraph of a quotation takes it along", "x\n\n> a", "a", -1, "x\n\na"],
  ["a task among tasks", "- [ ] a\n- [x] b", "b", -1, "- [x] b\n- [ ] a"],
] as const)("moves %s", (_what, source, word, step, result) => {
  expect(moved(source, word, step)).toBe(result);
});

test("the first and the last block of a note stay where they are", () => {
  expect(moved("a\n\nb", "a", -1)).toBeNull();
  expect(moved("a\n\nb", "b", 1)).toBeNull();
});

test("an item keeps its kind of list among other blocks and takes that of another list", () => {
  const { state, block } = at("1. a\n2. b\n\ntext\n\n- [ ] t", "b");
  const end = state.doc.content.size;
  expect(markdown(state.apply(putBlock(state, block, end)!))).toBe("1. a\n\ntext\n\n- [ ] t\n\n1. b");
  expect(markdown(state.apply(putBlock(state, block, end - 1)!))).toBe("1. a\n\ntext\n\n- [ ] t\n- [ ] b");
});

test("a table cannot become an item, and nothing goes into itself", () => {
  const table = at("- a\n\n| x |\n| - |\n| y |", "y");
  expect(putBlock(table.state, table.block, 1)).toBeNull();
  const quote = at("> a\n>\n> b", "a");
  const whole = blockOutside(quote.state.doc, quote.block.pos)!;
  expect(whole.node.type.name).toBe("blockquote");
  expect(putBlock(quote.state, whole, quote.block.pos)).toBeNull();
});

test("a copy stands below and is a block of its own", () => {
  const { state, block } = at("- a\n  - deep\n- b", "a");
  const ids = (node: typeof state.doc) => {
    const found: unknown[] = [];
    node.descendants((child) => void found.push(child.attrs["id"]));
    return found.filter(Boolean);
  };
  const next = state.apply(duplicateBlock(state, block));
  expect(markdown(next)).toBe("- a\n  - deep\n- a\n  - deep\n- b");
  expect(new Set(ids(next.doc)).size).toBe(ids(next.doc).length);
});

test.each([
  ["- a\n- b", "a", "- b"],
  ["- a", "a", ""],
  ["x\n\n> a", "a", "x"],
  ["- a\n  - deep", "deep", "- a"],
  ["only", "only", ""],
])("removes the block of a word from %j", (source, word, result) => {
  const { state, block } = at(source, word);
  const next = state.apply(removeBlock(state, block));
  next.doc.check();
  expect(markdown(next)).toBe(result);
});
