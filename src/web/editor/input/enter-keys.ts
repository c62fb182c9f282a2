import { type Editor, Extension } from "@tiptap/core";
import { NodeSelection, Plugin } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { safeHref } from "#document/html/safe-urls.ts";

/** The note's link that is selected, by arrow keys as a whole. */
function selectedNoteLink({ view }: Editor): HTMLElement | null {
  const { selection } = view.state;
  if (!(selection instanceof NodeSelection) || selection.node.type.name !== "noteLink") return null;
  const dom = view.nodeDOM(selection.from);
  return dom instanceof HTMLElement ? dom : null;
}

function openNoteLink(editor: Editor): boolean {
  const link = selectedNoteLink(editor);
  // As a press on it.
  link?.click();
  return link !== null;
}

function openWebLink(editor: Editor): boolean {
  const href = editor.isActive("link") ? safeHref(editor.getAttributes("link")["href"]) : null;
  if (href === null) return false;
  window.open(href, "_blank", "noopener");
  return true;
}

/**
 * A new line in code on Android. ProseMirror leaves Enter to Chrome there and reads what came of it; Chrome splits the code element, which
 * reads as one without its line ends.
 */
function breakLineInCode(view: EditorView, event: InputEvent): boolean {
  const isBreak = event.inputType === "insertParagraph" || event.inputType === "insertLineBreak";
  if (!isBreak || !navigator.userAgent.includes("Android") || !event.cancelable) return false;
  if (!view.state.selection.$from.parent.type.spec.code) return false;
  const key = new KeyboardEvent("keydown", { key: "Enter", keyCode: 13 });
  if (!view.someProp("handleKeyDown", (handle) => handle(view, key))) return false;
  event.preventDefault();
  return true;
}

/** What Enter does besides ending a line: it follows the link it is pressed on, and on Android ends a line of code. */
export const EnterKeys = Extension.create({
  name: "enterKeys",
  // Before a toggle opens or a line breaks.
  priority: 200,

  addKeyboardShortcuts: () => ({
    Enter: ({ editor }) => openNoteLink(editor),
    "Mod-Enter": ({ editor }) => openNoteLink(editor) || openWebLink(editor),
  }),

  addProseMirrorPlugins: () => [new Plugin({ props: { handleDOMEvents: { beforeinput: breakLineInCode } } })],
});
