import type { Plugin } from "@tiptap/pm/state";
import { EditorState, TextSelection, type Transaction } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { initProseMirrorDoc, updateYFragment, ySyncPlugin, yUndoPlugin } from "@tiptap/y-tiptap";
import * as Y from "yjs";
import { BlockIds } from "#document/block-ids.ts";
import { createBlockId } from "#document/block-id.ts";
import { FRAGMENT } from "#document/schema-version.ts";
import { schema } from "#document/schema.ts";
import { sharedTextPlugin } from "#web/editor/binding/shared-text.ts";

/** One page's editor without a screen: the real plugins and the real shared document. */
export type TrialPage = {
  doc: Y.Doc;
  state: () => EditorState;
  dispatch: (change: (state: EditorState) => Transaction) => void;
  /** Puts the caret behind the first occurrence of these words; before it for `side` -1. */
  caretAt: (words: string, side?: -1 | 1) => void;
  type: (letters: string) => void;
  backspace: () => void;
  enter: () => void;
  text: () => string;
  undo: Y.UndoManager;
};

export function seedOf(blocks: ReturnType<typeof schema.node>[]): Uint8Array {
  const doc = new Y.Doc();
  const shown = schema.node("doc", null, blocks);
  updateYFragment(doc, doc.getXmlFragment(FRAGMENT), shown, { mapping: new Map(), isOMark: new Map() });
  return Y.encodeStateAsUpdate(doc);
}

export const paragraph = (words: string) =>
  schema.node("paragraph", { id: createBlockId() }, words === "" ? [] : schema.text(words));

export function openPage(seed: Uint8Array, clientId: number): TrialPage {
  const doc = new Y.Doc({ gc: false });
  doc.clientID = clientId;
  Y.applyUpdate(doc, seed);
  return showOn(doc);
}

/** Another editor of the same document on the same page: a floating window. */
export function showOn(doc: Y.Doc): TrialPage {
  const fragment = doc.getXmlFragment(FRAGMENT);
  const { doc: shown, mapping } = initProseMirrorDoc(fragment, schema);
  const undo = yUndoPlugin();
  const blockIds = BlockIds.config.addProseMirrorPlugins!.call({
    options: { createId: createBlockId },
  } as never);
  let state = EditorState.create({
    doc: shown,
    plugins: [sharedTextPlugin(null), ...blockIds, ySyncPlugin(fragment, { mapping }) as Plugin, undo],
  });
  const views: NonNullable<ReturnType<NonNullable<Plugin["spec"]["view"]>>>[] = [];
  const view = {
    get state() {
      return state;
    },
    dispatch(transaction: Transaction) {
      const before = state;
      state = state.apply(transaction);
      for (const { update } of views) update?.(view, before);
    },
    hasFocus: () => false,
  } as unknown as EditorView;
  for (const { spec } of state.plugins) if (spec.view) views.push(spec.view(view));
  const dispatch = (change: (state: EditorState) => Transaction) => view.dispatch(change(state));
  return {
    doc,
    state: () => state,
    dispatch,
    caretAt(words, side = 1) {
      dispatch(({ tr, doc: now }) => tr.setSelection(TextSelection.create(now, placeOf(now, words, side))));
    },
    type(letters) {
      for (const letter of letters) dispatch(({ tr }) => tr.insertText(letter));
    },
    backspace: () =>
      dispatch(({ tr, selection: { $from } }) =>
        $from.parentOffset > 0 ? tr.delete($from.pos - 1, $from.pos) : tr.join($from.before()),
      ),
    enter: () => dispatch(({ tr, selection }) => tr.split(selection.from)),
    text: () => state.doc.textBetween(0, state.doc.content.size, "\n", "*"),
    undo: (undo.getState(state) as { undoManager: Y.UndoManager }).undoManager,
  };
}

/** A key each so many milliseconds. */
export const keys = (page: TrialPage, words: string, start: number, everyMs: number) =>
  [...words].map((letter, index) => ({
    at: start + index * everyMs,
    run: () => (letter === "\n" ? page.enter() : page.type(letter)),
  }));

function placeOf(doc: EditorState["doc"], words: string, side: -1 | 1): number {
  let found = -1;
  doc.descendants((node, at) => {
    if (!node.isTextblock || found >= 0) return found < 0;
    const index = node.textContent.indexOf(words);
    if (index >= 0) found = at + 1 + index + (side > 0 ? words.length : 0);
    return false;
  });
  if (found < 0) throw new Error(`No "${words}" here`);
  return found;
}
