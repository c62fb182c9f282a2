import type { DriveItem } from "#contract/drive.ts";
import { t } from "../../lib/messages/t.ts";
import { api } from "../../platform/api.ts";
import { toast } from "../../ui/toast-store.ts";
import { attempt } from "./attempt.ts";

/** Makes the folder, or changes where its notes go. */
export const connectFolder = (folderId: string | null): Promise<unknown> =>
  attempt(() => api.drive.connectFolder.call({ folderId }), t("Couldn't connect the folder. Try again."));

export const disconnectFolder = async (): Promise<boolean> =>
  (await attempt(() => api.drive.disconnectFolder.call(undefined), t("Couldn't disconnect. Try again."))) !==
  null;

/** What came of one file goes into the trash; it doesn't come again. */
export async function undoImport({ id, name }: DriveItem): Promise<void> {
  const undone = await attempt(() => api.drive.undo.call({ itemId: id }), t("Couldn't undo the import."));
  if (undone) toast.success(t("“{name}” is in the trash", { name }));
}

/** Saves a note as Markdown in the folder, in the background. */
export async function exportToFolder(noteId: string): Promise<void> {
  const begun = await attempt(
    () => api.drive.export.call({ noteIds: [noteId], source: "folder" }),
    t("Couldn't export to the folder. Try again."),
  );
  if (begun) toast.info(t("Exporting to the folder on the server..."));
}
