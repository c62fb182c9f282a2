import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { migrate } from "#server/db/migrate.ts";
import { createLog } from "#server/platform/log.ts";
import { ensureRolesAndDatabase } from "#server/platform/postgres/roles.ts";
import { startEmbeddedPostgres } from "#server/platform/postgres/supervisor.ts";
import { rolesOf, type TestCluster } from "./test-database.ts";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const SCHEMA = [at("../server/db/migrations"), at("../server/db/functions")];
/** What decides how a cluster is made and a template in it, beside the schema. */
const MAKING = [at("../server/db"), at("../server/platform/postgres"), at(".")];
/** A stopped cluster with its template, made once for these sources: making it takes several times as long as copying it. */
const KEPT = at("../../.cache/test-clusters");

const log = createLog("silent");

/**
 * A PostgreSQL and in it a migrated template, named by the hash of migrations and functions, that test databases are cloned from.
 * @param outside A role that may create roles and databases, whose server is used instead of an embedded one
 */
export async function startTestCluster(
  outside?: string,
): Promise<{ cluster: TestCluster; stop: () => Promise<void> }> {
  const schema = await hashOf(SCHEMA);
  const template = `cairn_template_${schema}`;
  if (outside) {
    const admin = { connectionString: outside };
    await makeTemplate({ admin, template, outside });
    return { cluster: { admin, template, outside }, stop: async () => {} };
  }
  const folder = await mkdtemp(join(tmpdir(), "cairn-test-"));
  await copyKept(`${schema}-${await hashOf(MAKING)}`, template, folder);
  const embedded = await startEmbeddedPostgres({ dataDir: folder, log, fsync: false });
  const stop = async () => {
    await embedded.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { cluster: { admin: embedded.superuser, template }, stop };
}

/** Puts the cluster that is kept under this name into a data folder, after making it when it isn't there. */
async function copyKept(name: string, template: string, dataDir: string): Promise<void> {
  const [kept, data] = [join(KEPT, name), join(dataDir, "postgres")];
  const options = { recursive: true, preserveTimestamps: true };
  if (existsSync(kept)) return cp(kept, data, options);
  const embedded = await startEmbeddedPostgres({ dataDir, log, fsync: false });
  await makeTemplate({ admin: embedded.superuser, template });
  await embedded.stop();
  // Beside the others until it is whole; another run may have been quicker.
  const draft = join(dirname(KEPT), `test-cluster-${process.pid}`);
  await cp(data, draft, options);
  await mkdir(KEPT, { recursive: true });
  await rename(draft, kept).catch(() => rm(draft, { recursive: true, force: true }));
  for (const old of await readdir(KEPT))
    if (old !== name) await rm(join(KEPT, old), { recursive: true, force: true });
}

async function makeTemplate(cluster: TestCluster): Promise<void> {
  await ensureRolesAndDatabase(withDatabase(cluster.admin, "postgres"), cluster.template);
  if (cluster.outside) await setPasswords(cluster.admin);
  await migrate(rolesOf(cluster, cluster.template));
}

/** Of the programs, statements and lists of these folders, without what lies below them. */
async function hashOf(folders: string[]): Promise<string> {
  const hash = createHash("sha256");
  for (const folder of folders)
    for (const name of (await readdir(folder)).toSorted())
      if (/(?<!\.test)\.(?:sql|ts|txt)$/.test(name))
        hash.update(name).update(await readFile(join(folder, name)));
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
