import type { Editor } from "@tiptap/core";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import { absolutePositionToRelativePosition, ySyncPluginKey } from "@tiptap/y-tiptap";
import { encodeRelativePosition, type XmlFragment } from "yjs";
import { toast } from "../../ui/toast-store.ts";
import { draftKey } from "./comment-key.ts";
import { type CommentAnchor, useComments } from "./comment-store.ts";

const QUOTE_LENGTH = 300;

type YSyncState = {
  type: XmlFragment;
  binding: { mapping: Parameters<typeof absolutePositionToRelativePosition>[2] };
};

/** Asks for a comment on the selected text; says so when there is none. */
export function beginComment(editor: Editor): void {
  const { doc, selection } = editor.state;
  const { from, to } = selection;
  const quote = doc.textBetween(from, to, " ", " ").trim();
  if (!useComments.getState().mayComment) {
    toast.info("You can read this note, but not comment on it");
    return;
  }
  if (quote === "") {
    toast.info("Select the text you want to comment on first");
    return;
  }
  if (!canCarry(editor, from, to)) {
    toast.info("Code cannot be commented on. Select text beside it.");
    return;
  }
  draw(editor, from, to);
  useComments.setState({
    isOpen: true,
    active: null,
    draft: {
      editor,
      quote: quote.slice(0, QUOTE_LENGTH),
      drop: () => dropDraft(editor),
      mark: (thread) => markDraft(editor, thread),
      takeBack: (thread) => takeBack(editor, thread),
    },
  });
}

/** Whether any text of the range may have the mark. */
function canCarry({ state, schema }: Editor, from: number, to: number): boolean {
  let can = false;
  state.doc.nodesBetween(from, to, (node) => {
    if (node.isTextblock && node.type.allowsMarkType(schema.marks["comment"]!)) can = true;
    return !can;
  });
  return can;
}

const draw = (editor: Editor, from: number, to: number): void =>
  editor.view.dispatch(
    editor.state.tr
      .setMeta(
        draftKey,
        DecorationSet.create(editor.state.doc, [Decoration.inline(from, to, { class: "comment-draft" })]),
      )
      .setMeta("addToHistory", false),
  );

function dropDraft(editor: Editor): void {
  useComments.setState({ draft: null });
  if (!editor.isDestroyed)
    editor.view.dispatch(
      editor.state.tr.setMeta(draftKey, DecorationSet.empty).setMeta("addToHistory", false),
    );
}

function markDraft(editor: Editor, thread: string): { anchor?: CommentAnchor } | null {
  const [range] = draftKey.getState(editor.state)?.find() ?? [];
  if (!range || range.from >= range.to) return null;
  if (!editor.isEditable) return { anchor: anchorOf(editor, range) };
  const { tr, schema } = editor.state;
  tr.addMark(range.from, range.to, schema.marks["comment"]!.create({ thread }));
  if (!tr.docChanged) return null;
  editor.view.dispatch(tr.setMeta(draftKey, DecorationSet.empty));
  return {};
}

function anchorOf({ state }: Editor, { from, to }: { from: number; to: number }): CommentAnchor {
  const { type, binding } = ySyncPluginKey.getState(state) as YSyncState;
  const place = (pos: number) => {
    const bytes = encodeRelativePosition(absolutePositionToRelativePosition(pos, type, binding.mapping));
    return btoa(String.fromCharCode(...bytes));
  };
  return { from: place(from), to: place(to) };
}

function takeBack(editor: Editor, thread: string): void {
  if (editor.isDestroyed) return;
  const { tr, doc } = editor.state;
  let [from, to] = [Infinity, -1];
  doc.descendants((node, pos) => {
    const mark = node.marks.find(({ type, attrs }) => type.name === "comment" && attrs["thread"] === thread);
    if (!mark) return;
    [from, to] = [Math.min(from, pos), Math.max(to, pos + node.nodeSize)];
    tr.removeMark(pos, pos + node.nodeSize, mark);
  });
  if (to < 0) return;
  editor.view.dispatch(tr);
  draw(editor, from, to);
}
