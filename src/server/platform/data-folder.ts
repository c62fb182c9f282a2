import { constants } from "node:fs";
import { access, mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";

/** Shown as it is to the person at the terminal. */
export class DataFolderError extends Error {
  override name = "DataFolderError";
  constructor(dataDir: string, why: string, cause: unknown) {
    super(
      `${dataDir} cannot be the data folder: ${why}. Nothing was started.\n  Example: DATA_DIR=/var/lib/cairn`,
      {
        cause,
      },
    );
  }
}

/**
 * Makes the folder where it is missing, and asks whether this process may work in it.
 * @throws DataFolderError
 */
export async function ensureDataFolder(dataDir: string): Promise<void> {
  try {
    await makeFolder(dataDir);
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new DataFolderError(dataDir, await whyNot(dataDir, error as NodeJS.ErrnoException), error);
  }
}

/** One by one: where nothing can be made, as in /proc, Node's own recursion never ends. */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST" && (await stat(path)).isDirectory()) return;
    if (code !== "ENOENT" || dirname(path) === path) throw error;
    await makeFolder(dirname(path));
    // The server and a command may begin at the same moment.
    await mkdir(path, { mode: 0o700 }).catch((reason: NodeJS.ErrnoException) => {
      if (reason.code !== "EEXIST") throw reason;
    });
  }
}

async function whyNot(dataDir: string, { code, message }: NodeJS.ErrnoException): Promise<string> {
  const found = await stat(dataDir).catch(() => undefined);
  if (found && !found.isDirectory()) return "it is a file";
  if (code === "EEXIST" || code === "ENOTDIR") return "part of its path is a file";
  if (code === "ENOENT") return "no folder can be made there";
  if (code === "EROFS") return "it lies on a disk that is mounted read-only";
  if (code === "ENOSPC" || code === "EDQUOT") return "its disk is full";
  if (code !== "EACCES" && code !== "EPERM") return message;
  const owner = found ? `it belongs to user ${found.uid}, and` : "it does not exist, and";
  return `${owner} Cairn, which runs as user ${process.getuid?.()}, may not ${found ? "read and write in" : "make"} it`;
}
