import type { Editor, JSONContent } from "@tiptap/core";
import type { TextOrigin } from "#document/marks/origin.ts";
import { markedSlice } from "../origins/marked-text.ts";
import { Fragment, Slice } from "@tiptap/pm/model";
import { TextSelection } from "@tiptap/pm/state";

/** Blocks that bring something from elsewhere, or that no words of a model should make. */
const NOT_FROM_MODELS = new Set(["image", "video", "fileBlock", "noteEmbed", "rawBlock", "rawInline"]);

/** Puts words as paragraphs, lists and headings behind the block that the range ends in; links and pictures in them stay words. */
export async function insertBelow(
  editor: Editor,
  markdown: string,
  place: () => { to: number },
  origin?: TextOrigin,
): Promise<void> {
  const { parseMarkdown } = await import("#document/markdown/parse.ts");
  if (editor.isDestroyed || !editor.isEditable) return;
  const blocks = (parseMarkdown(`\n${markdown}`).doc.content ?? []).flatMap(plain);
  const { state, view } = editor;
  const $to = state.doc.resolve(Math.min(place().to, state.doc.content.size));
  const at = $to.depth > 0 ? $to.after(1) : $to.pos;
  const nodes = Fragment.fromArray(blocks.map((block) => state.schema.nodeFromJSON(block)));
  const tr = state.tr.insert(at, origin ? markedSlice(new Slice(nodes, 0, 0), origin).content : nodes);
  tr.setSelection(TextSelection.near(tr.doc.resolve(tr.mapping.map(at)), -1)).scrollIntoView();
  view.dispatch(tr);
  view.focus();
}

function plain(node: JSONContent): JSONContent[] {
  if (NOT_FROM_MODELS.has(node.type ?? "")) {
    const words = node.text ?? String(node.attrs?.alt ?? node.attrs?.title ?? "");
    return node.type === "image" && words ? [{ type: "text", text: words }] : [];
  }
  if (node.type === "noteLink") {
    const words = String(node.attrs?.label ?? node.attrs?.title ?? "");
    return words ? [{ type: "text", text: words }] : [];
  }
  const { marks, content, ...rest } = node;
  return [
    {
      ...rest,
      ...(marks && { marks: marks.filter(({ type }) => type !== "link") }),
      ...(content && { content: content.flatMap(plain) }),
    },
  ];
}
