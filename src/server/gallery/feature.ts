import { changesOf, fieldsBefore } from "../activity/fields-before.ts";
import { defineFeature, type Undo } from "../feature.ts";
import { importPictures } from "./import-pictures.ts";
import { getPicture } from "./list-pictures.ts";
import { erasePicture, removePictures, trashUntouchedPictures } from "./picture-trash.ts";
import { type PictureChange, restorePicture, updatePicture } from "./pictures.ts";
import { galleryRoutes } from "./routes.ts";

const undoByRemoving: Undo = { run: (db, userId, { entityId }) => removePictures(db, userId, [entityId]) };

/** A file that was there before it was put into the gallery stays where it was. */
const undoAdding: Undo = {
  run: (db, userId, { entityId, metadata }) =>
    removePictures(db, userId, [entityId], { keepsFiles: metadata["isUpload"] !== true }),
};

/** Fields that are put back, with their names in messages. What was public is not made so again by the way. */
const LOGGED = { title: "title", description: "description", tags: "tags" };

const undoChange: Undo = {
  isPossible: (entry) => Object.keys(changesOf(entry)).some((field) => field in LOGGED),
  run: async (db, userId, entry) => {
    const now = await getPicture(db, userId, entry.entityId);
    const back = fieldsBefore(entry, LOGGED, now) as Omit<PictureChange, "pictureId">;
    await updatePicture(db, userId, { ...back, pictureId: entry.entityId });
  },
};

export const galleryFeature = defineFeature({
  routes: { gallery: galleryRoutes },
  trash: {
    picture: {
      listed: `SELECT 'picture' AS kind, g.id, coalesce(nullif(g.title, ''), f.name) AS name, NULL::text AS place, 0 AS notes, f.size, g.trashed_at
        FROM user_gallery g JOIN files f ON f.id = g.file_id AND f.user_id = g.user_id WHERE g.user_id = $1 AND g.trashed_at IS NOT NULL`,
      all: "SELECT 'picture' AS kind, id FROM user_gallery WHERE user_id = $1 AND trashed_at <= $2::timestamptz",
      restore: restorePicture,
      erase: { apart: ({ db, storage }, userId, id) => erasePicture(db, storage, userId, id) },
    },
  },
  undo: {
    picture_added: undoAdding,
    picture_restored: undoByRemoving,
    picture_deleted: { run: (db, userId, { entityId }) => restorePicture(db, userId, entityId) },
    picture_updated: undoChange,
  },
  importRows: { pictures: { add: importPictures, removeUntouched: trashUntouchedPictures } },
  cleanup: async ({ db }) => {
    const [gone] = await db.asSystem("remove pictures from the trash", (tx) =>
      tx.call<{ pictures: number }>("purgePictures"),
    );
    return gone;
  },
});
