import { mkdir, rename } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { createLog } from "#server/platform/log.ts";
import { ensureRolesAndDatabase } from "#server/platform/postgres/roles.ts";
import { startEmbeddedPostgres } from "#server/platform/postgres/supervisor.ts";
import { createServerProcess, type ServerProcess } from "../e2e/server-process.ts";

/** A way for the database to be away: `killed` and `frozen` are the embedded one, `cut` and `silent` one across a network. */
export type Absence = "killed" | "frozen" | "cut" | "silent";

/** A server whose database can be taken away and brought back while the server runs. */
export type Arena = {
  server: ServerProcess;
  away: () => Promise<void>;
  back: () => Promise<void>;
  dispose: () => Promise<void>;
};

export async function createArena(absence: Absence, folder: string): Promise<Arena> {
  return absence === "killed" || absence === "frozen"
    ? embeddedArena(absence)
    : outsideArena(absence, folder);
}

async function embeddedArena(absence: "killed" | "frozen"): Promise<Arena> {
  const server = await createServerProcess({ LOG_LEVEL: "warn" });
  await server.start();
  const cluster = join(server.dataDir, "postgres");
  let stopped: number[] = [];
  const signalAll = (pids: number[], name: NodeJS.Signals) => {
    for (const pid of pids) {
      try {
        process.kill(pid, name);
      } catch {
        // A child that ended meanwhile.
      }
    }
  };
  const back = async () => {
    if (stopped.length === 0) return;
    if (absence === "killed") await rename(`${cluster}.away`, cluster);
    else signalAll(stopped, "SIGCONT");
    stopped = [];
  };
  return {
    server,
    away: async () => {
      stopped = await server.postgresPids();
      signalAll(stopped, absence === "killed" ? "SIGKILL" : "SIGSTOP");
      // Without its folder it cannot be started again either.
      if (absence === "killed") await rename(cluster, `${cluster}.away`);
    },
    back,
    dispose: async () => {
      await back();
      await server.dispose();
    },
  };
}

async function outsideArena(absence: "cut" | "silent", folder: string): Promise<Arena> {
  const dataDir = join(folder, `outside-${process.hrtime.bigint()}`);
  await mkdir(dataDir, { recursive: true });
  const postgres = await startEmbeddedPostgres({ dataDir, log: createLog("silent") });
  await ensureRolesAndDatabase(postgres.superuser);
  const line = await openLine(join(postgres.host, `.s.PGSQL.${postgres.port}`));
  const address = (role: string) => `postgres://${role}@127.0.0.1:${line.port}/cairn`;
  const server = await createServerProcess({
    LOG_LEVEL: "warn",
    DATABASE_URL: address("cairn_app"),
    DATABASE_OWNER_URL: address("cairn_owner"),
  });
  await server.start();
  return {
    server,
    away: async () => (absence === "cut" ? line.cut() : line.silence()),
    back: async () => line.mend(),
    dispose: async () => {
      await server.dispose();
      line.close();
      await postgres.stop();
    },
  };
}

/** A TCP port that leads to a unix socket, and can be cut (refused, reset) or fall silent as when a host loses its power. */
async function openLine(socketPath: string) {
  let state: "up" | "cut" | "silent" = "up";
  const pairs = new Set<[Socket, Socket]>();
  const acceptor = createServer((near) => {
    near.on("error", () => {});
    if (state === "cut") return void near.resetAndDestroy();
    if (state === "silent") return;
    const far = connect(socketPath);
    far.on("error", () => near.destroy());
    const pair: [Socket, Socket] = [near, far];
    pairs.add(pair);
    near.pipe(far).pipe(near);
    near.on("close", () => {
      pairs.delete(pair);
      far.destroy();
    });
  });
  await new Promise<void>((resolve) => void acceptor.listen(0, "127.0.0.1", () => resolve()));
  const { port } = acceptor.address() as { port: number };
  return {
    port,
    cut: () => {
      state = "cut";
      for (const [near] of pairs) near.resetAndDestroy();
    },
    /** Who is connected stays so and is never answered again, also after the return. */
    silence: () => {
      state = "silent";
      for (const [near, far] of pairs) {
        near.unpipe();
        far.unpipe();
        near.resume();
        far.destroy();
      }
    },
    mend: () => {
      state = "up";
    },
    close: () => {
      acceptor.close();
      for (const [near] of pairs) near.destroy();
    },
  };
}
