/** How often it looks. */
const EVERY_MS = 5_000;
/** Of one core, with all threads. */
const IDLE_SHARE = 0.05;
const WORTH_BYTES = 16 * 1024 * 1024;

/**
 * V8 collects what is no longer used when it needs room, not when there is time: what a busy hour left behind would stay for the idle
 * night after it, 85 MB after ten thousand notes. So that is collected once the process has nothing to do.
 *
 * @param gc Node has it with `--expose-gc`; without it nothing is done
 * @returns What ends it
 */
export function collectWhenIdle(gc: (() => unknown) | undefined, everyMs = EVERY_MS): () => void {
  if (!gc) return () => {};
  // Its start leaves something behind, too.
  let left = 0;
  let before = process.cpuUsage();
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    before = process.cpuUsage();
    const isIdle = user + system < everyMs * 1000 * IDLE_SHARE;
    if (!isIdle || usedBytes() - left < WORTH_BYTES) return;
    gc();
    left = usedBytes();
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

function usedBytes(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
