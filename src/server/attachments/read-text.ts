import { createWriteStream } from "node:fs";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import type { Storage } from "../files/storage/storage.ts";
import { startConfined } from "../platform/confined-process.ts";

const CHILD = fileURLToPath(new URL("./text-child.ts", import.meta.url));
const HEAP_MB = 512;
const MEMORY_MAX_MB = 1024;
const WITHIN_MS = 60_000;
/** Of one file's text, in characters: what the index of words and a person's patience bear. */
const TEXT_MAX = 300_000;

const DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
/** Kinds of files whose words are read. */
export const READ_TYPES = ["application/pdf", DOCX, "text/plain", "text/markdown", "text/csv"];

type Stored = { key: string; type: string; size: number };

/** The words of a stored file; empty where there are none, or nobody can read them. */
export async function readFileText(
  storage: Storage,
  { key, type, size }: Stored,
  signal?: AbortSignal,
): Promise<string> {
  if (type.startsWith("text/")) {
    const end = Math.min(size, TEXT_MAX * 4) - 1;
    if (end < 0) return "";
    return clean((await buffer(await storage.read(key, { start: 0, end }))).toString("utf8"));
  }
  const folder = await realpath(await mkdtemp(join(tmpdir(), "cairn-text-")));
  try {
    const path = join(folder, "document");
    await pipeline(await storage.read(key), createWriteStream(path, { mode: 0o600 }));
    return clean(await runChild(folder, path, type === DOCX ? "docx" : "pdf", signal));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const clean = (text: string): string => text.toWellFormed().replaceAll("\0", "").slice(0, TEXT_MAX);

/** In a process of its own, which may write nothing: what it tells is the text, up to as much as is kept. */
async function runChild(
  folder: string,
  path: string,
  kind: "docx" | "pdf",
  signal: AbortSignal | undefined,
): Promise<string> {
  const { child, ended, end } = startConfined({
    script: CHILD,
    args: [path, kind, String(TEXT_MAX)],
    folder,
    heapMb: HEAP_MB,
    memoryMb: MEMORY_MAX_MB,
    withinMs: WITHIN_MS,
    answersBy: "output",
    signal,
  });
  const parts: Buffer[] = [];
  let bytes = 0;
  child.stdout?.on("data", (part: Buffer) => {
    bytes += part.length;
    // A letter takes four at most; more is no text of ours.
    if (bytes > TEXT_MAX * 4) end();
    else parts.push(part);
  });
  const { code } = await ended;
  return code === 0 ? Buffer.concat(parts).toString("utf8") : "";
}
