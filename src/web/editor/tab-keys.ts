import { Extension } from "@tiptap/core";

const TAKES_TAB = ["listItem", "taskItem", "codeBlock"];

/**
 * In lists and code Tab indents, and where nothing is left to indent it still stays in the text instead of carrying the
 * caret off in mid-word. Escape lets go of the text, so that the keyboard alone gets out of it.
 */
export const TabKeys = Extension.create({
  name: "tabKeys",
  // After everything that has a better use for these keys.
  priority: 1,
  addKeyboardShortcuts() {
    const stay = () => TAKES_TAB.some((name) => this.editor.isActive(name));
    return {
      Tab: stay,
      "Shift-Tab": stay,
      Escape: () => this.editor.commands.blur(),
    };
  },
});
