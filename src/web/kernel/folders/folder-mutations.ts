import { api, persistQueries, queryClient } from "../../platform/api.ts";
import type { Folder } from "#contract/folders.ts";
import { newId } from "../../platform/ids.ts";
import { errorCode, errorMessage } from "../../platform/rpc-errors.ts";
import { send } from "../../platform/send.ts";
import { toast } from "../../ui/toast-store.ts";
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

/** Runs a change that already shows; on refusal takes it back. A conflict says what is in the way. */
async function attempt(failure: string, undo: () => void, work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    refresh();
    return true;
  } catch (error) {
    undo();
    toast.error(errorCode(error) === "CONFLICT" ? errorMessage(error, failure) : failure);
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
    { ...input, noteCount: 0, createdAt: now, updatedAt: now },
    ...folders,
  ]);
  const isDone = await attempt(t("Failed to create folder"), undo, () =>
    send(["folders", "create"], input, () => api.folders.create.call(input)),
  );
  if (isDone) toast.success(t("Folder created successfully"));
  return isDone ? input.id : null;
}

export async function updateFolder(
  folderId: string,
  change: { name?: string; parentId?: string | null },
): Promise<void> {
  const input = { folderId, ...change };
  const undo = mapFolders((folders) =>
    folders.map((folder) => (folder.id === folderId ? { ...folder, ...change } : folder)),
  );
  const isDone = await attempt(t("Failed to update folder"), undo, () =>
    send(["folders", "update"], input, () => api.folders.update.call(input)),
  );
  if (isDone) toast.success(t("Folder updated successfully"));
}

/** Deletes a folder; its notes and folders move one level up or go to the trash with it. */
export async function removeFolder(folder: Folder, notes: "moveUp" | "trash"): Promise<boolean> {
  const input = { folderId: folder.id, notes };
  const undo = mapFolders((folders) =>
    folders
      .filter((other) => other.id !== folder.id)
      .map((other) => (other.parentId === folder.id ? { ...other, parentId: folder.parentId } : other)),
  );
  let moved: Moved | undefined;
  const isDone = await attempt(t("Failed to delete folder"), undo, async () => {
    const result = await send(["folders", "remove"], input, () => api.folders.remove.call(input));
    if (result.how === "sent") moved = result.answer.moved;
  });
  if (isDone) toast.undoable(t("Folder deleted successfully"), () => void restoreFolder(folder.id, moved));
  return isDone;
}

async function restoreFolder(folderId: string, moved: Moved | undefined): Promise<void> {
  const input = { folderId, moved };
  await attempt(
    t("Failed to restore folder"),
    () => undefined,
    () => send(["folders", "restore"], input, () => api.folders.restore.call(input)),
  );
}
