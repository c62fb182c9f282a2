import { expect, test } from "vitest";
import { randomFrom } from "#testing/random.ts";
import { seed } from "#testing/run-seed.ts";
import { addTime, addTimings, noTimings, percentile, type Timings } from "../platform/monitor/timings.ts";
import type { Minute } from "./minute.ts";
import { daysLeft } from "./overview.ts";
import { findWrong } from "./rules.ts";

const NOW = new Date("2026-11-28T12:00:00Z");
const HOUR = 3_600_000;
const GB = 1e9;

/** A minute in which all is well, with something else in it. */
const minute = (change: Partial<Minute> = {}): Minute => ({
  seconds: 60,
  operations: {},
  statements: {},
  deliveries: { sent: 0, failed: 0 },
  jobs: {},
  isDiskFull: false,
  process: { cpu: 0.01, loopP99: 1, loopMax: 5, rss: 1e8, heap: 5e7 },
  total: noTimings(),
  sync: noTimings(),
  pool: { open: 2, idle: 2, waiting: 0 },
  queue: { waiting: 0, due: 0, running: 0, retried: 0, lagSeconds: 0 },
  sockets: 0,
  openNotes: 0,
  underived: 0,
  disk: { used: 50 * GB, total: 100 * GB },
  backup: { isOn: true, newestAt: new Date(NOW.getTime() - 8 * HOUR).toISOString(), hasFailed: false },
  uptime: 1_000_000,
  ...change,
});
const loop = (loopP99: number) => minute({ process: { ...minute().process, loopP99 } });
const backup = (hoursAgo: number | null, rest: Partial<Minute["backup"]> = {}, uptime = 1_000_000) =>
  minute({
    uptime,
    backup: {
      ...minute().backup,
      newestAt: hoursAgo === null ? null : new Date(NOW.getTime() - hoursAgo * HOUR).toISOString(),
      ...rest,
    },
  });
const timesOf = (times: number[], errors = 0): Timings => {
  const timings = noTimings();
  times.forEach((ms, at) => addTime(timings, ms, at < errors));
  return timings;
};
const calls = (name: string, ms: number, count: number, errors = 0) =>
  minute({
    operations: {
      [name]: timesOf(
        Array.from({ length: count }, () => ms),
        errors,
      ),
    },
  });

/** Two minutes of one node, the second as it is now. */
const wrongIn = (...samples: Minute[]) =>
  findWrong(
    samples.map((sample, at) => ({
      at: new Date(NOW.getTime() - (samples.length - at) * 60_000),
      node: "a",
      sample,
    })),
    NOW,
  ).map(({ rule, subject }) => `${rule} ${subject}`.trim());

test.each<[string, Minute[], string[]]>([
  ["all is well", [minute(), minute()], []],
  ["nothing was counted", [], []],
  ["a disk that is 94 % full", [minute({ disk: { used: 94 * GB, total: 100 * GB } })], []],
  ["a disk that is 95 % full", [minute({ disk: { used: 95 * GB, total: 100 * GB } })], ["disk-full"]],
  [
    "a disk that was full and has room again",
    [minute({ disk: { used: 99 * GB, total: 100 * GB } }), minute()],
    [],
  ],
  ["a row that found no room in the last minutes", [minute({ isDiskFull: true }), minute()], ["disk-full"]],
  ["a disk of which nothing is told", [minute({ disk: null })], []],
  ["a job due for four minutes", [minute({ queue: { ...minute().queue, lagSeconds: 240 } })], []],
  ["a job due for six minutes", [minute({ queue: { ...minute().queue, lagSeconds: 360 } })], ["queue-lag"]],
  ["a job that runs for an hour", [minute({ jobs: { import: 3_600 } })], []],
  ["a job that runs for three hours", [minute({ jobs: { mail: 5, import: 10_800 } })], ["job-hangs import"]],
  ["a job that has ended after three hours", [minute({ jobs: { import: 10_800 } }), minute()], []],
  ["a backup of last night", [backup(30)], []],
  ["a backup of two nights ago", [backup(37)], ["backup"]],
  ["a backup that failed", [backup(8, { hasFailed: true })], ["backup"]],
  ["no backup since the start an hour ago", [backup(null, {}, 3_600)], []],
  ["no backup since the start two days ago", [backup(null)], ["backup"]],
  ["old backups where they are off", [backup(1_000, { isOn: false })], []],
  ["an event loop that is late twice", [loop(300), loop(300), loop(1)], []],
  ["an event loop that is late three times", [loop(300), loop(300), loop(300)], ["event-loop"]],
  ["four slow calls", [calls("notes.list", 3_000, 4)], []],
  [
    "five slow calls in two minutes",
    [calls("notes.list", 3_000, 3), calls("notes.list", 3_000, 2)],
    ["slow-operation notes.list"],
  ],
  ["calls that wait for a model", [calls("chat.ask", 20_000, 9)], []],
  ["calls that wait for Google", [calls("drive.check", 20_000, 9), calls("drive.files", 4_000, 9)], []],
  [
    "slow calls that Google is not asked in",
    [calls("drive.items", 2_000, 9)],
    ["slow-operation drive.items"],
  ],
  ["a slow download", [calls("GET /files/:fileId", 8_000, 9)], []],
  ["two errors", [calls("notes.list", 5, 4, 2)], []],
  ["three errors of four calls", [calls("notes.list", 5, 4, 3)], ["failing-operation notes.list"]],
  ["three errors of forty calls", [calls("notes.list", 5, 40, 3)], []],
])("%s: %#", (_name, samples, wrong) => {
  expect(wrongIn(...samples)).toEqual(wrong);
});

test("percentiles of many minutes are within 9 % of those of all times together", () => {
  const random = randomFrom(seed);
  const all: number[] = [];
  const joined = noTimings();
  for (let part = 0; part < 20; part++) {
    const times = Array.from({ length: 1 + Math.floor(random() * 200) }, () => 0.3 * 10 ** (random() * 4.5));
    all.push(...times);
    addTimings(joined, timesOf(times));
  }
  const sorted = all.toSorted((a, b) => a - b);
  expect(joined.count).toBe(all.length);
  expect(joined.max).toBe(sorted.at(-1));
  for (const share of [0.5, 0.95, 0.99]) {
    const exact = sorted[Math.ceil(share * sorted.length) - 1]!;
    expect(Math.abs(percentile(joined, share) / exact - 1), `seed ${seed}`).toBeLessThan(0.095);
  }
});

test("a disk is full when the line of what was used gets there, and never where it does not grow", () => {
  const hours = (gigabytes: (hour: number) => number, count: number) =>
    Array.from({ length: count }, (_, hour) => ({
      at: new Date(NOW.getTime() + hour * HOUR),
      used: gigabytes(hour) * GB,
    }));
  expect(
    daysLeft(
      hours((hour) => 10 + hour / 24, 48),
      20 * GB,
    ),
  ).toBeCloseTo(20, 5);
  // A backup that comes and goes each night is no growth.
  expect(
    daysLeft(
      hours((hour) => 10 + hour / 48 + (hour % 24 < 2 ? 5 : 0), 336),
      7 * GB,
    ),
  ).toBeGreaterThan(10);
  expect(
    daysLeft(
      hours(() => 10, 48),
      GB,
    ),
  ).toBeNull();
  expect(
    daysLeft(
      hours((hour) => 20 - hour / 24, 48),
      GB,
    ),
  ).toBeNull();
  expect(
    daysLeft(
      hours((hour) => hour, 6),
      GB,
    ),
  ).toBeNull();
});
