import { defineConfig } from "vitest/config";
import { keepTestsInMemory } from "./scripts/test-folder.ts";
import { serverTestsLeftOut } from "./scripts/test-lot.ts";
import { seed } from "./src/testing/run-seed.ts";

keepTestsInMemory();
// `npm test` alone draws (decision 178): who names files gets them.
const leftOut = process.env["CAIRN_TESTS"] === "some" ? serverTestsLeftOut(import.meta.dirname, seed) : [];

/**
 * Browser behaviour is tested in a real browser by Playwright (e2e/); what runs here runs in Node.
 * The two projects differ only in what they start: `server` brings up one PostgreSQL for the whole run.
 */
export default defineConfig({
  cacheDir: ".cache/vite-tests",
  test: {
    // Two cores are the machine we promise to be pleasant on, and each server test file owns a database. Two workers leave a quarter
    // of them idle, because tests wait for processes, timers and absences (decisions 128 and 131).
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: "pure",
          environment: "node",
          // A process and its imports for each of 180 files would be a quarter of all their time.
          isolate: false,
          include: [
            "src/{contract,document,language,seo,web}/**/*.test.ts",
            "{bench,scripts}/**/*.test.ts",
            "src/server/platform/**/*.test.ts",
          ],
          // Tests end when they have seen what they wait for; how long that takes says how busy the machine is.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
      {
        test: {
          name: "server",
          environment: "node",
          include: ["src/{server,testing}/**/*.test.ts"],
          exclude: ["src/server/platform/**", ...leftOut],
          globalSetup: ["src/testing/global-setup.ts"],
          setupFiles: ["src/testing/built-programs.ts"],
          // Each worker imports the server once, not once for each of a hundred files (decision 71).
          isolate: false,
          // Servers that tests start in processes of their own.
          env: { NODE_COMPILE_CACHE: new URL(".cache/node", import.meta.url).pathname },
          execArgv: ["--import", new URL("src/testing/passwords/cheap-hashes.ts", import.meta.url).href],
          // Real processes and a real database under load (decision 36); the deep run wants all at once.
          retry: process.env["CAIRN_DEEP"] === "1" ? 0 : 1,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
    ],
  },
});
