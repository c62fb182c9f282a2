import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { Services } from "../../base.ts";
import { isUnavailable } from "../../db/client.ts";
import { Failure } from "../../failure.ts";
import { ATTACHMENTS, insertFile, sanitiseName, saveImage, storageKeyOf } from "../../files/files.ts";
import { isImage } from "../../files/kinds.ts";
import { assertRoom } from "../../files/quota.ts";
import { storageFault } from "../../platform/storage-fault.ts";
import { typeOfFile, findFileProblem } from "../validate-file.ts";

/**
 * Keeps a file that an import brings, under its id: images as those that are uploaded, everything else as it is; streamed, both.
 * Its size is looked at again: the plan was written by the reader, which has read what somebody sent.
 * @throws Failure QUOTA_EXCEEDED, TOO_LARGE
 */
export async function keepFile(
  { db, storage, config }: Pick<Services, "db" | "storage" | "config">,
  userId: string,
  file: { id: string; name: string; path: string; bucket?: string },
): Promise<void> {
  const { id, name, path, bucket = ATTACHMENTS } = file;
  const refused = await findFileProblem(path, config);
  if (refused !== null) throw new Failure("TOO_LARGE", refused);
  const type = await typeOfFile(path);
  if (isImage(type) && (await keptAsImage({ db, storage }, userId, file))) return;
  const { size } = await stat(path);
  await db.withUser(userId, (tx) => assertRoom(tx, storage.quotaBytes, size));
  const key = storageKeyOf(userId, id);
  try {
    await storage.putStream(key, createReadStream(path));
    const row = {
      id,
      bucket,
      name: sanitiseName(name, "file"),
      key,
      type,
      size,
      width: null,
      height: null,
    };
    await db.withUser(userId, async (tx) => {
      await assertRoom(tx, storage.quotaBytes, size);
      await insertFile(tx, row);
    });
  } catch (error) {
    // The row may have been committed without our hearing of it: then it must not lack its bytes.
    if (storageFault(error) || !isUnavailable(error)) await storage.remove(key).catch(() => {});
    throw error;
  }
}

/** False for one that nobody can open: it is kept as the bytes it is. */
async function keptAsImage(
  { db, storage }: Pick<Services, "db" | "storage">,
  userId: string,
  { path, ...file }: { id: string; name: string; path: string; bucket?: string },
): Promise<boolean> {
  try {
    await saveImage(db, storage, userId, { ...file, source: { path } });
    return true;
  } catch (error) {
    if (error instanceof Failure && error.code === "INVALID_INPUT") return false;
    throw error;
  }
}
