import type { Editor } from "@tiptap/core";
import { absolutePositionToRelativePosition, ySyncPluginKey } from "@tiptap/y-tiptap";
import { encodeRelativePosition, type XmlFragment } from "yjs";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { openPanel } from "../../kernel/workspace/slot.ts";
import { toast } from "../../ui/toast-store.ts";
import { type DraftRange, draftKey } from "./comment-key.ts";
import { type CommentAnchor, useComments } from "./comment-store.ts";
import { t } from "../../lib/messages/t.ts";

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
  const { mayComment } = useComments.getState();
  if (!(mayComment ?? editor.isEditable)) {
    if (mayComment === null) return beginWhenKnown(editor);
    toast.info(t("You can view this note, but not comment on it"));
    return;
  }
  if (quote === "") {
    toast.info(t("First select the text to comment on"));
    return;
  }
  if (!canCarry(editor, from, to)) {
    toast.info(t("Comments don't work on code yet."));
    return;
  }
  draw(editor, from, to);
  const threadId = uuidV7();
  useComments.setState({
    active: null,
    draft: {
      editor,
      threadId,
      commentId: uuidV7(),
      quote: quote.slice(0, QUOTE_LENGTH),
      drop: () => dropDraft(editor),
      mark: () => markDraft(editor, threadId),
      takeBack: () => takeBack(editor, threadId),
    },
  });
  openPanel("comments");
}

/** A quick reader is faster than the part of the page that knows whether they may; whoever writes may in any case. */
function beginWhenKnown(editor: Editor): void {
  const stop = useComments.subscribe(({ mayComment }) => {
    if (mayComment === null) return;
    stop();
    if (!editor.isDestroyed) beginComment(editor);
  });
  editor.on("destroy", stop);
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
      .setMeta(draftKey, {
        from: editor.utils.createMappablePosition(from),
        to: editor.utils.createMappablePosition(to),
      } satisfies DraftRange)
      .setMeta("addToHistory", false),
  );

function dropDraft(editor: Editor): void {
  useComments.setState({ draft: null });
  if (!editor.isDestroyed)
    editor.view.dispatch(editor.state.tr.setMeta(draftKey, null).setMeta("addToHistory", false));
}

function markDraft(editor: Editor, thread: string): { anchor?: CommentAnchor } | null {
  const draft = draftKey.getState(editor.state);
  const range = draft && { from: draft.from.position, to: draft.to.position };
  if (!range || range.from >= range.to) return null;
  if (!editor.isEditable) return { anchor: anchorOf(editor, range) };
  const { tr, schema } = editor.state;
  tr.addMark(range.from, range.to, schema.marks["comment"]!.create({ thread }));
  if (!tr.docChanged) return null;
  editor.view.dispatch(tr.setMeta(draftKey, null));
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
