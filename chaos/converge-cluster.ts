import { randomBytes } from "node:crypto";
import type { AddressInfo } from "node:net";
import { Writable } from "node:stream";
import pg from "pg";
import { createApp, type App } from "#server/app.ts";
import type { Services } from "#server/base.ts";
import { type Connections, EMBEDDED, embeddedConnections } from "#server/db/connections.ts";
import { migrate } from "#server/db/migrate.ts";
import { readConfig } from "#server/platform/config.ts";
import { createLog } from "#server/platform/log.ts";
import { ensureRolesAndDatabase } from "#server/platform/postgres/roles.ts";
import { startEmbeddedPostgres } from "#server/platform/postgres/supervisor.ts";
import { assemble } from "#server/services.ts";
import { createVisitor, type SignedInVisitor } from "#testing/test-app.ts";

/** One Cairn of several on the same database. */
export type Node = { url: string; services: () => Services; restart: () => Promise<void> };

export type Cluster = {
  nodes: Node[];
  pool: pg.Pool;
  aUser: () => Promise<SignedInVisitor>;
  /** Lines of level error, which no schedule should cause. */
  errors: string[];
  close: () => Promise<void>;
};

/** Real servers in this process, on a real PostgreSQL of their own. */
export async function startCluster(folder: string, size: number): Promise<Cluster> {
  const errors: string[] = [];
  const log = createLog("warn", collect(errors));
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log, fsync: false });
  await ensureRolesAndDatabase(postgres.superuser);
  const connections = embeddedConnections({ host: postgres.host, port: postgres.port });
  await migrate(connections);
  const secret = randomBytes(32).toString("hex");
  const nodes = await Promise.all(
    Array.from({ length: size }, () => startNode({ folder, connections, secret, log })),
  );
  const pool = new pg.Pool({ ...postgres.superuser, database: EMBEDDED.database, max: 4 });
  return {
    nodes,
    pool,
    errors,
    aUser: () => register(nodes[0]!.url),
    close: async () => {
      await pool.end();
      await Promise.all(nodes.map((node) => node.stop()));
      await postgres.stop();
    },
  };
}

async function startNode(deps: {
  folder: string;
  connections: Connections;
  secret: string;
  log: ReturnType<typeof createLog>;
}): Promise<Node & { stop: () => Promise<void> }> {
  const config = readConfig({ LOG_LEVEL: "warn", NODE_ENV: "test", DATA_DIR: deps.folder }, deps.folder);
  let port = 0;
  let running: { app: App; services: Services };
  let restarting: Promise<void> | undefined;

  async function start(): Promise<void> {
    const services = assemble(config, deps.log, deps.connections, deps.secret);
    const app = await createApp(services, { webRoot: "/nonexistent" });
    await app.http.listen({ port, host: "127.0.0.1" });
    port = (app.http.server.address() as AddressInfo).port;
    await services.collab.ready;
    running = { app, services };
  }
  async function stop(): Promise<void> {
    await running.app.stop();
    await running.services.collab.stop();
    await running.services.db.close();
  }
  await start();
  return {
    url: `http://127.0.0.1:${port}`,
    services: () => running.services,
    restart: () =>
      (restarting ??= stop()
        .then(start)
        .finally(() => (restarting = undefined))),
    stop,
  };
}

async function register(url: string): Promise<SignedInVisitor> {
  const visitor = createVisitor(url);
  const email = `${randomBytes(6).toString("hex")}@example.com`;
  const password = "correct horse";
  const { session } = await visitor.client.accounts.register({ name: "C", email, password });
  return { ...visitor, userId: session!.user.id, email, password };
}

function collect(errors: string[]): Writable {
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      for (const line of chunk.toString().split("\n"))
        if (line.includes('"level":"error"') || line.includes('"level":"fatal"')) errors.push(line);
      done();
    },
  });
}
