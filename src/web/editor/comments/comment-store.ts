import type { Editor } from "@tiptap/core";
import { create } from "zustand";

/** The text of an editor that somebody is about to comment on. */
type CommentDraft = {
  editor: Editor;
  quote: string;
  /** Gives it to a thread; false when all of it was deleted meanwhile. */
  mark: (thread: string) => boolean;
  /** The thread was refused: the text is as it was before, about to be commented on. */
  takeBack: (thread: string) => void;
  drop: () => void;
};

type Comments = {
  /** Whether the threads of the open note stand beside it. */
  isOpen: boolean;
  /** The thread that is looked at. */
  active: string | null;
  /** Of the open note: those whose text is marked on the screen; null until they are known. */
  open: ReadonlySet<string> | null;
  draft: CommentDraft | null;
};

const NONE: Comments = { isOpen: false, active: null, open: null, draft: null };

export const useComments = create<Comments>(() => NONE);

export const toggleComments = (): void =>
  useComments.setState(({ isOpen }) =>
    isOpen ? { isOpen: false, active: null, draft: null } : { isOpen: true },
  );

/** Comments belong to the note they were opened for; whether they stand beside the next one stays as it is. */
export const leaveComments = (): void => useComments.setState(({ isOpen }) => ({ ...NONE, isOpen }));
