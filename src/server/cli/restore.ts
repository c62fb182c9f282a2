import { access } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createLog } from "../platform/log.ts";
import { BackupError } from "../backup/backup-error.ts";
import { verifyBackup } from "../backup/backup-file.ts";
import { asTyped, describeContents, megabytes, readCommandConfig, runCommand, seconds } from "./command.ts";
import { levelOf } from "../backup/load.ts";
import { restore, type Restored } from "../backup/restore.ts";

const USAGE = "Usage: npm run restore -- [--check] [--replace] FILE";

function readArguments() {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: {
        check: { type: "boolean", default: false },
        replace: { type: "boolean", default: false },
      },
    });
    const [file, ...others] = positionals;
    if (file === undefined || others.length > 0) throw new Error("one file is needed");
    return { file, ...values };
  } catch (error) {
    throw new BackupError("REFUSED", `${USAGE}\n${(error as Error).message}`);
  }
}

/** The name that a backup was announced by is enough, wherever one stands. */
async function findFile(given: string, backupDir: string): Promise<string> {
  const candidates = [asTyped(given), join(backupDir, given)];
  for (const path of candidates) {
    const isThere = await access(path).then(
      () => true,
      () => false,
    );
    if (isThere) return path;
  }
  throw new BackupError("REFUSED", `There is no file ${candidates[0]}.`);
}

async function main(): Promise<void> {
  const { file, check, replace } = readArguments();
  const config = readCommandConfig();
  const path = await findFile(file, config.backups.dir);
  const begun = performance.now();
  if (check) {
    const { manifest, size } = await verifyBackup(path, config.backups.key);
    levelOf(manifest);
    process.stdout.write(
      `\n${path} is whole and can be restored (${megabytes(size)}, ${seconds(begun)}):\n${describeContents(manifest)}\n`,
    );
    return;
  }
  const restored = await restore(config, createLog("warn"), { path, replace });
  process.stdout.write(
    `\nRestored ${path} (${seconds(begun)}):\n${describeContents(restored.manifest)}\n${whatNow(restored)}`,
  );
}

function whatNow({ former, keepsSessions }: Restored): string {
  const lines = [
    keepsSessions
      ? "Who was signed in here when the backup was taken still is."
      : "The backup holds no secret: everyone signs in again, and keys of other services must be entered again.",
  ];
  if (former)
    lines.push(`The former database is kept in ${former}. Delete it when you are sure you do not need it.`);
  return `\n${lines.join("\n")}\nStart Cairn again: npm start\n`;
}

runCommand(main);
