import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createLog } from "#server/platform/log.ts";
import { ensureRolesAndDatabase } from "#server/platform/postgres/roles.ts";
import { startEmbeddedPostgres } from "#server/platform/postgres/supervisor.ts";
import { createServerProcess } from "../e2e/server-process.ts";
import type { TrialContext, TrialOutcome } from "./trial.ts";

/** Where Cairn runs, and how parts of it die and come back. */
export type Place = {
  url: string;
  /** `turn` counts the kills, and says what dies. */
  kill: (turn: number, awayMs: number) => Promise<void>;
  dispose: () => Promise<void>;
};

type Env = Record<string, string>;
type Share = Pick<TrialContext, "amount" | "seed" | "log">;
export type StartPlace = (env: Env) => Promise<Place>;

/** Half of a trial on one server, the other half on two nodes, as one outcome. */
export async function onBothPlaces(
  { amount, seed, log, folder }: TrialContext,
  runAt: (startPlace: StartPlace, share: Share) => Promise<TrialOutcome>,
): Promise<TrialOutcome> {
  const alone = await runAt(aServer, { amount: Math.floor(amount / 2), seed, log });
  const onTwo = await runAt((env) => twoNodes(env, folder), { amount: Math.ceil(amount / 2), seed, log });
  const sum = (read: (outcome: TrialOutcome) => unknown) => Number(read(alone)) + Number(read(onTwo));
  return {
    done: sum(({ done }) => done),
    lost: sum(({ lost }) => lost),
    doubled: sum(({ doubled }) => doubled),
    figures: Object.fromEntries(
      Object.keys(alone.figures).map((name) => [name, sum(({ figures }) => figures[name])]),
    ),
    failures: [
      ...alone.failures.map((line) => `${line} (one server)`),
      ...onTwo.failures.map((line) => `${line} (two nodes)`),
    ],
  };
}

/** One server with its own database; every second kill takes that along. */
async function aServer(env: Env): Promise<Place> {
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
async function twoNodes(env: Env, folder: string): Promise<Place> {
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
  const first = await createServerProcess(shared);
  // Both write the same addresses into what they send.
  const nodes = [first, await createServerProcess({ ...shared, PUBLIC_URL: first.url })];
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
