import { setTimeout } from "node:timers/promises";

/** Which failures pass by themselves, and how long to wait after each of them; the pauses may be without end. */
export type Patience = { isTransient: (error: unknown) => boolean; pausesMs: Iterable<number> };

/**
 * Does again what failed for a reason that passes, one time more than there are pauses. `run` has to be repeatable: whether a
 * failed one left something behind is not known.
 * @throws what the last one threw; at once what is not transient
 */
export async function retry<Result>(
  run: () => Promise<Result>,
  { isTransient, pausesMs }: Patience,
): Promise<Result> {
  for (const pauseMs of pausesMs) {
    try {
      return await run();
    } catch (error) {
      if (!isTransient(error)) throw error;
    }
    await setTimeout(pauseMs);
  }
  return run();
}
