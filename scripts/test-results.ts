import { readFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { root } from "./run-tool.ts";

/** What a part of `npm test` came to. */
export interface Results {
  passed: number;
  failed: number;
  /** Tests that failed first and passed when they were run once more (decision 36). */
  secondTries: string[];
  /** Those that failed, with their reasons, to be told at the end: a long run's output is often kept without its middle. */
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

interface Try {
  errors: { message?: string }[];
}

interface Spec {
  title: string;
  file: string;
  line: number;
  tests: { status: string; results: Try[] }[];
}

interface Suite {
  suites?: Suite[];
  specs?: Spec[];
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
    secondTries: results.suites.flatMap((suite) => failuresIn(suite, "flaky")),
    failures: results.suites.flatMap((suite) => failuresIn(suite, "unexpected")),
  };
}

const REASON_LINES = 12;

/** A name each, with the reason of each try below it. */
function failuresIn({ suites = [], specs = [] }: Suite, wanted: "flaky" | "unexpected"): string[] {
  const own = specs.flatMap(({ file, line, title, tests }) =>
    tests
      .filter(({ status }) => status === wanted)
      .map(({ results }) => [`${file}:${line} ${title}`, ...results.flatMap(reasonsOf)].join("\n  ")),
  );
  return [...own, ...suites.flatMap((suite) => failuresIn(suite, wanted))];
}

const reasonsOf = ({ errors }: Try): string[] =>
  errors.flatMap(({ message = "" }) =>
    stripVTControlCharacters(message)
      .split("\n")
      .filter((line) => line.trim() !== "")
      .slice(0, REASON_LINES),
  );

function readJson<T>(path: string): T | undefined {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as T;
  } catch {
    return undefined;
  }
}
