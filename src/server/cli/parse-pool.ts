import { createWorkerPool } from "../platform/worker-pool.ts";
import type { Answer, ParseTask } from "../import/parse-file.ts";

/** No file that a person wrote takes a second; one that takes this long was made to. */
const PATIENCE_MS = 60_000;
const MEMORY_MB = 1024;

/**
 * Reads and parses files in threads of their own, one file each at a time, so that a file made to exhaust time or
 * memory costs a thread and a line in the report.
 */
export function createParsePool(size: number, patienceMs = PATIENCE_MS, memoryMb = MEMORY_MB) {
  const file = new URL("./parse-worker.ts", import.meta.url);
  const pool = createWorkerPool<ParseTask, Answer>({ file, size, patienceMs, memoryMb });
  return {
    async parse(task: ParseTask): Promise<Answer> {
      const tooHard = `too hard to read: it took more than ${patienceMs / 1000} s or ${memoryMb} MB`;
      return (await pool.ask(task)) ?? { unreadable: tooHard };
    },
    stop: pool.stop,
  };
}
