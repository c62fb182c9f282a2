import type { Editor } from "@tiptap/core";
import { type Schema, Slice } from "@tiptap/pm/model";
import { Selection } from "@tiptap/pm/state";
import { NAMED } from "../chosen-notes.ts";
import { toast } from "../../ui/toast-store.ts";
import { markedSlice, mostOfFragment } from "../origins/marked-text.ts";
import { keepPlace } from "../input/kept-place.ts";
import { t } from "../../lib/messages/t.ts";

/**
 * Puts Markdown at the caret. Its reader is fetched for it; where the caret was stays the place, whatever is written meanwhile,
 * here or by others, and who has written on stays where they are.
 * @param plain What is put there when the reader cannot be fetched; nothing when absent
 */
export async function insertMarkdown(editor: Editor, words: string, plain?: Slice): Promise<void> {
  // What is selected goes at once, as with any paste: later it might not be the same words.
  if (plain && !editor.state.selection.empty) editor.view.dispatch(editor.state.tr.deleteSelection());
  const place = keepPlace(editor, editor.state.selection.to, -1);
  const slice = await readMarkdown(editor.schema, words).catch(() => {
    toast.info(
      plain
        ? t("Couldn't read the Markdown. It was pasted as plain text.")
        : t("Couldn't read the Markdown."),
    );
    return plain;
  });
  const at = place.release();
  if (editor.isDestroyed || !slice) return;
  const origin = plain ? mostOfFragment(plain.content) : null;
  const { tr, selection } = editor.state;
  tr.replaceRange(at, at, origin ? markedSlice(slice, origin) : slice).setMeta(NAMED, true);
  if (selection.to === at) {
    tr.setSelection(Selection.near(tr.doc.resolve(tr.mapping.map(at)), -1)).scrollIntoView();
  }
  editor.view.dispatch(tr);
}

async function readMarkdown(schema: Schema, words: string): Promise<Slice> {
  const { parseMarkdown } = await import("#document/markdown/parse.ts");
  // A line in front keeps front matter in the text: a pasted note has no head to put it in.
  const { content } = schema.nodeFromJSON(parseMarkdown(/^---\s*\n/.test(words) ? `\n${words}` : words).doc);
  const isLine = (node: typeof content.firstChild) => node?.type.name === "paragraph";
  return new Slice(content, isLine(content.firstChild) ? 1 : 0, isLine(content.lastChild) ? 1 : 0);
}
