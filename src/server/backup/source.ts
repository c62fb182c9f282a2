import { readFileSync } from "node:fs";
import type { Connections } from "../db/connections.ts";
import { openStorage } from "../files/storage/storage.ts";
import type { Config } from "../platform/config.ts";
import { readKeptSecret } from "../platform/secret.ts";
import type { BackupSource } from "./snapshot.ts";

const { version } = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8")) as {
  version: string;
};

/** What this installation's backups are taken of. The secret goes along only where the backup is encrypted. */
export async function backupSource(config: Config, connections: Connections): Promise<BackupSource> {
  const takesSecret = config.backups.key !== undefined && config.secret === undefined;
  return {
    owner: connections.owner,
    mode: connections.mode,
    storage: openStorage(config),
    secret: takesSecret ? await readKeptSecret(config.dataDir) : undefined,
    version,
  };
}
