import { createHash } from "node:crypto";
import { chown, lstat, mkdir, realpath, rm, rmdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { barrierOnPath, NOBODY, type Owner } from "./run-as.ts";

/** PostgreSQL names its socket by a port, although it listens on no network. */
export const SOCKET_PORT = 5432;

/** The kernel's limit for a socket's path, without the closing NUL. */
const LONGEST_PATH = 107;

export const socketPath = (folder: string): string => join(folder, `.s.PGSQL.${SOCKET_PORT}`);

/**
 * A folder that only `owner` can enter, so that reaching the socket is proof enough of who one is. It is not in
 * the data folder, because a socket's path must be short; the name is made from the data folder's path.
 */
export async function makeSocketFolder(
  dataDir: string,
  owner: Owner,
  env: NodeJS.ProcessEnv = process.env,
): Promise<string> {
  const name = `cairn-${createHash("sha256").update(dataDir).digest("hex").slice(0, 16)}`;
  const faults: string[] = [];
  for (const base of new Set([env["XDG_RUNTIME_DIR"], tmpdir(), "/tmp"])) {
    if (!base) continue;
    const folder = join(base, name);
    const fault = await cannotUse(base, folder, owner);
    if (!fault) return folder;
    faults.push(`${folder}: ${fault}`);
  }
  throw new Error(
    `There is no place for the database's socket (${faults.join("; ")}). Set XDG_RUNTIME_DIR or TMPDIR to a folder of your own.`,
  );
}

async function cannotUse(base: string, folder: string, owner: Owner): Promise<string | undefined> {
  if (Buffer.byteLength(socketPath(folder)) > LONGEST_PATH) return "the path is too long";
  try {
    const barrier = await barrierOnPath(await realpath(base), owner);
    if (barrier && process.getuid?.() === 0 && owner.uid !== 0)
      return `user ${owner.uid} may not pass ${barrier}`;
    await removeFormer(folder, owner);
    await ensureFolder(folder, owner);
    // Anyone may have made a folder of that name in /tmp, to be handed our connections.
    const found = await lstat(folder);
    const isOurs = found.uid === owner.uid || (process.getuid?.() === 0 && found.uid === 0);
    if (!found.isDirectory() || !isOurs || (found.mode & 0o077) !== 0) return "it belongs to someone else";
    if (found.uid !== owner.uid) await chown(folder, owner.uid, owner.gid);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/**
 * What a Cairn that ran its database as nobody left behind when it was killed. Nothing but these two names is removed: whoever is nobody
 * could have put something else there.
 */
async function removeFormer(folder: string, owner: Owner): Promise<void> {
  const found = await lstat(folder).catch(() => undefined);
  const isFormer = found?.isDirectory() && found.uid === NOBODY.uid && owner.uid !== NOBODY.uid;
  if (!isFormer || process.getuid?.() !== 0) return;
  for (const path of [socketPath(folder), `${socketPath(folder)}.lock`]) await rm(path, { force: true });
  await rmdir(folder).catch(() => {});
}

/** Makes the folder where it is missing, also under a running server whose folder a clean-up swept away. */
export async function ensureFolder(folder: string, owner: Owner): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return;
    throw error;
  }
  await chown(folder, owner.uid, owner.gid);
}
