import { api, persistQueries, queryClient } from "../../platform/api.ts";
import type { Folder } from "#contract/folders.ts";
import type { AiAccess } from "#contract/shared/ai-access.ts";
import { newId } from "../../platform/ids.ts";
import { errorCode, errorMessage } from "../../platform/rpc-errors.ts";
import { send } from "../../platform/send.ts";
import { toast } from "../../ui/toast-store.ts";
import { settle, tellFailed } from "../failed-changes.ts";
import { undoable } from "../undo.ts";
import { t } from "../../lib/messages/t.ts";

/** What moved one level up with a deletion, to go back with its undoing. */
type Moved = { notes: string[]; folders: string[] };

const listKey = api.folders.list.queryKey({ input: {} });

function mapFolders(change: (folders: Folder[]) => Folder[]): () => void {
  const before = queryClient.getQueryData(listKey);
  queryClient.setQueryData(listKey, (data) => data && { folders: change(data.folders) });
  persistQueries(listKey);
  return () => {
    queryClient.setQueryData(listKey, before);
    persistQueries(listKey);
  };
}

function refresh(): void {
  void queryClient.invalidateQueries({ queryKey: api.folders.key() });
  void queryClient.invalidateQueries({ queryKey: api.notes.key() });
}

/** Runs a change that already shows; on refusal takes it back. */
async function attempt(takeBack: () => void, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
    refresh();
  } catch (error) {
    takeBack();
    throw error;
  }
}

/** The same, and says what was refused, in a toast and on the folder's row. A conflict says what is in the way. */
async function attemptAloud(
  folderId: string,
  failure: string,
  takeBack: () => void,
  work: () => Promise<unknown>,
  retry: () => unknown,
): Promise<boolean> {
  try {
    await attempt(takeBack, work);
    settle(folderId);
    return true;
  } catch (error) {
    const words = errorCode(error) === "CONFLICT" ? errorMessage(error, failure) : failure;
    tellFailed(folderId, words, retry);
    return false;
  }
}

export async function createFolder(
  name: string,
  parentId: string | null,
  id = newId(),
): Promise<string | null> {
  const now = new Date().toISOString();
  const input = { id, name, parentId };
  const undo = mapFolders((folders) => [
    { ...input, aiAccess: "any", noteCount: 0, createdAt: now, updatedAt: now },
    ...folders,
  ]);
  const isDone = await attemptAloud(
    id,
    t("Failed to create folder"),
    undo,
    () => send(["folders", "create"], input, () => api.folders.create.call(input)),
    () => createFolder(name, parentId, id),
  );
  if (isDone) toast.success(t("Folder created successfully"));
  return isDone ? input.id : null;
}

type FolderChange = { name?: string; parentId?: string | null; aiAccess?: AiAccess };

const showChange = (folderId: string, change: FolderChange) =>
  mapFolders((folders) =>
    folders.map((folder) => (folder.id === folderId ? { ...folder, ...change } : folder)),
  );

/** Renames or moves a folder, or says which models may read it; `words` tell what is so now. */
export async function updateFolder(
  folder: Folder,
  change: FolderChange,
  words = t("Folder updated successfully"),
): Promise<void> {
  const input = { folderId: folder.id, ...change };
  const again = () => updateFolder(folder, change, words);
  const isDone = await attemptAloud(
    folder.id,
    t("Failed to update folder"),
    showChange(folder.id, change),
    () => send(["folders", "update"], input, () => api.folders.update.call(input)),
    again,
  );
  if (!isDone) return;
  const back: FolderChange = {
    ...(change.name !== undefined && { name: folder.name }),
    ...(change.parentId !== undefined && { parentId: folder.parentId }),
    ...(change.aiAccess !== undefined && { aiAccess: folder.aiAccess }),
  };
  const undone = { folderId: folder.id, ...back, onlyIf: change };
  const undo = () =>
    attempt(showChange(folder.id, back), () =>
      send(["folders", "update"], undone, () => api.folders.update.call(undone)),
    ).catch((error: unknown) => {
      refresh();
      throw error;
    });
  const name =
    change.name === undefined
      ? t("{folder}: {what}", { folder: folder.name, what: words })
      : t("Renamed the folder {name}", { name: change.name });
  undoable(words, undo, { name, redo: again });
}

/** The words for a folder or a note that moved. */
export const movedWords = (into: string | null): string =>
  into === null ? t("Moved to the top level") : t("Moved to {name}", { name: into });

/** Deletes a folder; its notes and folders move one level up or go to the trash with it. */
export async function removeFolder(folder: Folder, notes: "moveUp" | "trash"): Promise<boolean> {
  const input = { folderId: folder.id, notes };
  const undo = mapFolders((folders) =>
    folders
      .filter((other) => other.id !== folder.id)
      .map((other) => (other.parentId === folder.id ? { ...other, parentId: folder.parentId } : other)),
  );
  let moved: Moved | undefined;
  const isDone = await attemptAloud(
    folder.id,
    t("Failed to delete folder"),
    undo,
    async () => {
      const result = await send(["folders", "remove"], input, () => api.folders.remove.call(input));
      if (result.how === "sent") moved = result.answer.moved;
    },
    () => removeFolder(folder, notes),
  );
  if (isDone)
    undoable(t("Folder deleted successfully"), () => restoreFolder(folder.id, moved), {
      name: t("Deleted the folder {name}", { name: folder.name }),
    });
  return isDone;
}

function restoreFolder(folderId: string, moved: Moved | undefined): Promise<void> {
  const input = { folderId, moved };
  return attempt(
    () => undefined,
    async () => void (await send(["folders", "restore"], input, () => api.folders.restore.call(input))),
  );
}
