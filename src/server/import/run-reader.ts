import { fileURLToPath } from "node:url";
import { type EndedFor, type Ending, startConfined } from "../platform/confined-process.ts";
import { type FromReader, NOTE_HEAP_MB, NOTE_WITHIN_MS, type ToReader } from "./reading/plan.ts";
import type { FileLimits } from "./validate-file.ts";

const CHILD = fileURLToPath(new URL("./reading/child.ts", import.meta.url));

const HEAP_MB = NOTE_HEAP_MB;
const MEMORY_MAX_MB = 1800;
const WITHIN_MS = 20 * 60_000;
/** Of a folder in place, which may be as large as it likes: who started the command can end it. */
const IN_PLACE_WITHIN_MS = 24 * 60 * 60_000;
/** Notes that exhaust their reader: each costs a new one, and a line in the report. */
const TOO_HARD_MAX = 10;

export type ReaderTask = {
  folder: string;
  userId: string;
  limits: FileLimits;
  timeZone?: string;
  email?: string | undefined;
  /** The real path of a folder of this machine that is the tree: its notes are named by it. */
  inPlace?: string | undefined;
  /** What files of the tree are called already: see parse-file.ts. */
  fileIds?: Record<string, string> | undefined;
  signal: AbortSignal;
  /** For tests, which are less patient. */
  noteWithinMs?: number;
};
export type ReaderEvents = {
  /** Answers what the ids of this import are made with. */
  onHash: (hash: string) => Promise<string>;
  onProgress: (step: "unpacking" | "reading", done: number, total: number) => void;
};
export type ReadResult = Extract<FromReader, { is: "read" }> | Extract<FromReader, { is: "refused" }>;

/** Reads what was sent in a process of its own, which may write into the import's folder. */
export async function runReader(task: ReaderTask, events: ReaderEvents): Promise<ReadResult> {
  const tooHard: string[] = [];
  const until = Date.now() + (task.inPlace === undefined ? WITHIN_MS : IN_PLACE_WITHIN_MS);
  let key = task.inPlace ?? "";
  const keeping: ReaderEvents = {
    ...events,
    onHash: async (hash) => (key = await events.onHash(hash)),
  };
  for (;;) {
    const again = key !== "" ? { again: { key, tooHard } } : {};
    const run = await runOnce(task, keeping, until - Date.now(), again);
    if (run.result) return run.result;
    if (run.diedAt === null || tooHard.length === TOO_HARD_MAX) return whyEnded(run.ending);
    tooHard.push(run.diedAt);
  }
}

type Run = {
  result: ReadResult | null;
  /** The note that exhausted the reader. */
  diedAt: string | null;
  ending: Ending;
};

async function runOnce(
  task: ReaderTask,
  events: ReaderEvents,
  withinMs: number,
  again: Pick<Extract<ToReader, { is: "read" }>, "again">,
): Promise<Run> {
  const { folder, userId, limits, inPlace, fileIds, signal, timeZone = "UTC", email } = task;
  const { child, ended, end } = startConfined({
    script: CHILD,
    folder,
    mayWriteFolder: true,
    mayRead: inPlace,
    heapMb: HEAP_MB,
    memoryMb: MEMORY_MAX_MB,
    withinMs,
    answersBy: "messages",
    signal,
  });
  let result: ReadResult | null = null;
  let at: string | null = null;
  let isStuck = false;
  let patience: NodeJS.Timeout | undefined;
  const send = (message: ToReader) => void child.send(message, () => {});
  child.on("message", (message: FromReader) => {
    clearTimeout(patience);
    if (message.is === "hash") void events.onHash(message.hash).then((key) => send({ is: "key", key }), end);
    else if (message.is === "progress") events.onProgress(message.step, message.done, message.total);
    else if (message.is === "at") at = message.path;
    else result = message;
    if (at !== null && result === null)
      patience = setTimeout(() => {
        isStuck = true;
        end();
      }, task.noteWithinMs ?? NOTE_WITHIN_MS);
  });
  if (child.connected)
    send({
      is: "read",
      folder,
      userId,
      limits,
      timeZone,
      email,
      ...again,
      isInPlace: inPlace !== undefined,
      fileIds,
    });
  const ending = await ended;
  clearTimeout(patience);
  const isExhausted = isStuck || ending.endedFor === "memory" || OUT_OF_MEMORY.test(ending.complaint);
  // The plan is whole once the last note is; what takes too long after it is no note's fault.
  return { result: ending.endedFor ? null : result, diedAt: isExhausted ? at : null, ending };
}

const OUT_OF_MEMORY = /heap out of memory|allocation failed/i;

const ENDED: Record<EndedFor, string> = {
  time: `This takes longer than ${WITHIN_MS / 60_000} minutes to read.`,
  memory: `This takes more than ${MEMORY_MAX_MB} MB of memory to read.`,
  asked: "Cancelled.",
};

function whyEnded({ endedFor, complaint }: Ending): ReadResult {
  if (endedFor !== null) return { is: "refused", words: ENDED[endedFor] };
  if (OUT_OF_MEMORY.test(complaint)) {
    const words = `This takes more than ${HEAP_MB} MB of memory to read. Import it in smaller parts.`;
    return { is: "refused", words };
  }
  throw new Error(`The process that reads imports ended: ${complaint.slice(-1000)}`);
}
