import type { Editor } from "@tiptap/core";
import { LaterError, NO_SESSION } from "../../platform/uploads/xhr.ts";
import { toast } from "../../ui/toast-store.ts";
import { noteOf } from "../session/note-of.ts";
import { uploadImage } from "./upload-image.ts";
import { t } from "../../lib/messages/t.ts";

/** What stands in the text until the image does. */
export type Placeholder = {
  progress: (part: number) => void;
  /** Says why there is no image yet, and offers to try again. */
  fail: (words: string) => void;
  /** Takes it away, and tells where it stood. */
  remove: () => number;
};

/** Sends an image and puts it in the place of its placeholder. */
export async function sendImageInto(editor: Editor, file: File, placeholder: Placeholder): Promise<void> {
  const insert = (attrs: { src: string; width?: number | null; height?: number | null }) => {
    const at = placeholder.remove();
    const image = { type: "image", attrs: { alt: file.name.replace(/\.\w+$/, ""), ...attrs } };
    // Who has gone on writing elsewhere keeps the caret there.
    return editor.commands.insertContentAt(at, image, {
      updateSelection: editor.state.selection.from === at,
    });
  };
  let shown = 0;
  try {
    const { url, width, height } = await uploadImage(
      file,
      (part) => {
        const step = Math.floor(part * 20) / 20;
        if (step > shown) placeholder.progress((shown = step));
      },
      noteOf(editor),
    );
    if (editor.isDestroyed) return;
    insert({ src: url, width, height });
    toast.success(t("Image uploaded successfully!"));
  } catch (error) {
    if (error instanceof LaterError && (await keepForLater(editor, file, (src) => insert({ src })))) {
      // It is sent as soon as there is a session: what one can do about that is said.
      if (error.message === NO_SESSION) toast.error(NO_SESSION);
      else toast.info(t("The image is kept on this device and uploads when you're back online."));
      return;
    }
    placeholder.fail(error instanceof Error ? error.message : t("Failed to upload image"));
  }
}

/** Without the server the image stands in the text all the same, and is sent when there is one. */
async function keepForLater(editor: Editor, file: File, insert: (src: string) => void): Promise<boolean> {
  if (editor.isDestroyed) return false;
  try {
    const { queueUpload } = await import("../../platform/uploads/uploads.ts");
    const { url } = await queueUpload(file, "image", { noteId: noteOf(editor) });
    insert(url);
    return true;
  } catch {
    return false;
  }
}
