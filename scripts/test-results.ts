import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./run-tool.ts";

/** What a part of `npm test` came to. */
export interface Results {
  passed: number;
  failed: number;
  /** Tests that failed first and passed when they were run once more (decision 36). */
  secondTries: string[];
  /** Names of those that failed, to be told at the end: the last lines are often all that is read. */
  failures?: string[];
}

export const VITEST_RESULTS = join(root, ".cache/vitest-results.json");
export const E2E_RESULTS = join(root, ".cache/e2e-results.json");
export const CHAOS_RESULTS = join(root, ".cache/chaos-results.json");

/** Above it a run fails: so many races at once are not the machine's. */
const SECOND_TRIES_MAX = 0.005;

/** How many of all tests needed a second try, and whether that is too many. */
export function rateOfSecondTries(results: Results[]): { line: string; isTooHigh: boolean } {
  const tries = results.reduce((sum, { secondTries }) => sum + secondTries.length, 0);
  const tests = results.reduce((sum, { passed, failed }) => sum + passed + failed, 0);
  const rate = tests > 0 ? tries / tests : 0;
  const percent = `${(100 * rate).toFixed(2)} %`;
  const isTooHigh = rate > SECOND_TRIES_MAX;
  const line = `${tries} of ${tests} tests passed on the second try alone: ${percent}`;
  return { line: isTooHigh ? `${line}, more than ${100 * SECOND_TRIES_MAX} %` : line, isTooHigh };
}

/** @returns undefined when there is no such file, or not a whole one */
export function readResults(path: string): Results | undefined {
  return readJson<Results>(path);
}

interface Suite {
  suites?: Suite[];
  specs?: { title: string; file: string; line: number; tests: { status: string }[] }[];
}

export function readPlaywrightResults(path = E2E_RESULTS): Results | undefined {
  const results = readJson<{
    stats: { expected: number; flaky: number; unexpected: number };
    suites: Suite[];
  }>(path);
  if (!results) return undefined;
  const { expected, flaky, unexpected } = results.stats;
  return {
    passed: expected + flaky,
    failed: unexpected,
    secondTries: results.suites.flatMap((suite) => namesIn(suite, "flaky")),
    failures: results.suites.flatMap((suite) => namesIn(suite, "unexpected")),
  };
}

function namesIn({ suites = [], specs = [] }: Suite, wanted: "flaky" | "unexpected"): string[] {
  const own = specs.filter(({ tests }) => tests.some(({ status }) => status === wanted));
  return [
    ...own.map(({ file, line, title }) => `${file}:${line} ${title}`),
    ...suites.flatMap((suite) => namesIn(suite, wanted)),
  ];
}

function readJson<T>(path: string): T | undefined {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as T;
  } catch {
    return undefined;
  }
}
