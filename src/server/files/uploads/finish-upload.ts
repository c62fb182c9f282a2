import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { notFound } from "../../failure.ts";
import { keyedLimiter } from "../../platform/turns.ts";
import { detectType, HEAD_BYTES } from "../detect-type.ts";
import { ATTACHMENTS, insertFile } from "../files.ts";
import { reencode } from "../pictures/images.ts";
import { isImage } from "../kinds.ts";
import { withReceived } from "./receiving.ts";
import { DISPLAY, PARTS, type Storage } from "../storage/storage.ts";
import {
  dropUpload,
  type FileServices,
  findUpload,
  limitOf,
  partKey,
  takeUpload,
  tooLarge,
  type UploadRow,
} from "./upload-rows.ts";

/** Asked twice for the same, when an answer was lost, the second finds the file there. */
const inTurn = keyedLimiter(1);

/**
 * Makes a file of an upload that has come whole. Killed at any moment, either the upload is there with all its parts, or the file.
 * @throws Failure TOO_LARGE when the content is of a kind with a smaller limit than what the sender called it: then it is dropped
 */
export function finishUpload(services: FileServices, userId: string, id: string): Promise<void> {
  return inTurn(id, () => finish(services, userId, id));
}

async function finish(services: FileServices, userId: string, id: string): Promise<void> {
  const { db, storage, config } = services;
  const upload = await findUpload(db, userId, id);
  if (!upload) return;
  const key = upload.file_key;
  const type = await detectType(await headOf(storage, upload), upload.name);
  if (upload.size > limitOf(type, config)) {
    await dropUpload(services, userId, upload);
    throw tooLarge(limitOf(type, config));
  }
  await storage.putStream(key, Readable.from(allParts(storage, upload)));
  const shown = await makeDisplay(services, upload, type);
  const isMade = await db.withUser(userId, async (tx) => {
    const file = { id, bucket: ATTACHMENTS, name: upload.name, key, type, size: upload.size, ...shown };
    // Whoever takes the row away first makes the file.
    if (!(await takeUpload(tx, id))) return false;
    await insertFile(tx, file);
    return true;
  });
  if (!isMade) throw notFound();
  // What stays of them, should this be cut off, goes with the file.
  await storage.removeBelow(key + PARTS).catch(() => {});
}

async function headOf(storage: Storage, { file_key: key, parts, size }: UploadRow): Promise<Buffer> {
  const head: Buffer[] = [];
  let length = 0;
  for (const part of parts) {
    // The first part alone is as long as that unless somebody sends very small ones.
    const bytes = await buffer(
      await storage.read(partKey(key, part)).then((stream) => firstOf(stream, HEAD_BYTES)),
    );
    head.push(bytes);
    length += bytes.length;
    if (length >= Math.min(HEAD_BYTES, size)) break;
  }
  return Buffer.concat(head);
}

function firstOf(stream: Readable, bytes: number): Readable {
  async function* begin(): AsyncGenerator<Buffer> {
    let left = bytes;
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      yield chunk.subarray(0, left);
      left -= chunk.length;
      if (left <= 0) return;
    }
  }
  return Readable.from(begin());
}

async function* allParts(storage: Storage, { file_key: key, parts }: UploadRow): AsyncGenerator<Buffer> {
  for (const part of parts) yield* (await storage.read(partKey(key, part))) as AsyncIterable<Buffer>;
}

/** An image nobody can read is kept as bytes. */
async function makeDisplay(
  { storage, config }: FileServices,
  { file_key: key, size }: UploadRow,
  type: string,
): Promise<{ width: number | null; height: number | null }> {
  const none = { width: null, height: null };
  if (!isImage(type) || size > config.maxImageBytes) return none;
  const original = (await storage.read(key)) as AsyncIterable<Buffer>;
  const shown = await withReceived(config, original, (file) => reencode(file).catch(() => null));
  if (!shown) return none;
  await storage.put(key + DISPLAY, shown.bytes);
  return { width: shown.width, height: shown.height };
}
