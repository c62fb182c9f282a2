import pg from "pg";
import { DataFolderInUseError } from "./data-folder-lock.ts";

/** Owns the tables and migrates them. */
export const OWNER_ROLE = "cairn_owner";
/** Serves requests: row level security binds it, because it is neither superuser nor owner. */
export const APP_ROLE = "cairn_app";

/** Any number that nobody else is likely to use; one for setting up, one for the server's claim. */
const SETUP_LOCK = 4_870_001;
const CLAIM_LOCK = 4_870_002;

const ROLES = {
  [OWNER_ROLE]: "LOGIN NOSUPERUSER CREATEROLE NOCREATEDB NOREPLICATION NOBYPASSRLS",
  [APP_ROLE]: "LOGIN NOSUPERUSER NOCREATEROLE NOCREATEDB NOREPLICATION NOBYPASSRLS",
};

/** Only a superuser can install these, so the migrations can count on them. */
const EXTENSIONS = ["btree_gin", "fuzzystrmatch", "pg_trgm", "unaccent"];

/**
 * Makes sure that both roles, the database and its extensions exist and are as they should be. Repeatable, and
 * safe when several processes do it at once.
 * @param superuser How to reach the server's `postgres` database as a superuser.
 */
export async function ensureRolesAndDatabase(superuser: pg.ClientConfig, database = "cairn"): Promise<void> {
  await withClient(superuser, async (client) => {
    await client.query("SELECT pg_advisory_lock($1)", [SETUP_LOCK]);
    for (const [role, attributes] of Object.entries(ROLES)) {
      const { rowCount } = await client.query("SELECT FROM pg_roles WHERE rolname = $1", [role]);
      await client.query(`${rowCount ? "ALTER" : "CREATE"} ROLE ${role} ${attributes}`);
    }
    const name = pg.escapeIdentifier(database);
    const { rowCount } = await client.query("SELECT FROM pg_database WHERE datname = $1", [database]);
    if (!rowCount) await client.query(`CREATE DATABASE ${name} OWNER ${OWNER_ROLE}`);
    await client.query(`REVOKE ALL ON DATABASE ${name} FROM PUBLIC`);
    await client.query(`GRANT CONNECT ON DATABASE ${name} TO ${APP_ROLE}`);
    await withClient({ ...superuser, database }, async (inside) => {
      for (const extension of EXTENSIONS) await inside.query(`CREATE EXTENSION IF NOT EXISTS ${extension}`);
    });
  });
}

/**
 * Claims the database for one server for as long as `client` stays connected: the second guard beside the lock
 * file, which someone may have deleted. For the embedded database only; many nodes may share an outside one.
 * @throws DataFolderInUseError
 */
export async function claimDatabase(client: pg.ClientBase, dataDir: string): Promise<void> {
  const { rows } = await client.query<{ claimed: boolean }>("SELECT pg_try_advisory_lock($1) AS claimed", [
    CLAIM_LOCK,
  ]);
  if (rows[0]?.claimed) {
    // Read by the second server, for its message.
    const holder = `cairn ${process.pid} ${new Date().toISOString()}`;
    await client.query("SELECT set_config('application_name', $1, false)", [holder]);
    return;
  }
  const holder = await client.query<{ name: string }>(
    `SELECT activity.application_name AS name FROM pg_locks JOIN pg_stat_activity AS activity USING (pid)
     WHERE locktype = 'advisory' AND granted AND objid = $1 AND pg_locks.database =
       (SELECT oid FROM pg_database WHERE datname = current_database())`,
    [CLAIM_LOCK],
  );
  const [, pid = "unknown", startedAt = "an unknown time"] = holder.rows[0]?.name.split(" ") ?? [];
  throw new DataFolderInUseError(dataDir, pid, startedAt);
}

async function withClient(
  config: pg.ClientConfig,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client(config);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
