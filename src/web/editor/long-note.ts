import { Extension } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { type EditorState, Plugin, PluginKey } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";

/** From this many blocks on, those out of sight are not laid out (`is-long` in note-text.css). */
const LONG = 150;
/** So many blocks on each side of the caret stay laid out wherever one scrolls: the arrow keys go through them. */
const NEAR = 24;

type Drawn = { doc: Node; center: number; decorations: DecorationSet | null };

const key = new PluginKey<Drawn>("longNote");

/** What a browser does for a key grows with all that is laid out. Why it is done this way: docs/decisions/040. */
export const LongNote = Extension.create({
  name: "longNote",
  addProseMirrorPlugins() {
    return [
      new Plugin<Drawn>({
        key,
        state: {
          init: (_, state) => draw(state.doc, indexOf(state)),
          apply: (_transaction, before, _old, state) => {
            const index = indexOf(state);
            const isNear = Math.abs(index - before.center) <= NEAR / 2;
            if (before.doc === state.doc && isNear) return before;
            return draw(state.doc, isNear ? before.center : index);
          },
        },
        props: {
          decorations: (state) => key.getState(state)?.decorations,
          attributes: (state): Record<string, string> => (isLong(state.doc) ? { class: "is-long" } : {}),
        },
      }),
    ];
  },
});

export const isLong = (doc: Node) => doc.childCount >= LONG;
const indexOf = ({ selection }: EditorState) => selection.$head.index(0);

function draw(doc: Node, center: number): Drawn {
  if (!isLong(doc)) return { doc, center, decorations: null };
  const first = Math.max(0, center - NEAR);
  const end = Math.min(doc.childCount, center + NEAR + 1);
  let pos = 0;
  for (let index = 0; index < first; index++) pos += doc.child(index).nodeSize;
  const near: Decoration[] = [];
  for (let index = first; index < end; index++) {
    const after = pos + doc.child(index).nodeSize;
    near.push(Decoration.node(pos, after, { class: "is-near" }));
    pos = after;
  }
  return { doc, center, decorations: DecorationSet.create(doc, near) };
}
