import type { FileEntry } from "#contract/files.ts";
import { LaterError, NO_SESSION, RefusedError, sendRequest } from "./xhr.ts";
import { t } from "../../lib/messages/t.ts";

/** Sent under an id of our own, an image may be sent again when nothing was heard of the first time. */
type Image = { id?: string; noteId?: string | undefined; name: string; type: string; file: Blob };

/**
 * Sends an image whole; `onSent` hears of the bytes. The error's message is fit to be shown.
 * @throws LaterError, RefusedError
 */
export async function sendImage(
  image: Image,
  onSent: (bytes: number) => void,
  signal?: AbortSignal,
): Promise<FileEntry> {
  const { id, noteId, name, type, file } = image;
  const query = new URLSearchParams({
    name: name || "image",
    ...(id ? { id } : {}),
    ...(noteId ? { noteId } : {}),
  });
  try {
    const { body } = await sendRequest({
      method: "POST",
      url: `/api/files/upload?${query}`,
      headers: { "content-type": type || "application/octet-stream" },
      body: file,
      onSent,
      ...(signal ? { signal } : {}),
    });
    return body as FileEntry;
  } catch (error) {
    // The note is only on this device yet, or not shared any more: then the image is one's own.
    if (error instanceof RefusedError && error.status === 404 && noteId)
      return sendImage({ ...image, noteId: undefined }, onSent, signal);
    if (error instanceof RefusedError) throw new RefusedError(error.status, failureWords(error.message));
    if (error instanceof LaterError) throw new LaterError(laterWords(error.message));
    throw error;
  }
}

const TOO_LARGE = /^File size must be less than/;

/** The size is the specification's sentence by itself; whatever else is wrong is its reason. */
const failureWords = (message: string) =>
  TOO_LARGE.test(message) ? message : t("Failed to upload image: {message}", { message });
const laterWords = (message: string) =>
  message === NO_SESSION ? message : t("Failed to upload image: {message}", { message });
