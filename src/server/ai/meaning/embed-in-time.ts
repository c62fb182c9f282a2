import { ModelFault } from "../providers/model-fault.ts";
import type { TaskModel } from "../providers/recorded-model.ts";

type Patience = { patienceMs: number; signal?: AbortSignal | null | undefined };

/** A model that gives vectors until a time has gone by, counted from now for all its calls. @throws ModelFault, `timeout` where that is over */
export function embedderFor(model: TaskModel, { patienceMs, signal }: Patience) {
  const patience = AbortSignal.timeout(patienceMs);
  const either = signal ? AbortSignal.any([signal, patience]) : patience;
  return (texts: readonly string[]): Promise<number[][]> =>
    model.embed({ texts, signal: either }).catch((error: unknown): never => {
      if (!patience.aborted || signal?.aborted) throw error;
      throw new ModelFault(
        "timeout",
        `${model.host} didn't answer in time. Try again, or choose a faster model.`,
      );
    });
}
