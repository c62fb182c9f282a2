import type { FileEntry } from "#contract/files.ts";
import { sendImage } from "../../platform/uploads/send-image.ts";

/** Sends an image; `onProgress` hears how much is there, from 0 to 1. The error's message is fit to be shown. */
export const uploadImage = (
  file: File,
  onProgress: (part: number) => void,
  noteId?: string,
): Promise<FileEntry> =>
  sendImage({ name: file.name, type: file.type, file, noteId }, (bytes) =>
    onProgress(bytes / Math.max(1, file.size)),
  );
