import type pg from "pg";
import type { RoleMode } from "./roles.ts";

/** How to reach the database in its three forms: embedded, two addresses, one address. */
export type Connections = { app: pg.ClientConfig; owner: pg.ClientConfig; mode: RoleMode };

/** Database and role names of the embedded cluster. */
export const EMBEDDED = { database: "cairn", ownerRole: "cairn_owner", appRole: "cairn_app" } as const;

/** The embedded cluster listens on a private unix socket only, so roles need no passwords. */
export function embeddedConnections(
  at: { host: string; port: number },
  database: string = EMBEDDED.database,
): Connections {
  return {
    app: { ...at, database, user: EMBEDDED.appRole },
    owner: { ...at, database, user: EMBEDDED.ownerRole },
    mode: "separate",
  };
}

export function outsideConnections(databaseUrl: string, ownerUrl?: string): Connections {
  return {
    app: { connectionString: databaseUrl },
    owner: { connectionString: ownerUrl ?? databaseUrl },
    mode: ownerUrl ? "separate" : "single",
  };
}
