import { toast } from "../../ui/toast-store.ts";
import { api, invalidate } from "../api.ts";
import { currentDevice } from "../sync/device-sync.ts";
import { errorCode, errorMessage, errorStatus, mayPass } from "../rpc-errors.ts";
import type { KeptUpload } from "./upload-store.ts";
import { LaterError, RefusedError } from "./xhr.ts";
import { t } from "../../lib/messages/t.ts";

type Arrived = Pick<KeptUpload, "id" | "name" | "into" | "projectId">;

/** Puts a file that has arrived where it was meant to go. @throws LaterError, RefusedError, what the signal was given up with */
export async function putUpload({ id, name, into, projectId }: Arrived, signal: AbortSignal): Promise<void> {
  try {
    if (into === "gallery") await addToGallery(id, signal);
    else if (projectId) await addToProject(id, name, projectId, signal);
  } catch (error) {
    if (error instanceof LaterError) throw error;
    const message = errorMessage(error, t("can't reach the server"));
    const words =
      into === "gallery"
        ? t("Failed to upload image: {message}", { message })
        : t("Couldn't put the file into the project: {message}", { message });
    const status = errorStatus(error);
    // A fault of the server's own: the same again would meet it again, until somebody has looked.
    if (mayPass(error) && status !== 500) throw new LaterError(words);
    throw new RefusedError(status ?? 0, words);
  }
  signal.throwIfAborted();
}

/** Where the server refuses it, it has removed the file too. One that was given up meanwhile goes into the trash. */
async function addToGallery(fileId: string, signal: AbortSignal): Promise<void> {
  const picture = await api.gallery.add.call({ fileId, isUpload: true });
  if (signal.aborted) await api.gallery.remove.call({ pictureIds: [picture.id] });
}

/** While its creation waits on this device, the server can't know of the project. */
const isStillToBeMade = (projectId: string): boolean =>
  (currentDevice()?.outbox.calls() ?? []).some(
    ({ path, input }) => path.join(".") === "projects.create" && (input as { id?: string }).id === projectId,
  );

/** Of a project that is gone meanwhile, or no longer shared for editing, the file stays: it is among all files. */
async function addToProject(
  fileId: string,
  name: string,
  projectId: string,
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted) return void (await api.files.remove.call({ fileId }));
  // Asked before, as well: it may go out between the answer and the look.
  const waited = isStillToBeMade(projectId);
  try {
    await api.projects.addFiles.call({ projectId, fileIds: [fileId] });
  } catch (error) {
    const code = errorCode(error);
    if (code !== "NOT_FOUND" && code !== "CONFLICT") throw error;
    if (waited || isStillToBeMade(projectId)) throw new LaterError(t("Waiting for the server"));
    toast.info(
      code === "CONFLICT"
        ? t("{name} is in Files. You can only view its project now.", { name })
        : t("{name} is in Files. Its project was deleted, or is no longer shared with you.", { name }),
    );
  }
  invalidate(api.projects.key());
}
