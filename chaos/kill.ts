import { loadavg } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import type { Browser } from "@playwright/test";
import { randomFrom } from "#testing/random.ts";
import { createServerProcess, type ServerProcess } from "../e2e/server-process.ts";
import { textOf } from "./process-editors.ts";
import { createLoad, type Load } from "./process-load.ts";
import { aVisitor, editorOf, openBrowser, openPage } from "./process-pages.ts";
import { allowed } from "./patience.ts";
import type { Trial, TrialContext, TrialOutcome } from "./trial.ts";

const READY_WITHIN_MS = 10_000;
const SHOWN = 5;

/** When the axe falls. Every second kill takes PostgreSQL along. */
type Moment = "at work" | "while compacting" | "during the start" | "during the first start";

const MOMENTS: Moment[] = [
  "at work",
  "at work",
  "while compacting",
  "while compacting",
  "during the start",
  "during the start",
  "at work",
  "at work",
  "at work",
  "during the first start",
];

export const kill: Trial = {
  name: "kill -9",
  promise: 'nothing a page called "Saved" and nothing a 2xx confirmed is lost; ready again within 10 s',
  unit: "kills",
  full: 200,
  sample: 6,
  run,
};

type Tally = TrialOutcome & { compared: number; slowest: number; slowestAt: string };

async function run({ amount, seed, random, log }: TrialContext): Promise<TrialOutcome> {
  const isFull = amount > kill.sample;
  const tally: Tally = {
    ...{ done: 0, lost: 0, doubled: 0, figures: {}, failures: [] },
    ...{ compared: 0, slowest: 0, slowestAt: "" },
  };
  const server = await createServerProcess({ LOG_LEVEL: "warn" });
  const browser = await openBrowser();
  try {
    await server.start();
    const load = await createLoad(server, {
      editors: isFull ? 20 : 6,
      writers: isFull ? 50 : 10,
      pages: { browser, count: 2 },
      random,
      pauseMs: isFull ? 250 : 120,
    });
    load.start();
    for (let index = 0; index < amount; index++) {
      const own = seed + index;
      const moment = MOMENTS[own % MOMENTS.length]!;
      // Twenty seeds in a row are each moment with PostgreSQL and without.
      const isWithDatabase = (own + Math.floor(own / MOMENTS.length)) % 2 === 1;
      if (moment === "during the first start") await killFirstStart(load, own, isWithDatabase, tally);
      else await killAtWork(server, load, { moment, isWithDatabase, own, tally });
      tally.done += 1;
      if (index % 20 === 19)
        log(
          `${tally.done} kills, ${load.acknowledged()} acknowledged, slowest start ${tally.slowest} ms (${tally.slowestAt})`,
        );
      if (tally.failures.length > 10) break;
    }
    await pause(500);
    await load.stop();
    await compare(load, tally, "at the end", true);
    await killAfterLastWords(server, browser, tally);
    tally.figures = figuresOf(tally, load);
  } finally {
    await browser.close();
    await server.dispose();
  }
  const { done, lost, doubled, figures, failures } = tally;
  return { done, lost, doubled: doubled ?? 0, figures, failures };
}

async function killAtWork(
  server: ServerProcess,
  load: Load,
  kill: { moment: Moment; isWithDatabase: boolean; own: number; tally: Tally },
): Promise<void> {
  const { moment, isWithDatabase, own, tally } = kill;
  const random = randomFrom(own);
  if (moment === "while compacting") await justClosed(load, random() * 60);
  else await pause(150 + random() * 900);
  await server.kill({ database: isWithDatabase });
  await load.holdWriters();
  if (moment === "during the start") {
    // Taking over an orphan, recovering, checking roles, migrating: whatever it is doing then.
    server.launch();
    await pause(random() * 1_200);
    await server.kill({ database: isWithDatabase });
  }
  await startAgain(server, `seed ${own}: ${moment}`, tally);
  await compare(load, tally, `seed ${own}: ${moment}${isWithDatabase ? ", with PostgreSQL" : ""}`, false);
  load.releaseWriters();
}

/** Resolves some milliseconds after a note with a long log was left, which is when its log is moved. */
async function justClosed(load: Load, ms: number): Promise<void> {
  const closed = Promise.withResolvers<void>();
  load.closer.onClosed = closed.resolve;
  await Promise.race([closed.promise, pause(5_000)]);
  await pause(ms);
}

async function startAgain(server: ServerProcess, where: string, tally: Tally): Promise<void> {
  const startedAt = Date.now();
  await server.start().catch((error: unknown) => {
    tally.failures.push(`${where}: ${String(error).slice(-1_500)}`);
    throw error;
  });
  const ms = Date.now() - startedAt;
  if (ms > tally.slowest) Object.assign(tally, { slowest: ms, slowestAt: where });
  if (ms > allowed(READY_WITHIN_MS))
    tally.failures.push(`${where}: ready only after ${ms} ms (load average ${loadavg()[0]!.toFixed(1)})`);
}

async function compare(load: Load, tally: Tally, where: string, isWhole: boolean): Promise<void> {
  const { checked, lost, doubled } = await load.verify(isWhole);
  tally.compared += checked;
  tally.lost += lost.length;
  tally.doubled = (tally.doubled ?? 0) + doubled.length;
  for (const [what, list] of Object.entries({ lost, doubled }))
    if (list.length > 0)
      tally.failures.push(`${where}: ${list.length} ${what}: ${list.slice(0, SHOWN).join(", ")}`);
}

/** An empty data folder: the database is just being created, or migrated for the first time. */
async function killFirstStart(load: Load, own: number, isWithDatabase: boolean, tally: Tally): Promise<void> {
  const random = randomFrom(own);
  // Two servers on two cores: the other one's people would be part of the measured time.
  await load.stop();
  const server = await createServerProcess({ LOG_LEVEL: "warn" });
  try {
    server.launch();
    await pause(random() * 3_000);
    await server.kill({ database: isWithDatabase });
    await startAgain(server, `seed ${own}: during the first start`, tally);
    const visitor = await aVisitor(server, "first");
    await visitor.client.notes.create({ title: "first" });
  } finally {
    await server.dispose();
    load.start();
  }
}

/** Nobody is left who could send it again: every tab is closed when the server and its database are killed. */
async function killAfterLastWords(server: ServerProcess, browser: Browser, tally: Tally): Promise<void> {
  const visitor = await aVisitor(server, "last");
  const { id } = await visitor.client.notes.create({ title: "Last" });
  const page = await openPage(browser, server, visitor);
  await page.goto(`/app/editor/${id}`);
  await editorOf(page)
    .and(page.locator("[contenteditable=true]"))
    .waitFor({ timeout: allowed(20_000) });
  await editorOf(page).pressSequentially("the last words");
  await page
    .getByRole("status")
    .filter({ hasText: /^Saved/ })
    .waitFor({ timeout: allowed(10_000) });
  await page.context().close();
  await server.kill({ database: true });
  await startAgain(server, "after the last words", tally);
  if ((await textOf(visitor, id)).includes("the last words")) return;
  tally.lost += 1;
  tally.failures.push("the last words before every tab was closed are lost");
}

function figuresOf(tally: Tally, load: Load): TrialOutcome["figures"] {
  return {
    acknowledged: load.acknowledged(),
    comparisons: tally.compared,
    "slowest start (ms)": tally.slowest,
  };
}
