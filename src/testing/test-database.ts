import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { type Connections, EMBEDDED } from "#server/db/connections.ts";

/** The PostgreSQL server of a test run, from src/testing/test-cluster.ts. */
export type TestCluster = { admin: pg.ClientConfig; template: string; outside?: string };

export type TestDatabase = {
  connections: Connections;
  /** A superuser's query in this database: for looking behind the policies. */
  asSuperuser: <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>;
  /** Ends the connections that such queries keep: a database is copied while nobody is in it. */
  disconnect: () => Promise<void>;
  drop: () => Promise<void>;
};

/** A clone of the migrated template, for one test file or one test, in the run's cluster unless another is given. */
export async function createTestDatabase(cluster = inject("cluster")): Promise<TestDatabase> {
  const name = `cairn_test_${randomBytes(6).toString("hex")}`;
  // As files: page by page through the log, which is what PostgreSQL does otherwise, a clone takes a quarter of a second more.
  const clone = `CREATE DATABASE ${name} TEMPLATE ${cluster.template} OWNER ${EMBEDDED.ownerRole}`;
  await asAdmin(cluster, `${clone} STRATEGY FILE_COPY`);
  let pool: pg.Pool | undefined;
  const disconnect = async () => {
    const ending = pool;
    pool = undefined;
    await ending?.end();
  };
  return {
    connections: rolesOf(cluster, name),
    asSuperuser: async (text, values) => {
      pool ??= superuserPool(inDatabase(cluster, name));
      return (await pool.query(text, values)).rows;
    },
    disconnect,
    drop: async () => {
      await disconnect();
      await asAdmin(cluster, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}

/** Kept between queries: tests look behind the policies more often than at anything else, and PostgreSQL starts a process for each connection. */
function superuserPool(config: pg.ClientConfig): pg.Pool {
  const pool = new pg.Pool({ ...config, max: 2, allowExitOnIdle: true });
  // Tests end connections on purpose; the next query takes a new one.
  pool.on("error", () => {});
  return pool;
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
