import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import { storageFault } from "../storage-fault.ts";
import { type Fault, faultOf, identified } from "./fault.ts";
import { addTime, noTimings, type Timings } from "./timings.ts";

/** What this node has counted since it was last asked. */
export type Counted = {
  seconds: number;
  /** By operation of the contract, and by door. */
  operations: Record<string, Timings>;
  /** By name; only those that were slow. */
  statements: Record<string, Timings>;
  faults: (Fault & { count: number; firstAt: string; lastAt: string })[];
  deliveries: { sent: number; failed: number };
  /** Seconds that the longest running job of a name has run by now; of those that run. */
  jobs: Record<string, number>;
  /** Whether something found no room on a disk, of files or of the database. */
  isDiskFull: boolean;
  process: {
    /** Share of one core. */
    cpu: number;
    /** Milliseconds that the event loop was late, at most in 99 % of the looks, and at worst. */
    loopP99: number;
    loopMax: number;
    rss: number;
    heap: number;
  };
};

/**
 * Counts what this node does, in memory: never a word of anybody, only names that stand in our code. What is counted is taken
 * every minute (apm/).
 */
export type Monitor = {
  operation: (name: string, ms: number, isError: boolean) => void;
  statement: (name: string, ms: number) => void;
  /** @param place Never what somebody wrote */
  fault: (error: unknown, place: string) => void;
  /** Of a page, which says itself what it was; checked by the caller. */
  clientFault: (fault: Omit<Fault, "id" | "kind" | "code">) => void;
  delivery: (isSent: boolean) => void;
  /** A job begins. @returns tells that it has ended */
  job: (name: string) => () => void;
  /** What the nightly backup came to on this node; null while it has not been made here. */
  backup: { hasFailed: boolean | null };
  /** What was counted since the last time; counting begins anew. */
  take: () => Counted;
};

/** A statement below this is none to look at. */
export const SLOW_STATEMENT_MS = 100;
/** Of a minute: a loop that fails ever differently must not fill the memory. */
const MOST_NAMES = 400;
const MOST_FAULTS = 100;
/** Each look costs: a fiftieth of a second would be three thousandths of a core, this is one. */
const LOOP_RESOLUTION_MS = 50;
const NANO = 1e6;

export function createMonitor(): Monitor {
  let counted = nothing();
  let since = performance.now();
  const readProcess = processReader();
  const jobs = createRunningJobs();
  return {
    backup: { hasFailed: null },
    operation: (name, ms, isError) => time(counted.operations, name, ms, isError),
    statement: (name, ms) => {
      if (ms >= SLOW_STATEMENT_MS) time(counted.statements, name, ms);
    },
    fault: (error, place) => {
      if (storageFault(error) === "full") counted.isDiskFull = true;
      countFault(counted.faults, faultOf(error, place));
    },
    clientFault: (fault) => countFault(counted.faults, identified({ ...fault, kind: "client", code: "" })),
    job: jobs.begin,
    delivery: (isSent) => void counted.deliveries[isSent ? "sent" : "failed"]++,
    take: () => {
      const seconds = (performance.now() - since) / 1000;
      since = performance.now();
      const { operations, statements, faults, ...rest } = counted;
      counted = nothing();
      return {
        ...rest,
        seconds,
        operations: Object.fromEntries(operations),
        statements: Object.fromEntries(statements),
        faults: [...faults.values()],
        jobs: jobs.longest(),
        process: readProcess(seconds),
      };
    },
  };
}

function createRunningJobs() {
  const running = new Set<{ name: string; since: number }>();
  return {
    begin: (name: string) => {
      const job = { name, since: performance.now() };
      running.add(job);
      return () => void running.delete(job);
    },
    /** The first of a name is the one that runs longest. */
    longest: (): Record<string, number> => {
      const now = performance.now();
      return Object.fromEntries(
        [...running].toReversed().map(({ name, since }) => [name, (now - since) / 1000]),
      );
    },
  };
}

function processReader(): (seconds: number) => Counted["process"] {
  let cpu = process.cpuUsage();
  let loop: ReturnType<typeof monitorEventLoopDelay> | undefined;
  return (seconds) => {
    const { user, system } = process.cpuUsage(cpu);
    cpu = process.cpuUsage();
    const { rss, heapUsed } = process.memoryUsage();
    const late = loop && loop.count > 0 ? loop : undefined;
    const told = {
      cpu: seconds > 0 ? (user + system) / 1e6 / seconds : 0,
      loopP99: late ? lateness(late.percentile(99)) : 0,
      loopMax: late ? lateness(late.max) : 0,
      rss,
      heap: heapUsed,
    };
    // From the first time on: who never asks has no timer for it.
    if (!loop) (loop = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION_MS })).enable();
    loop.reset();
    return told;
  };
}

function countFault(faults: InMemory["faults"], fault: Fault): void {
  const at = new Date().toISOString();
  const same = faults.get(fault.id);
  if (same) Object.assign(same, { count: same.count + 1, lastAt: at });
  else if (faults.size < MOST_FAULTS) faults.set(fault.id, { ...fault, count: 1, firstAt: at, lastAt: at });
}

type InMemory = Omit<Counted, "operations" | "statements" | "faults" | "seconds" | "process" | "jobs"> & {
  operations: Map<string, Timings>;
  statements: Map<string, Timings>;
  faults: Map<string, Counted["faults"][number]>;
};

const nothing = (): InMemory => ({
  operations: new Map(),
  statements: new Map(),
  faults: new Map(),
  deliveries: { sent: 0, failed: 0 },
  isDiskFull: false,
});

function time(all: Map<string, Timings>, name: string, ms: number, isError = false): void {
  let timings = all.get(name);
  if (!timings) {
    if (all.size >= MOST_NAMES) return;
    all.set(name, (timings = noTimings()));
  }
  addTime(timings, ms, isError);
}

/** The looks are as far apart as asked for; what is above that is delay. */
const lateness = (nanoseconds: number): number => Math.max(0, nanoseconds / NANO - LOOP_RESOLUTION_MS);
