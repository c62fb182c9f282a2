import type { Editor } from "@tiptap/core";
import { create } from "zustand";
import type { TextOrigin } from "#document/marks/origin.ts";
import type { Note } from "#contract/notes.ts";
import type { Progress, Review } from "../../editor/assist/review.ts";

/** What somebody has asked for, as far as it has come. */
export type Run = {
  editor: Editor;
  noteId: string;
  title: string;
  /** Where it is about, in the text as it is by now. */
  place: () => { from: number; to: number };
  phase:
    | { kind: "question"; ask: (words: string) => void }
    | { kind: "asking" }
    | { kind: "failed"; words: string; retry: (() => void) | null }
    | { kind: "review"; progress: Progress; review: Review }
    /** `origin`: which model wrote it; absent where none did. */
    | { kind: "answer"; words: string; origin?: TextOrigin }
    | { kind: "notes"; notes: { note: Note; snippet: string }[] };
  /** Takes back whatever is under way. */
  close: () => void;
};

/** One at a time: another one takes its place. */
export const useAssistant = create<{ run: Run | null }>(() => ({ run: null }));

export const closeAssistant = (): void => useAssistant.getState().run?.close();
