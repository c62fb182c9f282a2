import { readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { build } from "./build.ts";
import { ensureSystemChromium, versionOf } from "./chromium.ts";
import { binOf, root, runNode } from "./run-tool.ts";

/** `npm run deep`: the tests that are a sample in `npm test`, in full. Takes minutes; `npm run deep -- PATH` for some. */
const FILES = [
  "src/document/markdown/corpus.test.ts",
  "src/web/kernel/theme",
  "src/web/editor/binding/together.test.ts",
  "src/server/import",
  "src/server/backup",
  "src/server/caldav",
  "src/server/cli",
  "src/server/damaged-data.test.ts",
  "src/server/db/upgrade.test.ts",
  "src/server/notes/plans.test.ts",
  "src/testing/planted-faults.test.ts",
];
const RESULTS = join(root, ".cache/deep-results.json");

interface Results {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { name: string; startTime: number; endTime: number; status: string }[];
}

/** In a browser: every screen in both themes, on a desk and on a phone, at every width; every form of what `npm test` draws by lot. */
const BROWSER_FILES = [
  "screens",
  "mobile-screens",
  "component-gallery",
  "composition",
  "dashboard-looks",
  "frames",
  "language",
  "lost-access",
  "menu-dialogs",
  "origins",
  "palette",
  "search",
  "steady-list",
  "themes",
  "typed-forms",
  "typing-together",
  "xss",
].map((topic) => `e2e/${topic}.spec.ts`);

const given = process.argv.slice(2);
const chosen = given.length > 0 ? given : [...FILES, ...BROWSER_FILES];
const inBrowser = chosen.filter((path) => path.startsWith("e2e"));
const outside = chosen.filter((path) => !inBrowser.includes(path));
const env = { CAIRN_DEEP: "1", CAIRN_SERVICE_WORKER: "1" };
const codes = [
  outside.length > 0 ? await runVitest(outside) : 0,
  inBrowser.length > 0 ? await runPlaywright(inBrowser) : 0,
  given.length === 0 ? await runNewest() : 0,
];
process.exitCode = Math.max(...codes);

async function runVitest(paths: string[]): Promise<number> {
  rmSync(RESULTS, { force: true });
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${RESULTS}`];
  const { code } = await runNode([binOf("vitest"), "run", ...paths, ...reporters], { isShown: true, env });
  const results = readResults();
  if (results) process.stdout.write(`\n${timesOf(results)}\n\n`);
  return code;
}

async function runPlaywright(paths: string[]): Promise<number> {
  await build();
  return (await runNode([binOf("@playwright/test"), "test", ...paths], { isShown: true, env })).code;
}

/**
 * What `npm test` runs in the pinned browser, in the newest that this machine has, because people's browsers renew themselves; and each with
 * the service worker, which most journeys of `npm test` do without (decision 90).
 */
async function runNewest(): Promise<number> {
  const path = process.env["CHROMIUM_PATH"] ?? (await ensureSystemChromium());
  process.stdout.write(`\nEvery journey in Chromium ${versionOf(path)} (${path})\n`);
  await build();
  const options = { isShown: true, env: { CHROMIUM_PATH: path, CAIRN_SERVICE_WORKER: "1" } };
  return (await runNode([binOf("@playwright/test"), "test"], options)).code;
}

function readResults(): Results | null {
  try {
    return JSON.parse(readFileSync(RESULTS, "utf8")) as Results;
  } catch {
    return null;
  }
}

/** Where the time went, the longest first. */
function timesOf({ testResults, numPassedTests, numFailedTests }: Results): string {
  const rows = testResults
    .map(({ name, startTime, endTime, status }) => ({ name, status, seconds: (endTime - startTime) / 1000 }))
    .sort((one, other) => other.seconds - one.seconds)
    .map(
      ({ name, status, seconds }) =>
        `${seconds.toFixed(1).padStart(7)} s  ${relative(root, name)}${status === "passed" ? "" : `: ${status}`}`,
    );
  return [...rows, "", `${numPassedTests} passed, ${numFailedTests} failed`].join("\n");
}
