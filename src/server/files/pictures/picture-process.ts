import type { Socket } from "node:net";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { type ConfinedProcess, startConfined } from "../../platform/confined-process.ts";
import { keyedLimiter } from "../../platform/turns.ts";
import type { PictureAnswer, PictureTask } from "./picture-task.ts";

const CHILD = fileURLToPath(new URL("./picture-child.ts", import.meta.url));
const HEAP_MB = 256;
/** One of 100 megapixels that has to be turned takes 400 MB, twice for a moment. */
const MEMORY_MAX_MB = 1536;
const ANSWERS_WITHIN_MS = 60_000;
/** Its start takes longer than most pictures; its memory is given back when there are no more for a while. */
const IDLE_MS = 10_000;
const LIVES_MS = 60 * 60_000;
const RENEW_MS = 30 * 60_000;

/** A large picture takes seconds and all cores; several at once would take everybody's. */
const oneByOne = keyedLimiter(1);
let running: ConfinedProcess | null = null;
let startedAt = 0;
let idle: ReturnType<typeof setTimeout> | undefined;

/**
 * Has a picture decoded and encoded anew in a process of its own, so that one that takes too much memory or time, or finds a fault in
 * the decoder, ends that process and not the server.
 * @returns null when it cannot be read
 */
export function askForPicture(
  task: PictureTask,
): Promise<{ bytes: Buffer; width: number; height: number } | null> {
  return oneByOne("picture", async () => {
    clearTimeout(idle);
    // Never in the middle of a picture.
    if (running && Date.now() - startedAt > RENEW_MS) stop();
    running ??= start();
    const answer = await answerOf(running, task);
    idle = setTimeout(stop, IDLE_MS).unref();
    if (!answer || "fault" in answer) return null;
    return { bytes: Buffer.from(answer.base64, "base64"), width: answer.width, height: answer.height };
  });
}

/** The next picture, perhaps somebody else's, is not given to one that is ending. */
function stop(): void {
  running?.end();
  running = null;
}

function start(): ConfinedProcess {
  startedAt = Date.now();
  const started = startConfined({
    script: CHILD,
    folder: dirname(CHILD),
    mayLoadAddons: true,
    heapMb: HEAP_MB,
    memoryMb: MEMORY_MAX_MB,
    withinMs: LIVES_MS,
    answersBy: "messages",
  });
  (started.child.stderr as Socket).unref();
  void started.ended.then(() => {
    if (running === started) running = null;
  });
  return started;
}

/** Null when the process ended, or takes too long. */
function answerOf({ child, ended }: ConfinedProcess, task: PictureTask): Promise<PictureAnswer | null> {
  return new Promise((resolve) => {
    const finish = (answer: PictureAnswer | null) => {
      clearTimeout(timer);
      child.off("message", hear);
      // Nobody waits for it: it must not keep the server from ending.
      child.channel?.unref();
      child.unref();
      resolve(answer);
    };
    const hear = (message: unknown) => finish(message as PictureAnswer);
    const timer = setTimeout(() => {
      stop();
      finish(null);
    }, ANSWERS_WITHIN_MS);
    child.on("message", hear);
    child.channel?.ref();
    child.ref();
    void ended.then(() => finish(null));
    child.send(task, (error) => error && finish(null));
  });
}
