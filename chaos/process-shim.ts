import { execFileSync } from "node:child_process";
import {
  chmodSync,
  closeSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const SOURCE = fileURLToPath(new URL("process-shim.c", import.meta.url));
/** Of `struct control` in process-shim.c. */
const AT = {
  fails: 0,
  countdown: 4,
  error: 8,
  failed: 12,
  remembers: 16,
  part: 32,
  folder: 288,
  journals: 544,
};
const CONTROL_BYTES = 800;
const ENTRY_BYTES = 56;

/** What process-shim.c does, from outside of the processes it is loaded into. */
export type Shim = {
  /** For the server's environment; PostgreSQL inherits it. */
  env: Record<string, string>;
  /** From the `at`-th write or sync on files whose path contains `part`, all of them fail. */
  failFrom: (at: number, part: string, error: "EIO" | "ENOSPC") => void;
  heal: () => void;
  failures: () => number;
  /** Remembers from now on what is written below `folder` and not synced. */
  rememberBelow: (folder: string) => void;
  /** Plays the power cut after every process was killed: of each file the newest unsynced writes are gone, some or all. */
  cut: (folder: string, random: () => number) => { dropped: number; kept: number };
};

/** @returns why not, where there is no compiler */
export function buildShim(folder: string): Shim | string {
  // PostgreSQL runs as another user when we are root.
  chmodSync(folder, 0o755);
  const library = join(folder, "shim.so");
  try {
    execFileSync("gcc", ["-shared", "-fPIC", "-O2", "-o", library, SOURCE, "-ldl"], { stdio: "pipe" });
  } catch (error) {
    return `it needs gcc on Linux (${String(error).split("\n")[0]})`;
  }
  const controlPath = join(folder, "control");
  writeFileSync(controlPath, Buffer.alloc(CONTROL_BYTES));
  chmodSync(controlPath, 0o666);
  const control = openSync(controlPath, "r+");
  const setNumber = (at: number, value: number) => {
    const bytes = Buffer.alloc(4);
    bytes.writeInt32LE(value);
    writeSync(control, bytes, 0, 4, at);
  };
  const setText = (at: number, value: string) => writeSync(control, Buffer.from(`${value}\0`), 0, null, at);
  const journals = join(folder, "journals");
  return {
    env: { LD_PRELOAD: library, CAIRN_SHIM_CONTROL: controlPath },
    failFrom: (at, part, error) => {
      setNumber(AT.fails, 0);
      setNumber(AT.failed, 0);
      setText(AT.part, part);
      setNumber(AT.error, constants.errno[error]);
      setNumber(AT.countdown, at);
      setNumber(AT.fails, 1);
    },
    heal: () => setNumber(AT.fails, 0),
    failures: () => readFileSync(controlPath).readInt32LE(AT.failed),
    rememberBelow: (below) => {
      setNumber(AT.remembers, 0);
      rmSync(journals, { recursive: true, force: true });
      mkdirSync(journals);
      chmodSync(journals, 0o777);
      setText(AT.folder, below);
      setText(AT.journals, journals);
      setNumber(AT.remembers, 1);
    },
    cut: (below, random) => putBack(readJournals(journals), below, random),
  };
}

type Entry = {
  sequence: bigint;
  isSync: boolean;
  inode: bigint;
  offset: number;
  oldSize: number;
  length: number;
  old: Buffer;
};

function readJournals(journals: string): Entry[] {
  const entries: Entry[] = [];
  for (const name of readdirSync(journals)) {
    const bytes = readFileSync(join(journals, name));
    for (let at = 0; at + ENTRY_BYTES <= bytes.length;) {
      const field = (index: number) => bytes.readBigInt64LE(at + index * 8);
      const oldLength = Number(field(6));
      const start = at + ENTRY_BYTES;
      // The last entry of a process that was killed while it wrote it: its write has not happened.
      if (start + oldLength > bytes.length) break;
      entries.push({
        sequence: field(0),
        isSync: field(1) === 1n,
        inode: field(2),
        offset: Number(field(3)),
        oldSize: Number(field(4)),
        length: Number(field(5)),
        old: bytes.subarray(start, start + oldLength),
      });
      at = start + oldLength;
    }
  }
  return entries.toSorted((a, b) => (a.sequence < b.sequence ? -1 : 1));
}

function putBack(entries: Entry[], below: string, random: () => number): { dropped: number; kept: number } {
  const byFile = new Map<bigint, Entry[]>();
  for (const entry of entries) {
    // What was synced stays; a write that began after the sync did may not have been part of it.
    if (entry.isSync)
      byFile.set(
        entry.inode,
        (byFile.get(entry.inode) ?? []).filter(({ sequence }) => sequence > entry.sequence),
      );
    else byFile.set(entry.inode, [...(byFile.get(entry.inode) ?? []), entry]);
  }
  const paths = pathsByInode(below);
  const counts = { dropped: 0, kept: 0 };
  for (const [inode, unsynced] of byFile) {
    const path = paths.get(inode);
    if (!path || unsynced.length === 0) continue;
    const kept = random() < 0.5 ? 0 : Math.floor(random() * (unsynced.length + 1));
    counts.kept += kept;
    const file = openSync(path, "r+");
    for (const entry of unsynced.slice(kept).toReversed()) {
      writeSync(file, entry.old, 0, entry.old.length, entry.offset);
      if (entry.oldSize < entry.offset + entry.length) ftruncateSync(file, entry.oldSize);
      counts.dropped += 1;
    }
    closeSync(file);
  }
  return counts;
}

function pathsByInode(below: string): Map<bigint, string> {
  const paths = new Map<bigint, string>();
  for (const entry of readdirSync(below, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    paths.set(statSync(path, { bigint: true }).ino, path);
  }
  return paths;
}
