import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Failure } from "../failure.ts";
import { findUserId } from "./find-user.ts";
import { readConfig } from "../platform/config.ts";
import { createLog } from "../platform/log.ts";
import { formatReport } from "./format-report.ts";
import type { Progress } from "./follow-import.ts";
import { importOneFile } from "./import-one-file.ts";
import { importFolder } from "./import-folder.ts";
import { openBesideServer } from "./open-services.ts";
import { openReportFile } from "./report-file.ts";

const USAGE = "Usage: npm run import -- FOLDER-OR-FILE --user EMAIL [--dry-run] [--report FILE.json]";
const root = fileURLToPath(new URL("../../..", import.meta.url));

/** Told to the person as it is, without a stack. */
class Refused extends Error {}

type Arguments = { folder: string; email: string; isTrial: boolean; reportPath: string | null };

function readArguments(): Arguments {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: {
        user: { type: "string" },
        report: { type: "string" },
        "dry-run": { type: "boolean", default: false },
      },
    });
    const [folder, ...others] = positionals;
    if (folder === undefined || others.length > 0 || !values.user)
      throw new Error("one folder or file and --user are needed");
    const from = process.env.INIT_CWD ?? process.cwd();
    const reportPath = values.report === undefined ? null : resolve(from, values.report);
    return { folder: resolve(from, folder), email: values.user, isTrial: values["dry-run"], reportPath };
  } catch (error) {
    throw new Refused(`${USAGE}\n${(error as Error).message}`);
  }
}

async function main(): Promise<void> {
  const { folder, email, isTrial, reportPath } = readArguments();
  const found = await stat(folder).catch(() => null);
  if (!found) throw new Refused(`There is no folder or file ${folder}.`);
  if (existsSync(`${root}/.env`)) process.loadEnvFile(`${root}/.env`);
  const config = readConfig(process.env, root);
  const services = await openBesideServer(config, createLog("warn"));
  try {
    const userId = await findUserId(services.db, email);
    if (userId === null)
      throw new Refused(`There is no account with the address ${email}. Register it first.`);
    if (!found.isDirectory()) {
      const words = await importOneFile(services, userId, folder, {
        isTrial,
        reportPath,
        onProgress: showProgress(),
      });
      process.stdout.write(`\n${words}\n`);
      return;
    }
    const startedAt = performance.now();
    const file = reportPath === null ? null : await openReport(reportPath);
    const report = await importFolder(services, userId, folder, {
      isTrial,
      onProgress: showProgress(),
      onFile: file?.add,
    });
    await file?.finish(report);
    const seconds = (performance.now() - startedAt) / 1000;
    process.stdout.write(`\n${formatReport(report, seconds, isTrial)}\n`);
    if (reportPath !== null) process.stdout.write(`\nFile by file: ${reportPath}\n`);
    process.exitCode = report.leftOut > 0 ? 2 : 0;
  } finally {
    await services.close();
  }
}

function openReport(path: string) {
  return openReportFile(path).catch((error: Error) => {
    throw new Refused(`The report cannot be written to ${path}: ${error.message}`);
  });
}

/** One line that counts up on a terminal; now and then a line elsewhere. */
function showProgress(): (progress: Progress) => void {
  let shownAt = performance.now();
  return ({ step, done }) => {
    const pause = process.stderr.isTTY ? 100 : 10_000;
    if (performance.now() - shownAt < pause) return;
    shownAt = performance.now();
    const words = `${done} ${step === "making" ? "notes made" : "files read"}`;
    process.stderr.write(process.stderr.isTTY ? `\r${words}   ` : `${words}\n`);
  };
}

main().then(
  () => process.exit(),
  (error: unknown) => {
    const isExpected =
      error instanceof Refused ||
      error instanceof Failure ||
      ["ConfigError", "DataFolderInUseError"].includes((error as Error).name);
    process.stderr.write(
      `\n${isExpected ? (error as Error).message : ((error as Error).stack ?? String(error))}\n\n`,
    );
    process.exit(1);
  },
);
