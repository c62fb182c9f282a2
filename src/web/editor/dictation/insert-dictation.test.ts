import { Editor } from "@tiptap/core";
import { expect, test } from "vitest";
import { extensions } from "#document/schema.ts";
import { insertDictation } from "./insert-dictation.ts";

const runsOf = (editor: Editor): string[] => {
  const runs: string[] = [];
  editor.state.doc.descendants((node) => {
    const mark = node.marks.find(({ type }) => type.name === "origin");
    if (node.isText) runs.push(`${String(mark?.attrs["kind"] ?? "typed")}: ${node.text}`);
  });
  return runs;
};

test("what is said comes in at the caret, says that it was spoken, and makes no other text spoken", () => {
  const paragraph = { type: "paragraph", content: [{ type: "text", text: "Before after" }] };
  const editor = new Editor({ extensions, element: null, content: { type: "doc", content: [paragraph] } });
  editor.commands.setTextSelection(8);
  expect(insertDictation(editor, "said aloud new line and more")).toBe(false);
  expect(runsOf(editor).map((run) => run.split(":")[0])).toEqual(["typed", "dictated", "dictated", "typed"]);
  expect(editor.state.doc.childCount).toBe(2);
  expect(insertDictation(editor, "stop dictation")).toBe(true);
});

test("in code, which has no marks, words stand as they are", () => {
  const content = { type: "doc", content: [{ type: "codeBlock", content: [{ type: "text", text: "a" }] }] };
  const editor = new Editor({ extensions, element: null, content });
  editor.commands.setTextSelection(2);
  insertDictation(editor, "let it be");
  expect(runsOf(editor)).toHaveLength(1);
  expect(editor.state.doc.textContent).toContain("let it be");
});
