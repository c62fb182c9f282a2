import { stat } from "node:fs/promises";
import { parseArgs } from "node:util";
import { createLog } from "../platform/log.ts";
import { BackupError } from "../backup/backup-error.ts";
import { writeBackup } from "../backup/backup-file.ts";
import { asTyped, describeContents, megabytes, readCommandConfig, runCommand, seconds } from "./command.ts";
import { describeWriteFault, ensureBackupFolder, freeName, removeAbandoned } from "../backup/folder.ts";
import { openForBackup } from "./open-for-backup.ts";
import { backupSource } from "../backup/source.ts";

const USAGE = "Usage: npm run backup [-- --to FILE|FOLDER]";

function readTarget(): string | undefined {
  try {
    const { to } = parseArgs({ options: { to: { type: "string" } } }).values;
    return to === undefined ? undefined : asTyped(to);
  } catch (error) {
    throw new BackupError("REFUSED", `${USAGE}\n${(error as Error).message}`);
  }
}

/** A folder gets a file with the usual name, anything else is the file's name. */
async function chooseTarget(given: string | undefined, dir: string): Promise<(at: Date) => Promise<string>> {
  if (given === undefined) return (at) => freeName(dir, at);
  const found = await stat(given).catch(() => undefined);
  if (found?.isDirectory()) return (at) => freeName(given, at);
  if (found)
    throw new BackupError("REFUSED", `${given} is there already. Give another name, or move it away.`);
  return async () => given;
}

async function main(): Promise<void> {
  const given = readTarget();
  const config = readCommandConfig();
  const begun = performance.now();
  if (given === undefined) {
    await ensureBackupFolder(config);
    await removeAbandoned(config.backups.dir);
  }
  const target = await chooseTarget(given, config.backups.dir);
  const { connections, close } = await openForBackup(config, createLog("warn"));
  try {
    const source = await backupSource(config, connections);
    const { path, size, manifest } = await writeBackup(source, {
      target,
      made: "command",
      key: config.backups.key,
    });
    process.stdout.write(
      `\nBacked up to ${path} (${megabytes(size)}, ${seconds(begun)}), read back and compared:\n${describeContents(manifest)}\n` +
        (config.backups.key
          ? `  encrypted: it can be restored with this BACKUP_KEY only\n`
          : `  not encrypted, and without the secret that keeps people signed in (docs/operations.md, "Backups")\n`) +
        `\nTo restore: npm run restore -- ${path}\n`,
    );
  } catch (error) {
    const fault = describeWriteFault(error, given ?? config.backups.dir);
    if (fault === (error as Error).message) throw error;
    throw new BackupError("REFUSED", fault, { cause: error });
  } finally {
    await close();
  }
}

runCommand(main);
