import type { Editor } from "@tiptap/core";
import { create } from "zustand";
import type { Note } from "#contract/notes.ts";

/** The note that the page shows, as it is told to what stands beside it. A note in a floating window is none. */
export type PageNote = {
  noteId: string;
  /** Undefined until it has come, and for one that is not written yet. */
  note: Note | undefined;
  /** The text on the screen; null until its code has come. */
  editor: Editor | null;
};

/** Null on pages without a note. */
export const usePageNote = create<{ page: PageNote | null }>(() => ({ page: null }));

/** @returns What takes it back, unless another page has told its own meanwhile. */
export function showPageNote(page: PageNote): () => void {
  usePageNote.setState({ page });
  return () => usePageNote.setState((now) => (now.page === page ? { page: null } : {}));
}
