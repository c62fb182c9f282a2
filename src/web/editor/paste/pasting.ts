import { Extension } from "@tiptap/core";
import { DOMParser, type Schema, type Slice } from "@tiptap/pm/model";
import { Plugin } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { calmHtml } from "./calm-html.ts";
import { insertMarkdown } from "./insert-markdown.ts";
import { looksLikeMarkdown } from "./markdown-signs.ts";
import { tidyPasted } from "./tidy-pasted.ts";

/** Reads what other programs copied; what was copied from a note needs no tidying. */
class PastedParser extends DOMParser {
  override parseSlice(dom: globalThis.Node, options?: Parameters<DOMParser["parseSlice"]>[1]): Slice {
    if (dom instanceof Element && !dom.querySelector("[data-pm-slice]")) tidyPasted(dom);
    return super.parseSlice(dom, options);
  }
}

const parserOf = (schema: Schema) => new PastedParser(schema, DOMParser.fromSchema(schema).rules);

/** What VS Code says of the code it copies. */
function codeOf(event: ClipboardEvent): { text: string; language: string | null } | null {
  const data = event.clipboardData;
  const about = data?.getData("vscode-editor-data");
  const text = data?.getData("text/plain") ?? "";
  if (!about || !text.includes("\n")) return null;
  try {
    const { mode } = JSON.parse(about) as { mode?: unknown };
    // Its Markdown is meant as Markdown.
    if (mode === "markdown" || mode === "plaintext") return null;
    return { text, language: typeof mode === "string" ? mode : null };
  } catch {
    return null;
  }
}

/** What is pasted becomes what it was: Markdown, code, tables, lists; with Ctrl+Shift+V the letters alone. */
export const Pasting = Extension.create({
  name: "pasting",
  // Before the rules that look for links and marks in what is pasted.
  priority: 1050,
  addProseMirrorPlugins() {
    const { editor } = this;
    /** Text without HTML beside it, or wanted without it; known between reading and inserting. */
    let text: { words: string; isPlain: boolean } | null = null;
    return [
      new Plugin({
        props: {
          transformPastedHTML: (html) => (html.includes("data-pm-slice") ? html : calmHtml(html)),
          clipboardParser: parserOf(editor.schema),
          clipboardTextParser(words, _context, isPlain) {
            text = { words, isPlain };
            // Null leaves it to the editor, whose types know no null.
            return null as unknown as Slice;
          },
          handlePaste(view, event, slice) {
            const given = text;
            text = null;
            if (given?.isPlain) return insertPlain(view, slice);
            if (view.state.selection.$from.parent.type.spec.code) return false;
            const code = codeOf(event);
            if (code) return insertCode(view, code);
            if (!given || !looksLikeMarkdown(given.words)) return false;
            void insertMarkdown(editor, given.words, slice);
            return true;
          },
        },
      }),
    ];
  },
});

/** Without the mark of a paste, so that no rule makes anything of its signs. */
function insertPlain(view: EditorView, slice: Slice): boolean {
  view.dispatch(view.state.tr.replaceSelection(slice).scrollIntoView());
  return true;
}

function insertCode(
  view: EditorView,
  { text, language }: { text: string; language: string | null },
): boolean {
  const { schema, tr } = view.state;
  const words = text.replace(/\r\n?/g, "\n").replace(/\n$/, "");
  const node = schema.nodes["codeBlock"]!.create({ language }, words ? schema.text(words) : null);
  view.dispatch(tr.replaceSelectionWith(node).scrollIntoView());
  return true;
}
