import type { Editor } from "@tiptap/core";
import { type Schema, Slice } from "@tiptap/pm/model";
import { Selection } from "@tiptap/pm/state";
import { toast } from "../../ui/toast-store.ts";

/**
 * Puts Markdown at the caret. Its reader is fetched for it; where the caret was stays the place, whatever is typed meanwhile.
 * @param plain What is put there when the reader cannot be fetched; nothing when absent
 */
export async function insertMarkdown(editor: Editor, words: string, plain?: Slice): Promise<void> {
  const { from, to } = editor.state.selection;
  let [start, end] = [from, to];
  const follow = ({
    transaction,
  }: {
    transaction: { mapping: { map: (at: number, side: number) => number } };
  }) => {
    start = transaction.mapping.map(start, -1);
    end = transaction.mapping.map(end, 1);
  };
  editor.on("transaction", follow);
  const slice = await readMarkdown(editor.schema, words).catch(() => {
    toast.info(`The Markdown could not be read now.${plain ? " It was pasted as text." : ""}`);
    return plain;
  });
  editor.off("transaction", follow);
  if (editor.isDestroyed || !slice) return;
  const { tr } = editor.state;
  tr.replaceRange(start, end, slice);
  const behind = tr.mapping.map(end);
  tr.setSelection(Selection.near(tr.doc.resolve(Math.min(behind, tr.doc.content.size)), -1));
  editor.view.dispatch(tr.scrollIntoView());
}

async function readMarkdown(schema: Schema, words: string): Promise<Slice> {
  const { parseMarkdown } = await import("#document/markdown/parse.ts");
  // A line in front keeps front matter in the text: a pasted note has no head to put it in.
  const { content } = schema.nodeFromJSON(parseMarkdown(/^---\s*\n/.test(words) ? `\n${words}` : words).doc);
  const isLine = (node: typeof content.firstChild) => node?.type.name === "paragraph";
  return new Slice(content, isLine(content.firstChild) ? 1 : 0, isLine(content.lastChild) ? 1 : 0);
}
