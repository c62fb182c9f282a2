import { readMigrationFiles } from "drizzle-orm/migrator";
import pg from "pg";
import { fileURLToPath } from "node:url";
import type { Connections } from "./connections.ts";
import { applyFunctions } from "./functions.ts";
import { applyAccess, verifyAppRole } from "./roles.ts";

/** Held alone by who changes the schema, shared by who needs it to stay as it is (a backup). */
export const MIGRATION_LOCK = 0x0ca1_0001;
const OLDEST_SERVER = 150_000;
const folder = fileURLToPath(new URL("./migrations", import.meta.url));

/** One step of the schema; the hash is of its file and stands in the database once the step is done. */
export type Migration = { hash: string; at: number; statements: string[] };

/** A database that a newer Cairn has migrated: its message says what to do. */
export class NewerDatabaseError extends Error {
  override name = "NewerDatabaseError";
}

/**
 * Brings the database to this version's schema, functions and grants, one node at a time, then checks that row-level security
 * binds the application's role. All migrations and functions are one transaction: killed in between, it has changed nothing.
 */
export async function migrate(connections: Connections): Promise<void> {
  const owner = new pg.Client(connections.owner);
  const app = new pg.Client(connections.app);
  // A connection that breaks fails the query that waits for it; the event has nobody else to hear it.
  for (const client of [owner, app]) client.on("error", () => {});
  try {
    await Promise.all([owner.connect(), app.connect()]);
    await refuseOldServer(owner);
    await owner.query("SELECT pg_advisory_lock($1)", [MIGRATION_LOCK]);
    await owner.query("BEGIN");
    await applyMigrations(owner, readMigrations());
    await applyFunctions(owner);
    await owner.query("COMMIT");
    const { rows } = await app.query<{ role: string }>("SELECT current_user AS role");
    await applyAccess(owner, rows[0]!.role, connections.mode);
    await verifyAppRole(app);
  } finally {
    await Promise.all([owner.end(), app.end()]);
  }
}

/** @throws Error naming the version */
export async function refuseOldServer(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    "SELECT current_setting('server_version_num')::int AS version",
  );
  const version = rows[0]!.version;
  if (version < OLDEST_SERVER)
    throw new Error(`PostgreSQL ${Math.floor(version / 10_000)} is too old: Cairn needs 15 or newer.`);
}

/** All released steps, oldest first. */
export function readMigrations(): Migration[] {
  return readMigrationFiles({ migrationsFolder: folder }).map(({ hash, folderMillis, sql }) => ({
    hash,
    at: folderMillis,
    statements: sql,
  }));
}

/**
 * Applies what is missing, inside the caller's transaction. Keeps the books as drizzle's own migrator does.
 * @throws NewerDatabaseError
 */
export async function applyMigrations(owner: pg.ClientBase, migrations: Migration[]): Promise<void> {
  await owner.query(`CREATE SCHEMA IF NOT EXISTS drizzle`);
  await owner.query(
    `CREATE TABLE IF NOT EXISTS drizzle.__drizzle_migrations (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at bigint)`,
  );
  const { rows } = await owner.query<{ at: number | null }>(
    // Also where the driver has no parsers of client.ts, as in the commands.
    "SELECT max(created_at)::float8 AS at FROM drizzle.__drizzle_migrations",
  );
  const done = rows[0]!.at ?? 0;
  // Who brings a database to an earlier step hands over fewer than there are.
  if (done > (migrations.at(-1)?.at ?? 0) && done > readMigrations().at(-1)!.at)
    throw new NewerDatabaseError("This database belongs to a newer Cairn. Update this one, then start it.");
  for (const { hash, at, statements } of migrations) {
    if (at <= done) continue;
    // Where one role owns and serves, forced row-level security would hide every row from a step that changes rows.
    await owner.query("SELECT set_config('app.system', 'on', true)");
    for (const statement of statements) await owner.query(statement);
    await owner.query("INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ($1, $2)", [
      hash,
      at,
    ]);
  }
  await owner.query("SELECT set_config('app.system', 'off', true)");
}

/** The hashes of the steps that this database has had, oldest first; none when it is empty. */
export async function readLevel(client: pg.ClientBase): Promise<string[]> {
  const { rows: found } = await client.query<{ is: boolean }>(
    "SELECT to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AS is",
  );
  if (!found[0]!.is) return [];
  const { rows } = await client.query<{ hash: string }>(
    "SELECT hash FROM drizzle.__drizzle_migrations ORDER BY created_at, id",
  );
  return rows.map((row) => row.hash);
}
