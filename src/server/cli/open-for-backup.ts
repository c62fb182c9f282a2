import { access, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Connections, embeddedConnections, outsideConnections } from "../db/connections.ts";
import type { Config } from "../platform/config.ts";
import type { Logger } from "../platform/log.ts";
import { DataFolderInUseError } from "../platform/postgres/data-folder-lock.ts";
import { SOCKET_PORT } from "../platform/postgres/socket-folder.ts";
import { startEmbeddedPostgres } from "../platform/postgres/supervisor.ts";
import { BackupError } from "../backup/backup-error.ts";

/** The database as it is, nothing migrated: the operator's, that of the running server, or ours started for as long as it takes. */
export async function openForBackup(
  config: Config,
  log: Logger,
): Promise<{ connections: Connections; close: () => Promise<void> }> {
  if (config.databaseUrl)
    return {
      connections: outsideConnections(config.databaseUrl, config.databaseOwnerUrl),
      close: async () => {},
    };
  const dataPath = join(config.dataDir, "postgres");
  // Else an empty database would be made, and backed up.
  await access(join(dataPath, "PG_VERSION")).catch(() => {
    throw new BackupError(
      "REFUSED",
      `There is no database in ${config.dataDir}. Set DATA_DIR to the folder that Cairn runs on.`,
    );
  });
  try {
    const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, log });
    return {
      connections: embeddedConnections({ host: postgres.host, port: postgres.port }),
      close: () => postgres.stop(),
    };
  } catch (error) {
    if (!(error instanceof DataFolderInUseError)) throw error;
    // The fifth line of PostgreSQL's own file tells where it listens.
    const pidFile = await readFile(join(dataPath, "postmaster.pid"), "utf8").catch(() => "");
    const host = pidFile.split("\n")[4]?.trim();
    // The server holds the folder but has not started its database yet.
    if (!host) throw error;
    return { connections: embeddedConnections({ host, port: SOCKET_PORT }), close: async () => {} };
  }
}
