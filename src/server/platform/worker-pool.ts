import { Worker } from "node:worker_threads";

export type PoolOptions = {
  /** The thread's file; it answers each message with exactly one. */
  file: URL;
  size: number;
  /** A task that takes longer costs its thread, not the server. */
  patienceMs: number;
  memoryMb: number;
  /** A thread that had nothing to do for so long is ended; each holds some forty megabytes. */
  idleMs: number;
};

export type WorkerPool<Task, Answer> = {
  /** Null when the thread ended, ran out of memory or took too long. */
  ask: (task: Task) => Promise<Answer | null>;
  stop: () => Promise<void>;
};

/**
 * Threads that each do one task at a time, started when needed and ended when idle: work that input from outside can make slow
 * happens here, where it can be given up.
 */
export function createWorkerPool<Task, Answer>(options: PoolOptions): WorkerPool<Task, Answer> {
  const { file, size, patienceMs, memoryMb, idleMs } = options;
  const idle: { worker: Worker; timer: NodeJS.Timeout }[] = [];
  const all = new Set<Worker>();
  const waiting: Array<(worker: Worker) => void> = [];

  function start(): Worker {
    const worker = startWorker(file, memoryMb);
    all.add(worker);
    return worker;
  }

  async function acquire(): Promise<Worker> {
    const found = idle.pop();
    clearTimeout(found?.timer);
    if (found) return found.worker;
    return all.size < size ? start() : new Promise((resolve) => waiting.push(resolve));
  }

  function release(worker: Worker): void {
    const next = waiting.shift();
    if (next) return next(worker);
    const waits = { worker, timer: setTimeout(() => end(waits), idleMs).unref() };
    idle.push(waits);
  }

  function end(waits: (typeof idle)[number]): void {
    idle.splice(idle.indexOf(waits), 1);
    all.delete(waits.worker);
    void waits.worker.terminate();
  }

  function replace(worker: Worker): void {
    all.delete(worker);
    void worker.terminate();
    const next = waiting.shift();
    if (next) next(start());
  }

  return {
    async ask(task) {
      const worker = await acquire();
      const answer = await askWorker<Task, Answer>(worker, task, patienceMs);
      if (answer === null) replace(worker);
      else release(worker);
      return answer;
    },
    async stop() {
      await Promise.all([...all].map((worker) => worker.terminate()));
    },
  };
}

function startWorker(file: URL, memoryMb: number): Worker {
  const worker = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: memoryMb } });
  worker.unref();
  // Without a listener a thread's failure would end the process; `ask` hears it through its own.
  worker.on("error", () => {});
  return worker;
}

function askWorker<Task, Answer>(worker: Worker, task: Task, patienceMs: number): Promise<Answer | null> {
  return new Promise((resolve) => {
    const finish = (answer: Answer | null) => {
      clearTimeout(timer);
      worker.off("message", finish).off("error", fail).off("exit", fail);
      resolve(answer);
    };
    const fail = () => finish(null);
    const timer = setTimeout(fail, patienceMs);
    worker.on("message", finish).on("error", fail).on("exit", fail);
    worker.postMessage(task);
  });
}
