import { readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { binOf, root, runNode } from "./run-tool.ts";

/** `npm run deep`: the tests that are a sample in `npm test`, in full. Takes minutes; `npm run deep -- PATH` for some. */
const FILES = [
  "src/document/markdown/corpus.test.ts",
  "src/web/lib/theme",
  "src/server/import",
  "src/server/backup",
  "src/server/db/upgrade.test.ts",
];
const RESULTS = join(root, ".cache/deep-results.json");

interface Results {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { name: string; startTime: number; endTime: number; status: string }[];
}

const given = process.argv.slice(2);
rmSync(RESULTS, { force: true });
const { code } = await runNode(
  [
    binOf("vitest"),
    "run",
    ...(given.length > 0 ? given : FILES),
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${RESULTS}`,
  ],
  { isShown: true, env: { CAIRN_DEEP: "1" } },
);
const results = readResults();
if (results) process.stdout.write(`\n${timesOf(results)}\n\n`);
process.exitCode = code;

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
