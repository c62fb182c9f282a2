import { api } from "../api.ts";
import { errorMessage, errorStatus, mayPass } from "../rpc-errors.ts";
import { LaterError, RefusedError } from "./xhr.ts";
import { t } from "../../lib/messages/t.ts";

/**
 * Puts a file that has arrived into the gallery. Where the server refuses it, it has removed the file too.
 * @throws LaterError, RefusedError
 */
export async function addToGallery(fileId: string): Promise<void> {
  try {
    await api.gallery.add.call({ fileId, isUpload: true });
  } catch (error) {
    const status = errorStatus(error);
    const message = errorMessage(error, t("can't reach the server"));
    const words = t("Failed to upload image: {message}", { message });
    // A fault of the server's own: the same again would meet it again, until somebody has looked.
    if (mayPass(error) && status !== 500) throw new LaterError(words);
    throw new RefusedError(status ?? 0, words);
  }
}
