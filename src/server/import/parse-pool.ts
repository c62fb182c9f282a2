import { Worker } from "node:worker_threads";
import type { Answer } from "./parse-worker.ts";

/** No file that a person wrote takes a second; one that takes this long was made to. */
const PATIENCE_MS = 60_000;
const MEMORY_MB = 1024;

/**
 * Reads and parses files in threads of their own, one file each at a time, so that a file made to exhaust time or
 * memory costs a thread and a line in the report.
 */
export function createParsePool(size: number, patienceMs = PATIENCE_MS) {
  const idle: Worker[] = [];
  const all = new Set<Worker>();
  const waiting: Array<(worker: Worker) => void> = [];

  function start(): Worker {
    const worker = new Worker(new URL("./parse-worker.ts", import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    });
    worker.unref();
    all.add(worker);
    return worker;
  }

  async function acquire(): Promise<Worker> {
    const worker = idle.pop();
    if (worker) return worker;
    return all.size < size ? start() : new Promise((resolve) => waiting.push(resolve));
  }

  function release(worker: Worker): void {
    const next = waiting.shift();
    if (next) next(worker);
    else idle.push(worker);
  }

  function replace(worker: Worker): void {
    all.delete(worker);
    void worker.terminate();
    const next = waiting.shift();
    if (next) next(start());
  }

  async function parse(path: string): Promise<Answer> {
    const worker = await acquire();
    const answer = await ask(worker, path, patienceMs);
    if (answer) release(worker);
    else replace(worker);
    return (
      answer ?? {
        unreadable: `too hard to read: it took more than ${patienceMs / 1000} s or ${MEMORY_MB} MB`,
      }
    );
  }

  return { parse, stop: () => Promise.all([...all].map((worker) => worker.terminate())) };
}

/** Null when the thread ended or took too long. */
function ask(worker: Worker, path: string, patienceMs: number): Promise<Answer | null> {
  return new Promise((resolve) => {
    const finish = (answer: Answer | null) => {
      clearTimeout(timer);
      worker.off("message", finish).off("error", fail).off("exit", fail);
      resolve(answer);
    };
    const fail = () => finish(null);
    const timer = setTimeout(fail, patienceMs);
    worker.on("message", finish).on("error", fail).on("exit", fail);
    worker.postMessage(path);
  });
}
