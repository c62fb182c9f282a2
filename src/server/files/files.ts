import { createHash, randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { FileEntry } from "#contract/files.ts";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { type Database, isUnavailable, type Tx } from "../db/client.ts";
import { notFound } from "../failure.ts";
import { recordChange, tellProjectsOfFiles } from "../live/record-change.ts";
import { assertStill } from "../notes/assert-still.ts";
import { storageFault } from "../platform/storage-fault.ts";
import { type ImageSource, reencode, unsupported } from "./pictures/images.ts";
import { isId } from "./is-id.ts";
import { folderOf, isImage, kindOf } from "./kinds.ts";
import { assertRoom } from "./quota.ts";
import { DISPLAY, type Storage } from "./storage/storage.ts";
import type { Row } from "../db/row.ts";
import type { files } from "../db/schema/files.ts";

export type FileRow = Row<typeof files>;

/** What is attached to notes, or kept without one. */
export const ATTACHMENTS = "notes-attachments";

/**
 * Keeps an uploaded image: the type is read from its bytes, the original stays for download, and what pages show is
 * encoded anew, without metadata and without whatever else the bytes may hold. Repeated with the same id, it answers the
 * file that is there, and leaves no second copy behind when the try before was cut off.
 * @throws Failure INVALID_INPUT with the spec's message when it is no image of the five types, QUOTA_EXCEEDED
 */
export async function saveImage(
  db: Database,
  storage: Storage,
  userId: string,
  upload: { id?: string; name: string; source: ImageSource; bucket?: string },
): Promise<FileEntry> {
  const kept = upload.id ? await findFile(db, userId, upload.id) : null;
  if (kept) return kept;
  const { source } = upload;
  const type = await imageTypeOf(source);
  const size = Buffer.isBuffer(source) ? source.length : (await stat(source.path)).size;
  await db.withUser(userId, (tx) => assertRoom(tx, storage.quotaBytes, size));
  const shown = await reencode(source);
  const id = upload.id ?? uuidV7();
  const key = upload.id ? storageKeyOf(userId, upload.id) : newStorageKey();
  const { width, height } = shown;
  const bucket = upload.bucket ?? ATTACHMENTS;
  const row = { id, bucket, name: sanitiseName(upload.name), key, type, size, width, height };
  try {
    if (Buffer.isBuffer(source)) await storage.put(key, source);
    else await storage.putStream(key, createReadStream(source.path));
    await storage.put(key + DISPLAY, shown.bytes);
    return await db.withUser(userId, async (tx) => {
      await assertRoom(tx, storage.quotaBytes, size);
      return insertFile(tx, row);
    });
  } catch (error) {
    // The row may have been committed without our hearing of it: then it must not lack its bytes. Under a chosen id
    // another try may be at the same.
    if (!upload.id && (storageFault(error) || !isUnavailable(error)))
      await Promise.allSettled([storage.remove(key), storage.remove(key + DISPLAY)]);
    throw error;
  }
}

/** @throws Failure INVALID_INPUT with the spec's message */
export async function imageTypeOf(source: ImageSource): Promise<string> {
  const { fileTypeFromBuffer, fileTypeFromFile } = await import("file-type");
  const found = Buffer.isBuffer(source) ? fileTypeFromBuffer(source) : fileTypeFromFile(source.path);
  const detected = (await found)?.mime;
  if (!detected || !isImage(detected)) throw unsupported();
  return detected;
}

export type NewFile = Pick<FileRow, "id" | "bucket" | "name" | "type" | "size" | "width" | "height"> & {
  key: string;
};

/** The row of a file whose bytes are stored; whoever calls it has asked whether there is room. */
export async function insertFile(tx: Tx, file: NewFile): Promise<FileEntry> {
  const { id, bucket, name, key, type, size, width, height } = file;
  const path = `${tx.userId}/${folderOf(kindOf(type))}/${Date.now()}-${asciiName(name)}`;
  const [row] = await tx.query<FileRow>(
    `INSERT INTO files (id, user_id, bucket, path, name, storage_key, type, size, width, height)
     VALUES ($1, $2, $10, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (id) DO NOTHING RETURNING *`,
    [id, tx.userId, path, name, key, type, size, width, height, bucket],
  );
  if (!row) return toFileEntry(await selectRow(tx, id));
  await recordChange(tx, { userId: tx.userId, entity: "file", entityId: id, operation: "insert" });
  return toFileEntry(row);
}

const spread = (bytes: Buffer) => bytes.toString("hex").replace(/^.{4}/, "$&/");

export const newStorageKey = (): string => spread(randomBytes(22));

/** Of a file whose id was chosen before: another try writes over what the one before left. */
export const storageKeyOf = (userId: string, id: string): string =>
  spread(createHash("sha256").update(`${userId} ${id}`).digest().subarray(0, 22));

/** The spec's rule: letters, digits, dot, dash; others become underscore. Letters are those of every alphabet. */
export function sanitiseName(name: string, otherwise = "image"): string {
  const sanitised = name.normalize("NFC").replaceAll(/[^\p{L}\p{M}\p{N}.-]/gu, "_");
  return [...sanitised].slice(-120).join("") || otherwise;
}

/** Storage paths are ASCII, whatever script the name is written in, which stays the label. */
const asciiName = (name: string): string =>
  name
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^A-Za-z0-9.-]/g, "_");

/** The file with this id when it is there and its user may see it. */
export async function findFile(db: Database, userId: string, fileId: string): Promise<FileEntry | null> {
  const [row] = await db.queryAs<FileRow>(userId, "SELECT * FROM files WHERE id = $1", [fileId]);
  return row ? toFileEntry(row) : null;
}

export async function getFile(db: Database, userId: string, fileId: string): Promise<FileEntry> {
  return toFileEntry(await selectReadable(db, userId, fileId));
}

export async function renameFile(
  db: Database,
  userId: string,
  fileId: string,
  name: string,
  onlyIf: { name?: string } = {},
): Promise<FileEntry> {
  return db.withUser(userId, async (tx) => {
    const [before] = await tx.query<Pick<FileRow, "name">>(
      "SELECT name FROM files WHERE id = $1 AND user_id = $2 FOR UPDATE",
      [fileId, userId],
    );
    if (before) assertStill(onlyIf, before);
    const [row] = await tx.query<FileRow>(
      "UPDATE files SET name = $3, updated_at = now() WHERE id = $1 AND user_id = $2 AND trashed_at IS NULL RETURNING *",
      [fileId, userId, name],
    );
    if (!row) throw notFound();
    await tellProjectsOfFiles(tx, [fileId]);
    await recordChange(tx, { userId, entity: "file", entityId: fileId, operation: "update" });
    return toFileEntry(row);
  });
}

/** @throws Failure NOT_FOUND, for what is in the trash as well */
export async function selectFile(db: Database, userId: string, fileId: string): Promise<FileRow> {
  const row = await db.withUser(userId, (tx) => selectRow(tx, fileId));
  if (row.trashed_at) throw notFound();
  return row;
}

/** The same for a file that stands in a note which its owner shares with this user. */
export async function selectReadable(db: Database, userId: string, fileId: string): Promise<FileRow> {
  try {
    return await selectFile(db, userId, fileId);
  } catch (error) {
    const shared = await selectSharedFile(db, userId, fileId);
    if (!shared) throw error;
    return shared;
  }
}

async function selectSharedFile(db: Database, userId: string, fileId: string): Promise<FileRow | undefined> {
  const [shared] = await db.queryAs<{ owner: string | null }>(
    userId,
    "SELECT owner_of_shared_file($1) AS owner",
    [fileId],
  );
  if (!shared?.owner) return undefined;
  const reason = "show a file of a shared note";
  const rows = await db.asJob(shared.owner, reason, (tx) =>
    tx.query<FileRow>("SELECT * FROM files WHERE id = $1", [fileId]),
  );
  return rows[0];
}

/**
 * Whose a file becomes that is put into a note: the note's owner's, so that it stays with the note whoever leaves.
 * @param noteId as the request says it; without one the file is the user's own
 * @throws Failure NOT_FOUND for a note that the user may not change
 */
export async function ownerForUpload(
  db: Database,
  userId: string,
  noteId: string | undefined,
): Promise<string> {
  if (noteId === undefined) return userId;
  if (!isId(noteId)) throw notFound();
  const [note] = await db.queryAs<{ owner: string }>(
    userId,
    `SELECT user_id AS owner FROM notes_v2
     WHERE id = $1 AND trashed_at IS NULL AND (user_id = app_user_id() OR has_note_access(id, app_user_id(), 'editor'))`,
    [noteId],
  );
  if (!note) throw notFound();
  return note.owner;
}

async function selectRow(tx: Tx, fileId: string): Promise<FileRow> {
  const [row] = await tx.query<FileRow>("SELECT * FROM files WHERE id = $1", [fileId]);
  if (!row) throw notFound();
  return row;
}

export function toFileEntry(row: FileRow): FileEntry {
  return {
    id: row.id,
    name: row.name,
    url: `/files/${row.id}`,
    kind: kindOf(row.type),
    type: row.type,
    size: row.size,
    width: row.width,
    height: row.height,
    storagePath: `${row.bucket}/${row.path}`,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
