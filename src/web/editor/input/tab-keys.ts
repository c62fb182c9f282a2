import { type Editor, Extension } from "@tiptap/core";
import { leaveText } from "./leave-text.ts";

const INDENT = "  ";

/** Moves the lines of code under the selection in or out; false outside of code. */
function indentCode(editor: Editor, isOut: boolean): boolean {
  const { state, view } = editor;
  const { $from, $to, empty } = state.selection;
  if (!$from.sameParent($to) || !$from.parent.type.spec.code) return false;
  const { tr } = state;
  if (empty && !isOut) {
    view.dispatch(tr.insertText(INDENT).scrollIntoView());
    return true;
  }
  const text = $from.parent.textContent;
  const first = text.lastIndexOf("\n", $from.parentOffset - 1) + 1;
  const starts = [first];
  for (let at = first; (at = text.indexOf("\n", at) + 1) > 0 && at < $to.parentOffset;) starts.push(at);
  // From the last line to the first, so that no position moves before it is used.
  for (const start of starts.toReversed()) {
    const at = $from.start() + start;
    if (!isOut) tr.insertText(INDENT, at);
    else tr.delete(at, at + /^ {0,2}/.exec(text.slice(start))![0].length);
  }
  view.dispatch(tr.scrollIntoView());
  return true;
}

/** In code Tab indents; before everything else, because list items would take Shift+Tab for themselves. */
export const CodeTabKeys = Extension.create({
  name: "codeTabKeys",
  priority: 1000,
  addKeyboardShortcuts() {
    return {
      Tab: () => indentCode(this.editor, false),
      "Shift-Tab": () => indentCode(this.editor, true),
    };
  },
});

/**
 * Where nothing is left to indent in a list, Tab still stays in the text instead of carrying the caret off in mid-word.
 * Escape lets go of the text, so that the keyboard alone gets out of it.
 */
export const TabKeys = Extension.create({
  name: "tabKeys",
  // After everything that has a better use for these keys.
  priority: 1,
  addKeyboardShortcuts() {
    const stay = () => this.editor.isActive("listItem") || this.editor.isActive("taskItem");
    return {
      Tab: stay,
      "Shift-Tab": stay,
      Escape: () => leaveText(this.editor.view),
    };
  },
});
