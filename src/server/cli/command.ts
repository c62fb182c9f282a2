import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { type Config, readConfig } from "../platform/config.ts";
import type { Manifest } from "../backup/entries.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** Faults that are written for the person at the terminal: shown without a stack. */
export const EXPECTED_FAULTS = [
  "BackupError",
  "ConfigError",
  "DataFolderError",
  "DataFolderInUseError",
  "DatabaseStartError",
  "NewerDatabaseError",
  "OtherMajorError",
  "RoleError",
];

export function readCommandConfig(): Config {
  if (existsSync(`${root}/.env`)) process.loadEnvFile(`${root}/.env`);
  return readConfig(process.env, root);
}

/** A relative path counts from where the person stands. */
export const asTyped = (path: string): string => resolve(process.env.INIT_CWD ?? process.cwd(), path);

/** Runs a command to its end and gives the process its exit code. */
export function runCommand(main: () => Promise<void>): void {
  main().then(
    () => process.exit(),
    (error: unknown) => {
      const isExpected = EXPECTED_FAULTS.includes((error as Error).name);
      process.stderr.write(
        `\n${isExpected ? (error as Error).message : ((error as Error).stack ?? String(error))}\n\n`,
      );
      process.exit(1);
    },
  );
}

/** What is in a backup, for people. */
export function describeContents({ tables, files, takenAt }: Manifest): string {
  const count = (name: string) => (tables[`public.${name}`] ?? tables[`auth.${name}`])?.rows ?? 0;
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
  const lines = [
    `of ${new Date(takenAt).toLocaleString("sv")}`,
    `${count("users")} accounts, ${count("notes_v2")} notes, ${count("folders")} folders`,
    `${rows} rows in ${Object.keys(tables).length} tables`,
    `${files.count} stored files, ${megabytes(files.bytes)}`,
  ];
  if (files.missing.length > 0)
    lines.push(
      `${files.missing.length} files that rows name were not in the storage, the first: ${files.missing[0]}`,
    );
  return lines.map((line) => `  ${line}`).join("\n");
}

export const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;
export const seconds = (since: number): string => `${((performance.now() - since) / 1_000).toFixed(1)} s`;
