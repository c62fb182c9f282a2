import { statfsSync } from "node:fs";
import { defineConfig } from "@playwright/test";
import { ensureChromium } from "./scripts/chromium.ts";
import { journeysLeftOut } from "./scripts/test-lot.ts";
import { keepTestsInMemory } from "./scripts/test-folder.ts";
import { seed } from "./src/testing/run-seed.ts";

// One seed for all processes of the run: the tests' names depend on it.
process.env.CAIRN_SEED ??= String(seed);
keepTestsInMemory();
const isDeep = process.env.CAIRN_DEEP === "1";

export default defineConfig({
  testDir: "./e2e",
  // `npm test` alone draws (decision 178): who names files gets them.
  testIgnore: process.env.CAIRN_TESTS === "some" ? journeysLeftOut(import.meta.dirname, seed) : [],
  projects: [{ name: "journeys", outputDir: "./test-results/journeys" }],
  // Each worker runs its own server with its own database. Two of them wait for two fifths of their time, for timers and for what a person
  // would wait for, so that two cores carry three.
  workers: 3,
  // Test by test, so that both workers end together; a test has accounts of its own and needs none before it.
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // Once more, from the beginning: what passes then is named at the end of the run (decision 36). The deep run wants all at once.
  retries: isDeep ? 0 : 1,
  // Patient: a busy machine makes a page late, not wrong.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [["list"], ["json", { outputFile: ".cache/e2e-results.json" }]],
  use: {
    viewport: { width: 1280, height: 800 },
    // Recording costs a quarter of the whole run: `TRACE=on` records when a failure is to be understood.
    trace: process.env.TRACE === "on" ? "retain-on-failure" : "off",
    screenshot: "only-on-failure",
    actionTimeout: 20_000,
    launchOptions: {
      // Playwright has Chromium make what its processes share, such as each answer on its way to a page, as files on the disk, because a
      // container's memory file system holds 64 MB. Where there is room it is made in memory: a fifth of the browser's time (decision 90).
      ignoreDefaultArgs: hasSharedMemory() ? ["--disable-dev-shm-usage"] : [],
      executablePath: await ensureChromium(),
      args: [
        // The sandbox needs a user that may create namespaces; root may not.
        ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
        "--disable-gpu",
        // What draws is a thread of the browser's instead of a process beside it: a tenth of what a page costs (decision 176).
        "--in-process-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
        // Pages live for seconds: what V8 spends on quicker code never pays, a fifth of the whole run (decision 90). The deep run has it.
        ...(isDeep ? [] : ["--js-flags=--no-opt,--no-maglev"]),
      ],
    },
  },
});

/** Two browsers have a few hundred megabytes there. */
function hasSharedMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync("/dev/shm");
    return bavail * bsize > 2 ** 30;
  } catch {
    return false;
  }
}
