import type { FileEntry } from "#contract/files.ts";
import { LaterError, RefusedError, sendRequest } from "./xhr.ts";

/** Sent under an id of our own, an image may be sent again when nothing was heard of the first time. */
type Image = { id?: string; name: string; type: string; file: Blob };

/**
 * Sends an image whole; `onSent` hears of the bytes. The error's message is fit to be shown.
 * @throws LaterError, RefusedError
 */
export async function sendImage(
  { id, name, type, file }: Image,
  onSent: (bytes: number) => void,
  signal?: AbortSignal,
): Promise<FileEntry> {
  const query = new URLSearchParams({ name: name || "image", ...(id ? { id } : {}) });
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
    if (error instanceof RefusedError) throw new RefusedError(error.status, failureWords(error.message));
    if (error instanceof LaterError) throw new LaterError(laterWords(error.message));
    throw error;
  }
}

const TOO_LARGE = /^File size must be less than/;

/** The size is the specification's sentence by itself; whatever else is wrong is its reason. */
const failureWords = (message: string) =>
  TOO_LARGE.test(message) ? message : `Failed to upload image: ${message}`;
const laterWords = (message: string) =>
  message.startsWith("No active session") ? message : `Failed to upload image: ${message}`;
