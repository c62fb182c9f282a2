import type { AlarmRule } from "#contract/apm.ts";
import { addTimings, noTimings, percentile, type Timings } from "../platform/monitor/timings.ts";
import { isDoor, type Minute, type MinuteRow, type Stretch } from "./minute.ts";

/** Something that is wrong now, beyond its threshold. */
export type Wrong = { rule: AlarmRule; subject: string; value: number; threshold: number };

/** How far back the rules look: what passes within it opens an alarm once, and closes it once. */
export const WINDOW_MS = 5 * 60_000;

/** docs/operations.md tells of each. */
export const THRESHOLDS = {
  /** Milliseconds that 95 % of the calls should take at most; another server's or a model's time is not ours. */
  operationMs: 1_000,
  askingMs: 30_000,
  doorMs: 10_000,
  leastCalls: 5,
  /** Share of the calls of an operation, and how many at least. */
  errorShare: 0.1,
  leastErrors: 3,
  queueSeconds: 5 * 60,
  /** No job that ends runs for so long, imports of years of notes included. */
  jobSeconds: 2 * 3_600,
  diskShare: 0.95,
  backupHours: 36,
  loopMs: 200,
  loopMinutes: 3,
} as const;

const ASKING =
  /^(?:models|chat|assistant|agents|meaning|memories|weather|feeds|pageModel|imports)\.|^metrics\.(?:connect|check)$|^gallery\.(?:make|generate)|^drive\.(?:finish|disconnect|files|import|check)$|^calendars\.(?:subscribe|refresh)|^reminders\.test$/;

/** What p95 of an operation should stay below. */
export function budgetOf(operation: string): number {
  if (ASKING.test(operation)) return THRESHOLDS.askingMs;
  return isDoor(operation) ? THRESHOLDS.doorMs : THRESHOLDS.operationMs;
}

/** @param rows Of all nodes, of the last WINDOW_MS */
export function findWrong(rows: readonly MinuteRow[], now: Date): Wrong[] {
  if (rows.length === 0) return [];
  const latest = [...new Map(rows.map((row) => [row.node, row])).values()];
  return [
    ...operationFaults(rows),
    ...queueFault(latest),
    ...hangingJobs(latest),
    ...diskFault(rows, latest),
    ...backupFault(latest, now),
    ...loopFault(rows),
  ];
}

/** Of all rows, by operation. */
export function joinOperations(
  rows: readonly { sample: Pick<Stretch, "operations"> }[],
): Map<string, Timings> {
  const joined = new Map<string, Timings>();
  for (const { sample } of rows)
    for (const [name, timings] of Object.entries(sample.operations ?? {})) {
      const all = joined.get(name) ?? noTimings();
      addTimings(all, timings);
      joined.set(name, all);
    }
  return joined;
}

function operationFaults(rows: readonly MinuteRow[]): Wrong[] {
  const wrong: Wrong[] = [];
  for (const [subject, timings] of joinOperations(rows)) {
    const [p95, budget] = [percentile(timings, 0.95), budgetOf(subject)];
    if (timings.count >= THRESHOLDS.leastCalls && p95 > budget)
      wrong.push({ rule: "slow-operation", subject, value: p95, threshold: budget });
    const share = timings.errors / timings.count;
    if (timings.errors >= THRESHOLDS.leastErrors && share >= THRESHOLDS.errorShare)
      wrong.push({ rule: "failing-operation", subject, value: share, threshold: THRESHOLDS.errorShare });
  }
  return wrong;
}

function queueFault(latest: readonly MinuteRow[]): Wrong[] {
  const value = Math.max(...latest.map(({ sample }) => sample.queue.lagSeconds));
  if (value <= THRESHOLDS.queueSeconds) return [];
  return [{ rule: "queue-lag", subject: "", value, threshold: THRESHOLDS.queueSeconds }];
}

/** One that hangs keeps its lease, and nobody else takes it: nothing is late then. */
function hangingJobs(latest: readonly MinuteRow[]): Wrong[] {
  const threshold = THRESHOLDS.jobSeconds;
  return [...longestJobs(latest.map(({ sample }) => sample))]
    .filter(([, value]) => value > threshold)
    .map(([subject, value]) => ({ rule: "job-hangs", subject, value, threshold }));
}

/** Seconds that the longest running job of each name has run. @param samples Of each node the newest */
export function longestJobs(samples: readonly Pick<Minute, "jobs">[]): Map<string, number> {
  const longest = new Map<string, number>();
  // A node of another release tells nothing of them.
  for (const { jobs = {} } of samples)
    for (const [name, seconds] of Object.entries(jobs))
      longest.set(name, Math.max(seconds, longest.get(name) ?? 0));
  return longest;
}

/** Nearly full by its own account, or full by what could not be written: a quota, or the disk of the database, is not seen otherwise. */
function diskFault(rows: readonly MinuteRow[], latest: readonly MinuteRow[]): Wrong[] {
  const shares = latest.map(({ sample: { disk } }) => (disk ? disk.used / disk.total : 0));
  const value = rows.some(({ sample }) => sample.isDiskFull) ? 1 : Math.max(...shares);
  if (value < THRESHOLDS.diskShare) return [];
  return [{ rule: "disk-full", subject: "", value, threshold: THRESHOLDS.diskShare }];
}

/** Hours since the newest backup that any node has; where there is none at all, since the longest running node started. */
function backupFault(latest: readonly MinuteRow[], now: Date): Wrong[] {
  const told = latest.map(({ sample }) => sample);
  if (!told.some(({ backup }) => backup.isOn)) return [];
  const newest = Math.max(
    0,
    ...told.map(({ backup }) => (backup.newestAt ? Date.parse(backup.newestAt) : 0)),
  );
  const seconds = newest ? (now.getTime() - newest) / 1000 : Math.max(...told.map(({ uptime }) => uptime));
  const value = Math.max(0, seconds) / 3600;
  const hasFailed = told.some(({ backup }) => backup.hasFailed);
  if (!hasFailed && value <= THRESHOLDS.backupHours) return [];
  return [{ rule: "backup", subject: "", value, threshold: THRESHOLDS.backupHours }];
}

function loopFault(rows: readonly MinuteRow[]): Wrong[] {
  const late = rows.map(({ sample }) => sample.process.loopP99).filter((ms) => ms > THRESHOLDS.loopMs);
  if (late.length < THRESHOLDS.loopMinutes) return [];
  return [{ rule: "event-loop", subject: "", value: Math.max(...late), threshold: THRESHOLDS.loopMs }];
}
