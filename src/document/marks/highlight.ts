import { Mark, markInputRule, markPasteRule } from "@tiptap/core";

/** `==marked==` text, as with a felt pen. */
export const Highlight = Mark.create({
  name: "highlight",

  parseHTML() {
    return [{ tag: "mark" }];
  },

  renderHTML() {
    return ["mark", 0];
  },

  addKeyboardShortcuts() {
    return { "Mod-Shift-h": () => this.editor.commands.toggleMark(this.name) };
  },

  addInputRules() {
    return [markInputRule({ find: /(?:^|\s)(==(?!\s)((?:[^=]+))==)$/, type: this.type })];
  },

  addPasteRules() {
    return [markPasteRule({ find: /(?:^|\s)(==(?!\s)((?:[^=]+))==)/g, type: this.type })];
  },
});
