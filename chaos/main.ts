import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { randomFrom } from "#testing/random.ts";
import { seed as runSeed } from "#testing/run-seed.ts";
import { root } from "../scripts/run-tool.ts";
import { takeTimeForSample } from "./patience.ts";
import { takeThrown } from "./process-pages.ts";
import { print, record, type Result, resultOf } from "./report.ts";
import type { Trial, TrialOutcome } from "./trial.ts";
import { TRIALS } from "./trials.ts";

/** A sample that takes longer hangs; `npm test` must end. */
const SAMPLE_PATIENCE_MS = 5 * 60_000;

const { values } = parseArgs({
  options: {
    sample: { type: "boolean", default: false },
    only: { type: "string" },
    amount: { type: "string" },
    seed: { type: "string" },
    /** Keep the results though they are of smaller amounts than the full ones. */
    record: { type: "boolean", default: false },
    /** Where to write what came of the trials, for scripts/test.ts. */
    results: { type: "string" },
  },
});

/**
 * `npm run chaos [-- --sample] [--only converge,clocks] [--amount 500] [--seed 123] [--record]`: tries to break what Cairn promises
 * and says what held. Full runs, and others with --record, are kept in chaos/results.json and docs/chaos.md.
 */
async function main(): Promise<void> {
  const trials = chosen(values.only);
  if (values.sample) takeTimeForSample();
  const seed = values.seed === undefined ? runSeed : Number(values.seed);
  const results: Result[] = [];
  const secondTries: string[] = [];
  for (const trial of trials) {
    const amount = Number(values.amount ?? (values.sample ? trial.sample : trial.full));
    console.log(`\n== ${trial.name}: ${amount} ${trial.unit}, seed ${seed}`);
    let result = await once(trial, amount, seed);
    if (!result.held && values.sample && mayBeTheMachine(result)) {
      secondTries.push(`chaos ${trial.name}, seed ${seed}: ${result.outcome.failures.join("; ")}`);
      result = await once(trial, amount, seed);
    }
    results.push(result);
    // At once: the others may take hours, and may be stopped.
    if (!values.sample && (amount >= trial.full || values.record))
      await record(
        result,
        TRIALS.map(({ name }) => name),
      );
  }
  print(results);
  const failed = results.filter(({ held }) => !held).length;
  if (values.results)
    await writeFile(values.results, JSON.stringify({ passed: results.length - failed, failed, secondTries }));
  // A trial that failed may have left something open that would keep us running.
  process.exit(failed > 0 ? 1 : 0);
}

async function once(trial: Trial, amount: number, seed: number): Promise<Result> {
  const startedAt = performance.now();
  const outcome = await perform(trial, amount, seed);
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
  const result = resultOf(trial, { amount, seed, seconds, outcome });
  console.log(`${result.held ? "held" : "FAILED"} in ${seconds} s`);
  return result;
}

/** A word lost or doubled is never the machine's fault; a wait that was too short may be (decision 36). */
const mayBeTheMachine = ({ outcome }: Result) => outcome.lost === 0 && (outcome.doubled ?? 0) === 0;

/** @throws Error naming what there is when a name is not known. */
function chosen(only: string | undefined): Trial[] {
  if (!only) return TRIALS;
  return only.split(",").map((name) => {
    const trial = TRIALS.find((candidate) => candidate.name === name.trim());
    if (!trial)
      throw new Error(`There is no trial "${name}". There are: ${TRIALS.map((t) => t.name).join(", ")}.`);
    return trial;
  });
}

async function perform(trial: Trial, amount: number, seed: number): Promise<TrialOutcome> {
  await mkdir(join(root, ".cache"), { recursive: true });
  const folder = await mkdtemp(join(tmpdir(), "cairn-chaos-"));
  const hang = Promise.withResolvers<never>();
  const timer = setTimeout(() => hang.reject(new Error("it does not end")), SAMPLE_PATIENCE_MS);
  if (!values.sample) clearTimeout(timer);
  try {
    const log = (line: string) => console.log(`   ${line}`);
    const running = trial.run({ amount, seed, random: randomFrom(seed), log, folder });
    const outcome = await Promise.race([running, hang.promise]);
    return { ...outcome, failures: [...outcome.failures, ...takeThrown()] };
  } catch (error) {
    const failure =
      error instanceof Error ? `${error.stack ?? error.message} ${causeOf(error)}` : String(error);
    return {
      done: 0,
      lost: 0,
      figures: {},
      failures: [`the trial itself broke: ${failure}`, ...takeThrown()],
    };
  } finally {
    clearTimeout(timer);
    await rm(folder, { recursive: true, force: true });
  }
}

/** A call that failed says only here how. */
const causeOf = ({ cause }: Error): string => (cause instanceof Error ? `(${cause.message})` : "");

await main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
