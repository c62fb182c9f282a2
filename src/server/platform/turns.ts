/**
 * Lets at most `max` pieces of work of one key run at a time; the others wait in the order they came. Work must not wait
 * for other work of its own key.
 */
export function keyedLimiter(max: number) {
  const waiting = new Map<string, { running: number; queue: (() => void)[] }>();

  return async <T>(key: string, run: () => Promise<T>): Promise<T> => {
    const turn = waiting.get(key) ?? { running: 0, queue: [] };
    waiting.set(key, turn);
    if (turn.running >= max) await new Promise<void>((resolve) => turn.queue.push(resolve));
    else turn.running += 1;
    try {
      return await run();
    } finally {
      // The place goes straight to the next in line, so that nobody slips in between.
      const next = turn.queue.shift();
      if (next) next();
      else if (--turn.running === 0) waiting.delete(key);
    }
  };
}
