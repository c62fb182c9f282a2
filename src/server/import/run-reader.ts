import { fileURLToPath } from "node:url";
import { type EndedFor, startConfined } from "../platform/confined-process.ts";
import type { FromReader, ToReader } from "./reading/plan.ts";
import type { FileLimits } from "./why-not-taken.ts";

const CHILD = fileURLToPath(new URL("./reading/child.ts", import.meta.url));

/** Of the main thread of the reader; its two threads for notes have half a gigabyte each. */
const HEAP_MB = 768;
const MEMORY_MAX_MB = 1800;
const WITHIN_MS = 20 * 60_000;

export type ReaderTask = {
  folder: string;
  userId: string;
  limits: Required<FileLimits>;
  signal: AbortSignal;
};
export type ReaderEvents = {
  /** Answers what the ids of this import are made with. */
  onHash: (hash: string) => Promise<string>;
  onProgress: (step: "unpacking" | "reading", done: number, total: number) => void;
};
export type ReadResult = Extract<FromReader, { is: "read" }> | Extract<FromReader, { is: "refused" }>;

/** Reads what was sent in a process of its own, which may write into the import's folder. */
export async function runReader(task: ReaderTask, events: ReaderEvents): Promise<ReadResult> {
  const { child, ended, end } = startConfined({
    script: CHILD,
    folder: task.folder,
    mayWriteFolder: true,
    mayUseThreads: true,
    heapMb: HEAP_MB,
    memoryMb: MEMORY_MAX_MB,
    withinMs: WITHIN_MS,
    answersBy: "messages",
    signal: task.signal,
  });
  let result: ReadResult | null = null;
  const send = (message: ToReader) => void child.send(message, () => {});
  child.on("message", (message: FromReader) => {
    if (message.is === "hash") void events.onHash(message.hash).then((key) => send({ is: "key", key }), end);
    else if (message.is === "progress") events.onProgress(message.step, message.done, message.total);
    else result = message;
  });
  if (child.connected) send({ is: "read", folder: task.folder, userId: task.userId, limits: task.limits });
  const { endedFor, complaint } = await ended;
  if (endedFor !== null) return { is: "refused", words: ENDED[endedFor] };
  return result ?? { is: "refused", words: whyEnded(complaint) };
}

const ENDED: Record<EndedFor, string> = {
  time: `This takes longer than ${WITHIN_MS / 60_000} minutes to read.`,
  memory: `This takes more than ${MEMORY_MAX_MB} MB of memory to read.`,
  asked: "Cancelled.",
};

function whyEnded(complaint: string): string {
  if (/heap out of memory|allocation failed/i.test(complaint))
    return `This takes more than ${HEAP_MB} MB of memory to read. Import it in smaller parts.`;
  throw new Error(`The process that reads imports ended: ${complaint.slice(-1000)}`);
}
