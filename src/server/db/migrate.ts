import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as runMigrations } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { fileURLToPath } from "node:url";
import type { Connections } from "./connections.ts";
import { applyAccess, verifyAppRole } from "./roles.ts";

const MIGRATION_LOCK = 0x0ca1_0001;
const OLDEST_SERVER = 150_000;
const folder = fileURLToPath(new URL("./migrations", import.meta.url));

/**
 * Brings the database to this version's schema and grants, one node at a time (the migrator itself takes no lock), then
 * checks that row-level security binds the application's role.
 */
export async function migrate(connections: Connections): Promise<void> {
  const owner = new pg.Client(connections.owner);
  const app = new pg.Client(connections.app);
  await Promise.all([owner.connect(), app.connect()]);
  try {
    const version = Number((await owner.query("SHOW server_version_num")).rows[0].server_version_num);
    if (version < OLDEST_SERVER)
      throw new Error(`PostgreSQL ${Math.floor(version / 10_000)} is too old: Cairn needs 15 or newer.`);
    await owner.query("SELECT pg_advisory_lock($1)", [MIGRATION_LOCK]);
    await runMigrations(drizzle(owner), { migrationsFolder: folder });
    const { rows } = await app.query<{ role: string }>("SELECT current_user AS role");
    await applyAccess(owner, rows[0]!.role, connections.mode);
    await verifyAppRole(app);
  } finally {
    await Promise.all([owner.end(), app.end()]);
  }
}
