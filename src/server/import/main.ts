import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { findUserId } from "./find-user.ts";
import { readConfig } from "../platform/config.ts";
import { createLog } from "../platform/log.ts";
import { formatReport } from "./format-report.ts";
import { importFolder } from "./import-folder.ts";
import { openBesideServer } from "./open-services.ts";

const USAGE = "Usage: npm run import -- FOLDER --user EMAIL";
const root = fileURLToPath(new URL("../../..", import.meta.url));

/** Told to the person as it is, without a stack. */
class Refused extends Error {}

function readArguments(): { folder: string; email: string } {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { user: { type: "string" } },
    });
    const [folder, ...others] = positionals;
    if (folder === undefined || others.length > 0 || !values.user)
      throw new Error("one folder and --user are needed");
    return { folder: resolve(process.env.INIT_CWD ?? process.cwd(), folder), email: values.user };
  } catch (error) {
    throw new Refused(`${USAGE}\n${(error as Error).message}`);
  }
}

async function main(): Promise<void> {
  const { folder, email } = readArguments();
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder) throw new Refused(`There is no folder ${folder}.`);
  if (existsSync(`${root}/.env`)) process.loadEnvFile(`${root}/.env`);
  const config = readConfig(process.env, root);
  const services = await openBesideServer(config, createLog("warn"));
  try {
    const userId = await findUserId(services.db, email);
    if (userId === null)
      throw new Refused(`There is no account with the address ${email}. Register it first.`);
    const startedAt = performance.now();
    const report = await importFolder(services, userId, folder, { onProgress: showProgress() });
    process.stdout.write(`\n${formatReport(report, (performance.now() - startedAt) / 1000)}\n`);
    process.exitCode = report.skipped.length > 0 ? 2 : 0;
  } finally {
    await services.close();
  }
}

/** One line that counts up on a terminal; now and then a line elsewhere. */
function showProgress(): (done: number, total: number) => void {
  let shownAt = 0;
  return (done, total) => {
    const pause = process.stderr.isTTY ? 100 : 10_000;
    if (done < total && performance.now() - shownAt < pause) return;
    shownAt = performance.now();
    const line = `${done} of ${total} files`;
    process.stderr.write(process.stderr.isTTY ? `\r${line}` : `${line}\n`);
  };
}

main().then(
  () => process.exit(),
  (error: unknown) => {
    const isExpected =
      error instanceof Refused || ["ConfigError", "DataFolderInUseError"].includes((error as Error).name);
    process.stderr.write(
      `\n${isExpected ? (error as Error).message : ((error as Error).stack ?? String(error))}\n\n`,
    );
    process.exit(1);
  },
);
