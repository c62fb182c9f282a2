import { type FileHandle, open, rm } from "node:fs/promises";
import { posix } from "node:path";
import type { FileSource, SourceFile } from "../file-source.ts";
import { cleanName } from "../google/drive-files.ts";
import { RemoteFault } from "../remote-fault.ts";
import { type FolderServices, withFolder } from "./connection.ts";
import { openFile, withFolderOf } from "./descriptors.ts";
import { folderFault, isAbsent } from "./folder-fault.ts";
import { versionOf } from "./scan-folder.ts";

const CHUNK_BYTES = 256 * 1024;

/** Files in the account's folder on the server's disk; their ids are paths in it. */
export const folderSource = (services: FolderServices, userId: string): FileSource => {
  const opened = <T>(path: string, run: (file: FileHandle) => Promise<T>): Promise<T> =>
    withFolder(services, userId, (folder) => withFile(folder, path, run));
  return {
    describe: (path) => opened(path, (file) => describe(file, path)),
    download: (known, to) => opened(known.id, (file) => copy(file, known, to)),
    tree: { pathOf: (id) => id, idOf: (path) => (path.startsWith("../") ? null : path) },
  };
};

/** @throws RemoteFault */
async function withFile<T>(
  folder: FileHandle,
  path: string,
  run: (file: FileHandle) => Promise<T>,
): Promise<T> {
  const file = await withFolderOf(folder, path, openFile).catch((error: unknown) => {
    throw isAbsent(error) ? missing() : folderFault(error);
  });
  if (!file) throw missing();
  try {
    return await run(file);
  } finally {
    await file.close();
  }
}

const missing = () => new RemoteFault("This file is no longer in the folder.", { isMissing: true });

/** Names on a Mac's disk have accents apart from their letters. */
export const nameOf = (path: string): string => cleanName(posix.basename(path).normalize("NFC"));

async function describe(file: FileHandle, path: string): Promise<SourceFile> {
  const stats = await file.stat({ bigint: true });
  const [version, size] = [versionOf(stats), Number(stats.size)];
  return { id: path, name: nameOf(path), mimeType: "application/octet-stream", version, link: null, size };
}

async function copy(
  file: FileHandle,
  { version }: SourceFile,
  { path, maxBytes }: { path: string; maxBytes: number },
): Promise<void> {
  const target = await open(path, "w", 0o600);
  try {
    const buffer = Buffer.alloc(CHUNK_BYTES);
    for (let size = 0; ;) {
      const { bytesRead } = await file.read(buffer, 0, buffer.length, size).catch((error: unknown) => {
        throw folderFault(error);
      });
      if (bytesRead === 0) break;
      size += bytesRead;
      if (size > maxBytes)
        throw new RemoteFault("This file is larger than this server accepts.", { isOfOne: true });
      await target.write(buffer.subarray(0, bytesRead));
    }
    // What was written on while it was read is half of this and half of that.
    if (versionOf(await file.stat({ bigint: true })) !== version)
      throw new RemoteFault("This file is being written just now. It is read again.", { mayPass: true });
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await target.close();
  }
}
