import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { buildWeb } from "./build-web.ts";
import { check } from "./check.ts";
import { ensureChromium, versionOf } from "./chromium.ts";
import { binOf, root, runNode } from "./run-tool.ts";
import { seedOfSource } from "./source-seed.ts";

/** Everything: `npm test`. Each part runs even when one before it failed, so that one run tells all. */
const VITEST_RESULTS = join(root, ".cache/vitest-results.json");
const E2E_RESULTS = join(root, ".cache/e2e-results.json");
const CHAOS_COUNTS = join(root, ".cache/chaos-counts.json");

interface Count {
  passed: number;
  failed: number;
}

const total: Count = { passed: 0, failed: 0 };
const times: string[] = [];
const unsteady: string[] = [];

// The same source has the same accidents on every machine (decision 42).
process.env["CAIRN_SEED"] ??= String(seedOfSource(root, ["src", "e2e", "chaos"]));
process.stdout.write(`CAIRN_SEED=${process.env["CAIRN_SEED"]}\n`);

await part("browser", async () => {
  const path = await ensureChromium();
  process.stdout.write(`Chromium ${versionOf(path)} (${path})\n`);
  return { passed: 0, failed: 0 };
});
await part("checks", async () => ({ passed: 0, failed: (await check()).failed }));
await part("unit and server tests", async () => {
  rmSync(VITEST_RESULTS, { force: true });
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${VITEST_RESULTS}`];
  const { code } = await runNode([binOf("vitest"), "run", ...reporters], { isShown: true });
  return counted(readVitest(), code);
});
await part("web build", async () => {
  await buildWeb();
  return { passed: 0, failed: 0 };
});
await part("browser tests", () => playwright("journeys"));
await part("chaos sample", async () => {
  rmSync(CHAOS_COUNTS, { force: true });
  const { code } = await runNode(["chaos/main.ts", "--sample", `--counts=${CHAOS_COUNTS}`], {
    isShown: true,
  });
  const counts = readJson<Count & { unsteady: string[] }>(CHAOS_COUNTS);
  unsteady.push(...(counts?.unsteady ?? []));
  return counted(counts, code);
});

if (unsteady.length > 0) process.stdout.write(`\nPassed on the second try alone:\n${unsteady.join("\n")}\n`);
process.stdout.write(`\n${times.join("\n")}\n\n${total.passed} passed, ${total.failed} failed\n`);
process.exitCode = total.failed > 0 ? 1 : 0;

async function part(name: string, work: () => Promise<Count>): Promise<void> {
  process.stdout.write(`\n== ${name}\n`);
  const begun = performance.now();
  const count = await work().catch((error: unknown): Count => {
    process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return { passed: 0, failed: 1 };
  });
  total.passed += count.passed;
  total.failed += count.failed;
  const seconds = ((performance.now() - begun) / 1000).toFixed(1).padStart(7);
  times.push(`${seconds} s  ${name}${count.failed > 0 ? `: ${count.failed} failed` : ""}`);
}

async function playwright(project: string): Promise<Count> {
  rmSync(E2E_RESULTS, { force: true });
  const { code } = await runNode([binOf("@playwright/test"), "test", "--project", project], {
    isShown: true,
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: E2E_RESULTS },
  });
  return counted(readPlaywright(), code);
}

/** A run that ended badly without a failed test (a crash, a broken file, no results) counts as one failure. */
function counted(count: Count | undefined, code: number): Count {
  const { passed, failed } = count ?? { passed: 0, failed: 0 };
  return { passed, failed: failed === 0 && (code !== 0 || !count) ? 1 : failed };
}

function readVitest(): Count | undefined {
  const results = readJson<{ numPassedTests: number; numFailedTests: number }>(VITEST_RESULTS);
  return results && { passed: results.numPassedTests, failed: results.numFailedTests };
}

interface Suite {
  title: string;
  suites?: Suite[];
  specs?: { title: string; file: string; line: number; tests: { status: string }[] }[];
}

function readPlaywright(): Count | undefined {
  const results = readJson<{
    stats: { expected: number; flaky: number; unexpected: number };
    suites: Suite[];
  }>(E2E_RESULTS);
  if (!results) return undefined;
  unsteady.push(...results.suites.flatMap(unsteadyIn));
  const { expected, flaky, unexpected } = results.stats;
  return { passed: expected + flaky, failed: unexpected };
}

/** Tests that passed on their second try: a fault of theirs or of the product, to be looked for. */
function unsteadyIn({ suites = [], specs = [] }: Suite): string[] {
  const own = specs.filter(({ tests }) => tests.some(({ status }) => status === "flaky"));
  return [...own.map(({ file, line, title }) => `${file}:${line} ${title}`), ...suites.flatMap(unsteadyIn)];
}

function readJson<T>(path: string): T | undefined {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as T;
  } catch {
    return undefined;
  }
}
