import { setTimeout as pause } from "node:timers/promises";
import { randomFrom } from "#testing/random.ts";
import { createServerProcess, type ServerProcess } from "../e2e/server-process.ts";
import { countSyncs, traceSyncs } from "./process-syncs.ts";
import { createLoad, type Load } from "./process-load.ts";
import { aVisitor } from "./process-pages.ts";
import { buildShim, type Shim } from "./process-shim.ts";
import { allowed } from "./patience.ts";
import type { Trial, TrialContext, TrialOutcome } from "./trial.ts";

const READY_WITHIN_MS = 10_000;
/** Every so many cuts hit a new data folder in its first seconds. */
const FRESH_EVERY = 4;

export const durability: Trial = {
  name: "power loss",
  promise:
    "an fsync of the log ends before each acknowledgement; with unsynced writes undone, 0 acknowledged lost",
  unit: "power cuts",
  full: 40,
  sample: 1,
  run,
};

type Tally = TrialOutcome & { acknowledged: number; dropped: number; slowest: number };

async function run({ amount, seed, random, log, folder }: TrialContext): Promise<TrialOutcome> {
  const tally: Tally = {
    ...{ done: 0, lost: 0, doubled: 0, figures: {}, failures: [] },
    ...{ acknowledged: 0, dropped: 0, slowest: 0 },
  };
  const syncs = await showSyncs(amount > durability.sample ? 300 : 40, tally);
  for (const [what, figure] of Object.entries(syncs)) log(`${what}: ${figure}`);
  const shim = buildShim(folder);
  if (typeof shim === "string") {
    log(`NOT RUN: power cuts: ${shim}`);
    tally.done = amount;
    tally.figures = { ...syncs, [`NOT RUN: power cuts, ${shim}`]: amount };
  } else {
    await cutPower(shim, { amount, seed, random }, tally);
    tally.figures = {
      ...syncs,
      acknowledged: tally.acknowledged,
      "unsynced writes undone": tally.dropped,
      "slowest start (ms)": tally.slowest,
    };
  }
  const { done, lost, doubled, figures, failures } = tally;
  return { done, lost, doubled: doubled ?? 0, figures, failures };
}

/** By PostgreSQL's own counters always, and by the kernel's word where strace runs. */
async function showSyncs(writes: number, tally: Tally): Promise<Record<string, string | number>> {
  const server = await createServerProcess({ LOG_LEVEL: "warn" });
  try {
    await server.start();
    const visitor = await aVisitor(server, "writer");
    const write = async (index: number) => void (await visitor.client.notes.create({ title: `n${index}` }));
    const counted = await countSyncs(server.dataDir, writes, write);
    if (counted.syncs < writes)
      tally.failures.push(`PostgreSQL counts ${counted.syncs} syncs for ${writes} acknowledgements`);
    if (counted.early > 0)
      tally.failures.push(
        `${counted.early} of ${writes} acknowledgements came before their commit was flushed`,
      );
    const traced = await traceSyncs(await server.postgresPids(), writes, write);
    if (typeof traced !== "string" && traced.without > 0)
      tally.failures.push(`${traced.without} of ${writes} acknowledgements without an fsync before them`);
    return {
      "fsyncs per acknowledgement": Math.round((counted.syncs / writes) * 100) / 100,
      [typeof traced === "string" ? `NOT RUN: trace, ${traced}` : "acknowledgements traced"]: writes,
    };
  } finally {
    await server.dispose();
  }
}

async function cutPower(
  shim: Shim,
  { amount, seed, random }: { amount: number; seed: number; random: () => number },
  tally: Tally,
): Promise<void> {
  let site: { server: ServerProcess; load: Load } | undefined;
  const close = async () => {
    await site?.load.stop();
    tally.acknowledged += site?.load.acknowledged() ?? 0;
    await site?.server.dispose();
    site = undefined;
  };
  try {
    for (let own = seed; own < seed + amount; own++) {
      if (!site || own % FRESH_EVERY === 0) {
        await close();
        const server = await createServerProcess({ LOG_LEVEL: "warn", ...shim.env });
        shim.rememberBelow(server.dataDir);
        await server.start();
        site = { server, load: await createLoad(server, { editors: 5, writers: 10, random, pauseMs: 100 }) };
        site.load.start();
      }
      await cutOnce(shim, site, own, tally);
      tally.done += 1;
    }
  } finally {
    await close();
  }
}

async function cutOnce(
  shim: Shim,
  { server, load }: { server: ServerProcess; load: Load },
  own: number,
  tally: Tally,
): Promise<void> {
  const random = randomFrom(own);
  await pause(500 + random() * 2_000);
  // In half of them between the end of a checkpoint and whatever follows it.
  if (random() < 0.5) await server.query("CHECKPOINT").catch(() => []);
  await server.kill({ database: true });
  await load.holdWriters();
  const { dropped } = shim.cut(server.dataDir, random);
  tally.dropped += dropped;
  shim.rememberBelow(server.dataDir);
  const startedAt = Date.now();
  await server.start();
  const ms = Date.now() - startedAt;
  tally.slowest = Math.max(tally.slowest, ms);
  if (ms > allowed(READY_WITHIN_MS)) tally.failures.push(`seed ${own}: ready only after ${ms} ms`);
  const { lost, doubled } = await load.verify(true);
  tally.lost += lost.length;
  tally.doubled = (tally.doubled ?? 0) + doubled.length;
  for (const what of [...lost, ...doubled].slice(0, 5))
    tally.failures.push(`seed ${own}: lost or doubled: ${what}`);
  load.releaseWriters();
}
