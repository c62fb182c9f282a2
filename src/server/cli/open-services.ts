import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { embeddedConnections } from "../db/connections.ts";
import type { Config } from "../platform/config.ts";
import type { Logger } from "../platform/log.ts";
import { DataFolderInUseError } from "../platform/postgres/data-folder-lock.ts";
import { SOCKET_PORT } from "../platform/postgres/socket-folder.ts";
import { readSecret } from "../platform/secret.ts";
import { assemble, type OpenServices, openServices } from "../services.ts";

/**
 * The services for a command beside the server: on the database of the running server when there is one, else on one
 * of its own, which ends with it.
 */
export async function openBesideServer(config: Config, log: Logger): Promise<OpenServices> {
  try {
    return await openServices(config, log);
  } catch (error) {
    if (!(error instanceof DataFolderInUseError)) throw error;
    return joinRunning(config, log, error);
  }
}

async function joinRunning(config: Config, log: Logger, inUse: DataFolderInUseError): Promise<OpenServices> {
  // The fifth line of PostgreSQL's own file tells where it listens.
  const pidFile = await readFile(join(config.dataDir, "postgres", "postmaster.pid"), "utf8").catch(() => "");
  const socketFolder = pidFile.split("\n")[4]?.trim();
  // The server holds the folder but has not started its database yet.
  if (!socketFolder) throw inUse;
  const connections = embeddedConnections({ host: socketFolder, port: SOCKET_PORT });
  const services = assemble(config, log, connections, await readSecret(config));
  return {
    ...services,
    close: async () => {
      await services.collab.stop();
      await services.db.close();
    },
  };
}
