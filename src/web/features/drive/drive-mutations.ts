import type { DriveFormat, DriveItem, DriveSource } from "#contract/drive.ts";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";
import { api } from "../../platform/api.ts";
import { toast } from "../../ui/toast-store.ts";
import { attempt, refreshDrive } from "./attempt.ts";
import { SOURCE_WORDS } from "./source-words.ts";

/** Where files are chosen; those of the folder on the server come by themselves. */
export type ChosenSource = Exclude<DriveSource, "folder">;

/** Leaves the app for Google's page, which sends the browser back here. */
export async function connectDrive(): Promise<void> {
  const begun = await attempt(() => api.drive.connect.call({}), t("Couldn't begin to connect. Try again."));
  if (begun) location.assign(begun.url);
}

export async function disconnectDrive(): Promise<boolean> {
  const done = await attempt(() => api.drive.disconnect.call({}), t("Couldn't disconnect. Try again."));
  if (done?.isRevoked) toast.success(t("Google Drive disconnected"));
  else if (done)
    toast.info(
      t("Disconnected here, but Google couldn't be told. Remove Cairn in your Google account, too."),
    );
  return done !== null;
}

export async function importFiles(
  source: ChosenSource,
  ids: string[],
  folderId: string | null,
): Promise<boolean> {
  const begun = await attempt(
    () => api.drive.import.call({ source, ids, folderId }),
    t("Couldn't import the files. Try again."),
  );
  if (begun)
    toast.info(
      plural(begun.items.length, { one: "Importing {count} file...", other: "Importing {count} files..." }),
    );
  return begun !== null;
}

/** Saves a note in the background: as a Google Doc, or as Markdown elsewhere. */
export async function exportNote(noteId: string, source: DriveSource): Promise<void> {
  const begun = await attempt(
    () => api.drive.export.call({ noteIds: [noteId], format: "document", source }),
    SOURCE_WORDS[source].exportFailed,
  );
  if (begun) toast.info(SOURCE_WORDS[source].exporting);
}

/** As many as one call takes, and as one press may begin. */
const AT_ONCE = 50;
const MOST = 500;

/** All notes of a folder, without those of folders in it. */
export async function exportFolder(
  folderId: string,
  { format, source }: { format: DriveFormat; source: DriveSource },
): Promise<void> {
  const words = SOURCE_WORDS[source].exportFailed;
  const begun = await attempt(async () => {
    const { notes, nextCursor } = await api.notes.list.call({ folderId, limit: MOST });
    const own = notes.filter(({ isForeign }) => !isForeign).map(({ id }) => id);
    for (let at = 0; at < own.length; at += AT_ONCE)
      await api.drive.export.call({ noteIds: own.slice(at, at + AT_ONCE), format, source });
    return { count: own.length, isAll: !nextCursor };
  }, words);
  if (!begun) return;
  if (begun.count === 0) toast.info(t("There are no notes in this folder."));
  else if (begun.isAll)
    toast.info(
      plural(begun.count, { one: "Exporting {count} note...", other: "Exporting {count} notes..." }),
    );
  else toast.info(t("Exporting the {count} notes that were changed last...", { count: begun.count }));
}

/** @returns what to review, where something changed */
export async function checkItem({ id, name, source }: DriveItem): Promise<string | null> {
  const checked = await attempt(
    () => api.drive.check.call({ itemId: id }),
    t("Couldn't look for changes. Try again."),
  );
  if (!checked) return null;
  if (checked.isGone) toast.info(SOURCE_WORDS[source].goneNote({ name }));
  else if (checked.changesetId === null) toast.success(t("“{name}” is up to date", { name }));
  return checked.changesetId;
}

/** What came of files that were imported from this page goes into the trash. */
export async function undoImports(items: readonly DriveItem[]): Promise<void> {
  try {
    for (const { id } of items) await api.drive.undo.call({ itemId: id });
  } finally {
    refreshDrive();
  }
}

/** What came of one file goes into the trash. */
export async function undoOneImport({ id, name }: DriveItem): Promise<void> {
  const undone = await attempt(() => api.drive.undo.call({ itemId: id }), t("Couldn't undo the import."));
  if (undone) toast.success(t("“{name}” is in the trash", { name }));
}

export const retryItem = ({ id }: DriveItem): Promise<unknown> =>
  attempt(() => api.drive.retry.call({ itemId: id }), t("Couldn't try again."));

export const exportAgain = ({ noteId, format, source }: DriveItem): Promise<unknown> =>
  attempt(
    () => api.drive.export.call({ noteIds: [noteId!], format: format ?? "document", source }),
    SOURCE_WORDS[source].exportFailed,
  );

export const forgetItem = ({ id }: DriveItem): Promise<unknown> =>
  attempt(() => api.drive.forget.call({ itemId: id }), t("Couldn't remove it from the list."));
