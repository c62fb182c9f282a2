import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { buildWeb } from "./build-web.ts";
import { measureBuild, readManifest, tooManyFiles } from "./budgets.ts";
import { findBannedWords } from "./banned-words.ts";
import { findBareWords, findCommandsInSentenceCase } from "./messages.ts";
import { findDateFormats } from "./date-wall.ts";
import { findForbiddenNames } from "./names.ts";
import { root, run, runNode, type Outcome } from "./run-tool.ts";
import { findWallFaults } from "./walls.ts";

interface Check {
  name: string;
  /** What is wrong, empty when nothing is. */
  run(): Promise<string>;
}

const CHECKS: Check[] = [
  { name: "types", run: async () => faultsOf(await run("typescript/tsc", ["-b", "tsconfig.json"])) },
  { name: "lint", run: async () => faultsOf(await run("oxlint", ["--type-aware", "--deny-warnings", "."])) },
  { name: "format", run: async () => faultsOf(await run("oxfmt", ["--check", "."])) },
  { name: "walls", run: async () => [...(await findWallFaults()), ...findDateFormats(root)].join("\n") },
  { name: "write path", run: checkWritePath },
  { name: "names", run: () => Promise.resolve(findForbiddenNames(root).join("\n")) },
  {
    name: "messages",
    run: () =>
      Promise.resolve(
        [...findBareWords(root), ...findCommandsInSentenceCase(root), ...findBannedWords(root)].join("\n"),
      ),
  },
  {
    name: "unused code",
    run: async () => faultsOf(await run("knip", ["--no-progress", "--no-config-hints"])),
  },
  {
    name: "lists of nouns",
    run: async () =>
      faultsOf(await run("vitest", ["run", "src/server/features.test.ts", "src/web/app/nouns.test.ts"])),
  },
  { name: "openapi.json", run: checkOpenApi },
  { name: "bundle sizes", run: checkBudgets },
];

function faultsOf({ code, output }: Outcome): string {
  return code === 0 ? "" : output.trim() || `ended with code ${code}`;
}

/**
 * The only server files that change a Yjs document or its log: the one that writes, the one that fills it from the log, and the one
 * that makes a note together with its past.
 */
const MAY_TRANSACT =
  /^src\/(document|language|seo|web|testing)\/|^src\/server\/collab\/(append-update|load-note|create-with-past)\.ts$|\.test\.ts$/;

/** On the server nothing changes a note's document beside appendUpdate, or the change would miss the log. */
async function checkWritePath(): Promise<string> {
  return globSync("src/**/*.ts", { cwd: root })
    .filter((file) => !MAY_TRANSACT.test(file))
    .flatMap((file) =>
      readFileSync(join(root, file), "utf8")
        .split("\n")
        .flatMap((line, index) =>
          /\.transact\s*\(|INSERT INTO note_updates/i.test(line)
            ? [`${file}:${index + 1}: ${line.trim()}`]
            : [],
        ),
    )
    .map((place) => `${place}\n  Write note bodies through appendUpdate alone.`)
    .join("\n");
}

/** The committed description of the API is the one that the code gives, so that its changes show in the diff. */
async function checkOpenApi(): Promise<string> {
  const { code, output } = await runNode(["scripts/openapi.ts", "--check"]);
  return code === 0 ? "" : output.trim();
}

async function checkBudgets(): Promise<string> {
  await buildWeb();
  return measureBuild()
    .filter(({ kilobytes, limit }) => kilobytes > limit)
    .map(({ name, kilobytes, limit }) => `${name}: ${kilobytes.toFixed(1)} KB gzipped, allowed are ${limit}`)
    .concat(tooManyFiles(readManifest()))
    .join("\n");
}

/**
 * Two at a time: most of these use one core each. Prints one line per check, and what is wrong in full.
 * @param names of the checks to run; all of them when there is none
 */
export async function check(names: string[] = []): Promise<{ failures: string[] }> {
  const chosen = CHECKS.filter(({ name }) => names.length === 0 || names.includes(name));
  const waiting = [...chosen];
  const failures: string[] = [];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const begun = performance.now();
      const fault = await next.run().catch((error: Error) => error.message);
      const seconds = ((performance.now() - begun) / 1000).toFixed(1);
      process.stdout.write(`${fault ? "FAIL" : "ok  "} ${next.name.padEnd(14)} ${seconds.padStart(5)} s\n`);
      if (fault) process.stdout.write(`${fault}\n\n`);
      if (fault) failures.push(`check of ${next.name}`);
    }
  };
  await Promise.all([work(), work()]);
  return { failures };
}

if (import.meta.main) {
  const { failures } = await check(process.argv.slice(2));
  process.exitCode = failures.length > 0 ? 1 : 0;
}
