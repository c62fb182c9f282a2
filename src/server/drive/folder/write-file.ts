import { constants } from "node:fs";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { within } from "./descriptors.ts";
import { folderFault } from "./folder-fault.ts";

const { O_WRONLY, O_RDONLY, O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK } = constants;
export const PARTIAL = ".partial";

/**
 * Writes a file whole or not at all: under another name, on the disk before it gets its own. What has that name is replaced.
 * @param check looks at what was written, by its descriptor
 * @throws RemoteFault, and then nothing of it stays
 */
export async function writeWhole(
  folder: FileHandle,
  name: string,
  write: (file: FileHandle) => Promise<unknown>,
  check?: (file: FileHandle) => Promise<unknown>,
): Promise<void> {
  const partial = within(folder, name + PARTIAL);
  await rm(partial, { force: true });
  try {
    const file = await open(partial, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o660);
    try {
      await write(file);
      await file.sync();
    } finally {
      await file.close();
    }
    if (check) await checked(partial, check);
    await rename(partial, within(folder, name));
    // Some network disks don't know how to.
    await folder.sync().catch(() => undefined);
  } catch (error) {
    await rm(partial, { force: true }).catch(() => undefined);
    throw folderFault(error);
  }
}

async function checked(path: string, check: (file: FileHandle) => Promise<unknown>): Promise<void> {
  const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    await check(file);
  } finally {
    await file.close();
  }
}
