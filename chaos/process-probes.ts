import type { SignedInVisitor } from "#testing/test-app.ts";
import type { Answer } from "./process-writers.ts";

const PROBE_EVERY_MS = 250;

export type Probes = { answers: Answer[]; stop: () => Promise<void> };

/** Somebody who looks at the list now and again, whether or not the last look was answered. */
export function startProbes(visitor: SignedInVisitor): Probes {
  const answers: Answer[] = [];
  const open = new Set<Promise<void>>();
  const probe = async () => {
    const at = Date.now();
    const response = await visitor
      .request("/api/notes", { signal: AbortSignal.timeout(60_000) })
      .catch(() => null);
    const message = response ? await response.text() : "no answer";
    answers.push({ operation: "list", status: response?.status ?? 0, ms: Date.now() - at, message, at });
  };
  const timer = setInterval(() => {
    const running = probe().finally(() => open.delete(running));
    open.add(running);
  }, PROBE_EVERY_MS);
  return {
    answers,
    stop: async () => {
      clearInterval(timer);
      await Promise.all(open);
    },
  };
}
