import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { randomFrom } from "#testing/random.ts";
import type { SignedInVisitor } from "#testing/test-app.ts";
import { createServerProcess, type ServerProcess } from "../e2e/server-process.ts";
import { openSmallDisk } from "./process-full-disk.ts";
import { createLoad, type Load } from "./process-load.ts";
import { aVisitor } from "./process-pages.ts";
import { type Probes, startProbes } from "./process-probes.ts";
import { buildShim, type Shim } from "./process-shim.ts";
import type { Answer } from "./process-writers.ts";
import { allowed } from "./patience.ts";
import type { Trial, TrialContext, TrialOutcome } from "./trial.ts";

const FAULT_MS = 1_500;
const SEEN_WITHIN_MS = 4_000;
const GOES_ON_WITHIN_MS = 10_000;
const SMALL_DISK_MB = 220;
const FAULTY_WRITES = 200;

/** Writes that fail from the n-th on, or a file system that is really full. */
type Fault =
  | { kind: "failing writes"; part: string; error: "EIO" | "ENOSPC" }
  | { kind: "full disk"; folder: string };

const FAULTS: Fault[] = [
  { kind: "full disk", folder: "" },
  { kind: "failing writes", part: "/postgres/", error: "ENOSPC" },
  { kind: "failing writes", part: "/postgres/pg_wal/", error: "EIO" },
  { kind: "failing writes", part: "/files/", error: "ENOSPC" },
  { kind: "failing writes", part: "/postgres/base/", error: "EIO" },
  { kind: "full disk", folder: "postgres/pg_wal" },
  { kind: "failing writes", part: "/postgres/pg_wal/", error: "ENOSPC" },
  { kind: "failing writes", part: "/files/", error: "EIO" },
  { kind: "full disk", folder: "files" },
  { kind: "failing writes", part: "/postgres/base/", error: "ENOSPC" },
];

export const disk: Trial = {
  name: "disk faults",
  promise: "faults at write 1 to 200: 0 acknowledged lost, a clear error, goes on without a restart",
  unit: "faults",
  full: FAULTY_WRITES,
  sample: 5,
  run,
};

type Tally = TrialOutcome & {
  acknowledged: number;
  slowest: number;
  refused: Map<string, number>;
  /** In how many faults somebody could read: of those that leave PostgreSQL running, and of those that may stop it. */
  readable: { running: number; ofRunning: number; stopped: number; ofStopped: number };
};

async function run({ amount, seed, random, log, folder }: TrialContext): Promise<TrialOutcome> {
  const tally: Tally = {
    ...{ done: 0, lost: 0, doubled: 0, figures: {}, failures: [] },
    ...{ acknowledged: 0, slowest: 0, refused: new Map<string, number>() },
    readable: { running: 0, ofRunning: 0, stopped: 0, ofStopped: 0 },
  };
  const shim = buildShim(folder);
  const notRun = new Map<string, number>();
  const skip = (reason: string) => notRun.set(reason, (notRun.get(reason) ?? 0) + 1);
  const arena = typeof shim === "string" ? shim : await openArena(createServerProcess(env(shim)), random);
  try {
    for (let own = seed; own < seed + amount; own++) {
      const fault = FAULTS[own % FAULTS.length]!;
      const where = `seed ${own}: ${fault.kind === "full disk" ? `full ${fault.folder || "data folder"}` : `${fault.error} in ${fault.part}`}`;
      if (fault.kind === "full disk") {
        const reason = await fillOnce(fault.folder, own, where, tally);
        if (reason) skip(reason);
      } else if (typeof shim === "string") skip(shim);
      else if (typeof arena !== "string") await failOnce(arena, { ...{ fault, shim, own, where }, tally });
      tally.done += 1;
      if (tally.done % 20 === 0) log(`${tally.done} faults, slowest to go on ${tally.slowest} ms`);
    }
    if (typeof arena !== "string") tally.acknowledged += arena.load.acknowledged();
  } finally {
    if (typeof arena !== "string") await arena.close();
  }
  for (const [reason, count] of notRun) log(`NOT RUN: ${count} faults: ${reason}`);
  const { done, lost, doubled, failures } = tally;
  return { done, lost, doubled: doubled ?? 0, failures, figures: figuresOf(tally, notRun) };
}

const env = (shim: Shim) => ({ LOG_LEVEL: "warn", ...shim.env });

type Arena = {
  server: ServerProcess;
  load: Load;
  visitor: SignedInVisitor;
  answers: Answer[];
  close: () => Promise<void>;
};

async function openArena(starting: Promise<ServerProcess>, random: () => number): Promise<Arena> {
  const server = await starting;
  if (!server.isRunning()) await server.start();
  const answers: Answer[] = [];
  const load = await createLoad(server, {
    ...{ editors: 4, writers: 8, random, pauseMs: 100, uploadShare: 0.2 },
    onAnswer: (answer) => answers.push(answer),
  });
  const visitor = await aVisitor(server, "reader");
  await visitor.client.notes.create({ title: "Read me" });
  return {
    ...{ server, load, visitor, answers },
    close: async () => {
      await load.stop();
      await server.dispose();
    },
  };
}

async function failOnce(
  arena: Arena,
  accident: {
    fault: Fault & { kind: "failing writes" };
    shim: Shim;
    own: number;
    where: string;
    tally: Tally;
  },
): Promise<void> {
  const { fault, shim, own, where, tally } = accident;
  await endure(arena, where, tally, {
    begin: async () => {
      shim.failFrom(1 + (own % FAULTY_WRITES), fault.part, fault.error);
      // Some of these files are written at a checkpoint only.
      const checkpoint = () => arena.server.query("CHECKPOINT").catch(() => []);
      for (const deadline = Date.now() + SEEN_WITHIN_MS; Date.now() < deadline && shim.failures() === 0;) {
        if (fault.part.includes("base")) await checkpoint();
        await pause(50);
      }
    },
    end: async () => shim.heal(),
    mayStop: fault.part.startsWith("/postgres/"),
  });
}

/** @returns why it was not run */
async function fillOnce(
  folder: string,
  own: number,
  where: string,
  tally: Tally,
): Promise<string | undefined> {
  let wrap = (command: string[]) => command;
  const server = await createServerProcess({ LOG_LEVEL: "warn" }, (command) => wrap(command));
  await server.start();
  // The folders must be there to be moved.
  await server.stop();
  const disk = await openSmallDisk(join(server.dataDir, folder), SMALL_DISK_MB);
  if (typeof disk === "string") {
    await server.dispose();
    return disk;
  }
  wrap = disk.wrap;
  const random = randomFrom(own);
  const arena = await openArena(Promise.resolve(server), random);
  try {
    await endure(arena, where, tally, {
      begin: async () => {
        await pause(random() * 800);
        disk.fill();
        // Segments that are there already would last for a while.
        for (let round = 0; round < 4 && folder.endsWith("pg_wal"); round++)
          await arena.server.query("SELECT pg_switch_wal()").catch(() => []);
      },
      end: async () => disk.free(),
      mayStop: folder.endsWith("pg_wal"),
    });
    tally.acknowledged += arena.load.acknowledged();
  } finally {
    disk.free();
    await arena.close();
    disk.close();
  }
  return undefined;
}

async function endure(
  arena: Arena,
  where: string,
  tally: Tally,
  fault: { begin: () => Promise<void>; end: () => Promise<void>; mayStop: boolean },
): Promise<void> {
  const { server, load, answers } = arena;
  const { mayStop } = fault;
  const told = new Set<string>();
  const fail = (what: string) => {
    if (!told.has(what)) tally.failures.push(`${where}: ${what}`);
    told.add(what);
  };
  const pid = server.pid();
  load.start();
  const probes = startProbes(arena.visitor);
  const beganAt = Date.now();
  await fault.begin();
  const hitAt = Date.now();
  await pause(FAULT_MS);
  const healedAt = Date.now();
  await fault.end();
  await goesOn(arena, healedAt, probes);
  const ms = Date.now() - healedAt;
  tally.slowest = Math.max(tally.slowest, ms);
  if (ms > 40_000) throw new Error(`${where}: does not go on: ${server.log().slice(-3_000)}`);
  if (ms > allowed(GOES_ON_WITHIN_MS))
    fail(`went on only ${ms} ms after the fault: ${server.log().slice(-800)}`);
  if (server.pid() !== pid || !server.isRunning()) fail("the server ended");
  await load.holdWriters();
  await probes.stop();
  const during = [...answers, ...probes.answers].filter(({ at }) => at >= beganAt && at < healedAt);
  answers.length = 0;
  judge(during, fail, tally);
  const whileFaulty = during.filter(({ at }) => at >= hitAt);
  judgeReading(whileFaulty, mayStop, fail, tally);
  const { lost, doubled } = await load.verify(true);
  tally.lost += lost.length;
  tally.doubled = (tally.doubled ?? 0) + doubled.length;
  for (const what of [...lost, ...doubled].slice(0, 5)) fail(`lost or doubled: ${what}`);
}

/** Reading, writing, uploading and every editor are as before. */
async function goesOn({ load, answers }: Arena, since: number, probes: Probes): Promise<void> {
  const isDone = (all: Answer[], fits: (operation: string) => boolean) =>
    all.some(({ at, operation, status }) => at > since && status === 200 && fits(operation));
  const isBack = () =>
    isDone(probes.answers, () => true) &&
    isDone(answers, (operation) => operation === "upload") &&
    isDone(answers, (operation) => !["upload", "read"].includes(operation)) &&
    load.editors.every((editor) => editor.isConnected && editor.unconfirmed().tokens.length <= 2);
  while (!isBack() && Date.now() - since < 40_000) await pause(20);
}

/** Whoever is refused is told what it is: the disk, or the database that is away because of it. */
function judge(during: Answer[], fail: (what: string) => void, tally: Tally): void {
  for (const { operation, status, message } of during) {
    // 404: a note whose creation was refused.
    if (status === 200 || status === 404) continue;
    // The whole answer or its message alone, without what differs each time.
    const words = (/"message":"([^"]*)"/.exec(message)?.[1] ?? message).replaceAll(/request [0-9a-f]+/g, "");
    const told = `${status} ${words}`;
    tally.refused.set(told, (tally.refused.get(told) ?? 0) + 1);
    if (status !== 503 && status !== 507) fail(`${operation} was answered ${told}`);
  }
}

/**
 * PostgreSQL stops when it cannot write or sync its log or sync its data, and cannot be read until it can; a full disk and
 * faults among the files must leave reading alone.
 */
function judgeReading(
  during: Answer[],
  mayStop: boolean,
  fail: (what: string) => void,
  { readable }: Tally,
): void {
  const isReadable = during.some(
    ({ operation, status }) => ["list", "read"].includes(operation) && status === 200,
  );
  readable[mayStop ? "ofStopped" : "ofRunning"] += 1;
  if (isReadable) readable[mayStop ? "stopped" : "running"] += 1;
  else if (!mayStop) fail("nobody could read");
}

function figuresOf(tally: Tally, notRun: Map<string, number>): TrialOutcome["figures"] {
  return {
    acknowledged: tally.acknowledged,
    "slowest to go on (ms)": tally.slowest,
    readable: `${tally.readable.running} of ${tally.readable.ofRunning}`,
    "readable where PostgreSQL may stop": `${tally.readable.stopped} of ${tally.readable.ofStopped}`,
    ...Object.fromEntries([...tally.refused].map(([told, count]) => [told.slice(0, 36), count])),
    ...Object.fromEntries([...notRun].map(([reason, count]) => [`NOT RUN (${reason})`, count])),
  };
}
