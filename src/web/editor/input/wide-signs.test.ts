import { Editor } from "@tiptap/core";
import { TextSelection } from "@tiptap/pm/state";
import { expect, test } from "vitest";
import { parseMarkdown } from "#document/markdown/parse.ts";
import { extensions } from "#document/schema.ts";
import { blockKeys } from "../nodes/views.ts";
import { withWideSigns } from "./wide-signs.ts";

/** What stands in a note after these letters were typed where "HERE" was. */
function typed(markdown: string, letters: string) {
  const editor = new Editor({
    element: null,
    extensions: [...withWideSigns(extensions), ...blockKeys],
    content: parseMarkdown(markdown).doc,
  });
  const { view } = editor;
  const { plugins } = editor.extensionManager;
  let at = -1;
  editor.state.doc.descendants((node, pos) => {
    const index = node.isText ? node.text!.indexOf("HERE") : -1;
    if (index >= 0) at = pos + index;
  });
  const { tr } = editor.state;
  view.dispatch(tr.delete(at, at + 4).setSelection(TextSelection.create(tr.doc, at)));
  for (const letter of letters) {
    const { from, to } = view.state.selection;
    const insert = () => view.state.tr.insertText(letter, from, to);
    const isTaken = plugins.some((plugin) =>
      plugin.props.handleTextInput?.call(plugin, view, from, to, letter, insert),
    );
    if (!isTaken) view.dispatch(insert());
  }
  const { doc, selection } = editor.state;
  editor.destroy();
  return { doc, text: doc.textContent, caret: selection.from };
}

const SIGNS: [wide: string, narrow: string][] = [
  ["＃　", "# "],
  ["＃＃ ", "## "],
  ["－　", "- "],
  ["・　", "- "],
  ["＊　", "* "],
  ["＋　", "+ "],
  ["１．　", "1. "],
  ["1．　", "1. "],
  ["１２.　", "12. "],
  ["＞　", "> "],
  ["［］　", "[] "],
  ["［　］　", "[ ] "],
  ["［ｘ］　", "[x] "],
  ["｀｀｀ ", "``` "],
  ["｀｀｀js ", "```js "],
  ["｀｀｀ｊｓ　", "```js "],
];

const PLACES = {
  "a paragraph": "HERE\n",
  "words behind the caret": "HEREwords\n",
  "words before the caret": "wordsHERE\n",
  "a heading": "## HEREwords\n",
  "a quote": "> HEREwords\n",
  "a cell": "| a | b |\n| - | - |\n| HEREwords | d |\n",
  "a header cell": "| HERE | b |\n| - | - |\n| c | d |\n",
  "the middle item of a list": "- one\n- HERE\n- three\n",
  "the middle item of an ordered list": "1. one\n2. HERE\n3. three\n",
  "the middle item of a task list": "- [ ] one\n- [ ] HERE\n- [ ] three\n",
  "a later paragraph of an item": "- one\n\n  HERE\n- three\n",
  "a paragraph behind a list": "- one\n\nwords\n\nHERE\n",
  "right behind an ordered list": "11. one\n\n\nHERE\n",
  "a callout": "> [!note] Title\n> HEREwords\n",
  "a code block": "```\nHERE\n```\n",
};

test.each(Object.entries(PLACES))("in %s wide signs do what the narrow ones do", (_, markdown) => {
  const before = typed(markdown, "").text.length;
  for (const [wide, narrow] of SIGNS) {
    const [now, like] = [typed(markdown, wide), typed(markdown, narrow)];
    // Where the narrow form stays text, the wide one stays as it was typed.
    if (like.text.length > before)
      expect(now.doc.toString(), wide).toBe(like.doc.toString().replace(narrow, wide));
    else expect(now.doc.toJSON(), wide).toEqual(like.doc.toJSON());
    expect(now.caret, wide).toBe(like.caret);
  }
});

test("where nothing can be made, the letters stay", () => {
  for (const [wide] of SIGNS) expect(typed(PLACES["a cell"], wide).text).toContain(`${wide}words`);
  for (const [wide] of SIGNS) expect(typed(PLACES["words before the caret"], wide).text).toContain(wide);
});

test("where a block can be made, it is", () => {
  expect(typed(PLACES["a paragraph"], "＃　").doc.child(0).type.name).toBe("heading");
  expect(typed(PLACES["a paragraph"], "３．　").doc.child(0).attrs.start).toBe(3);
  expect(typed(PLACES["a paragraph"], "・　").doc.child(0).type.name).toBe("bulletList");
});
