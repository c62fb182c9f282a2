import { realpath } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { EMBEDDED, embeddedConnections, outsideConnections } from "../db/connections.ts";
import { SERVING_LOCK } from "../db/listen.ts";
import { migrate, MIGRATION_LOCK, refuseOldServer } from "../db/migrate.ts";
import { openStorage } from "../files/storage/storage.ts";
import type { Config } from "../platform/config.ts";
import { ensureDataFolder } from "../platform/data-folder.ts";
import type { Logger } from "../platform/log.ts";
import { DataFolderInUseError, lockDataFolder } from "../platform/postgres/data-folder-lock.ts";
import { ensureRolesAndDatabase } from "../platform/postgres/roles.ts";
import { beginStaging, commitStaged, settleStaged, stageSecret } from "../platform/postgres/staged-data.ts";
import { startEmbeddedPostgres } from "../platform/postgres/supervisor.ts";
import { readKeptSecret, replaceKeptSecret } from "../platform/secret.ts";
import { BackupError } from "./backup-error.ts";
import { verifyBackup } from "./backup-file.ts";
import { clearDatabase, foreignTables, hasAccounts } from "./clear-database.ts";
import type { Manifest } from "./entries.ts";
import { levelOf, load } from "./load.ts";

export type Restored = {
  manifest: Manifest;
  /** Where the former embedded database lies now. */
  former: string | undefined;
  /** False when everyone has to sign in again. */
  keepsSessions: boolean;
};

export type RestoreOptions = {
  path: string;
  /** For an outside database that holds accounts: they are replaced. */
  replace: boolean;
  /** Off only for tests. */
  fsync?: boolean;
};

/**
 * Puts a backup in the place of the installation's data. The whole file is verified before anything is touched, and at
 * every moment the data is wholly what it was or wholly what it becomes.
 * @throws BackupError
 */
export async function restore(config: Config, log: Logger, options: RestoreOptions): Promise<Restored> {
  const { manifest } = await verifyBackup(options.path, config.backups.key);
  levelOf(manifest);
  return config.databaseUrl
    ? restoreOutside(config, config.databaseUrl, manifest, options)
    : restoreEmbedded(config, log, manifest, options);
}

async function restoreEmbedded(
  config: Config,
  log: Logger,
  manifest: Manifest,
  { path, fsync = true }: RestoreOptions,
): Promise<Restored> {
  await ensureDataFolder(config.dataDir);
  const dataDir = await realpath(config.dataDir);
  const lock = await lockDataFolder(dataDir).catch((error: unknown) => {
    if (!(error instanceof DataFolderInUseError)) throw error;
    throw new BackupError("REFUSED", `${error.message.split(". ")[0]}. Stop it first, then restore.`);
  });
  try {
    await settleStaged(dataDir, log);
    const staging = await beginStaging(dataDir);
    const present = config.secret ?? (await readKeptSecret(dataDir));
    let carried: string | undefined;
    const onSecret = async (secret: string) => {
      carried = secret;
      if (!config.secret && secret !== present) await stageSecret(dataDir, secret);
    };
    // Everything is one transaction on new tables, whose rows then need not go through the log.
    const settings = { wal_level: "minimal", max_wal_senders: "0", max_wal_size: "1GB" };
    const postgres = await startEmbeddedPostgres({
      dataDir: staging,
      log,
      exclusive: false,
      fsync,
      settings,
    });
    try {
      await ensureRolesAndDatabase(postgres.superuser);
      const connections = embeddedConnections({ host: postgres.host, port: postgres.port });
      const storage = openStorage({ ...config, dataDir });
      const about = { path, key: config.backups.key, manifest, storage, onSecret };
      await inTransaction(connections.owner, (owner) =>
        load(owner, { ...about, mode: "separate", appRole: EMBEDDED.appRole }),
      );
      await migrate(connections);
    } finally {
      await postgres.stop();
    }
    await commitStaged(dataDir);
    const former = await settleStaged(dataDir);
    return { manifest, former, keepsSessions: keepsSessions(config, carried, present) };
  } catch (error) {
    // What was begun is removed; had it been committed, this would finish it.
    await settleStaged(dataDir).catch(() => {});
    throw error;
  } finally {
    await lock.release();
  }
}

async function restoreOutside(
  config: Config,
  databaseUrl: string,
  manifest: Manifest,
  options: RestoreOptions,
): Promise<Restored> {
  const { owner: config_, app, mode } = outsideConnections(databaseUrl, config.databaseOwnerUrl);
  const present = config.secret ?? (await readKeptSecret(config.dataDir));
  const appRole = await roleOf(app);
  let carried: string | undefined;
  await inTransaction(config_, async (owner) => {
    await refuseOldServer(owner);
    const holdsAccounts = await refuseUnfit(owner, options.replace);
    await clearDatabase(owner);
    await load(owner, {
      path: options.path,
      key: config.backups.key,
      manifest,
      storage: openStorage(config),
      mode,
      appRole,
      onSecret: async (secret) => {
        carried = secret;
        if (config.secret || secret === present) return;
        if (present && holdsAccounts) throw new BackupError("REFUSED", otherSecret(config.dataDir));
        // Before the commit: in a database without accounts no session is hurt by it.
        await replaceKeptSecret(config.dataDir, secret);
      },
    });
  });
  await migrate({ owner: config_, app, mode });
  return { manifest, former: undefined, keepsSessions: keepsSessions(config, carried, present) };
}

/** Holds the locks to the end of the session, which ends with the transaction. */
async function refuseUnfit(owner: pg.Client, replace: boolean): Promise<boolean> {
  const { rows } = await owner.query<{ free: boolean }>("SELECT pg_try_advisory_lock($1) AS free", [
    SERVING_LOCK,
  ]);
  if (!rows[0]!.free) {
    throw new BackupError(
      "REFUSED",
      "A Cairn serves this database. Stop every server and import that uses it, then restore.",
    );
  }
  await owner.query("SELECT pg_advisory_lock($1)", [MIGRATION_LOCK]);
  const foreign = await foreignTables(owner);
  if (foreign.length > 0) {
    throw new BackupError(
      "REFUSED",
      `The database holds tables that are not Cairn's (${foreign.join(", ")}). Restore into a database of its own.`,
    );
  }
  const isInUse = await hasAccounts(owner);
  if (isInUse && !replace) {
    throw new BackupError(
      "REFUSED",
      "The database holds accounts already. Restore into an empty one, or add --replace: then everything in it is replaced by the backup.",
    );
  }
  return isInUse;
}

const otherSecret = (dataDir: string) =>
  `The backup carries the secret of the installation it is from, and ${join(dataDir, "secret")} is another. Move that file ` +
  "away to take the backup's, or set CAIRN_SECRET to keep yours; then restore again. Nothing was changed.";

async function inTransaction(
  config: pg.ClientConfig,
  work: (owner: pg.Client) => Promise<void>,
): Promise<void> {
  const owner = new pg.Client({ ...config, application_name: "cairn restore" });
  // The query that waits on a broken connection rejects; the event has nobody else to hear it.
  owner.on("error", () => {});
  try {
    await owner.connect();
    await owner.query("BEGIN");
    await work(owner);
    await owner.query("COMMIT");
  } finally {
    // Without a COMMIT the end of the connection is a rollback.
    await owner.end().catch(() => {});
  }
}

async function roleOf(config: pg.ClientConfig): Promise<string> {
  const client = new pg.Client(config);
  try {
    await client.connect();
    return (await client.query<{ role: string }>("SELECT current_user AS role")).rows[0]!.role;
  } finally {
    await client.end();
  }
}

/** Whether cookies of the backup's time are still believed. Unknown without the secret it was made under: then it is this folder's. */
function keepsSessions(config: Config, carried: string | undefined, present: string | undefined): boolean {
  if (config.secret) return carried === undefined || carried === config.secret;
  return carried !== undefined || present !== undefined;
}
