import { Extension } from "@tiptap/core";
import { Plugin, PluginKey, type EditorState } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import { toExcerpt } from "#document/text/text.ts";
import { saysTitle, textWithoutTitle } from "#document/title-once.ts";
import { followTitle } from "../../kernel/notes/note-names.ts";
import { noteOf } from "../session/note-of.ts";

const key = new PluginKey<string>("titleOnce");

/** Alone, the heading is all that can be written in; with the caret in it, somebody is writing it. */
function repeated(state: EditorState, hasFocus: boolean): DecorationSet | null {
  const [first] = state.doc.children;
  if (!first || state.doc.childCount < 2 || !saysTitle(first, key.getState(state) ?? "")) return null;
  if (hasFocus && state.selection.to < first.nodeSize) return null;
  return DecorationSet.create(state.doc, [Decoration.node(0, first.nodeSize, { class: "says-title" })]);
}

/** Enough for what lists show. */
const EXCERPT_FROM = 1_000;

/** What lists show of the text under its title. */
export function excerptBelowTitle(state: EditorState): string {
  const text = toExcerpt(state.doc.cut(0, Math.min(state.doc.content.size, EXCERPT_FROM)));
  return textWithoutTitle(text, key.getState(state) ?? "");
}

/** A first heading that only repeats the title, which stands above the text, is not shown a second time. */
export const TitleOnce = Extension.create({
  name: "titleOnce",
  addProseMirrorPlugins() {
    const { editor } = this;
    return [
      new Plugin<string>({
        key,
        state: {
          init: () => "",
          apply: (transaction, title) => (transaction.getMeta(key) as string | undefined) ?? title,
        },
        props: { decorations: (state) => repeated(state, editor.isFocused) },
        view: (view) => {
          let unfollow = () => {};
          // The note's id is known when the editor stands.
          queueMicrotask(() => {
            const noteId = view.isDestroyed ? undefined : noteOf(editor);
            if (noteId)
              unfollow = followTitle(noteId, (title) => {
                if (!view.isDestroyed && key.getState(view.state) !== title)
                  view.dispatch(view.state.tr.setMeta(key, title).setMeta("addToHistory", false));
              });
          });
          return { destroy: () => unfollow() };
        },
      }),
    ];
  },
});
