import { api } from "../api.ts";
import { errorMessage, errorStatus, mayPass } from "../rpc-errors.ts";
import { LaterError, RefusedError } from "./xhr.ts";
import { t } from "../../lib/messages/t.ts";

/**
 * Puts a file that has arrived into the gallery. Where the server refuses it, it has removed the file too. One that was
 * given up meanwhile goes into the trash.
 * @throws LaterError, RefusedError, what the signal was given up with
 */
export async function addToGallery(fileId: string, signal: AbortSignal): Promise<void> {
  try {
    const picture = await api.gallery.add.call({ fileId, isUpload: true });
    if (signal.aborted) await api.gallery.remove.call({ pictureIds: [picture.id] });
  } catch (error) {
    const status = errorStatus(error);
    const message = errorMessage(error, t("can't reach the server"));
    const words = t("Failed to upload image: {message}", { message });
    // A fault of the server's own: the same again would meet it again, until somebody has looked.
    if (mayPass(error) && status !== 500) throw new LaterError(words);
    throw new RefusedError(status ?? 0, words);
  }
  signal.throwIfAborted();
}
