import { fieldsBefore } from "../activity/fields-before.ts";
import { defineFeature } from "../feature.ts";
import { folderChanges } from "./changes.ts";
import { eraseFolders } from "./erase-folders.ts";
import { type FolderChange, getFolder, removeFolder, restoreFolder, updateFolder } from "./folders.ts";
import { folderRoutes } from "./routes.ts";

const FIELDS = { name: "name", parentId: "folder", aiAccess: "AI access" };

/** A folder that went with the one around it is part of that; so is the instant at which both went. */
export const foldersFeature = defineFeature({
  routes: { folders: folderRoutes },
  changes: { folder: folderChanges },
  trash: {
    folder: {
      listed: `SELECT 'folder' AS kind, f.id, f.name, p.name AS place,
          (SELECT count(*)::int FROM notes_v2 n WHERE n.user_id = $1 AND n.folder_id IS NOT NULL AND n.trashed_at = f.trashed_at) AS notes,
          NULL::int AS size, f.trashed_at
        FROM folders f LEFT JOIN folders p ON p.id = f.parent_folder_id
        WHERE f.user_id = $1 AND f.trashed_at IS NOT NULL AND p.trashed_at IS DISTINCT FROM f.trashed_at`,
      all: "SELECT 'folder' AS kind, id FROM folders WHERE user_id = $1 AND trashed_at <= $2::timestamptz",
      restore: (db, userId, id) => restoreFolder(db, userId, id),
      erase: {
        together: async (tx, ids) => {
          const { folders, notes } = await eraseFolders(tx, ids);
          return { removed: { folder: folders, note: notes } };
        },
      },
      isContainer: true,
    },
  },
  undo: {
    folder_created: { run: (db, userId, { entityId }) => removeFolder(db, userId, entityId, "moveUp") },
    folder_deleted: {
      run: (db, userId, { entityId, metadata }) =>
        restoreFolder(
          db,
          userId,
          entityId,
          metadata["moved"] as { notes: string[]; folders: string[] } | undefined,
        ),
    },
    folder_updated: {
      run: async (db, userId, entry) => {
        const folder = await getFolder(db, userId, entry.entityId);
        const before = fieldsBefore(entry, FIELDS, folder);
        return updateFolder(db, userId, folder.id, before as FolderChange);
      },
    },
  },
});
