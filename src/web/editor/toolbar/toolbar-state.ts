import type { Editor } from "@tiptap/core";
import { yUndoPluginKey } from "@tiptap/y-tiptap";
import type { UndoManager } from "yjs";

/** What the toolbar shows of the place the caret is in; compared by value, so the toolbar draws only when it changes. */
export function toolbarState(editor: Editor) {
  // Asked at every key: `editor.can()` would build every command there is to ask two of them.
  const history = (yUndoPluginKey.getState(editor.state) as { undoManager?: UndoManager } | undefined)
    ?.undoManager;
  return {
    level: [1, 2, 3].find((level) => editor.isActive("heading", { level })) ?? 0,
    isBold: editor.isActive("bold"),
    isItalic: editor.isActive("italic"),
    isStrike: editor.isActive("strike"),
    isCode: editor.isActive("code"),
    isLink: editor.isActive("link"),
    isBulletList: editor.isActive("bulletList"),
    isOrderedList: editor.isActive("orderedList"),
    isTaskList: editor.isActive("taskList"),
    isQuote: editor.isActive("blockquote"),
    isCodeBlock: editor.isActive("codeBlock"),
    isTable: editor.isActive("table"),
    canUndo: history?.canUndo() ?? false,
    canRedo: history?.canRedo() ?? false,
  };
}
