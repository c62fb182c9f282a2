import type { Services } from "../../base.ts";
import type { Tx } from "../../db/client.ts";
import { within } from "../../db/within.ts";
import { Failure } from "../../failure.ts";
import { enqueue, type QueuedJob, type RunningJob } from "../../jobs/job.ts";
import { withdrawUndecided } from "../../changesets/withdraw-undecided.ts";
import { ModelFault } from "../providers/model-fault.ts";
import { readAgent } from "./agents.ts";
import { applyAllowed } from "./apply-allowed.ts";
import { endRun, lockRun, type RunRow, takeRun } from "./run-state.ts";
import { agentJob } from "./runs.ts";
import { assertGoing, Stopped, WatchedRun } from "./watch-run.ts";
import { workingFor, recipeOf } from "./working.ts";
import type { z } from "zod";

/** Of an account, one runs at a time; the others wait this long. */
const TURN_MS = 3_000;
const TRIES = 3;

type Needs = Pick<Services, "db" | "collab" | "changeables" | "models" | "log">;
type Job = RunningJob<z.infer<typeof agentJob.data>>;

/**
 * Has an agent work, keeps what it proposes and ends the run in one transaction, so that this happens once, whichever node is killed. What it
 * may do at once is done after that, by the changeset, which does nothing twice.
 */
export const runAgent: QueuedJob<Needs, z.infer<typeof agentJob.data>> = {
  ...agentJob,
  isLong: true,
  tries: TRIES,
  run: async (services, job) => {
    const { db } = services;
    const { userId, data } = job;
    const taken = await db.withUser(userId, async (tx) => {
      const run = await takeRun(tx, data.runId, job.attempt);
      if (run !== "busy") return run;
      await enqueue(tx, agentJob, data, { at: new Date(Date.now() + TURN_MS), key: data.runId });
      return null;
    });
    if (!taken) return;
    try {
      const isDone = taken.changeset_id !== null || (await work(services, job, taken));
      if (isDone) await applyAndEnd(services, job);
    } catch (error) {
      await failed(services, job, error);
    }
  },
};

/** @returns whether there is something left to do at once */
async function work(services: Needs, job: Job, run: RunRow): Promise<boolean> {
  const { db } = services;
  const { userId } = job;
  const agent = await db.withUser(userId, (tx) => readAgent(tx, run.agent_id!));
  const watched = new WatchedRun(db, userId, { runId: run.id, agent, signal: job.signal });
  const working = await workingFor(services, userId, { agent, run, watched }).catch((error: unknown) => {
    watched.end();
    throw error;
  });
  try {
    const { title, summary, isAll = false } = await recipeOf(agent)(working);
    return await db.withUser(userId, async (tx) => {
      await lockRun(tx, run.id);
      await assertGoing(tx, run.id);
      if (isAll && !run.is_dry) await withdrawUndecided(tx, { agentId: agent.id, title });
      const { draft, source, spent } = working;
      const proposed = draft.size;
      const deps = { ...services, db: within(db, tx) };
      const set = run.is_dry ? null : await draft.propose(deps, userId, { title, source });
      const rest = set !== null && agent.applies.length > 0;
      await endRun(tx, run, {
        ...spent,
        summary: run.is_dry && proposed > 0 ? `${summary}\n\nA dry run: nothing was proposed.` : summary,
        changesetId: set?.id ?? null,
        proposed,
        isOver: !rest,
      });
      if (!rest) await job.complete(tx);
      return rest;
    });
  } catch (error) {
    // Also what came to nothing was paid for.
    if (working.spent.model !== null) await working.noteSent();
    // Whatever was cut off by it says so in its own way.
    throw watched.stopped ?? error;
  } finally {
    watched.end();
  }
}

async function applyAndEnd(services: Needs, job: Job): Promise<void> {
  const { db } = services;
  const { userId, data } = job;
  const run = await db.withUser(userId, (tx) => takeRun(tx, data.runId, job.attempt));
  if (!run || run === "busy" || !run.changeset_id) return;
  const { applies } = await db.withUser(userId, async (tx) => {
    // Whatever stops it now leaves all that it proposes to its person.
    await assertGoing(tx, run.id);
    return readAgent(tx, run.agent_id!);
  });
  const applied = await applyAllowed(services, userId, run.changeset_id, applies);
  await db.withUser(userId, async (tx) => {
    await endRun(tx, run, { applied, isOver: true });
    await job.complete(tx);
  });
}

/** Told in the run where it is for the person to mend; the server's own faults are tried again. */
async function failed({ db, log }: Needs, job: Job, error: unknown): Promise<void> {
  const { userId, data, attempt, signal } = job;
  // Another node goes on with it.
  if (signal.aborted) return;
  const words = error instanceof Stopped || error instanceof Failure || error instanceof ModelFault;
  if (!words && attempt < TRIES) throw error;
  if (!words) log.error({ err: error }, "an agent failed");
  const end = async (tx: Tx) => {
    const run = await takeRun(tx, data.runId, attempt);
    if (!run || run === "busy") return;
    const fault = words ? (error as Error).message : "Something went wrong on the server. Its log says what.";
    await endRun(tx, run, { fault, isOver: true, isStopped: error instanceof Stopped });
    await job.complete(tx);
  };
  await db.withUser(userId, end);
}
