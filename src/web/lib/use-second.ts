import { useSyncExternalStore } from "react";

const SECOND = 1000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let now = Date.now();

const tell = () => {
  now = Date.now();
  for (const listener of listeners) listener();
};

/** One timer for all clocks of the page, and none while the page is not looked at. */
function follow(): void {
  clearInterval(timer);
  timer = undefined;
  if (listeners.size === 0 || document.hidden) return;
  tell();
  timer = setInterval(tell, SECOND);
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) document.addEventListener("visibilitychange", follow);
  listeners.add(listener);
  if (!timer) follow();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    document.removeEventListener("visibilitychange", follow);
    follow();
  };
}

/** The instant, every second. */
export const useSecond = (): Date => new Date(useSyncExternalStore(subscribe, () => now));
