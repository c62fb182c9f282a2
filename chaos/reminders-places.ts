import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createLog } from "#server/platform/log.ts";
import { ensureRolesAndDatabase } from "#server/platform/postgres/roles.ts";
import { startEmbeddedPostgres } from "#server/platform/postgres/supervisor.ts";
import { createServerProcess } from "../e2e/server-process.ts";

/** Where Cairn runs, and how parts of it die and come back. */
export type Place = {
  url: string;
  /** `turn` counts the kills, and says what dies. */
  kill: (turn: number, awayMs: number) => Promise<void>;
  dispose: () => Promise<void>;
};

type Env = Record<string, string>;

/** One server with its own database; every second kill takes that along. */
export async function aServer(env: Env): Promise<Place> {
  const server = await createServerProcess(env);
  await server.start();
  return {
    url: server.url,
    kill: async (turn, awayMs) => {
      await server.kill({ database: turn % 2 === 1 });
      await pause(awayMs);
      await server.start();
    },
    dispose: () => server.dispose(),
  };
}

/** Two nodes on one database; each of them dies in its turn, the database and both at once, too. */
export async function twoNodes(env: Env, folder: string): Promise<Place> {
  const dataDir = join(folder, "two-nodes");
  await mkdir(dataDir, { recursive: true });
  const postgres = await startEmbeddedPostgres({ dataDir, log: createLog("silent") });
  await ensureRolesAndDatabase(postgres.superuser);
  const address = (role: string) =>
    `postgres://${role}@localhost/cairn?host=${encodeURIComponent(postgres.host)}&port=${postgres.port}`;
  const shared = {
    ...env,
    DATABASE_URL: address("cairn_app"),
    DATABASE_OWNER_URL: address("cairn_owner"),
    CAIRN_SECRET: "0".repeat(64),
  };
  const nodes = [await createServerProcess(shared), await createServerProcess(shared)];
  const dispose = async () => {
    for (const node of nodes) await node.dispose();
    await postgres.stop();
  };
  const dies = [[nodes[0]!], [nodes[1]!], [], nodes];
  try {
    // The first one makes the tables.
    for (const node of nodes) await node.start();
  } catch (error) {
    await dispose();
    throw error;
  }
  return {
    url: nodes[0]!.url,
    kill: async (turn, awayMs) => {
      const dying = dies[turn % dies.length]!;
      if (dying.length === 0) process.kill(postgres.pid, "SIGKILL");
      await Promise.all(dying.map((node) => node.kill({ database: false })));
      await pause(awayMs);
      await Promise.all(dying.map((node) => node.start()));
    },
    dispose,
  };
}
