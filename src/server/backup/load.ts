import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { applyFunctions } from "../db/functions.ts";
import { applyMigrations, readMigrations } from "../db/migrate.ts";
import { applyAccess, type RoleMode } from "../db/roles.ts";
import type { Storage } from "../files/storage/storage.ts";
import { readBackup } from "./backup-file.ts";
import { BackupError } from "./backup-error.ts";
import type { EntryAbout, Manifest } from "./entries.ts";
import { quoteColumns, quoteTable, TEXT_SETTINGS } from "./tables.ts";
import { suspendChecks } from "./suspend-checks.ts";

export type LoadOptions = {
  path: string;
  key: string | undefined;
  manifest: Manifest;
  storage: Storage;
  mode: RoleMode;
  appRole: string;
  onSecret: (secret: string) => Promise<void>;
};

/**
 * Fills a database that holds nothing of ours, inside the caller's transaction: the schema of the backup's time, its
 * rows, then the migrations that came later and the functions of today. The files are on disk before this returns, hence before the commit.
 */
export async function load(owner: pg.Client, options: LoadOptions): Promise<void> {
  const { manifest } = options;
  const migrations = readMigrations();
  await owner.query(TEXT_SETTINGS);
  await applyMigrations(owner, migrations.slice(0, levelOf(manifest)));
  const resumeChecks = await suspendChecks(owner);
  await readBackup(options.path, options.key, async (about, bytes) => {
    if (about.kind === "table") await loadTable(owner, about, bytes, manifest);
    else if (about.kind === "file") await options.storage.putStream(about.name, Readable.from(bytes));
    else await options.onSecret(await text(bytes));
  });
  for (const [name, value] of Object.entries(manifest.sequences))
    await owner.query("SELECT setval($1::regclass, $2::bigint)", [quoteTable(name), value]);
  await resumeChecks();
  await applyMigrations(owner, migrations);
  await applyFunctions(owner);
  await applyAccess(owner, options.appRole, options.mode);
  // Without its statistics the database would read whole tables until it has collected them by itself.
  await owner.query("ANALYZE");
}

/** @throws BackupError NEWER when this Cairn does not know how to read the rows */
export function levelOf(manifest: Manifest): number {
  const ours = readMigrations().map(({ hash }) => hash);
  if (manifest.migrations.every((hash, index) => hash === ours[index])) return manifest.migrations.length;
  throw new BackupError(
    "NEWER",
    `The backup was made by another Cairn (${manifest.cairn}) whose tables this one does not know, probably a newer. ` +
      "Update this Cairn, then restore.",
  );
}

async function loadTable(
  owner: pg.Client,
  { name, columns }: Extract<EntryAbout, { kind: "table" }>,
  bytes: AsyncIterable<Buffer>,
  manifest: Manifest,
): Promise<void> {
  const into = owner.query(copyFrom(`COPY ${quoteTable(name)} (${quoteColumns(columns)}) FROM STDIN`));
  await pipeline(bytes, into);
  const expected = manifest.tables[name]?.rows;
  if (into.rowCount !== expected)
    throw new Error(`${name} took ${into.rowCount} rows of ${expected}; nothing was changed.`);
}
