import type { Import } from "#contract/imports.ts";
import type { Services } from "../base.ts";
import { Failure } from "../failure.ts";
import { beat, finishImport } from "./imports.ts";

/** Each may hold two gigabytes of memory for its reader, and four of disk. */
const AT_ONCE = 4;
const BEAT_EVERY_MS = 1_000;

type Run = { userId: string; controller: AbortController; ended: Promise<void> };

/** What this process works on. */
const runs = new Map<string, Run>();
/** Everything that has not ended, also what has given its place free already. */
const underWay = new Set<Promise<void>>();

export type Working = {
  signal: AbortSignal;
  /** Says how far it is; written down at most once a second. */
  progress: (progress: NonNullable<Import["progress"]>) => void;
  /** Gives the place free, before anybody can hear that it is over: who then begins the next must not find this one. */
  release: () => void;
};

/** @throws Failure CONFLICT when this person has one under way, UNAVAILABLE when others have */
export function assertFree(userId: string): void {
  if ([...runs.values()].some((run) => run.userId === userId))
    throw new Failure("CONFLICT", "An import of yours is running already.");
  if (runs.size >= AT_ONCE)
    throw new Failure("UNAVAILABLE", "Others are importing just now. Try again in a few minutes.");
}

/**
 * Works on an import in the background and says each second that it does; whoever cancels it moves it out of its state, which
 * the next beat finds, on whatever process of the server the work is.
 */
export function startRun(
  services: Pick<Services, "db" | "log">,
  who: { userId: string; importId: string; status: "reading" | "making" },
  work: (working: Working) => Promise<void>,
): void {
  const { userId, importId, status } = who;
  const controller = new AbortController();
  let latest: Import["progress"] = null;
  const timer = setInterval(() => {
    void beat(services.db, userId, importId, status, latest).then(
      (isWanted) => !isWanted && controller.abort(),
      // The database is away for a moment: the work itself tries again.
      () => {},
    );
  }, BEAT_EVERY_MS);
  const release = () => {
    clearInterval(timer);
    runs.delete(importId);
  };
  const ended = work({ signal: controller.signal, progress: (progress) => (latest = progress), release })
    .catch(async (error: unknown) => {
      services.log.error({ err: error }, "an import failed unexpectedly");
      const message =
        "Something went wrong on our side. Undo what was made, or import the same again: it is completed.";
      await finishImport(services.db, userId, importId, status, { status: "failed", message }).catch(
        () => {},
      );
    })
    .finally(() => {
      release();
      underWay.delete(ended);
    });
  underWay.add(ended);
  runs.set(importId, { userId, controller, ended });
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
  await Promise.all(underWay);
}
