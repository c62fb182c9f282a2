import { defineFeature, type Undo } from "../feature.ts";
import { fileChanges } from "./changes.ts";
import { eraseFile, purgeFiles, setFileTrashed } from "./file-trash.ts";
import { removeReceived } from "./uploads/receiving.ts";
import { fileRoutes } from "./routes.ts";
import { purgeUploads } from "./uploads/uploads.ts";

const setTrashed = (isTrashed: boolean): Undo => ({
  run: (db, userId, { entityId }) => setFileTrashed(db, userId, entityId, isTrashed),
});

/** One that went with a picture of the gallery comes back, or goes, with that. */
const NO_PICTURE =
  "NOT EXISTS (SELECT FROM user_gallery g WHERE g.file_id = files.id AND g.trashed_at IS NOT NULL)";

export const filesFeature = defineFeature({
  routes: { files: fileRoutes },
  changes: { file: fileChanges },
  trash: {
    file: {
      listed: `SELECT 'file' AS kind, id, name, NULL::text AS place, 0 AS notes, size, trashed_at
        FROM files WHERE user_id = $1 AND trashed_at IS NOT NULL AND ${NO_PICTURE}`,
      all: `SELECT 'file' AS kind, id FROM files WHERE user_id = $1 AND trashed_at <= $2::timestamptz AND ${NO_PICTURE}`,
      restore: (db, userId, id) => setFileTrashed(db, userId, id, false),
      erase: { apart: ({ db, storage }, userId, id) => eraseFile(db, storage, userId, id) },
    },
  },
  undo: { file_deleted: setTrashed(false), file_restored: setTrashed(true) },
  outside: {
    keys: `SELECT storage_key AS key FROM public.files WHERE user_id = $1
      UNION ALL SELECT file_key FROM public.file_uploads WHERE user_id = $1`,
    remove: ({ storage }, key) => storage.removeFile(key),
  },
  cleanup: async ({ db, storage }) => {
    await purgeFiles(db, storage);
    await purgeUploads(db, storage);
  },
  cleanupDisk: removeReceived,
});
