import { folders } from "#contract/folders.ts";
import type { Changeable } from "../feature.ts";
import { createFolder, type FolderChange, removeFolder, restoreFolder, updateFolder } from "./folders.ts";

type Removal = { folderId: string; notes: "moveUp" | "trash" };
type Moved = Parameters<typeof restoreFolder>[3];

export const folderChanges: Changeable = {
  idName: "folderId",
  operations: folders,
  read: async (tx, id) => {
    const [row] = await tx.query<{ name: string; parent_folder_id: string | null; ai_access: string }>(
      `SELECT name, parent_folder_id, ai_access FROM folders
        WHERE id = $1 AND user_id = $2 AND trashed_at IS NULL FOR UPDATE`,
      [id, tx.userId],
    );
    return row ? { name: row.name, parentId: row.parent_folder_id, aiAccess: row.ai_access } : null;
  },
  create: ({ db }, userId, input: Parameters<typeof createFolder>[2]) => createFolder(db, userId, input),
  update: ({ db }, userId, { folderId, ...change }: FolderChange & { folderId: string }) =>
    updateFolder(db, userId, folderId, change),
  remove: async ({ db }, userId, { folderId, notes }: Removal) =>
    (await removeFolder(db, userId, folderId, notes)).moved,
  restore: ({ db }, userId, id, { result }) => restoreFolder(db, userId, id, result as Moved),
};
