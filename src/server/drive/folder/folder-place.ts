import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, lstat, readdir, rm, writeFile } from "node:fs/promises";
import { type BackupPlace, FOLDER, readBackupName, type RemoteBackup, type Sealed } from "../backup/place.ts";
import { RemoteFault } from "../remote-fault.ts";
import { type FolderServices, withFolder } from "./connection.ts";
import { ensureFolder, inside, openFile, within } from "./descriptors.ts";
import { folderFault, isAbsent } from "./folder-fault.ts";
import { PARTIAL, writeWhole } from "./write-file.ts";

/** Backups in the account's folder on the server. A file bears its name as a backup only once it is whole and on the disk. */
export function folderPlace(
  services: FolderServices,
  userId: string,
  { signal }: { signal?: AbortSignal },
): BackupPlace {
  const run = <T>(work: (folder: FileHandle) => Promise<T>): Promise<T> =>
    withFolder(services, userId, async (root) => {
      try {
        const folder = await ensureFolder(root, FOLDER);
        try {
          return await work(folder);
        } finally {
          await folder.close();
        }
      } catch (error) {
        throw folderFault(error);
      }
    });
  return {
    list: () => run(listBackups),
    put: (sealed) => run((folder) => put(folder, sealed, signal)),
    remove: (id) => run((folder) => rm(within(folder, nameOf(id)), { force: true })),
    head: (id, bytes) => run((folder) => readStart(folder, nameOf(id), bytes)),
    fetch: (id, path) => run((folder) => fetch(folder, nameOf(id), { path, signal })),
  };
}

const CHUNK_BYTES = 256 * 1024;

const missing = () => new RemoteFault("This backup is no longer in the folder.", { isMissing: true });

/** Only what Cairn itself calls so. @throws RemoteFault */
function nameOf(id: string): string {
  if (readBackupName(id) === null) throw missing();
  return id;
}

async function listBackups(folder: FileHandle): Promise<RemoteBackup[]> {
  const found: RemoteBackup[] = [];
  for (const name of await readdir(inside(folder))) {
    const read = readBackupName(name);
    const stats = read && (await lstat(within(folder, name)).catch(() => null));
    if (stats?.isFile()) found.push({ id: name, name, size: stats.size, ...read! });
  }
  return found.toSorted((a, b) => b.at.getTime() - a.at.getTime());
}

async function put(folder: FileHandle, sealed: Sealed, signal?: AbortSignal): Promise<void> {
  await removePartial(folder, sealed);
  await writeWhole(
    folder,
    sealed.name,
    (file) => file.writeFile(createReadStream(sealed.path), { signal }),
    async (file) => {
      const hash = createHash("md5");
      let size = 0;
      for await (const chunk of chunksOf(file)) {
        hash.update(chunk);
        size += chunk.length;
      }
      if (size !== sealed.size || hash.digest("hex") !== sealed.md5)
        throw new RemoteFault("The backup didn't arrive whole. It is written again.", { mayPass: true });
    },
  );
}

/** What a run that was killed left there of this account, which makes one backup at a time. */
async function removePartial(folder: FileHandle, { name }: Sealed): Promise<void> {
  const tag = readBackupName(name)?.tag;
  for (const file of await readdir(inside(folder)))
    if (file.endsWith(PARTIAL) && readBackupName(file.slice(0, -PARTIAL.length))?.tag === tag)
      await rm(within(folder, file), { force: true });
}

const opened = (folder: FileHandle, name: string): Promise<FileHandle> =>
  openFile(folder, name).catch((error: unknown) => {
    throw isAbsent(error) ? missing() : error;
  });

async function readStart(folder: FileHandle, name: string, bytes: number): Promise<Buffer> {
  const file = await opened(folder, name);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function* chunksOf(file: FileHandle): AsyncGenerator<Buffer> {
  for (let at = 0; ;) {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(CHUNK_BYTES), 0, CHUNK_BYTES, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

type Fetched = { path: string; signal: AbortSignal | undefined };

async function fetch(folder: FileHandle, name: string, { path, signal }: Fetched): Promise<void> {
  const file = await opened(folder, name);
  try {
    await writeFile(path, chunksOf(file), { mode: 0o600, signal });
  } finally {
    await file.close();
  }
}
