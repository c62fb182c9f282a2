import type { Editor } from "@tiptap/core";
import { create } from "zustand";

/** Where a text begins and ends: relative positions of Yjs, as base64. */
export type CommentAnchor = { from: string; to: string };

/** The text of an editor that somebody is about to comment on. */
type CommentDraft = {
  editor: Editor;
  /** What the thread and its first comment will be: sent again after an answer was lost, it makes no second thread. */
  threadId: string;
  commentId: string;
  quote: string;
  /** Gives it to the thread; null when all of it was deleted meanwhile. Who may not write has the server mark it, at the anchor. */
  mark: () => { anchor?: CommentAnchor } | null;
  /** The thread was refused: the text is as it was before, about to be commented on. */
  takeBack: () => void;
  drop: () => void;
};

type Comments = {
  /** The thread that is looked at. */
  active: string | null;
  /** Of the open note: those whose text is marked on the screen; null until they are known. */
  open: ReadonlySet<string> | null;
  draft: CommentDraft | null;
  /** Whether the person may comment on the open note, and settle what others began; null until the part that knows has come. */
  mayComment: boolean | null;
  isOwner: boolean;
};

const NONE: Comments = { active: null, open: null, draft: null, mayComment: null, isOwner: false };

export const useComments = create<Comments>(() => NONE);

/** Comments belong to the note they were opened for. */
export const leaveComments = (): void => useComments.setState(NONE);
