import { access, mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../platform/config.ts";
import type { BackupKeep } from "../platform/settings.ts";
import { PARTIAL } from "./backup-file.ts";
import { BackupError } from "./backup-error.ts";
import { type BackupHeader, peekHeader } from "./header.ts";
import { chooseKept } from "./rotation.ts";

/** The time is UTC, so that names sort by age through every change of clocks. */
const NAME = /^cairn-\d{8}-\d{6}\.cairn$/;
/** Longer untouched than this, a half-written file belongs to nobody any more. */
const ABANDONED_MS = 60 * 60 * 1000;

export type FoundBackup = { path: string; at: Date; made: BackupHeader["made"] };

/** The backups in a folder, by name and header, newest first. Anything else in it is not ours. */
export async function findBackups(dir: string): Promise<FoundBackup[]> {
  const names = await readdir(dir).catch(() => []);
  const found: FoundBackup[] = [];
  for (const name of names.filter((one) => NAME.test(one))) {
    const header = await peekHeader(join(dir, name));
    if (header) found.push({ path: join(dir, name), at: new Date(header.at), made: header.made });
  }
  return found.toSorted((a, b) => b.at.getTime() - a.at.getTime());
}

/** A name in `dir` that nothing has yet. */
export async function freeName(dir: string, at: Date): Promise<string> {
  for (let time = at.getTime(); ; time += 1_000) {
    const digits = new Date(time).toISOString().replaceAll(/[-:]|\..*$/g, "");
    const path = join(dir, `cairn-${digits.replace("T", "-")}.cairn`);
    const isTaken = await access(path).then(
      () => true,
      () => false,
    );
    if (!isTaken) return path;
  }
}

/**
 * Makes our own folder; one that the operator named must be there, or a disk that is not mounted would be "backed up"
 * onto the disk below it.
 */
export async function ensureBackupFolder(config: Pick<Config, "dataDir" | "backups">): Promise<void> {
  const { dir } = config.backups;
  if (dir === join(config.dataDir, "backups")) {
    await mkdir(dir, { recursive: true, mode: 0o700 });
    return;
  }
  const isFolder = await stat(dir).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder)
    throw new BackupError("REFUSED", `There is no folder ${dir} (BACKUP_DIR). Is its disk mounted?`);
}

/** Removes the nightly backups that have had their time. */
export async function rotate(dir: string, keep: BackupKeep): Promise<string[]> {
  const nightly = (await findBackups(dir)).filter(({ made }) => made === "nightly");
  const kept = chooseKept(nightly, keep);
  const removed = nightly.filter((one) => !kept.has(one)).map(({ path }) => path);
  for (const path of removed) await rm(path, { force: true });
  return removed;
}

/** Removes half-written files that nobody writes any more, as a killed backup leaves them. */
export async function removeAbandoned(dir: string): Promise<void> {
  for (const name of (await readdir(dir)).filter((one) => PARTIAL.test(one))) {
    const { mtimeMs } = await stat(join(dir, name)).catch(() => ({ mtimeMs: Infinity }));
    if (Date.now() - mtimeMs > ABANDONED_MS) await rm(join(dir, name), { force: true });
  }
}

/** For the person at the terminal and in the log: what the system's error means here. */
export function describeWriteFault(error: unknown, dir: string): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "ENOSPC" || code === "EDQUOT" || code === "EFBIG")
    return `There is no room for the backup in ${dir} (${code}). Free some, or set BACKUP_DIR to another folder.`;
  if (code === "EACCES" || code === "EPERM" || code === "EROFS")
    return `Cairn may not write in ${dir} (${code}). Give it the right to, or set BACKUP_DIR to another folder.`;
  return message;
}
