import { chooseFiles } from "../../lib/choose-files.ts";
import { Extension, type Editor, type MappablePosition } from "@tiptap/core";
import { Plugin, PluginKey, type EditorState } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import { newId } from "../../platform/ids.ts";
import { toast } from "../../ui/toast-store.ts";
import { ACCEPTED_IMAGES, isImage, refuseImage } from "./image-rules.ts";
import { placeholder, type UploadShown } from "./image-placeholder.ts";
import { keepPlace } from "../input/kept-place.ts";
import { isOnlyAnImage } from "../paste/pasted-images.ts";
import { t } from "../../lib/messages/t.ts";

type Upload = UploadShown & { id: string; position: MappablePosition };
type Change = { add: Upload } | { show: { id: string } & Partial<UploadShown> } | { remove: string };

declare module "@tiptap/core" {
  interface Storage {
    imageUploads: { noteId: string };
  }
}

const key = new PluginKey<Upload[]>("imageUploads");

/** Images given by button, paste or drop: a placeholder that only this page sees, until the file is on the server. */
export const ImageUploads = Extension.create<{ noteId: string }, { noteId: string }>({
  name: "imageUploads",
  addOptions: () => ({ noteId: "" }),
  addStorage() {
    return { noteId: this.options.noteId };
  },
  addProseMirrorPlugins() {
    const { editor } = this;
    return [
      new Plugin<Upload[]>({
        key,
        state: {
          init: () => [],
          apply: (transaction, uploads) => {
            const moved = transaction.docChanged
              ? uploads.map((upload) => ({
                  ...upload,
                  position: editor.utils.getUpdatedPosition(upload.position, transaction).position,
                }))
              : uploads;
            const change = transaction.getMeta(key) as Change | undefined;
            return change ? applyChange(moved, change) : moved;
          },
        },
        props: {
          decorations: (state) => placeholders(state),
          handlePaste: (view, event) => {
            // Copied cells and web pages come with a picture of themselves; their text is what is meant, unless there is none.
            const html = event.clipboardData?.getData("text/html") ?? "";
            if (html !== "" && !isOnlyAnImage(html)) return false;
            return takeFiles(editor, event.clipboardData?.files, view.state.selection.from);
          },
          handleDrop: (view, event, _slice, isMoved) => {
            if (isMoved) return false;
            const at =
              view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos ?? view.state.selection.from;
            const isTaken = takeFiles(editor, event.dataTransfer?.files, at);
            if (isTaken) event.preventDefault();
            return isTaken;
          },
        },
      }),
    ];
  },
});

function applyChange(uploads: Upload[], change: Change): Upload[] {
  if ("add" in change) return [...uploads, change.add];
  if ("remove" in change) return uploads.filter((upload) => upload.id !== change.remove);
  return uploads.map((upload) => (upload.id === change.show.id ? { ...upload, ...change.show } : upload));
}

function placeholders(state: EditorState): DecorationSet {
  const uploads = key.getState(state) ?? [];
  if (uploads.length === 0) return DecorationSet.empty;
  return DecorationSet.create(
    state.doc,
    uploads.map(({ id, position, ...upload }) =>
      Decoration.widget(Math.min(position.position, state.doc.content.size), () => placeholder(upload), {
        key: `${id}:${upload.part}:${upload.failed?.words ?? ""}`,
        side: -1,
        stopEvent: () => upload.failed !== null,
      }),
    ),
  );
}

function takeFiles(editor: Editor, files: FileList | undefined, at: number): boolean {
  const given = [...(files ?? [])];
  if (given.length === 0 || !editor.isEditable) return false;
  const others = given.filter((file) => !isImage(file));
  for (const image of given.filter(isImage)) void insertImage(editor, image, at);
  if (others.length > 0) void insertFiles(editor, others, at);
  return true;
}

const missing = () => toast.error(t("Failed to load page. Please refresh to try again."));

/** Everything but images becomes a block; the code for that comes with the first one. */
async function insertFiles(editor: Editor, files: File[], at: number): Promise<void> {
  const place = keepPlace(editor, at, -1);
  await import("./file-uploads.ts").then(
    (module) => module.insertFiles(editor, files, place.release()),
    () => {
      place.release();
      missing();
    },
  );
}

/** Asks for files or videos of this device and puts them where the caret is. */
export function pickFiles(editor: Editor, accept: string): void {
  void chooseFiles(accept, { isMultiple: true }).then((files) => {
    if (files.length === 0) return;
    editor.view.focus();
    void insertFiles(editor, files, editor.state.selection.from);
  });
}

/** Asks for images of this device and puts them where the caret is. */
export function pickImages(editor: Editor): void {
  void chooseFiles(ACCEPTED_IMAGES, { isMultiple: true }).then((images) => {
    for (const image of images) void insertImage(editor, image, editor.state.selection.from);
  });
}

/** Uploads an image and puts it where it was given, wherever that place has moved to meanwhile. */
export async function insertImage(editor: Editor, file: File, at: number): Promise<void> {
  const refusal = refuseImage(file);
  if (refusal) return toast.error(refusal);
  const id = newId();
  tell(editor, {
    add: {
      id,
      name: file.name || "image",
      part: 0,
      failed: null,
      position: editor.utils.createMappablePosition(at),
    },
  });
  await send(editor, file, id);
}

function tell(editor: Editor, change: Change): void {
  if (!editor.isDestroyed)
    editor.view.dispatch(editor.state.tr.setMeta(key, change).setMeta("addToHistory", false));
}

/** Sends the image of a placeholder, which shows how far it has come, or that it failed. */
async function send(editor: Editor, file: File, id: string): Promise<void> {
  const uploadOf = () => key.getState(editor.state)?.find((upload) => upload.id === id);
  const remove = () => {
    const size = editor.state.doc.content.size;
    const place = Math.min(uploadOf()?.position.position ?? size, size);
    tell(editor, { remove: id });
    return place;
  };
  // By its placeholder or by the message, whichever comes first.
  const retry = () => {
    if (editor.isDestroyed || !uploadOf()?.failed) return;
    tell(editor, { show: { id, part: 0, failed: null } });
    void send(editor, file, id);
  };
  await import("./image-sending.ts").then(
    ({ sendImageInto }) =>
      sendImageInto(editor, file, {
        progress: (part) => tell(editor, { show: { id, part } }),
        remove,
        fail: (words) => {
          if (editor.isDestroyed) return toast.error(words);
          tell(editor, { show: { id, failed: { words, retry, cancel: remove } } });
          toast.failed(words, retry);
        },
      }),
    () => {
      remove();
      missing();
    },
  );
}
