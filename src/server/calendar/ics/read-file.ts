import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { Failure } from "../../failure.ts";
import { type Ending, startConfined } from "../../platform/confined-process.ts";
import { keyedLimiter } from "../../platform/turns.ts";
import type { FileLine } from "./file-lines.ts";

const CHILD = fileURLToPath(new URL("./read-child.ts", import.meta.url));
const HEAP_MB = 768;
const MEMORY_MAX_MB = 1200;
const WITHIN_MS = 60_000;
/** Of what is told about a file of 10 MB: each event says all its fields. */
const TOLD_MAX_BYTES = 160 * 1024 * 1024;
/** Files read at a time. */
const inTurn = keyedLimiter(2);

/**
 * Reads a calendar file in a process of its own and hands over what it says, line by line, once all of it is read.
 * @throws Failure INVALID_INPUT when it is none, or takes too much
 */
export async function withFileRead<T>(
  bytes: AsyncIterable<Buffer>,
  use: (lines: AsyncIterable<FileLine>) => Promise<T>,
): Promise<T> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "cairn-ics-")));
  try {
    const path = join(folder, "calendar.ics");
    await pipeline(Readable.from(bytes), createWriteStream(path, { mode: 0o600 }));
    const told = join(folder, "told");
    await inTurn("read", () => runChild(folder, path, told));
    return await use(linesIn(told));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function runChild(folder: string, path: string, told: string): Promise<void> {
  const { child, ended, end } = startConfined({
    script: CHILD,
    args: [path],
    folder,
    heapMb: HEAP_MB,
    memoryMb: MEMORY_MAX_MB,
    withinMs: WITHIN_MS,
    answersBy: "output",
  });
  let size = 0;
  const counted = new Transform({
    transform(part: Buffer, _encoding, done) {
      size += part.length;
      if (size > TOLD_MAX_BYTES) end();
      done(null, size > TOLD_MAX_BYTES ? undefined : part);
    },
  });
  const [ending] = await Promise.all([
    ended,
    pipeline(child.stdout!, counted, createWriteStream(told, { mode: 0o600 })),
  ]);
  if (ending.code !== 0) throw whyEnded(ending);
}

function whyEnded({ endedFor, complaint }: Ending): Error {
  const isExhausted = endedFor !== null || /heap out of memory|allocation failed/i.test(complaint);
  return isExhausted
    ? new Failure(
        "INVALID_INPUT",
        "This file takes too long to read. Export fewer years of the calendar at a time.",
      )
    : new Error(`The process that reads calendar files ended: ${complaint.slice(-1000)}`);
}

async function* linesIn(told: string): AsyncGenerator<FileLine> {
  const input = createReadStream(told);
  try {
    for await (const text of createInterface({ input, crlfDelay: Infinity })) {
      const line = JSON.parse(text) as FileLine;
      if (line.is === "refused") throw new Failure("INVALID_INPUT", line.why);
      yield line;
    }
  } finally {
    input.destroy();
  }
}
