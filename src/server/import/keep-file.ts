import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import type { Services } from "../base.ts";
import { Failure } from "../failure.ts";
import { ATTACHMENTS, insertFile, newStorageKey, sanitiseName, saveImage } from "../files/files.ts";
import { isImage } from "../files/kinds.ts";
import { assertRoom } from "../files/quota.ts";
import { typeOfFile } from "./why-not-taken.ts";

/**
 * Keeps a file that an import brings, under its id: images as those that are uploaded, everything else streamed as it is.
 * @throws Failure QUOTA_EXCEEDED
 */
export async function keepFile(
  { db, storage }: Pick<Services, "db" | "storage">,
  userId: string,
  file: { id: string; name: string; path: string },
): Promise<void> {
  const { id, name, path } = file;
  const type = await typeOfFile(path);
  if (isImage(type) && (await keptAsImage({ db, storage }, userId, file))) return;
  const { size } = await stat(path);
  await db.withUser(userId, (tx) => assertRoom(tx, storage.quotaBytes, size));
  const key = newStorageKey();
  try {
    await storage.putStream(key, createReadStream(path));
    const row = {
      id,
      bucket: ATTACHMENTS,
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
    await storage.remove(key).catch(() => {});
    throw error;
  }
}

/** False for one that nobody can open: it is kept as the bytes it is. */
async function keptAsImage(
  { db, storage }: Pick<Services, "db" | "storage">,
  userId: string,
  { id, name, path }: { id: string; name: string; path: string },
): Promise<boolean> {
  try {
    await saveImage(db, storage, userId, { id, name, bytes: await readFile(path) });
    return true;
  } catch (error) {
    if (error instanceof Failure && error.code === "INVALID_INPUT") return false;
    throw error;
  }
}
