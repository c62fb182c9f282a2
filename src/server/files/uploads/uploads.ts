import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import type { Database } from "../../db/client.ts";
import { Failure, notFound } from "../../failure.ts";
import { findFile, newStorageKey, sanitiseName } from "../files.ts";
import { finishUpload } from "./finish-upload.ts";
import { assertRoom } from "../quota.ts";
import type { Storage } from "../storage/storage.ts";
import {
  dropUpload,
  type FileServices,
  findUpload,
  limitOf,
  partKey,
  tooLarge,
  type UploadRow,
} from "./upload-rows.ts";

/** How far an upload has come. */
export type Progress = { id: string; size: number; received: number; isFile: boolean };

/** Of one request; larger files come in several. */
export const PART_MAX_BYTES = 32 * 1024 * 1024;
const AT_A_TIME = 500;
/** Requests that bring the same part: one that was cut off without a word, and those that repeat it. Their bytes lie on the disk uncounted. */
const SENDERS_MAX = 3;
const senders = new Map<string, number>();

/**
 * Begins an upload, or answers how far the one with this id has come, which may be to its end. Its whole size counts from now on.
 * @throws Failure TOO_LARGE, QUOTA_EXCEEDED, CONFLICT when the id is that of another file
 */
export async function beginUpload(
  { db, storage, config }: FileServices,
  userId: string,
  wanted: { id?: string | undefined; name: string; type: string; size: number },
): Promise<Progress> {
  const limit = limitOf(wanted.type, config);
  if (wanted.size > limit) throw tooLarge(limit);
  if (wanted.size === 0) throw new Failure("INVALID_INPUT", "This file is empty.");
  const id = wanted.id ?? uuidV7();
  const there = await findProgress(db, userId, id);
  if (there && there.size !== wanted.size) throw new Failure("CONFLICT");
  if (there) return there;
  return db.withUser(userId, async (tx) => {
    await assertRoom(tx, storage.quotaBytes, wanted.size);
    const name = sanitiseName(wanted.name, "file");
    const rows = await tx.query(
      `INSERT INTO file_uploads (id, user_id, name, type, file_key, size) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (id) DO NOTHING RETURNING id`,
      [id, userId, name, wanted.type, newStorageKey(), wanted.size],
    );
    if (rows.length === 0) throw new Failure("CONFLICT");
    return { id, size: wanted.size, received: 0, isFile: false };
  });
}

/** @throws Failure NOT_FOUND */
export async function getProgress(db: Database, userId: string, id: string): Promise<Progress> {
  const progress = await findProgress(db, userId, id);
  if (!progress) throw notFound();
  return progress;
}

async function findProgress(db: Database, userId: string, id: string): Promise<Progress | null> {
  const upload = await findUpload(db, userId, id);
  if (upload) return { id, size: upload.size, received: upload.received, isFile: false };
  // The last answer may have been lost on its way.
  const file = await findFile(db, userId, id);
  return file && { id, size: file.size, received: file.size, isFile: true };
}

/**
 * Keeps what comes next, all of it or, when it breaks off, nothing; with the last part the upload becomes a file. With nothing more
 * to come it tries that again.
 * @throws Failure CONFLICT when the offset is not how far it has come, TOO_LARGE, RATE_LIMITED while others bring the same, and those of `finishUpload`
 */
export async function appendPart(
  services: FileServices,
  userId: string,
  id: string,
  offset: number,
  body: Readable,
): Promise<Progress> {
  const upload = await findUpload(services.db, userId, id);
  if (!upload) throw notFound();
  if (upload.received !== offset) throw new Failure("CONFLICT", `${upload.received} bytes have come so far.`);
  const bytes =
    offset < upload.size
      ? await asOneOfFew(upload.file_key, () => keepPart(services, userId, upload, body))
      : 0;
  const received = offset + bytes;
  const isFile = received === upload.size;
  if (isFile) await finishUpload(services, userId, id);
  return { id, size: upload.size, received, isFile };
}

async function asOneOfFew<T>(fileKey: string, send: () => Promise<T>): Promise<T> {
  const others = senders.get(fileKey) ?? 0;
  if (others >= SENDERS_MAX) throw new Failure("RATE_LIMITED", "This file is already being uploaded.");
  senders.set(fileKey, others + 1);
  try {
    return await send();
  } finally {
    const left = senders.get(fileKey)! - 1;
    if (left > 0) senders.set(fileKey, left);
    else senders.delete(fileKey);
  }
}

async function keepPart(
  { db, storage }: FileServices,
  userId: string,
  { id, file_key: fileKey, received: offset, size }: UploadRow,
  body: Readable,
): Promise<number> {
  const part = `${String(offset).padStart(10, "0")}-${randomBytes(6).toString("hex")}`;
  const key = partKey(fileKey, part);
  const counted = { bytes: 0 };
  await storage.putStream(
    key,
    Readable.from(limited(body, Math.min(PART_MAX_BYTES, size - offset), counted)),
  );
  const kept = await db.queryAs(
    userId,
    `UPDATE file_uploads SET received = received + $3, parts = parts || $4::text, updated_at = now()
     WHERE id = $1 AND received = $2 RETURNING id`,
    [id, offset, counted.bytes, part],
  );
  if (kept.length > 0) return counted.bytes;
  // Another request brought the same bytes meanwhile, or the upload was given up.
  await storage.remove(key);
  throw new Failure("CONFLICT");
}

async function* limited(body: Readable, room: number, counted: { bytes: number }): AsyncGenerator<Buffer> {
  for await (const chunk of body as AsyncIterable<Buffer>) {
    counted.bytes += chunk.length;
    if (counted.bytes > room) throw new Failure("TOO_LARGE", "This is more data than the upload announced.");
    yield chunk;
  }
}

/** Uploads that nobody went on with for a day. */
export async function purgeUploads(db: Database, storage: Storage): Promise<number> {
  const due = await db.asSystem("find uploads that were given up", (tx) =>
    tx.call<{ upload_id: string; user_id: string }>("uploadsToPurge", AT_A_TIME),
  );
  let purged = 0;
  for (const { upload_id: id, user_id: userId } of due) {
    const upload = await findUpload(db, userId, id);
    if (upload && (await dropUpload({ db, storage }, userId, upload))) purged++;
  }
  return purged;
}
