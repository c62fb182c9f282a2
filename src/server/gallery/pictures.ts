import { randomBytes } from "node:crypto";
import { MOST_PICTURES, type Picture } from "#contract/gallery.ts";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { logActivity, logChange, quoted } from "../activity/log-activity.ts";
import { type Database, isUnavailable, type Tx } from "../db/client.ts";
import { Failure, notFound } from "../failure.ts";
import { discardUpload, moveToBucket, setFilesTrashed } from "../files/files-of-pictures.ts";
import { ATTACHMENTS, type FileRow } from "../files/files.ts";
import { isImage } from "../files/kinds.ts";
import { unsupported } from "../files/pictures/images.ts";
import type { Storage } from "../files/storage/storage.ts";
import { recordChange } from "../live/record-change.ts";
import { assertStill } from "../notes/assert-still.ts";
import { COLUMNS, isShowable, type PictureRow, SHOWN, toPicture } from "./picture-row.ts";

/** The spec's buckets of a gallery: what stands in one is no leftover of a note. */
const GALLERY_IMAGES = "onaib1";
const GALLERY_MEDIA = "user-gallery";

export const moveToGallery = (tx: Tx, { id, type }: Pick<FileRow, "id" | "type">): Promise<void> =>
  moveToBucket(tx, id, ATTACHMENTS, isImage(type) ? GALLERY_IMAGES : GALLERY_MEDIA);

type Given = {
  title?: string | undefined;
  description?: string | undefined;
  tags?: string[] | undefined;
};
export type NewPicture = Given & { fileId: string; isUpload?: boolean | undefined };

/**
 * Puts an uploaded file into the gallery. Repeated, it answers what is there; one in the trash comes back as it was.
 * @throws Failure NOT_FOUND, INVALID_INPUT for what is no picture, QUOTA_EXCEEDED: then a file that was uploaded for this is gone
 */
export async function addPicture(
  { db, storage }: { db: Database; storage: Storage },
  userId: string,
  picture: NewPicture,
): Promise<Picture> {
  try {
    return await db.withUser(userId, (tx) => insert(tx, picture));
  } catch (error) {
    // Without the database it may have been added, or may be when it is tried again.
    if (picture.isUpload && !isUnavailable(error)) await discardUpload(db, storage, userId, picture.fileId);
    throw error;
  }
}

async function insert(
  tx: Tx,
  { fileId, title = "", description = "", tags = [], isUpload = false }: NewPicture,
): Promise<Picture> {
  await lockGallery(tx);
  const [file] = await tx.query<FileRow>("SELECT * FROM files WHERE id = $1 AND user_id = $2 FOR UPDATE", [
    fileId,
    tx.userId,
  ]);
  const [known] = await tx.query<{ id: string; trashed_at: Date | null }>(
    "SELECT id, trashed_at FROM user_gallery WHERE file_id = $1",
    [fileId],
  );
  if (!file || (file.trashed_at && !known?.trashed_at)) throw notFound();
  if (known?.trashed_at) return bringBack(tx, known.id);
  if (known) return selectPicture(tx, known.id);
  if (!isShowable(file)) throw unsupported();
  await assertRoom(tx);
  const id = uuidV7();
  await tx.query(
    "INSERT INTO user_gallery (id, user_id, file_id, title, description, tags) VALUES ($1, $2, $3, $4, $5, $6)",
    [id, tx.userId, fileId, title, description, tags],
  );
  await moveToGallery(tx, file);
  const made = await selectPicture(tx, id);
  await record(tx, id, "insert");
  await log(tx, "picture_added", `Added ${named(made)} to the gallery`, id, { isUpload });
  return made;
}

/** Two devices of one account take turns, because there is a limit. */
const lockGallery = (tx: Tx) =>
  tx.query("SELECT pg_advisory_xact_lock(hashtextextended('gallery ' || $1, 0))", [tx.userId]);

/** @throws Failure QUOTA_EXCEEDED */
export async function assertRoom(tx: Tx, more = 1): Promise<void> {
  const [{ count } = { count: 0 }] = await tx.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM user_gallery WHERE user_id = $1 AND trashed_at IS NULL",
    [tx.userId],
  );
  if (count + more > MOST_PICTURES)
    throw new Failure(
      "QUOTA_EXCEEDED",
      `Your gallery already has ${MOST_PICTURES} pictures. Delete some first.`,
    );
}

async function selectPicture(tx: Tx, id: string): Promise<Picture> {
  const [row] = await tx.query<PictureRow>(`SELECT ${COLUMNS} FROM ${SHOWN} AND g.id = $2`, [tx.userId, id]);
  if (!row) throw notFound();
  return toPicture(row);
}

export type PictureChange = Given & {
  pictureId: string;
  isPublic?: boolean | undefined;
  onlyIf?: Given | undefined;
};

/** @throws Failure NOT_FOUND, CONFLICT when something else stands there than `onlyIf` */
export function updatePicture(db: Database, userId: string, change: PictureChange): Promise<Picture> {
  return db.withUser(userId, async (tx) => {
    const { pictureId: id, title, description, tags, isPublic, onlyIf = {} } = change;
    await tx.query("SELECT 1 FROM user_gallery WHERE id = $1 FOR UPDATE", [id]);
    const before = await selectPicture(tx, id);
    // Asked for again after a lost answer, it holds already.
    const isDone = Object.keys(changesOf(before, { ...before, ...given(change) })).length === 0;
    if (!isDone) assertStill<Given>(onlyIf, before);
    const token = isPublic && !before.isPublic ? newToken() : null;
    await tx.query(
      `UPDATE user_gallery SET title = coalesce($2, title), description = coalesce($3, description), tags = coalesce($4, tags),
         is_public = coalesce($5, is_public), public_token = CASE WHEN $5 = false THEN NULL ELSE coalesce($6, public_token) END,
         updated_at = now() WHERE id = $1`,
      [id, title ?? null, description ?? null, tags ?? null, isPublic ?? null, token],
      "update-picture",
    );
    const after = await selectPicture(tx, id);
    const changes = changesOf(before, after);
    if (Object.keys(changes).length === 0) return after;
    await record(tx, id, "update");
    await logChange(tx, {
      type: "picture_updated",
      title: `Changed ${named(after)} of the gallery`,
      entityType: "picture",
      entityId: id,
      metadata: { changes },
    });
    return after;
  });
}

/** Nobody guesses it, and no two are alike: an address that was switched off never works again. */
const newToken = () => randomBytes(24).toString("base64url");

/** What it is to be changed to, without what it is to be left as. */
const given = ({ title, description, tags, isPublic }: PictureChange) =>
  Object.fromEntries(
    Object.entries({ title, description, tags, isPublic }).filter(([, value]) => value !== undefined),
  );

const FIELDS = ["title", "description", "tags", "isPublic"] as const;

const changesOf = (before: Picture, after: Picture) =>
  Object.fromEntries(
    FIELDS.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field])).map((field) => [
      field,
      { from: before[field], to: after[field] },
    ]),
  );

export function restorePicture(db: Database, userId: string, pictureId: string): Promise<Picture> {
  return db.withUser(userId, async (tx) => {
    await lockGallery(tx);
    return bringBack(tx, pictureId);
  });
}

async function bringBack(tx: Tx, id: string): Promise<Picture> {
  const [row] = await tx.query<{ file_id: string }>(
    "UPDATE user_gallery SET trashed_at = NULL WHERE id = $1 AND user_id = $2 AND trashed_at IS NOT NULL RETURNING file_id",
    [id, tx.userId],
  );
  if (!row) throw notFound();
  await assertRoom(tx, 0);
  await setFilesTrashed(tx, [row.file_id], false);
  const back = await selectPicture(tx, id);
  await record(tx, id, "insert");
  await log(tx, "picture_restored", `Restored ${named(back)} to the gallery`, id);
  return back;
}

/** How it is called in the log and the trash. */
export const named = ({ title, name }: Pick<Picture, "title" | "name">): string => quoted(title || name);

export const record = (tx: Tx, entityId: string, operation: "insert" | "update" | "delete") =>
  recordChange(tx, { userId: tx.userId, entity: "picture", entityId, operation });

export const log = (
  tx: Tx,
  type: "picture_added" | "picture_deleted" | "picture_restored",
  title: string,
  id: string,
  metadata: { isUpload?: boolean } = {},
) => logActivity(tx, { type, title, entityType: "picture", entityId: id, metadata });
