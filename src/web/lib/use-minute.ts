import { useEffect, useState } from "react";

const EVERY_MINUTE = 60_000;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One clock for all who look at it: a dashboard of thirty cards wakes once a minute, not thirty times. */
function onMinute(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const one of listeners) one();
  }, EVERY_MINUTE);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Changes every minute, so that what becomes late while it is on the screen says so. */
export function useMinute(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => onMinute(() => setNow(new Date())), []);
  return now;
}
