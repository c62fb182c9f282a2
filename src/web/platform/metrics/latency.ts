import type { Metric } from "#contract/performance.ts";

type Observe = (
  type: string,
  take: (entry: PerformanceEntry) => void,
  options?: { durationThreshold?: number },
) => void;

/** A task above this keeps whoever types waiting. */
const LONG_MS = 50;
/** The least that browsers tell of; a key below it counts as this. */
const LEAST_KEY_MS = 16;
/** Of the slowest keys and of the newest savings. */
const KEPT = 200;
/** What took longer waited for a connection. */
const LONGEST_SAVE_MS = 60_000;

/** Keys, saving and long tasks of this page load, as often as it is asked. */
export function observeLatency(observe: Observe): () => Partial<Record<Metric, number>> {
  let longMs: number | undefined = PerformanceObserver.supportedEntryTypes?.includes("longtask")
    ? 0
    : undefined;
  let keys = 0;
  const slowKeys: number[] = [];
  const saves: number[] = [];
  let savingSince: number | null = null;
  observe("longtask", ({ duration }) => (longMs = (longMs ?? 0) + duration - LONG_MS));
  document.addEventListener("keydown", ({ target }) => void (isOfNote(target) && keys++), {
    capture: true,
    passive: true,
  });
  const takeKey = (entry: PerformanceEntry) => {
    if (entry.name !== "keydown" || !isOfNote((entry as PerformanceEventTiming).target)) return;
    slowKeys.push(entry.duration);
    if (slowKeys.length > KEPT) slowKeys.sort((a, b) => b - a).pop();
  };
  observe("event", takeKey, { durationThreshold: LEAST_KEY_MS });
  // How a note stands, each time that changes (sync/note-copy.ts).
  observe("mark", ({ name, startTime }) => {
    if (name === "saved" && savingSince !== null && startTime - savingSince < LONGEST_SAVE_MS) {
      saves.push(startTime - savingSince);
      if (saves.length > KEPT) saves.shift();
    }
    if (name === "saving") savingSince ??= startTime;
    else if (["saved", "offline", "full", "refused", "loading"].includes(name)) savingSince = null;
    else return;
    performance.clearMarks(name);
  });
  return () => ({
    ...(longMs !== undefined && { longTasks: longMs }),
    ...(keys > 0 && { keyLatency: slowest(slowKeys, keys) }),
    ...(saves.length > 0 && { syncLatency: slowest(saves, saves.length) }),
  });
}

const isOfNote = (target: EventTarget | null | undefined): boolean =>
  target instanceof Element && target.closest(".ProseMirror") !== null;

/** What 95 % of so many took at most. */
function slowest(times: readonly number[], count: number): number {
  const sorted = times.toSorted((a, b) => b - a);
  return sorted[Math.floor(0.05 * count)] ?? LEAST_KEY_MS;
}
