type Interaction = { id: number; duration: number };

const KEPT = 10;
/** One in fifty may be slower than what is told. */
const PER_OUTLIER = 50;

/** Interaction to next paint: the slowest interaction, with one outlier forgiven for every fifty. */
export function createInteractions() {
  const longest: Interaction[] = [];
  const seen = new Set<number>();
  return {
    /** The value now; undefined while nobody has done anything. */
    add({ interactionId, duration }: { interactionId?: number; duration: number }): number | undefined {
      if (!interactionId) return longest[0] ? current() : undefined;
      seen.add(interactionId);
      const known = longest.find(({ id }) => id === interactionId);
      // The events of one press count as one, by the longest of them.
      if (known) known.duration = Math.max(known.duration, duration);
      else longest.push({ id: interactionId, duration });
      longest.sort((a, b) => b.duration - a.duration);
      longest.length = Math.min(longest.length, KEPT);
      return current();
    },
  };
  function current(): number {
    return longest[Math.min(longest.length - 1, Math.floor(seen.size / PER_OUTLIER))]!.duration;
  }
}

const GAP_MS = 1000;
const WINDOW_MS = 5000;

/** Cumulative layout shift: the worst run of shifts less than a second apart, five seconds at most. */
export function createShifts() {
  let worst = 0;
  let sum = 0;
  let first = 0;
  let last = 0;
  return {
    add({ startTime, value, hadRecentInput }: { startTime: number; value: number; hadRecentInput: boolean }) {
      if (hadRecentInput) return worst;
      const isSameRun = sum > 0 && startTime - last < GAP_MS && startTime - first < WINDOW_MS;
      if (!isSameRun) {
        sum = 0;
        first = startTime;
      }
      sum += value;
      last = startTime;
      worst = Math.max(worst, sum);
      return worst;
    },
  };
}
