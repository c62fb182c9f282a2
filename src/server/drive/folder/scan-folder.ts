import type { BigIntStats, Dirent } from "node:fs";
import { type FileHandle, lstat, opendir } from "node:fs/promises";
import { FOLDER as BACKUPS } from "../backup/place.ts";
import { inside, openFolder, within } from "./descriptors.ts";
import { isAbsent } from "./folder-fault.ts";

/** What Cairn itself puts there comes from it, so it doesn't come in again. */
export const EXPORTS = "Cairn Exports";

export const MOST_FILES = 10_000;
const DEPTH_MAX = 20;
/** Of all kinds together: a tree of something else, put there by mistake, must not keep the server busy. */
const MOST_ENTRIES = 50_000;
const AT_ONCE = 16;

/** What a file is at this moment, as far as it can be told without reading it. */
export type Seen = { version: string; inode: string };
export type Scan = {
  /** By path. */
  files: Map<string, Seen>;
  /** Folders that couldn't be read: of what is in them nothing is known. */
  unread: string[];
  /** What is there and isn't taken. */
  leftOut: number;
};

/** Files of programs: half written, locks, and what systems leave everywhere. */
const PASSED_OVER =
  /^(?:\.|~\$)|~$|\.(?:tmp|temp|part|partial|crdownload|download|swp|lock)$|^(?:thumbs\.db|desktop\.ini)$/i;
const OWN = new Set([BACKUPS, EXPORTS]);

export const versionOf = ({ size, mtimeNs }: Pick<BigIntStats, "size" | "mtimeNs">): string =>
  `${size}-${mtimeNs}`;
export const isUsable = (name: string): boolean => !PASSED_OVER.test(name) && !name.includes("\uFFFD");

type Limits = { signal?: AbortSignal; most?: number };
type Walk = Scan & { entries: number; most: number; signal: AbortSignal | undefined };

/** Looks through a folder by descriptors alone; links, pipes and devices are no files. @throws what the kernel says of the folder itself */
export async function scanFolder(
  root: FileHandle,
  { signal, most = MOST_FILES }: Limits = {},
): Promise<Scan> {
  const walk: Walk = { files: new Map(), unread: [], leftOut: 0, entries: 0, most, signal };
  await walkInto(walk, root, "", 0);
  const { files, unread, leftOut } = walk;
  return { files, unread, leftOut };
}

async function walkInto(walk: Walk, folder: FileHandle, path: string, depth: number): Promise<void> {
  const entries = await entriesOf(walk, folder, depth);
  for (let at = 0; at < entries.length; at += AT_ONCE) {
    const some = entries.slice(at, at + AT_ONCE);
    const seen = await Promise.all(some.map(({ name }) => look(walk, folder, path + name, name)));
    // In their order, so that it is always the same ones that find room.
    for (const [index, found] of seen.entries()) if (found) keep(walk, path + some[index]!.name, found);
  }
  for (const entry of entries) {
    if (!entry.isDirectory()) continue;
    walk.signal?.throwIfAborted();
    await descend(walk, folder, { name: entry.name, path: path + entry.name, depth: depth + 1 });
  }
}

async function entriesOf(walk: Walk, folder: FileHandle, depth: number): Promise<Dirent[]> {
  const found: Dirent[] = [];
  for await (const entry of await opendir(inside(folder))) {
    if (walk.entries >= MOST_ENTRIES) {
      walk.leftOut++;
      break;
    }
    walk.entries++;
    if (depth === 0 && OWN.has(entry.name)) continue;
    if (isUsable(entry.name)) found.push(entry);
    else if (entry.name.includes("\uFFFD")) walk.leftOut++;
  }
  return found.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

async function look(walk: Walk, folder: FileHandle, path: string, name: string): Promise<Seen | null> {
  const stats = await lstat(within(folder, name), { bigint: true }).catch((error: unknown) => {
    if (!isAbsent(error)) walk.unread.push(path);
    return null;
  });
  return stats?.isFile() ? { version: versionOf(stats), inode: `${stats.ino}` } : null;
}

function keep(walk: Walk, path: string, seen: Seen): void {
  if (walk.files.size >= walk.most) walk.leftOut++;
  else walk.files.set(path, seen);
}

type Below = { name: string; path: string; depth: number };

async function descend(walk: Walk, folder: FileHandle, { name, path, depth }: Below): Promise<void> {
  if (depth > DEPTH_MAX) {
    walk.leftOut++;
    return;
  }
  try {
    const next = await openFolder(folder, name);
    try {
      await walkInto(walk, next, `${path}/`, depth);
    } finally {
      await next.close();
    }
  } catch (error) {
    if (walk.signal?.aborted) throw error;
    if (isAbsent(error)) return;
    walk.unread.push(`${path}/`);
    walk.leftOut++;
  }
}
