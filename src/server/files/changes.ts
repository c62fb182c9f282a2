import { files } from "#contract/files.ts";
import type { Changeable } from "../feature.ts";
import { setFileTrashed } from "./file-trash.ts";
import { renameFile } from "./files.ts";

export const fileChanges: Changeable = {
  idName: "fileId",
  operations: { update: files.rename, remove: files.remove },
  read: async (tx, id) => {
    const [row] = await tx.query<{ name: string }>(
      "SELECT name FROM files WHERE id = $1 AND user_id = $2 AND trashed_at IS NULL FOR UPDATE",
      [id, tx.userId],
    );
    return row ?? null;
  },
  update: ({ db }, userId, { fileId, name }: { fileId: string; name: string }) =>
    renameFile(db, userId, fileId, name),
  remove: ({ db }, userId, { fileId }: { fileId: string }) => setFileTrashed(db, userId, fileId, true),
  restore: ({ db }, userId, id) => setFileTrashed(db, userId, id, false),
};
