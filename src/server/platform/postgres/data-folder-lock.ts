import { randomBytes } from "node:crypto";
import { link, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { isAlive, ownIdentity, type ProcessIdentity } from "./process-identity.ts";

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

type Holder = ProcessIdentity & { startedAt: string };

/** Holder in another container: its beat shows that it lives, because its pid means nothing here. */
const BEAT_MS = 2_000;
const SILENT_MS = 10_000;

/**
 * Makes this process the only Cairn on `dataDir`, by a file `lock` that outlives a kill and is then taken over.
 * @throws DataFolderInUseError
 */
export async function lockDataFolder(dataDir: string): Promise<DataFolderLock> {
  const path = join(dataDir, "lock");
  const mine = JSON.stringify({ ...ownIdentity(), startedAt: new Date().toISOString() } satisfies Holder);
  const draft = `${path}.${process.pid}-${randomBytes(4).toString("hex")}`;
  await writeFile(draft, mine, { mode: 0o600 });
  try {
    while (!(await linkIfFree(draft, path))) {
      const seen = await readFile(path, "utf8").catch(() => "");
      await refuseIfHeld(seen, path, dataDir);
      await removeStale(path, seen);
    }
  } finally {
    await rm(draft, { force: true });
  }
  const beat = setInterval(() => void utimes(path, new Date(), new Date()).catch(() => {}), BEAT_MS).unref();
  return {
    async release() {
      clearInterval(beat);
      if ((await readFile(path, "utf8").catch(() => "")) === mine) await rm(path, { force: true });
    },
  };
}

async function linkIfFree(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

async function refuseIfHeld(seen: string, path: string, dataDir: string): Promise<void> {
  const holder = parseHolder(seen);
  if (!holder) return;
  const inUse = new DataFolderInUseError(dataDir, holder.pid, holder.startedAt);
  const alive = isAlive(holder);
  if (alive) throw inUse;
  if (alive === false) return;
  const before = await beatOf(path);
  if (Date.now() - before > SILENT_MS) return;
  await delay(SILENT_MS);
  if ((await beatOf(path)) !== before) throw inUse;
}

async function beatOf(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.mtimeMs ?? 0;
}

function parseHolder(text: string): Holder | undefined {
  try {
    return JSON.parse(text) as Holder;
  } catch {
    return undefined;
  }
}

/** Of two servers that find the same stale lock, the slower could take away the faster one's new lock: put it back. */
async function removeStale(path: string, seen: string): Promise<void> {
  const aside = `${path}.stale-${randomBytes(4).toString("hex")}`;
  try {
    await rename(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw error;
  }
  if ((await readFile(aside, "utf8")) !== seen) await linkIfFree(aside, path);
  await rm(aside, { force: true });
}
