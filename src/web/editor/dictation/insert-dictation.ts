import type { Editor } from "@tiptap/core";
import type { Mark, Schema } from "@tiptap/pm/model";
import { yUndoPluginKey } from "@tiptap/y-tiptap";
import type { UndoManager } from "yjs";
import { originOf } from "#document/marks/origin.ts";
import type {} from "../commands.ts";
import { type Dictated, fitted, readDictation } from "./read-dictation.ts";

/**
 * Types what was said at the caret, which others that write meanwhile move along; taken back in one step.
 * @returns whether the dictation is to end
 */
export function insertDictation(editor: Editor, words: string): boolean {
  const found = readDictation(words);
  if (found.some(({ kind }) => kind === "stop")) return true;
  const history = yUndoPluginKey.getState(editor.state) as { undoManager?: UndoManager } | undefined;
  history?.undoManager?.stopCapturing();
  for (const one of found) put(editor, one);
  history?.undoManager?.stopCapturing();
  return false;
}

function put(editor: Editor, dictated: Dictated): void {
  switch (dictated.kind) {
    case "text":
      return write(editor, dictated.text);
    case "line":
      return newLine(editor);
    case "paragraph":
      if (!isEmpty(editor)) newLine(editor);
      return void editor.commands.clearNodes();
    case "todo":
      return beginBlock(editor, "taskList", () => editor.commands.toggleTaskList());
    case "bullet":
      return beginBlock(editor, "bulletList", () => editor.commands.toggleBulletList());
    case "heading":
      return beginBlock(editor, "", () => editor.commands.setHeading({ level: 2 }));
    case "undo":
      return void editor.commands.undo();
    case "stop":
  }
}

function write({ state, view }: Editor, text: string): void {
  const { $from } = state.selection;
  const before = $from.parent.textBetween(0, $from.parentOffset, undefined, "\u{fffc}");
  if ($from.parent.type.spec.code === true) return view.dispatch(state.tr.insertText(text).scrollIntoView());
  const words = fitted(text, before);
  const { from } = state.selection;
  const tr = state.tr.insertText(words).addMark(from, from + words.length, dictatedMark(state.schema));
  view.dispatch(tr.scrollIntoView());
}

/** Says of a text that it was spoken. */
export const dictatedMark = ({ marks }: Schema): Mark =>
  marks["origin"]!.create(originOf({ kind: "dictated" }));

const isEmpty = ({ state }: Editor): boolean => state.selection.$from.parent.content.size === 0;

/** As Enter does, wherever the caret stands. */
const newLine = (editor: Editor): void =>
  void editor.commands.first(({ commands }) => [
    () => commands.newlineInCode(),
    () => commands.splitListItem("taskItem"),
    () => commands.splitListItem("listItem"),
    () => commands.splitBlock(),
  ]);

/** A block of its own, or one more item of the list that the caret is in. @param list whose items it is one of */
function beginBlock(editor: Editor, list: string, make: () => unknown): void {
  if (!isEmpty(editor)) newLine(editor);
  if (list !== "" && editor.isActive(list)) return;
  editor.commands.clearNodes();
  make();
}
