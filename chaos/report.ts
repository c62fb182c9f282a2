import { readFileSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";
import { measuredCommit } from "../scripts/measured-commit.ts";
import { root, run } from "../scripts/run-tool.ts";
import type { Trial, TrialOutcome } from "./trial.ts";
import { hasHeld } from "./trial.ts";

const RESULTS = join(root, "chaos/results.json");
const PAGE = join(root, "docs/chaos.md");

/** What is kept of one trial's run. */
export type Result = {
  name: string;
  promise: string;
  unit: string;
  held: boolean;
  amount: number;
  /** What the full form is. */
  full: number;
  seed: number;
  seconds: number;
  /** What was tried. */
  commit: string;
  machine: string;
  outcome: TrialOutcome;
};

const MACHINE = `${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`;

export function resultOf(
  trial: Trial,
  run: { amount: number; seed: number; seconds: number; outcome: TrialOutcome },
): Result {
  const { name, promise, unit, full } = trial;
  const held = hasHeld(run.outcome, run.amount);
  const commit = measuredCommit(["src", "chaos"]);
  return { name, promise, unit, full, held, ...run, commit, machine: MACHINE };
}

/** The command that repeats what a failure tells of: that one accident where the line names its seed, else the whole run. */
export function commandFor(result: Result, failure: string): string {
  const own = /^seed (\d+):/.exec(failure)?.[1];
  const [seed, amount] = own ? [own, 1] : [result.seed, result.amount];
  return `npm run chaos -- --only ${JSON.stringify(result.name)} --seed ${seed} --amount ${amount}`;
}

const figuresOf = ({ outcome }: Result) =>
  Object.entries(outcome.figures)
    .map(([name, figure]) => `${name} ${figure}`)
    .join(", ");

/** The table on the screen. */
export function print(results: Result[]): void {
  console.table(
    results.map((result) => ({
      trial: result.name,
      done: `${result.outcome.done} ${result.unit}`,
      lost: result.outcome.lost,
      doubled: result.outcome.doubled ?? "",
      figures: figuresOf(result),
      seconds: result.seconds,
      verdict: result.held ? "held" : "FAILED",
    })),
  );
  for (const result of results)
    for (const failure of result.outcome.failures)
      console.log(`${result.name}: ${failure}\n    ${commandFor(result, failure)}`);
}

/** Keeps the newest run of each trial and writes docs/chaos.md from them. `order` is the registry's. */
export async function record(result: Result, order: string[]): Promise<void> {
  const kept = [...readResults().filter(({ name }) => name !== result.name), result]
    .filter(({ name }) => order.includes(name))
    .toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
  writeFileSync(RESULTS, `${JSON.stringify({ results: kept }, null, 2)}\n`);
  writeFileSync(PAGE, pageOf(kept));
  await run("oxfmt", [RESULTS, PAGE]);
}

function readResults(): Result[] {
  try {
    return (JSON.parse(readFileSync(RESULTS, "utf8")) as { results: Result[] }).results;
  } catch {
    return [];
  }
}

function pageOf(results: Result[]): string {
  const rows = results.map((result) =>
    [
      result.name,
      result.promise,
      `${result.outcome.done}${result.outcome.done < result.full ? ` of ${result.full}` : ""} ${result.unit}`,
      result.outcome.lost,
      result.outcome.doubled ?? "",
      figuresOf(result),
      `${result.seconds} s`,
      result.commit,
      result.held ? "held" : `**not held**: ${result.outcome.failures.length} of them`,
    ].join(" | "),
  );
  return `# What was tried to break it

\`npm run chaos\` runs every trial in full and writes this page; \`npm test\` runs a seeded sample of each. One trial:
\`npm run chaos -- --only converge\`; fewer: \`--amount 500\`; the same accidents again: \`--seed 123\`. A trial that fails
prints the command that repeats exactly what it saw.

Each row is the newest full run of its trial, or the longest there was time for, at the commit that it names. Measured on ${[...new Set(results.map(({ machine }) => machine))].join("; ")}.

| Trial | Promise | Tried | Lost | Doubled | Figures | Took | Commit | |
|---|---|---|---|---|---|---|---|---|
${rows.map((row) => `| ${row} |`).join("\n")}

Seeds: ${results.map(({ name, seed }) => `${name} ${seed}`).join(", ")}.
`;
}
