import { type Editor, Extension, InputRule } from "@tiptap/core";
import { isChangeOrigin } from "@tiptap/extension-collaboration";
import type { Node } from "@tiptap/pm/model";
import type { Transaction } from "@tiptap/pm/state";
import { noteOf } from "../session/note-of.ts";

/** A word with a letter in it: #12 is a number, #fff a color. Input methods of East Asia write ＃. */
const TAG = String.raw`[#＃](?=[\p{L}\p{M}\p{N}_/-]*\p{L})(?!(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})(?![\p{L}\p{M}\p{N}_/-]))([\p{L}\p{M}\p{N}_/-]{1,100})`;
const TYPED = new RegExp(`(?:^|\\s)${TAG}\\s$`, "u");
const NAMED = new RegExp(`(?<!\\S)${TAG}(?![\\p{L}\\p{M}\\p{N}_/-])`, "gu");

/** Somebody who rewrites a word or moves a line has not taken its tag away yet. */
const PAUSE_MS = 1_000;

/** Its code comes with the first tag. */
const tagNote = async (noteId: string, tag: string, isGiven: boolean): Promise<void> =>
  (await import("../../kernel/notes/tag-note.ts")).tagNote(noteId, tag, isGiven);

const isCode = (node: Node) => node.type.spec.code || node.marks.some(({ type }) => type.name === "code");

/** The tags that stand in a part of the text, in small letters; those in code are none. */
function tagsIn(doc: Node, from = 0, to = doc.content.size): Set<string> {
  const found = new Set<string>();
  doc.nodesBetween(from, to, (block) => {
    if (!block.isTextblock) return true;
    if (block.type.spec.code) return false;
    const words = block.children.map((child) => (child.isText && !isCode(child) ? child.text : " ")).join("");
    for (const [, tag = ""] of words.matchAll(NAMED)) found.add(tag.toLowerCase());
    return false;
  });
  return found;
}

/** Tags of the blocks that a change touched, as they were before it. */
function touchedTags(transaction: Transaction): Set<string> {
  const found = new Set<string>();
  transaction.steps.forEach((step, index) => {
    const doc = transaction.docs[index];
    if (!doc) return;
    step.getMap().forEach((from, to) => {
      if (to > from) for (const tag of tagsIn(doc, from, Math.min(to, doc.content.size))) found.add(tag);
    });
  });
  return found;
}

const typed = (editor: Editor) =>
  new InputRule({
    find: TYPED,
    handler: ({ state, range, match }) => {
      const noteId = noteOf(editor);
      const [, tag = ""] = match;
      const isInCode = state.doc
        .resolve(range.to)
        .marks()
        .some(({ type }) => type.name === "code");
      if (noteId && !isInCode) void tagNote(noteId, tag, true);
      // The text stays as it is typed.
      return null;
    },
  });

type Removals = { gone: Set<string>; timer?: ReturnType<typeof setTimeout> | undefined };

/** Those that no longer stand anywhere in the text. */
function takeTagsAway(editor: Editor, removals: Removals): void {
  clearTimeout(removals.timer);
  removals.timer = undefined;
  const noteId = noteOf(editor);
  const left = tagsIn(editor.state.doc);
  for (const tag of removals.gone) if (noteId && !left.has(tag)) void tagNote(noteId, tag, false);
  removals.gone.clear();
}

/** `#tag` in the text is a tag of the note: typed and ended by a space it is given, with its last one it goes. */
export const TypedTags = Extension.create<object, Removals>({
  name: "typedTags",
  addStorage: () => ({ gone: new Set() }),
  addInputRules() {
    return [typed(this.editor)];
  },
  onTransaction({ editor, transaction }) {
    if (!transaction.docChanged || isChangeOrigin(transaction)) return;
    for (const tag of touchedTags(transaction)) this.storage.gone.add(tag);
    if (this.storage.gone.size === 0) return;
    clearTimeout(this.storage.timer);
    this.storage.timer = setTimeout(() => takeTagsAway(editor, this.storage), PAUSE_MS);
  },
  onDestroy() {
    if (this.storage.timer) takeTagsAway(this.editor, this.storage);
  },
});
