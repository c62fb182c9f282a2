import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { migrate } from "#server/db/migrate.ts";
import { createLog } from "#server/platform/log.ts";
import { ensureRolesAndDatabase } from "#server/platform/postgres/roles.ts";
import { startEmbeddedPostgres } from "#server/platform/postgres/supervisor.ts";
import { rolesOf, type TestCluster } from "./test-database.ts";

const schema = ["migrations/", "functions/"].map(
  (folder) => new URL(`../server/db/${folder}`, import.meta.url),
);

/**
 * A PostgreSQL and in it a migrated template, named by the hash of migrations and functions, that test databases are cloned from.
 * @param outside A role that may create roles and databases, whose server is used instead of an embedded one
 */
export async function startTestCluster(
  outside?: string,
): Promise<{ cluster: TestCluster; stop: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "cairn-test-"));
  const embedded = outside
    ? null
    : await startEmbeddedPostgres({ dataDir: folder, log: createLog("silent"), fsync: false });
  const admin: pg.ClientConfig = embedded ? embedded.superuser : { connectionString: outside! };
  const template = `cairn_template_${await hashSchema()}`;
  const cluster: TestCluster = { admin, template, ...(outside ? { outside } : {}) };
  await ensureRolesAndDatabase(withDatabase(admin, "postgres"), template);
  if (outside) await setPasswords(admin);
  await migrate(rolesOf(cluster, template));
  const stop = async () => {
    await embedded?.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { cluster, stop };
}

async function hashSchema(): Promise<string> {
  const hash = createHash("sha256");
  for (const folder of schema)
    for (const name of (await readdir(folder)).toSorted())
      if (name.endsWith(".sql")) hash.update(await readFile(new URL(name, folder)));
  return hash.digest("hex").slice(0, 12);
}

function withDatabase(config: pg.ClientConfig, database: string): pg.ClientConfig {
  return config.connectionString ? config : { ...config, database };
}

/** An outside server wants passwords; the embedded one is reached by a private socket. */
async function setPasswords(admin: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(admin);
  await client.connect();
  for (const role of ["cairn_owner", "cairn_app"])
    await client.query(`ALTER ROLE ${role} PASSWORD 'cairn-test'`);
  await client.end();
}
