import { createHash, randomBytes } from "node:crypto";
import { fileTypeFromBuffer } from "file-type";
import sharp from "sharp";
import { type FileEntry, IMAGE_TYPES } from "#contract/files.ts";
import { uuidV7 } from "#contract/uuid-v7.ts";
import { type Database, isUnavailable, type Tx } from "../db/client.ts";
import { Failure, notFound } from "../failure.ts";
import { recordChange } from "../live/record-change.ts";
import { storageFault } from "../platform/storage-fault.ts";
import { createTurns } from "../platform/turns.ts";
import { DISPLAY, type Storage } from "./storage.ts";

/** A picture that says 100 000 x 100 000 in its first bytes would need 40 GB to show. */
const MAX_PIXELS = 100_000_000;
const DISPLAY_SIDE = 2560;
const ENCODE_WITHIN_S = 30;
/** A large picture takes seconds and all cores; several at once would take everybody's. */
const oneByOne = createTurns(1);

export type FileRow = {
  id: string;
  name: string;
  storage_key: string;
  type: string;
  size: number;
  width: number | null;
  height: number | null;
  created_at: Date;
  trashed_at: Date | null;
};

/**
 * Keeps an uploaded image: the type is read from its bytes, the original stays for download, and what pages show is
 * encoded anew, without metadata and without whatever else the bytes may hold. Repeated with the same id, it answers the
 * file that is there, and leaves no second copy behind when the try before was cut off.
 * @throws Failure INVALID_INPUT with the spec's message when it is no image of the five types
 */
export async function saveImage(
  db: Database,
  storage: Storage,
  userId: string,
  upload: { id?: string; name: string; bytes: Buffer; bucket?: string },
): Promise<FileEntry> {
  const kept = upload.id ? await findFile(db, userId, upload.id) : null;
  if (kept) return kept;
  const type = await typeOf(upload.bytes);
  const shown = await oneByOne("image", () => reencode(upload.bytes));
  const id = upload.id ?? uuidV7();
  const key = upload.id ? keyOf(userId, upload.id) : storageKey(randomBytes(22));
  const { width, height } = shown;
  const bucket = upload.bucket ?? "notes-attachments";
  const size = upload.bytes.length;
  const row = { id, bucket, name: sanitiseName(upload.name), key, type, size, width, height };
  try {
    await storage.put(key, upload.bytes);
    await storage.put(key + DISPLAY, shown.bytes);
    return await db.withUser(userId, (tx) => insertRow(tx, userId, row));
  } catch (error) {
    // The row may have been committed without our hearing of it: then it must not lack its bytes. Under a chosen id
    // another try may be at the same.
    if (!upload.id && (storageFault(error) || !isUnavailable(error)))
      await Promise.allSettled([storage.remove(key), storage.remove(key + DISPLAY)]);
    throw error;
  }
}

/** @throws Failure INVALID_INPUT with the spec's message */
async function typeOf(bytes: Buffer): Promise<FileEntry["type"]> {
  const detected = await fileTypeFromBuffer(bytes);
  const type = IMAGE_TYPES.find((allowed) => allowed === detected?.mime);
  if (!type) throw unsupported();
  return type;
}

/**
 * The middle of an image as a square, without metadata and without motion.
 * @throws Failure INVALID_INPUT with the spec's message when it is no image of the five types
 */
export async function squareOf(bytes: Buffer, side: number): Promise<Buffer> {
  await typeOf(bytes);
  return oneByOne("image", async () => {
    try {
      return await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: "error" })
        .timeout({ seconds: ENCODE_WITHIN_S })
        .autoOrient()
        .resize({ width: side, height: side, fit: "cover", position: "attention" })
        .webp({ quality: 88 })
        .toBuffer();
    } catch {
      throw unsupported();
    }
  });
}

async function insertRow(
  tx: Tx,
  userId: string,
  file: Pick<FileRow, "id" | "name" | "type" | "size" | "width" | "height"> & {
    key: string;
    bucket: string;
  },
): Promise<FileEntry> {
  const { id, bucket, name, key, type, size, width, height } = file;
  const [row] = await tx.query<FileRow>(
    `INSERT INTO files (id, user_id, bucket, path, name, storage_key, type, size, width, height)
     VALUES ($1, $2, $10, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (id) DO NOTHING RETURNING *`,
    [id, userId, `${userId}/images/${Date.now()}-${name}`, name, key, type, size, width, height, bucket],
  );
  if (!row) return toFileEntry(await selectRow(tx, id));
  await recordChange(tx, { userId, entity: "file", entityId: id, operation: "insert" });
  return toFileEntry(row);
}

const storageKey = (bytes: Buffer) => bytes.toString("hex").replace(/^.{4}/, "$&/");

const keyOf = (userId: string, id: string) =>
  storageKey(createHash("sha256").update(`${userId} ${id}`).digest().subarray(0, 22));

async function reencode(bytes: Buffer): Promise<{ bytes: Buffer; width: number; height: number }> {
  try {
    const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, animated: true, failOn: "error" });
    const { data, info } = await image
      .timeout({ seconds: ENCODE_WITHIN_S })
      .autoOrient()
      .resize({ width: DISPLAY_SIDE, height: DISPLAY_SIDE, fit: "inside", withoutEnlargement: true })
      .webp({ quality: 86 })
      .toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.pageHeight ?? info.height };
  } catch {
    throw unsupported();
  }
}

function unsupported(): Failure {
  return new Failure("INVALID_INPUT", "File type not supported. Please use JPG, PNG, WebP, or GIF.");
}

/** The spec's rule: letters, digits, dot, dash; others become underscore. */
export function sanitiseName(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9.-]/g, "_").slice(-120) || "image";
}

/** The file with this id when it is there and its user may see it. */
export async function findFile(db: Database, userId: string, fileId: string): Promise<FileEntry | null> {
  const [row] = await db.queryAs<FileRow>(userId, "SELECT * FROM files WHERE id = $1", [fileId]);
  return row ? toFileEntry(row) : null;
}

export async function getFile(db: Database, userId: string, fileId: string): Promise<FileEntry> {
  return toFileEntry(await selectFile(db, userId, fileId));
}

/** The bytes of a file its user may see, as pages show it or as it was uploaded. */
export async function openFile(
  db: Database,
  storage: Storage,
  userId: string,
  fileId: string,
  which: "display" | "original",
) {
  const row = await selectFile(db, userId, fileId);
  const stream = await storage.read(which === "display" ? row.storage_key + DISPLAY : row.storage_key);
  return { stream, name: row.name, type: which === "display" ? "image/webp" : row.type };
}

async function selectFile(db: Database, userId: string, fileId: string): Promise<FileRow> {
  const row = await db.withUser(userId, (tx) => selectRow(tx, fileId));
  if (row.trashed_at) throw notFound();
  return row;
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
    type: row.type,
    size: row.size,
    width: row.width,
    height: row.height,
    createdAt: row.created_at.toISOString(),
  };
}
