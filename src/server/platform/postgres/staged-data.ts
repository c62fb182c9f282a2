import { chown, mkdir, open, readdir, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "../log.ts";
import { findBinaries } from "./binaries.ts";
import { adoptPostmaster, stopPostmaster } from "./postmaster.ts";
import { chooseRunAs } from "./run-as.ts";

/**
 * New data for a data folder is built beside the old, in `restoring/`. Renaming that to `restored/` is the one moment
 * from which on it counts; what follows (moving the old away and the new into its place) is finished by whoever comes
 * next, after a kill the next start.
 */
const BUILDING = "restoring";
const READY = "restored";
/** In the order of moving: the database last, so that it never serves beside another's secret. */
const PARTS = ["secret", "postgres"];

/** An empty folder to build in. The caller holds the data folder's lock. */
export async function beginStaging(dataDir: string): Promise<string> {
  const folder = join(dataDir, BUILDING);
  // Also opens the data folder by one step to the user that PostgreSQL runs as.
  const { uid, gid } = await chooseRunAs(await findBinaries(dataDir), dataDir);
  await mkdir(folder, { mode: 0o700 });
  if (uid !== process.getuid?.()) await chown(folder, uid, gid);
  return folder;
}

/** Adds a secret to the staged data. */
export async function stageSecret(dataDir: string, secret: string): Promise<void> {
  const file = await open(join(dataDir, BUILDING, "secret"), "wx", 0o600);
  try {
    await writeFile(file, `${secret}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** From here on the staged data is the data. Its PostgreSQL must have been stopped. */
export async function commitStaged(dataDir: string): Promise<void> {
  await syncFolder(join(dataDir, BUILDING));
  await rename(join(dataDir, BUILDING), join(dataDir, READY));
  await syncFolder(dataDir);
}

/**
 * Settles what a restore left behind, before anything reads the data: one that was not committed is removed, one that was
 * is brought to its end. The caller holds the data folder's lock.
 * @returns where the former database was moved, when that happened now
 */
export async function settleStaged(dataDir: string, log?: Logger): Promise<string | undefined> {
  const names = await readdir(dataDir);
  if (names.includes(BUILDING)) {
    await stopAt(join(dataDir, BUILDING, "postgres"));
    await rm(join(dataDir, BUILDING), { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    log?.warn("removed what an interrupted restore had begun; the data is as it was before");
  }
  if (!names.includes(READY)) return undefined;
  let former: string | undefined;
  for (const part of PARTS) {
    const staged = join(dataDir, READY, part);
    if (!(await readdir(join(dataDir, READY))).includes(part)) continue;
    const place = join(dataDir, part);
    if (part === "postgres") await stopAt(place);
    if ((await readdir(dataDir)).includes(part)) {
      const aside = `${place}.before-restore-${new Date().toISOString().replaceAll(/[-:]|\..*$/g, "")}`;
      await rename(place, aside);
      if (part === "postgres") former = aside;
    }
    await rename(staged, place);
    await syncFolder(dataDir);
  }
  await rm(join(dataDir, READY), { recursive: true, force: true });
  log?.info({ former }, "the restored data is in place");
  return former;
}

async function stopAt(dataPath: string): Promise<void> {
  const running = await adoptPostmaster(dataPath);
  if (!running) return;
  await stopPostmaster(running, 5_000);
  await rmdir(running.socketFolder).catch(() => {});
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
