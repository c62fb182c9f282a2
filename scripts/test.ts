import { rmSync } from "node:fs";
import { build } from "./build.ts";
import { check } from "./check.ts";
import { ensureChromium, versionOf } from "./chromium.ts";
import { binOf, type Outcome, root, runNode } from "./run-tool.ts";
import { seedOfSource } from "./source-seed.ts";
import { ensureSpeechPackages } from "./speech-packages.ts";
import {
  CHAOS_RESULTS,
  E2E_RESULTS,
  rateOfSecondTries,
  readPlaywrightResults,
  readResults,
  type Results,
  VITEST_RESULTS,
} from "./test-results.ts";
import { journeysLeftOut, serverTestsLeftOut } from "./test-lot.ts";

/** Everything: `npm test`. Each part runs even when one before it failed, so that one run tells all. */
const NOTHING: Results = { passed: 0, failed: 0, secondTries: [] };
const all: Results[] = [];
const times: string[] = [];
/** A machine that tests for others stops the whole run after 90 minutes and tells nothing: here a part ends by itself, and says so. */
const LONGEST = 80 * 60_000;

// The same source has the same accidents on every machine (decision 42).
process.env["CAIRN_SEED"] ??= String(seedOfSource(root, ["src", "e2e", "chaos"]));
const seed = Number(process.env["CAIRN_SEED"]);
process.stdout.write(`CAIRN_SEED=${seed}\n`);

await part("browser", async () => {
  const path = await ensureChromium();
  process.stdout.write(`Chromium ${versionOf(path)} (${path})\n`);
  return NOTHING;
});
await part("voice and ears", async () => {
  ensureSpeechPackages();
  return NOTHING;
});
await part("checks", async () => {
  const { failures } = await check();
  return { ...NOTHING, failed: failures.length, failures };
});
await part("build", async () => {
  await build();
  return NOTHING;
});
// It waits more than it works (absences, slow lines, restarts), so it goes beside the tests that work all the time.
rmSync(CHAOS_RESULTS, { force: true });
const chaos = runNode(["chaos/main.ts", "--sample", `--results=${CHAOS_RESULTS}`], { limit: timeLeft() });
await part("unit and server tests", async () => {
  rmSync(VITEST_RESULTS, { force: true });
  const reporters = ["--reporter=default", "--reporter=./scripts/vitest-results.ts"];
  tellLeftOut(serverTestsLeftOut(root, seed));
  const outcome = await runNode([binOf("vitest"), "run", ...reporters], {
    isShown: true,
    limit: timeLeft(),
    env: { CAIRN_TESTS: "some" },
  });
  return counted(readResults(VITEST_RESULTS), outcome);
});
await part("chaos sample", async () => {
  const outcome = await chaos;
  process.stdout.write(outcome.output);
  return counted(readResults(CHAOS_RESULTS), outcome);
});
await part("browser tests", async () => {
  rmSync(E2E_RESULTS, { force: true });
  tellLeftOut(journeysLeftOut(root, seed));
  const outcome = await runNode([binOf("@playwright/test"), "test", "--project", "journeys"], {
    isShown: true,
    limit: timeLeft(),
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: E2E_RESULTS, CAIRN_TESTS: "some" },
  });
  return counted(readPlaywrightResults(), outcome);
});
await part("second tries", async () => {
  const named = all.flatMap(({ secondTries }) => secondTries);
  const { line, isTooHigh } = rateOfSecondTries(all);
  process.stdout.write(`${[...named, line].join("\n")}\n`);
  return { ...NOTHING, failed: isTooHigh ? 1 : 0 };
});

const [passed, failed] = [sumOf("passed"), sumOf("failed")];
const failures = all.flatMap((results) => results.failures ?? []).map((name) => `failed: ${name}\n`);
process.stdout.write(`\n${times.join("\n")}\n\n${failures.join("")}${passed} passed, ${failed} failed\n`);
process.exitCode = failed > 0 ? 1 : 0;

function tellLeftOut(names: string[]): void {
  process.stdout.write(`left to another run, by lot: ${names.join(" ")}\n`);
}

async function part(name: string, work: () => Promise<Results>): Promise<void> {
  process.stdout.write(`\n== ${name}\n`);
  const begun = performance.now();
  const results = await work().catch((error: unknown): Results => {
    process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return { ...NOTHING, failed: 1 };
  });
  all.push(results);
  const seconds = ((performance.now() - begun) / 1000).toFixed(1).padStart(7);
  times.push(`${seconds} s  ${name}${results.failed > 0 ? `: ${results.failed} failed` : ""}`);
}

/** Milliseconds. */
function timeLeft(): number {
  return Math.max(60_000, LONGEST - performance.now());
}

/** A run that ended badly without a failed test (a crash, a broken file, no results) counts as one failure. */
function counted(results: Results | undefined, { code }: Outcome): Results {
  const { failed } = results ?? NOTHING;
  return { ...(results ?? NOTHING), failed: failed === 0 && (code !== 0 || !results) ? 1 : failed };
}

function sumOf(what: "passed" | "failed"): number {
  return all.reduce((sum, results) => sum + results[what], 0);
}
