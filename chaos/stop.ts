import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { randomFrom } from "#testing/random.ts";
import { createServerProcess, type ServerProcess } from "../e2e/server-process.ts";
import { createLoad, type Load } from "./process-load.ts";
import { allowed } from "./patience.ts";
import type { Trial, TrialContext, TrialOutcome } from "./trial.ts";

const EXIT_WITHIN_MS = 10_000;
/** The WebSocket's own word for "I restart, come again". */
const SERVICE_RESTART = 1012;

export const stop: Trial = {
  name: "stop",
  promise: "SIGTERM under load: exit code 0 within 10 s, sockets told, PostgreSQL stopped in order, 0 lost",
  unit: "stops",
  full: 50,
  sample: 2,
  run,
};

type Tally = TrialOutcome & { slowest: number; told: number };

async function run({ amount, seed, random, log }: TrialContext): Promise<TrialOutcome> {
  const tally: Tally = { done: 0, lost: 0, doubled: 0, figures: {}, failures: [], slowest: 0, told: 0 };
  const server = await createServerProcess({ LOG_LEVEL: "warn" });
  try {
    await server.start();
    const load = await createLoad(server, { editors: 10, writers: 20, random, pauseMs: 150 });
    load.start();
    for (let index = 0; index < amount; index++) {
      await pause(300 + randomFrom(seed + index)() * 1_000);
      await stopOnce(server, load, `seed ${seed + index}`, tally);
      tally.done += 1;
      if (index % 10 === 9) log(`${tally.done} stops, slowest ${tally.slowest} ms`);
    }
    await load.stop();
    tally.figures = {
      acknowledged: load.acknowledged(),
      "slowest exit (ms)": tally.slowest,
      "sockets told": tally.told,
    };
  } finally {
    await server.dispose();
  }
  const { done, lost, doubled, figures, failures } = tally;
  return { done, lost, doubled: doubled ?? 0, figures, failures };
}

async function stopOnce(server: ServerProcess, load: Load, where: string, tally: Tally): Promise<void> {
  const connected = load.editors.filter((editor) => editor.isConnected);
  const before = connected.map((editor) => editor.closings.length);
  const startedAt = Date.now();
  const code = await server.stop();
  const ms = Date.now() - startedAt;
  tally.slowest = Math.max(tally.slowest, ms);
  if (code !== 0) tally.failures.push(`${where}: exit code ${code}: ${server.log().slice(-500)}`);
  if (ms > allowed(EXIT_WITHIN_MS)) tally.failures.push(`${where}: ended only after ${ms} ms`);
  if (existsSync(join(server.dataDir, "postgres/postmaster.pid")))
    tally.failures.push(`${where}: PostgreSQL still runs`);
  await load.holdWriters();
  const untold = connected.filter((editor, index) => editor.closings[before[index]!] !== SERVICE_RESTART);
  tally.told += connected.length - untold.length;
  if (untold.length > 0)
    tally.failures.push(`${where}: ${untold.length} sockets heard nothing of the restart`);

  const logPath = join(server.dataDir, "postgres.log");
  const said = (await readFile(logPath, "utf8")).length;
  await server.start();
  const news = (await readFile(logPath, "utf8")).slice(said);
  if (!/database system was shut down at/.test(news) || /not properly shut down|recovery/.test(news))
    tally.failures.push(`${where}: PostgreSQL was not stopped in order: ${news}`);
  const { lost, doubled } = await load.verify();
  tally.lost += lost.length;
  tally.doubled = (tally.doubled ?? 0) + doubled.length;
  for (const what of [...lost, ...doubled].slice(0, 5))
    tally.failures.push(`${where}: lost or doubled: ${what}`);
  load.releaseWriters();
}
