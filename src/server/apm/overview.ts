import type { ApmOverview, ApmPoint, TimedOperation } from "#contract/apm.ts";
import type { Database } from "../db/client.ts";
import { addTimings, noTimings, percentile, type Timings } from "../platform/monitor/timings.ts";
import { type Minute, readMinutes, readStretches, type Stretch, type StretchRow } from "./minute.ts";
import { budgetOf, joinOperations, longestJobs } from "./rules.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Longer stretches are told without operations, which are most of what is kept; these are added up by hours. */
const MOST_FULL_HOURS = 24;
/** The columns of a day are shorter than an hour. */
const MOST_MINUTES_HOURS = 24;
const SILENT_AFTER_MS = 3 * 60_000;
/** Columns of a chart. */
const STEPS: Record<number, number> = { 1: 60_000, 24: 15 * 60_000, 336: 3 * HOUR_MS };

/** How the server did in the last hours. */
export async function readOverview(db: Database, hours: number, now = new Date()): Promise<ApmOverview> {
  const before = (ms: number) => new Date(now.getTime() - ms);
  const fullSince = before(Math.min(hours, MOST_FULL_HOURS) * HOUR_MS);
  const full: StretchRow[] =
    hours > 1 ? await readStretches(db, fullSince, true) : await readMinutes(db, fullSince, true);
  const rows: StretchRow[] =
    hours > MOST_MINUTES_HOURS
      ? await readStretches(db, before(hours * HOUR_MS), false)
      : hours > 1
        ? await readMinutes(db, before(hours * HOUR_MS), false)
        : full;
  const latest = await latestOfNodes(db, now);
  return {
    nodes: latest.length,
    points: pointsOf(rows, STEPS[hours] ?? 60_000),
    operations: operationsOf(full),
    statements: statementsOf(full),
    now: nowOf(latest),
    disk: await diskOf(db, latest),
    backup: backupOf(latest),
  };
}

async function latestOfNodes(db: Database, now: Date): Promise<Minute[]> {
  const recent = await readMinutes(db, new Date(now.getTime() - SILENT_AFTER_MS), false);
  return [...new Map(recent.map(({ node, sample }) => [node, sample])).values()];
}

function operationsOf(rows: readonly StretchRow[]): TimedOperation[] {
  return [...joinOperations(rows)]
    .toSorted(([, a], [, b]) => b.sum - a.sum)
    .map(([name, timings]) => ({
      name,
      count: timings.count,
      errors: timings.errors,
      p50: percentile(timings, 0.5),
      p95: percentile(timings, 0.95),
      p99: percentile(timings, 0.99),
      max: timings.max,
      budget: budgetOf(name),
    }));
}

function statementsOf(rows: readonly StretchRow[]): ApmOverview["statements"] {
  const joined = new Map<string, { name: string; count: number; total: number; max: number }>();
  for (const { sample } of rows)
    for (const [name, { count, sum, max }] of Object.entries(sample.statements)) {
      const all = joined.get(name) ?? { name, count: 0, total: 0, max: 0 };
      joined.set(name, {
        name,
        count: all.count + count,
        total: all.total + sum,
        max: Math.max(all.max, max),
      });
    }
  return [...joined.values()].toSorted((a, b) => b.total - a.total);
}

function pointsOf(rows: readonly StretchRow[], step: number): ApmPoint[] {
  const steps = Map.groupBy(rows, ({ at }) => Math.floor(at.getTime() / step) * step);
  return [...steps].toSorted(([a], [b]) => a - b).map(([at, of]) => pointOf(new Date(at).toISOString(), of));
}

const most = (values: number[]): number => Math.max(0, ...values);

function addUp(values: number[]): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

function pointOf(at: string, rows: readonly StretchRow[]): ApmPoint {
  const samples = rows.map(({ sample }) => sample);
  const nodes = [...Map.groupBy(rows, ({ node }) => node).values()];
  /** What each node had on average, of all nodes together. */
  const together = (read: (sample: Stretch) => number) =>
    addUp(
      nodes.map(
        (of) =>
          addUp(of.map(({ sample }) => read(sample) * weight(sample))) /
          addUp(of.map(({ sample }) => weight(sample))),
      ),
    );
  const [total, sync] = [noTimings(), noTimings()];
  for (const sample of samples) {
    addTimings(total, sample.total);
    addTimings(sync, sample.sync);
  }
  const of = (timings: Timings, share: number) => (timings.count ? percentile(timings, share) : null);
  const disks = samples.flatMap(({ disk }) => (disk ? [disk.used] : []));
  return {
    at,
    requests: total.count,
    errors: total.errors,
    p50: of(total, 0.5),
    p95: of(total, 0.95),
    p99: of(total, 0.99),
    loopDelay: most(samples.map(({ process }) => process.loopP99)),
    cpu: together(({ process }) => process.cpu),
    memory: together(({ process }) => process.rss),
    poolOpen: Math.round(together(({ pool }) => pool.open)),
    poolWaiting: most(samples.map(({ pool }) => pool.waiting)),
    queueDue: most(samples.map(({ queue }) => queue.due)),
    queueLag: most(samples.map(({ queue }) => queue.lagSeconds)),
    sockets: Math.round(together(({ sockets }) => sockets)),
    syncP95: of(sync, 0.95),
    underived: most(samples.map(({ underived }) => underived)),
    deliveriesFailed: addUp(samples.map(({ deliveries }) => deliveries.failed)),
    diskUsed: disks.length > 0 ? most(disks) : null,
  };
}

const weight = ({ minutes = 1 }: Stretch): number => minutes;

/** What waits in the database is the same for all nodes. */
function nowOf(latest: readonly Minute[]): ApmOverview["now"] {
  const newest = latest.at(-1);
  if (!newest) return null;
  const together = (read: (sample: Minute) => number) => addUp(latest.map(read));
  return {
    queue: newest.queue,
    longestJob: longestOf(longestJobs(latest)),
    pool: {
      open: together(({ pool }) => pool.open),
      idle: together(({ pool }) => pool.idle),
      waiting: together(({ pool }) => pool.waiting),
    },
    sockets: together(({ sockets }) => sockets),
    openNotes: together(({ openNotes }) => openNotes),
    underived: newest.underived,
  };
}

function longestOf(jobs: ReadonlyMap<string, number>): NonNullable<ApmOverview["now"]>["longestJob"] {
  const [longest] = [...jobs].toSorted(([, a], [, b]) => b - a);
  return longest ? { name: longest[0], seconds: longest[1] } : null;
}

/** Of the node whose disk is fullest. */
async function diskOf(db: Database, latest: readonly Minute[]): Promise<ApmOverview["disk"]> {
  const [disk] = latest
    .flatMap((sample) => (sample.disk ? [sample.disk] : []))
    .toSorted((a, b) => b.used / b.total - a.used / a.total);
  if (!disk) return null;
  const hours = await db.asSystem("read how full the disk was", (tx) =>
    tx.call<{ at: Date; node: string; used: number }>("apmDisk"),
  );
  return { ...disk, daysLeft: daysLeft(hours, disk.total - disk.used) };
}

/** A shorter look tells nothing of a disk that fills up by night. */
const LEAST_HOURS = 12;

/**
 * Days until nothing is free, by the line that lies closest to what was used (least squares).
 * @returns null where it doesn't grow, or too little is known
 */
export function daysLeft(hours: readonly { at: Date; used: number }[], free: number): number | null {
  const times = hours.map(({ at }) => at.getTime() / DAY_MS);
  if (hours.length < 3 || (most(times) - Math.min(...times)) * 24 < LEAST_HOURS) return null;
  const [meanTime, meanUsed] = [
    addUp(times) / times.length,
    addUp(hours.map(({ used }) => used)) / hours.length,
  ];
  const spread = addUp(times.map((time) => (time - meanTime) ** 2));
  const slope = addUp(hours.map(({ used }, at) => (times[at]! - meanTime) * (used - meanUsed))) / spread;
  return slope > 0 ? free / slope : null;
}

function backupOf(latest: readonly Minute[]): ApmOverview["backup"] {
  const newest = latest.flatMap(({ backup }) => backup.newestAt ?? []).toSorted();
  return {
    isOn: latest.some(({ backup }) => backup.isOn),
    newestAt: newest.at(-1) ?? null,
    hasFailed: latest.some(({ backup }) => backup.hasFailed),
  };
}
