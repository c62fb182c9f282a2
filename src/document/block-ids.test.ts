import { ySyncPluginKey } from "@tiptap/y-tiptap";
import type { Node } from "@tiptap/pm/model";
import { Slice } from "@tiptap/pm/model";
import type { Plugin } from "@tiptap/pm/state";
import { EditorState } from "@tiptap/pm/state";
import { expect, test } from "vitest";
import { createBlockId } from "./block-id.ts";
import { BlockIds } from "./block-ids.ts";
import { schema } from "./schema.ts";

let made = 0;
const plugins = (): Plugin[] =>
  BlockIds.config.addProseMirrorPlugins?.call({ options: { createId: () => `new${++made}` } } as never) ?? [];

const paragraph = (id: string | null, text: string) =>
  schema.node("paragraph", { id }, text ? [schema.text(text)] : []);

function stateOf(...blocks: Node[]): EditorState {
  made = 0;
  return EditorState.create({ doc: schema.node("doc", null, blocks), plugins: plugins() });
}

const idsOf = (state: EditorState) => state.doc.children.map((block) => block.attrs.id as string | null);

test("a split gives the second half a new id, even where the split copied the first one's", () => {
  const state = stateOf(paragraph("a", "hello"), paragraph("b", "x"));
  expect(idsOf(state.apply(state.tr.split(3)))).toEqual(["a", "new1", "b"]);
});

test("typing in a block without an id gives it one, and typing again leaves it", () => {
  let state = stateOf(paragraph(null, ""));
  state = state.apply(state.tr.insertText("a", 1));
  expect(idsOf(state)).toEqual(["new1"]);
  state = state.apply(state.tr.insertText("b", 2));
  expect(idsOf(state)).toEqual(["new1"]);
});

test("a pasted copy is renamed, a block that was cut and pasted keeps its id", () => {
  const state = stateOf(paragraph("a", "one"), paragraph("b", "two"));
  const copied = new Slice(state.doc.slice(0, 5).content, 0, 0);
  expect(idsOf(state.apply(state.tr.replace(10, 10, copied)))).toEqual(["a", "b", "new1"]);
  const cut = state.apply(state.tr.delete(0, 5));
  expect(idsOf(cut.apply(cut.tr.replace(5, 5, copied)))).toEqual(["b", "a"]);
  const moved = state.tr.delete(0, 5);
  expect(idsOf(state.apply(moved.replace(5, 5, copied)))).toEqual(["b", "a"]);
});

test("pasted lists get ids at every level", () => {
  const state = stateOf(paragraph("a", ""));
  const list = schema.node("bulletList", null, [schema.node("listItem", null, [paragraph(null, "x")])]);
  const next = state.apply(state.tr.insert(2, list));
  const ids: unknown[] = [];
  next.doc.descendants((node) => {
    if (node.isBlock) ids.push(node.attrs.id);
  });
  expect(ids).toEqual(["a", "new1", "new2", "new3"]);
});

test("what another client did is left alone", () => {
  const state = stateOf(paragraph("a", "x"));
  const tr = state.tr.insert(3, paragraph("a", "theirs")).setMeta(ySyncPluginKey, { isChangeOrigin: true });
  expect(idsOf(state.apply(tr))).toEqual(["a", "a"]);
});

test("a key in a document of 20 000 blocks costs next to nothing", () => {
  let state = stateOf(...Array.from({ length: 20_000 }, (_, index) => paragraph(`p${index}`, "some text")));
  const end = state.doc.content.size - 1;
  const startedAt = performance.now();
  for (let key = 0; key < 100; key++) state = state.apply(state.tr.insertText("x", end));
  expect((performance.now() - startedAt) / 100).toBeLessThan(50);
});

test("ids are short, of plain characters, and do not repeat", () => {
  const ids = Array.from({ length: 10_000 }, createBlockId);
  expect(ids.every((id) => /^[0-9a-z]{12}$/.test(id))).toBe(true);
  expect(new Set(ids).size).toBe(ids.length);
});

test("what the next letters shall be stays chosen when a line gets its id", () => {
  const state = stateOf(paragraph("a", "hello"));
  const bold = schema.marks["bold"]!.create();
  const split = state.apply(state.tr.split(6).ensureMarks([bold]));
  expect(idsOf(split)).toEqual(["a", "new1"]);
  expect(split.storedMarks).toEqual([bold]);
});
