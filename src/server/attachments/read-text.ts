import { createWriteStream } from "node:fs";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { constants, setPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { PDF_PAGES_MAX } from "../extract/limits.ts";
import { DOCX, PDF } from "../files/kinds.ts";
import { DISPLAY, type Storage } from "../files/storage/storage.ts";
import { startConfined } from "../platform/confined-process.ts";
import type { ChildTask, FileText } from "./text-task.ts";

const CHILD = fileURLToPath(new URL("./text-child.ts", import.meta.url));
const HEAP_MB = 512;
const MEMORY_MAX_MB = 1024;
const WITHIN_MS = 60_000;
/** A page that was scanned takes one to three seconds. */
const RECOGNIZED_WITHIN_MS = 10 * 60_000;
/** Of one file's text, in characters: what the index of words and a person's patience bear. */
const TEXT_MAX = 300_000;
/** A letter takes four bytes at most, and six where JSON escapes it. */
const ANSWER_MAX_BYTES = TEXT_MAX * 6 + 1_000;

type Stored = { key: string; type: string; size: number };
const NOTHING: FileText = { text: "", pagesUnread: 0 };

/** The words of a stored file; empty where there are none, or nobody can read them. */
export async function readFileText(
  storage: Storage,
  { key, type, size }: Stored,
  signal?: AbortSignal,
): Promise<FileText> {
  if (type.startsWith("text/")) {
    const end = Math.min(size, TEXT_MAX * 4) - 1;
    if (end < 0) return NOTHING;
    return clean({
      ...NOTHING,
      text: (await buffer(await storage.read(key, { start: 0, end }))).toString("utf8"),
    });
  }
  return readApart(
    storage,
    key,
    { kind: type === DOCX ? "docx" : "pdf", languages: null },
    WITHIN_MS,
    signal,
  );
}

/**
 * The words that can be seen in a stored picture, or on the pages of a PDF that have none of their own.
 * @param languages a folder with more than English; null for none
 */
export function recognizeText(
  storage: Storage,
  { key, type }: Stored,
  languages: string | null,
  signal?: AbortSignal,
): Promise<FileText> {
  const isPdf = type === PDF;
  // Of a picture, what pages show: upright, not too large, and made by us.
  const source = isPdf ? key : key + DISPLAY;
  const task = { kind: isPdf ? "scan" : "picture", languages } as const;
  return readApart(storage, source, task, RECOGNIZED_WITHIN_MS, signal);
}

async function readApart(
  storage: Storage,
  key: string,
  task: Pick<ChildTask, "kind" | "languages">,
  withinMs: number,
  signal: AbortSignal | undefined,
): Promise<FileText> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "cairn-text-")));
  try {
    const path = join(folder, "document");
    await pipeline(await storage.read(key), createWriteStream(path, { mode: 0o600 }));
    const whole = { ...task, path, textMax: TEXT_MAX, stopsAfterMs: withinMs * 0.9 };
    return clean(await runChild(folder, whole, withinMs, signal));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The process has read what somebody sent: whatever it says is looked at first. */
const clean = ({ text, pagesUnread }: FileText): FileText => ({
  text: String(text).toWellFormed().replaceAll("\0", "").slice(0, TEXT_MAX),
  pagesUnread: Number.isInteger(pagesUnread) ? Math.min(Math.max(0, pagesUnread), PDF_PAGES_MAX) : 0,
});

/** Somebody waits for everything else that this machine does. */
function yieldToOthers(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already, or the system has no priorities.
  }
}

/** In a process of its own, which may write nothing: what it tells is the text, up to as much as is kept. */
async function runChild(
  folder: string,
  task: ChildTask,
  withinMs: number,
  signal: AbortSignal | undefined,
): Promise<FileText> {
  const { child, ended, end } = startConfined({
    script: CHILD,
    args: [JSON.stringify(task)],
    folder,
    mayRead: task.languages ?? undefined,
    heapMb: HEAP_MB,
    memoryMb: MEMORY_MAX_MB,
    withinMs,
    answersBy: "output",
    signal,
  });
  yieldToOthers(child.pid);
  const parts: Buffer[] = [];
  let bytes = 0;
  child.stdout?.on("data", (part: Buffer) => {
    bytes += part.length;
    if (bytes > ANSWER_MAX_BYTES) end();
    else parts.push(part);
  });
  const { code } = await ended;
  return code === 0 ? (JSON.parse(Buffer.concat(parts).toString("utf8")) as FileText) : NOTHING;
}
