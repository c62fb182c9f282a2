import type { Logger } from "../platform/log.ts";

export type Repeated = {
  /** At once, or as soon as the step under way has ended. */
  wake: () => void;
  /** No step begins any more; resolves when the one under way has ended. */
  stop: () => Promise<void>;
};

/** Does something, and again `everyMs` after it has ended. Of failures that follow each other the log hears once: the database is away. */
export function repeat(everyMs: number, step: () => Promise<void>, log: Logger): Repeated {
  let isStopped = false;
  let isWoken = false;
  let hasFailed = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;

  async function go(): Promise<void> {
    isWoken = false;
    try {
      await step();
      hasFailed = false;
    } catch (error) {
      if (!hasFailed) log.warn({ err: error }, "jobs cannot be looked for; it is tried again");
      hasFailed = true;
    }
    running = undefined;
    if (!isStopped) timer = setTimeout(start, isWoken && !hasFailed ? 0 : everyMs);
  }
  const start = () => {
    running = go();
  };
  start();
  return {
    wake: () => {
      isWoken = true;
      if (running || isStopped) return;
      clearTimeout(timer);
      start();
    },
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
