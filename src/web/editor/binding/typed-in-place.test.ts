import { EditorState } from "@tiptap/pm/state";
import { initProseMirrorDoc, updateYFragment, ySyncPluginKey } from "@tiptap/y-tiptap";
import { describe, expect, it } from "vitest";
import * as Y from "yjs";
import { FRAGMENT } from "#document/schema-version.ts";
import { schema } from "#document/schema.ts";
import { randomFrom } from "#testing/random.ts";
import { typedBy, typeInPlace } from "./typed-in-place.ts";

function aNote(words: string): Y.Doc {
  const doc = new Y.Doc();
  const shown = schema.node("doc", null, [
    schema.node("paragraph", null, schema.text(words)),
    schema.node("paragraph", null, [
      schema.text("bold", [schema.mark("bold")]),
      schema.node("hardBreak"),
      schema.text("end"),
    ]),
  ]);
  updateYFragment(doc, doc.getXmlFragment(FRAGMENT), shown, { mapping: new Map(), isOMark: new Map() });
  return doc;
}

const copyOf = (doc: Y.Doc): Y.Doc => {
  const copy = new Y.Doc();
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc));
  return copy;
};

/** Types as the editor does: first what was typed, then the binding's comparison. */
function type(doc: Y.Doc, at: number, removed: number, text: string): { isInPlace: boolean; shown: string } {
  const fragment = doc.getXmlFragment(FRAGMENT);
  const { doc: before, meta } = initProseMirrorDoc(fragment, schema);
  const state = EditorState.create({ doc: before });
  const transaction = text ? state.tr.insertText(text, at, at + removed) : state.tr.delete(at, at + removed);
  const typed = typedBy(transaction);
  let isInPlace = false;
  doc.transact(() => {
    if (typed) isInPlace = typeInPlace({ doc, type: fragment, mapping: meta.mapping }, typed) !== null;
    updateYFragment(doc, fragment, transaction.doc, meta);
  }, ySyncPluginKey);
  return { isInPlace, shown: textOf(doc) };
}

const shownOf = (doc: Y.Doc) => initProseMirrorDoc(doc.getXmlFragment(FRAGMENT), schema).doc;
const textOf = (doc: Y.Doc) => shownOf(doc).textBetween(0, shownOf(doc).content.size, "\n", "\n");

describe("typed in place", () => {
  it("keeps each letter of a word typed before a like one that somebody else deletes", () => {
    const here = aNote("w8. ");
    const there = copyOf(here);
    for (const [index, letter] of [..."w10. "].entries()) type(here, 1 + index, 0, letter);
    type(there, 1, 4, "");
    Y.applyUpdate(here, Y.encodeStateAsUpdate(there));
    expect(textOf(here)).toBe("w10. \nbold\nend");
  });

  it("deletes that of two like letters before which the caret was", () => {
    const here = aNote("aab");
    const there = copyOf(here);
    type(here, 1, 1, "");
    type(there, 2, 0, "-");
    Y.applyUpdate(here, Y.encodeStateAsUpdate(there));
    expect(textOf(here)).toBe("-ab\nbold\nend");
  });

  it("shows what the editor shows, whatever is typed where", () => {
    const random = randomFrom(7);
    const doc = aNote("some words");
    let inPlace = 0;
    for (let round = 0; round < 300; round++) {
      const shown = shownOf(doc);
      const at = 1 + Math.floor(random() * (shown.content.size - 2));
      const $at = shown.resolve(at);
      if (!$at.parent.isTextblock) continue;
      const removed = Math.floor(random() * 3);
      if (at + removed > $at.end()) continue;
      // Nobody's caret stands within a character.
      const isWhole = (from: number, to: number) =>
        !/\p{Surrogate}/u.test(shown.textBetween(from, to, "", "\n"));
      if (!isWhole($at.start(), at) || !isWhole(at, at + removed)) continue;
      const text = ["", "a", "😀", "ab", "é"][Math.floor(random() * 5)]!;
      if (removed === 0 && text === "") continue;
      const state = EditorState.create({ doc: shown });
      const wanted = text ? state.tr.insertText(text, at, at + removed) : state.tr.delete(at, at + removed);
      if (type(doc, at, removed, text).isInPlace) inPlace++;
      expect(shownOf(doc).toJSON()).toEqual(wanted.doc.toJSON());
    }
    expect(inPlace).toBeGreaterThan(100);
  });

  it("leaves alone what is more than letters in one paragraph", () => {
    const state = EditorState.create({ doc: shownOf(aNote("some words")) });
    expect(typedBy(state.tr.split(3))).toBeNull();
    expect(typedBy(state.tr.delete(3, 15))).toBeNull();
    expect(typedBy(state.tr.insertText("a", 1).insertText("b", 5))).toBeNull();
    expect(typedBy(state.tr.insert(3, schema.node("hardBreak")))).toBeNull();
    expect(typedBy(state.tr.insertText("a", 1).setMeta(ySyncPluginKey, { isChangeOrigin: true }))).toBeNull();
  });
});
