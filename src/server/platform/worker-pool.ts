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
  const threads = new Threads(options);
  return {
    async ask(task) {
      const worker = await threads.acquire();
      const answer = await askWorker<Task, Answer>(worker, task, options.patienceMs);
      if (answer === null) threads.replace(worker);
      else threads.release(worker);
      return answer;
    },
    stop: () => threads.stop(),
  };
}

type Idle = { worker: Worker; timer: NodeJS.Timeout };

class Threads {
  private readonly options: PoolOptions;
  private readonly idle: Idle[] = [];
  private readonly all = new Set<Worker>();
  private readonly waiting: Array<(worker: Worker) => void> = [];

  constructor(options: PoolOptions) {
    this.options = options;
  }

  async acquire(): Promise<Worker> {
    const found = this.idle.pop();
    clearTimeout(found?.timer);
    if (found) return found.worker;
    return this.all.size < this.options.size
      ? this.start()
      : new Promise((resolve) => this.waiting.push(resolve));
  }

  release(worker: Worker): void {
    const next = this.waiting.shift();
    if (next) return next(worker);
    const idle: Idle = { worker, timer: setTimeout(() => this.endIdle(idle), this.options.idleMs).unref() };
    this.idle.push(idle);
  }

  replace(worker: Worker): void {
    this.end(worker);
    const next = this.waiting.shift();
    if (next) next(this.start());
  }

  async stop(): Promise<void> {
    await Promise.all([...this.all].map((worker) => worker.terminate()));
  }

  private start(): Worker {
    const worker = startWorker(this.options.file, this.options.memoryMb);
    this.all.add(worker);
    return worker;
  }

  private endIdle(idle: Idle): void {
    this.idle.splice(this.idle.indexOf(idle), 1);
    this.end(idle.worker);
  }

  private end(worker: Worker): void {
    this.all.delete(worker);
    void worker.terminate();
  }
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
