import { type Editor, Extension } from "@tiptap/core";
import { DOMParser, type Schema, type Slice } from "@tiptap/pm/model";
import { Plugin } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { ownReference } from "../session/own-address.ts";
import { noteOf } from "../session/note-of.ts";
import { neutralizeHtml } from "./neutralize-html.ts";
import { insertMarkdown } from "./insert-markdown.ts";
import { pasteOrigins } from "./paste-origin.ts";
import { looksLikeMarkdown } from "./markdown-signs.ts";
import { isOnlyAnImage, NO_IMAGES, sendImages, takeImages } from "./pasted-images.ts";
import { tidyPasted } from "./tidy-pasted.ts";

/** Reads what other programs copied; what was copied from a note needs no tidying. */
class PastedParser extends DOMParser {
  /** The pictures of what was read last, until it is known whether it is put in. */
  images = NO_IMAGES;

  override parseSlice(dom: globalThis.Node, options?: Parameters<DOMParser["parseSlice"]>[1]): Slice {
    this.images = NO_IMAGES;
    if (dom instanceof Element && !dom.querySelector("[data-pm-slice]")) {
      tidyPasted(dom);
      // What was only drawn, such as the boxes of tasks, is gone by then.
      this.images = takeImages(dom);
    }
    return super.parseSlice(dom, options);
  }

  takeImages() {
    const { images } = this;
    this.images = NO_IMAGES;
    return images;
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
    const parser = parserOf(editor.schema);
    return [
      pasteOrigins(editor.schema),
      new Plugin({
        props: {
          transformPastedHTML: (html) => (html.includes("data-pm-slice") ? html : neutralizeHtml(html)),
          clipboardParser: parser,
          clipboardTextParser(words, _context, isPlain) {
            text = { words, isPlain };
            // Null leaves it to the editor, whose types know no null.
            return null as unknown as Slice;
          },
          handlePaste(view, event, slice) {
            const given = text;
            text = null;
            const images = parser.takeImages();
            if (given?.isPlain) return insertPlain(view, slice);
            if (view.state.selection.$from.parent.type.spec.code) return false;
            const code = codeOf(event);
            if (code) return insertCode(view, code);
            if (given) return insertText(editor, given.words, slice);
            const html = event.clipboardData?.getData("text/html") ?? "";
            // The picture itself lies beside it; image-uploads.ts takes that.
            const isBeside = event.clipboardData?.files.length && isOnlyAnImage(html);
            if (!isBeside) sendImages(images, noteOf(editor));
            return false;
          },
          handleDrop(view, event, _slice, isMoved) {
            const images = parser.takeImages();
            // What was dropped as text is not what is pasted next.
            text = null;
            if (!isMoved && !event.dataTransfer?.files.length && view.editable)
              sendImages(images, noteOf(editor));
            return false;
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

/** Text that may stand for more than its letters: a note of ours, or Markdown. */
function insertText(editor: Editor, words: string, slice: Slice): boolean {
  const { view, state } = editor;
  const own = state.selection.empty ? ownReference(words) : null;
  if (own && /^https?:/.test(words.trim())) return insertOwnLink(view, own);
  if (!looksLikeMarkdown(words)) return false;
  void insertMarkdown(editor, words, slice);
  return true;
}

/** The address of a note of ours, or of a block in one, as it is copied here. Its title follows (chosen-notes.ts). */
function insertOwnLink(view: EditorView, attrs: { noteId: string; anchor: string | null }): boolean {
  const { schema, tr } = view.state;
  const link = schema.node("noteLink", attrs);
  view.dispatch(tr.replaceSelectionWith(link).setMeta("uiEvent", "paste").scrollIntoView());
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
