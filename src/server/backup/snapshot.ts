import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { MIGRATION_LOCK, readLevel, readMigrations } from "../db/migrate.ts";
import type { RoleMode } from "../db/roles.ts";
import { isMissing, type Storage, storedKeys } from "../files/storage/storage.ts";
import { BackupError } from "./backup-error.ts";
import type { Entry, ManifestFacts } from "./entries.ts";
import {
  FILE_COLUMNS,
  quoteColumns,
  quoteTable,
  seeEveryRow,
  TEXT_SETTINGS,
  travellingTables,
} from "./tables.ts";

/** What a backup is taken of. */
export type BackupSource = {
  owner: pg.ClientConfig;
  mode: RoleMode;
  storage: Storage;
  /** Only for an encrypted backup: with it, what else is in the backup could act as any user of the running server. */
  secret?: string | undefined;
  version: string;
};

export type Snapshot = {
  entries: () => AsyncGenerator<Entry>;
  /** Known when the entries are through. */
  facts: () => ManifestFacts;
  takenAt: Date;
  /** Gives the connection back, whatever became of the entries. */
  close: () => Promise<void>;
};

/**
 * One moment of the whole database. Nobody who reads or writes waits for it; a Cairn that starts anew with migrations to
 * apply does, until the tables are through.
 */
export async function takeSnapshot(source: BackupSource): Promise<Snapshot> {
  const owner = new pg.Client({ ...source.owner, application_name: "cairn backup" });
  // The query that waits on a broken connection rejects; the event has nobody else to hear it.
  owner.on("error", () => {});
  try {
    await owner.connect();
    await owner.query(TEXT_SETTINGS);
    await owner.query("SELECT pg_advisory_lock_shared($1)", [MIGRATION_LOCK]);
    const migrations = await knownLevel(owner);
    await seeEveryRow(owner, source.mode);
    await owner.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    const { rows } = await owner.query<{ at: Date; postgres: string }>(
      "SELECT now() AS at, current_setting('server_version') AS postgres",
    );
    const { at, postgres } = rows[0]!;
    const known = { takenAt: at.toISOString(), cairn: source.version, postgres, migrations };
    const rest = { missing: [] as string[], sequences: {} as Record<string, string> };
    return {
      takenAt: at,
      entries: () => entriesOf(owner, source, migrations.length === readMigrations().length, rest),
      facts: () => ({ ...known, ...rest }),
      close: () => owner.end().catch(() => {}),
    };
  } catch (error) {
    await owner.end().catch(() => {});
    throw error;
  }
}

async function knownLevel(owner: pg.ClientBase): Promise<string[]> {
  const level = await readLevel(owner);
  if (level.length === 0)
    throw new BackupError("REFUSED", "There is nothing to back up: the database holds no Cairn yet.");
  const ours = readMigrations().map(({ hash }) => hash);
  if (level.every((hash, index) => hash === ours[index])) return level;
  throw new BackupError(
    "REFUSED",
    "The database belongs to another Cairn than this one, probably a newer. Run that one's `npm run backup`.",
  );
}

async function* entriesOf(
  owner: pg.Client,
  source: BackupSource,
  isOurLevel: boolean,
  rest: { missing: string[]; sequences: Record<string, string> },
): AsyncGenerator<Entry> {
  for (const { name, columns } of await travellingTables(owner, isOurLevel)) {
    // A query and not the table itself: it works with forced row-level security and on partitioned tables too.
    const stream = owner.query(
      copyTo(`COPY (SELECT ${quoteColumns(columns)} FROM ${quoteTable(name)}) TO STDOUT`),
    );
    // When nobody reads it to the end, because the backup cannot be written, its connection ends under it; a failure while it is
    // read comes out of the reading.
    stream.on("error", () => {});
    let count = 0;
    const bytes = countingLines(stream, (lines) => (count += lines));
    yield { kind: "table", name, columns, bytes, rows: () => count };
  }
  // After the snapshot began: a sequence knows no snapshots, and may be ahead of the rows but never behind.
  const { rows } = await owner.query<{ name: string; value: string }>(
    `SELECT schemaname || '.' || sequencename AS name, last_value::text AS value FROM pg_sequences
     WHERE schemaname IN ('public', 'auth') AND last_value IS NOT NULL ORDER BY 1`,
  );
  for (const { name, value } of rows) rest.sequences[name] = value;
  const keys = await fileKeys(owner);
  await owner.query("COMMIT");
  await owner.query("SELECT pg_advisory_unlock_shared($1)", [MIGRATION_LOCK]);
  await owner.end();
  yield* filesOf(source.storage, keys, rest.missing);
  if (source.secret) yield { kind: "secret", name: "secret", bytes: once(Buffer.from(source.secret)) };
}

async function fileKeys(owner: pg.ClientBase): Promise<string[]> {
  const keys: string[] = [];
  for (const { table, column } of FILE_COLUMNS) {
    const { rows } = await owner.query<{ key: string; is_shown: boolean }>(
      `SELECT ${quoteColumns([column])} AS key, width IS NOT NULL AS is_shown FROM ${quoteTable(table)} ORDER BY 1`,
    );
    for (const { key, is_shown: isShown } of rows) keys.push(...storedKeys(key, isShown));
  }
  return keys;
}

/** A file that someone deleted since the snapshot is missing by right; the manifest says which. */
async function* filesOf(storage: Storage, keys: string[], missing: string[]): AsyncGenerator<Entry> {
  for (const key of keys) {
    try {
      const parts = (await storage.read(key))[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
      const first = await parts.next();
      yield { kind: "file", name: key, bytes: following(first, parts) };
    } catch (error) {
      if (!isMissing(error)) throw error;
      missing.push(key);
    }
  }
}

async function* following(
  first: IteratorResult<Buffer>,
  parts: AsyncIterator<Buffer>,
): AsyncGenerator<Buffer> {
  for (let part = first; !part.done; part = await parts.next()) yield part.value;
}

/** A row is a line, whatever it holds; the server's own count comes only after the last byte, and may come late. */
async function* countingLines(
  source: AsyncIterable<Buffer>,
  count: (lines: number) => void,
): AsyncGenerator<Buffer> {
  for await (const part of source) {
    let lines = 0;
    for (let at = part.indexOf(NEWLINE); at >= 0; at = part.indexOf(NEWLINE, at + 1)) lines += 1;
    count(lines);
    yield part;
  }
}

const NEWLINE = 0x0a;

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
