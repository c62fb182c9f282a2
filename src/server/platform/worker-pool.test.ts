import { setTimeout } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { createWorkerPool, type WorkerPool } from "./worker-pool.ts";

/** Answers each message with it and with who it is; "end" ends it without an answer. */
const ECHO = `import { parentPort, threadId } from "node:worker_threads";
parentPort.on("message", (said) => said === "end" ? process.exit(1) : parentPort.postMessage({ said, threadId }));`;

type Answer = { said: string; threadId: number };
let pool: WorkerPool<string, Answer>;
afterEach(() => pool.stop());

const aPool = (idleMs: number, size = 1) =>
  (pool = createWorkerPool<string, Answer>({
    file: new URL(`data:text/javascript,${encodeURIComponent(ECHO)}`),
    size,
    patienceMs: 30_000,
    memoryMb: 64,
    idleMs,
  }));

test("a thread serves one task after another, and one that ends is replaced", async () => {
  const { ask } = aPool(60_000);
  const answers = await Promise.all(["a", "b", "c"].map(ask));
  expect(answers.map((answer) => answer!.said)).toEqual(["a", "b", "c"]);
  expect(new Set(answers.map((answer) => answer!.threadId)).size).toBe(1);
  expect(await ask("end")).toBeNull();
  const next = await ask("d");
  expect(next!.said).toBe("d");
  expect(next!.threadId).not.toBe(answers[0]!.threadId);
});

test("a thread that had nothing to do is ended, and another begins with the next task", async () => {
  const { ask } = aPool(50);
  const first = await ask("a");
  expect((await ask("b"))!.threadId).toBe(first!.threadId);
  await setTimeout(500);
  expect((await ask("c"))!.threadId).not.toBe(first!.threadId);
});
