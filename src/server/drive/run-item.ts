import type { Services } from "../base.ts";
import { isUnavailable } from "../db/client.ts";
import { Failure } from "../failure.ts";
import type { RunningJob } from "../jobs/job.ts";
import { mayPass, RemoteFault } from "./remote-fault.ts";
import { changeItem, type ItemRow, readItem } from "./items.ts";

/** Of a job, with pauses that grow to a quarter of an hour. */
export const TRIES = 5;

/** Does what an item waits for. What may pass is tried again later; of everything else the person is told why it failed. */
export async function runItem(
  services: Services,
  job: RunningJob<{ itemId: string }>,
  run: (item: ItemRow) => Promise<void>,
): Promise<void> {
  const { userId, data, attempt, signal } = job;
  const item = await readItem(services.db, userId, data.itemId).catch((error: unknown) => {
    // Forgotten meanwhile.
    if (error instanceof Failure) return null;
    throw error;
  });
  if (item?.state !== "waiting") return;
  try {
    await run(item);
  } catch (error) {
    const message = wordsFor(error);
    const isOver = message !== null && !mayPass(error);
    if (signal.aborted || isUnavailable(error) || (!isOver && attempt < TRIES)) {
      if (message !== null) await tell(services, userId, item.id, { message });
      throw error;
    }
    if (message === null)
      services.log.error({ err: error }, "an import or export of a file failed unexpectedly");
    await tell(services, userId, item.id, {
      state: "failed",
      message: message ?? "Something went wrong on our side.",
    });
  }
}

const wordsFor = (error: unknown): string | null =>
  error instanceof RemoteFault || error instanceof Failure ? error.message : null;

const tell = (
  { db }: Services,
  userId: string,
  itemId: string,
  change: { state?: "failed"; message: string },
): Promise<void> => db.withUser(userId, (tx) => changeItem(tx, itemId, change));
