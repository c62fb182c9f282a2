import type { Import, ImportStatus } from "#contract/imports.ts";
import type { Services } from "../base.ts";
import { Failure } from "../failure.ts";
import { heartbeat, finishImport, moveImport } from "./imports.ts";
import { touchWork } from "./work-folder.ts";

/** Each may hold two gigabytes of memory for its reader, and four of disk. */
const AT_ONCE = 4;
const BEAT_EVERY_MS = 1_000;

type Run = { controller: AbortController; ended: Promise<void> };

/** What this process works on, from before the database has said that it may. */
const runs = new Map<string, Run>();
/** Everything that has not ended, also runs that have released their slot. */
const activeRuns = new Set<Promise<void>>();

export type Working = {
  signal: AbortSignal;
  /** Says how far it is; written down at most once a second. */
  progress: (progress: NonNullable<Import["progress"]>) => void;
  /** Releases the slot before anybody can hear that it is over: who then begins the next must not find this one. */
  release: () => void;
};

type Step = { userId: string; importId: string; from: ImportStatus; status: "reading" | "making" };

/**
 * Moves an import on and works on it in the background. The place in this process is taken before anything is waited for, and that
 * a person has one under way at a time the database decides, for all processes of the server.
 * @throws Failure CONFLICT when this person has one under way, UNAVAILABLE when others have
 */
export async function startRun(
  services: Pick<Services, "db" | "log" | "config">,
  step: Step,
  work: (working: Working) => Promise<void>,
): Promise<void> {
  const { userId, importId } = step;
  if (runs.has(importId)) throw new Failure("CONFLICT", "This import is already running.");
  if (runs.size >= AT_ONCE)
    throw new Failure("UNAVAILABLE", "Other imports are running. Try again in a few minutes.");
  const controller = new AbortController();
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  const run = { controller, ended };
  runs.set(importId, run);
  try {
    await moveImport(services.db, userId, importId, [step.from], step.status);
  } catch (error) {
    runs.delete(importId);
    end();
    throw error;
  }
  activeRuns.add(ended);
  void execute(services, step, run, work).finally(() => {
    activeRuns.delete(ended);
    end();
  });
}

/**
 * Says each second that it is worked on; whoever cancels it moves it out of its state, which the next heartbeat finds, on whatever process
 * of the server the work is.
 */
async function execute(
  { db, log, config }: Pick<Services, "db" | "log" | "config">,
  { userId, importId, status }: Step,
  run: Run,
  work: (working: Working) => Promise<void>,
): Promise<void> {
  const { controller } = run;
  let latest: Import["progress"] = null;
  const timer = setInterval(() => {
    void touchWork(config, importId);
    void heartbeat(db, userId, importId, status, latest).then(
      (isWanted) => !isWanted && controller.abort(),
      // The database is away for a moment: the work itself tries again.
      () => {},
    );
  }, BEAT_EVERY_MS);
  const release = () => {
    clearInterval(timer);
    // The next step of the same import may have taken a place of its own by now.
    if (runs.get(importId) === run) runs.delete(importId);
  };
  try {
    await work({ signal: controller.signal, progress: (progress) => (latest = progress), release });
  } catch (error) {
    log.error({ err: error }, "an import failed unexpectedly");
    const message =
      "Something went wrong on our side. Undo what was made, or import the same again: it is completed.";
    await finishImport(db, userId, importId, status, { status: "failed", message }).catch(() => {});
  } finally {
    release();
  }
}

/** At once, where the work is in this process. */
export function abortRun(importId: string): Promise<void> | undefined {
  const run = runs.get(importId);
  run?.controller.abort();
  return run?.ended;
}

/** At the stop of the server: what is half done can be completed or undone later. */
export async function stopImports(): Promise<void> {
  for (const { controller } of runs.values()) controller.abort();
  await Promise.all(activeRuns);
}
