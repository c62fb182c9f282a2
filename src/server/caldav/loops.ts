/** A client that puts the same object again and again, because it goes by something that never comes true, is told to wait. */
const MOST_CHANGES = 60;
const WINDOW_MS = 10 * 60_000;
/** Objects kept in mind; the oldest are forgotten. */
const MOST_OBJECTS = 20_000;

export type LoopBrake = {
  /** Seconds to wait; 0 goes on. */
  hold: (object: string) => number;
};

/** Of this node, and gone with it: what it guards against lasts for days. */
export function createLoopBrake(now: () => number = () => performance.now()): LoopBrake {
  const counts = new Map<string, { since: number; count: number }>();
  return {
    hold(object) {
      const at = now();
      let known = counts.get(object);
      if (!known || at - known.since >= WINDOW_MS) {
        counts.delete(object);
        counts.set(object, (known = { since: at, count: 0 }));
      }
      if (counts.size > MOST_OBJECTS) counts.delete(counts.keys().next().value!);
      known.count += 1;
      return known.count > MOST_CHANGES ? Math.ceil((known.since + WINDOW_MS - at) / 1000) : 0;
    },
  };
}
