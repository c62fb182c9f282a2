import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { type Connections, EMBEDDED } from "#server/db/connections.ts";

/** The PostgreSQL server of a test run, from src/testing/global-setup.ts. */
export type TestCluster = { admin: pg.ClientConfig; template: string; outside?: string };

export type TestDatabase = {
  connections: Connections;
  /** A superuser's query in this database: for looking behind the policies. */
  asSuperuser: <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>;
  drop: () => Promise<void>;
};

/** A clone of the migrated template (0.1 s), for one test file or one test. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const cluster = inject("cluster");
  const name = `cairn_test_${randomBytes(6).toString("hex")}`;
  await asAdmin(cluster, `CREATE DATABASE ${name} TEMPLATE ${cluster.template} OWNER ${EMBEDDED.ownerRole}`);
  return {
    connections: rolesOf(cluster, name),
    asSuperuser: async (text, values) => {
      const client = new pg.Client(inDatabase(cluster, name));
      await client.connect();
      try {
        return (await client.query(text, values)).rows;
      } finally {
        await client.end();
      }
    },
    drop: () => asAdmin(cluster, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

/** The two roles of the application, in one database of the cluster. */
export function rolesOf(cluster: TestCluster, database: string): Connections {
  const as = (user: string): pg.ClientConfig => {
    if (!cluster.outside) return { ...cluster.admin, user, database };
    const url = new URL(cluster.outside);
    url.pathname = `/${database}`;
    url.username = user;
    url.password = "cairn-test";
    return { connectionString: url.href };
  };
  return { app: as(EMBEDDED.appRole), owner: as(EMBEDDED.ownerRole), mode: "separate" };
}

/** How to reach one database of the cluster as its superuser. */
export function inDatabase(cluster: TestCluster, database: string): pg.ClientConfig {
  if (!cluster.outside) return { ...cluster.admin, database };
  const url = new URL(cluster.outside);
  url.pathname = `/${database}`;
  return { connectionString: url.href };
}

async function asAdmin(cluster: TestCluster, statement: string): Promise<void> {
  const client = new pg.Client(inDatabase(cluster, "postgres"));
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
