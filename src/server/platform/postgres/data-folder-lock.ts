import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

export interface DataFolderLock {
  release(): Promise<void>;
}

/** Shown as it is to the person who started the second server. */
export class DataFolderInUseError extends Error {
  override name = "DataFolderInUseError";
  constructor(dataDir: string, pid: number | string, startedAt: string) {
    super(
      `Another Cairn (pid ${pid}, started at ${startedAt}) already uses ${dataDir}. ` +
        "Stop it, or set DATA_DIR to another folder.",
    );
  }
}

/**
 * Makes this process the only Cairn on `dataDir`.
 *
 * The lock is the kernel's, on the file `lock`: it ends with the process however that dies, never goes stale, and
 * holds between containers that share the folder, where a pid says nothing. Node offers such locks only through
 * SQLite; the file stays empty. `running.json` beside it is for the message.
 * @throws DataFolderInUseError
 */
export async function lockDataFolder(dataDir: string): Promise<DataFolderLock> {
  const about = join(dataDir, "running.json");
  const file = new DatabaseSync(join(dataDir, "lock"));
  try {
    file.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    file.close();
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error;
    const { pid, startedAt } = await readAbout(about);
    throw new DataFolderInUseError(dataDir, pid, startedAt);
  }
  const mine = { pid: process.pid, startedAt: new Date().toISOString() };
  await writeFile(about, `${JSON.stringify(mine)}\n`, { mode: 0o600 });
  return {
    async release() {
      await rm(about, { force: true });
      if (file.isOpen) file.close();
    },
  };
}

const SQLITE_BUSY = 5;

async function readAbout(path: string): Promise<{ pid: number | string; startedAt: string }> {
  try {
    return JSON.parse(await readFile(path, "utf8")) as { pid: number; startedAt: string };
  } catch {
    // Between taking the lock and telling about it.
    return { pid: "unknown", startedAt: "this moment" };
  }
}
