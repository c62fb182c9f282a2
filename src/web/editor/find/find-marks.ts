import { Extension, type Editor } from "@tiptap/core";
import { Plugin, PluginKey } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import { openFind } from "../view/view-store.ts";
import type { Match } from "./find-in-text.ts";

const key = new PluginKey<DecorationSet>("findMarks");

/** Shows matches; while nothing is looked for it is empty and costs nothing. */
export const FindMarks = Extension.create({
  name: "findMarks",
  addProseMirrorPlugins() {
    return [
      new Plugin<DecorationSet>({
        key,
        state: {
          init: () => DecorationSet.empty,
          apply: (transaction, marks) => {
            const given = transaction.getMeta(key) as DecorationSet | undefined;
            if (given) return given;
            return marks === DecorationSet.empty ? marks : marks.map(transaction.mapping, transaction.doc);
          },
        },
        props: {
          decorations: (state) => key.getState(state),
          handleKeyDown: (_view, event) => handleFindKey(event),
        },
      }),
    ];
  },
});

/** Not with Shift, however the letter comes then: under Caps Lock it is a small one, and a map of keys takes it for Mod+H. */
function handleFindKey(event: KeyboardEvent): boolean {
  const letter = event.key.toLowerCase();
  const isMod = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
  if (!isMod || (letter !== "f" && letter !== "h")) return false;
  openFind(letter === "h");
  return true;
}

/** Marks these in the text, the current one in its own way. Only what can be seen is worth marking. */
export function markMatches(editor: Editor, matches: Match[], current: Match | null): void {
  if (editor.isDestroyed) return;
  const { doc, tr } = editor.state;
  const marks = matches
    .filter(({ to }) => to <= doc.content.size)
    .map((match) =>
      Decoration.inline(match.from, match.to, {
        class: match === current ? "find-match find-current" : "find-match",
      }),
    );
  const set = marks.length > 0 ? DecorationSet.create(doc, marks) : DecorationSet.empty;
  editor.view.dispatch(tr.setMeta(key, set).setMeta("addToHistory", false));
}
