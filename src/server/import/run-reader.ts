import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { FileLimits } from "./why-not-taken.ts";
import type { FromReader, ToReader } from "./reading/plan.ts";

const CHILD = fileURLToPath(new URL("./reading/child.ts", import.meta.url));
const PROGRAM = fileURLToPath(new URL("../../..", import.meta.url));

/** Of the main thread of the reader; its two threads for notes have half a gigabyte each. */
const HEAP_MB = 768;
/** All of its memory, whatever holds it. */
const MEMORY_MAX_MB = 1800;
const WITHIN_MS = 20 * 60_000;
const LOOK_EVERY_MS = 500;

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

/**
 * Reads what was sent in a process of its own: what hostile files can exhaust or break there is the process' and not the server's.
 * Node's own permissions keep it to this program and one folder.
 */
export async function runReader(task: ReaderTask, events: ReaderEvents): Promise<ReadResult> {
  const child = spawn(
    process.execPath,
    [
      `--max-old-space-size=${HEAP_MB}`,
      "--permission",
      "--allow-worker",
      `--allow-fs-read=${PROGRAM}`,
      `--allow-fs-read=${task.folder}`,
      `--allow-fs-write=${task.folder}`,
      "--disable-warning=SecurityWarning",
      "--disable-warning=ExperimentalWarning",
      CHILD,
    ],
    // Nothing of the server's environment: there are secrets in it.
    { env: { NODE_ENV: "production" }, stdio: ["ignore", "ignore", "pipe", "ipc"], cwd: task.folder },
  );
  let complaint = "";
  child.stderr
    ?.setEncoding("utf8")
    .on("data", (text: string) => (complaint = (complaint + text).slice(-4000)));
  let result: ReadResult | null = null;
  let ended: string | null = null;
  const end = (words: string) => {
    ended ??= words;
    child.kill("SIGKILL");
  };
  const timer = setTimeout(
    () => end(`This takes longer than ${WITHIN_MS / 60_000} minutes to read.`),
    WITHIN_MS,
  );
  const watch = setInterval(() => {
    void residentMb(child.pid).then((used) => {
      if (used > MEMORY_MAX_MB) end(`This takes more than ${MEMORY_MAX_MB} MB of memory to read.`);
    });
  }, LOOK_EVERY_MS);
  const handleAbort = () => end("Cancelled.");
  task.signal.addEventListener("abort", handleAbort);
  const send = (message: ToReader) => void child.send(message, () => {});
  child.on("message", (message: FromReader) => {
    if (message.is === "hash")
      void events.onHash(message.hash).then(
        (key) => send({ is: "key", key }),
        () => end("Cancelled."),
      );
    else if (message.is === "progress") events.onProgress(message.step, message.done, message.total);
    else result = message;
  });
  const exited = new Promise<void>((done) => {
    child.once("exit", () => done());
    child.once("error", (error) => {
      complaint += error.message;
      done();
    });
  });
  send({ is: "read", folder: task.folder, userId: task.userId, limits: task.limits });
  if (task.signal.aborted) handleAbort();
  await exited;
  clearTimeout(timer);
  clearInterval(watch);
  task.signal.removeEventListener("abort", handleAbort);
  if (ended !== null) return { is: "refused", words: ended };
  return result ?? { is: "refused", words: whyEnded(complaint) };
}

function whyEnded(complaint: string): string {
  if (/heap out of memory|allocation failed/i.test(complaint))
    return `This takes more than ${HEAP_MB} MB of memory to read. Import it in smaller parts.`;
  throw new Error(`The process that reads imports ended: ${complaint.slice(-1000)}`);
}

/** Resident memory of a process; 0 where the system does not tell. */
async function residentMb(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
}
