import type { Editor } from "@tiptap/core";
import { isId } from "../../platform/ids.ts";

/** The note whose text an editor shows; none for a text that is no note's. */
export const noteOf = (editor: Editor): string | undefined => {
  const { noteId } = editor.storage.imageUploads;
  return isId(noteId) ? noteId : undefined;
};
