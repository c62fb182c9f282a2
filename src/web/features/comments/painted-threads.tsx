import type { Editor } from "@tiptap/core";
import { useEffect } from "react";
import { paintThreads } from "../../editor/comments/comment-places.ts";
import { leaveComments, useComments } from "../../editor/comments/comment-store.ts";
import { takeBackGivenUp } from "./comment-mutations.ts";
import { useThreads } from "./use-threads.ts";

type PaintedThreadsProps = { noteId: string; editor: Editor; isOwner: boolean; mayComment: boolean };

/** Marks in the text of the page what is commented on, whether the threads are looked at or not. */
export function PaintedThreads({ noteId, editor, isOwner, mayComment }: PaintedThreadsProps) {
  const active = useComments((state) => state.active);
  const { all, dataUpdatedAt, threads } = useThreads(noteId);
  // With every answer, also one that says the same again.
  useEffect(() => takeBackGivenUp(all ?? []), [all, dataUpdatedAt]);
  useEffect(() => useComments.setState({ mayComment, isOwner }), [mayComment, isOwner, noteId, editor]);
  useEffect(() => {
    if (!threads) return;
    const open = new Set(threads.filter(({ resolvedAt }) => resolvedAt === null).map(({ id }) => id));
    useComments.setState({ open });
    paintThreads(open, active);
  }, [threads, active]);
  useEffect(
    () => () => {
      const { draft } = useComments.getState();
      if (draft?.editor === editor) draft.drop();
      leaveComments();
      paintThreads(new Set(), null);
    },
    [noteId, editor],
  );
  return null;
}
