import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { access, mkdir, rename, stat, writeFile } from "node:fs/promises";
import { dirname, join, posix } from "node:path";
import type { JSONContent } from "@tiptap/core";
import { safeName } from "../../extract/safe-path.ts";
import { type Budget, keepWithin } from "../../extract/unzip.ts";
import { type StagedRows, stageRows } from "./staged-rows.ts";

/** The ending of a note that was read from another format: JSON of a StagedNote. */
export const STAGED = ".cairnnote";
export const STAGED_NOTE = /\.cairnnote$/i;

/** A note as a format says it, before links and pictures are known by our ids. */
export type StagedNote = {
  title: string;
  tags: string[];
  /** Milliseconds since 1970. */
  created: number | null;
  updated: number | null;
  isFavorite?: boolean;
  category?: string;
  doc: JSONContent;
  /** What could not come along, in words. */
  warnings: string[];
};

/** Where a format puts what it has read: a tree of notes and files, from which the notes are made. */
export type Stage = {
  root: string;
  /** What is written counts, as what was unpacked does: books and tables become far more than they are. */
  budget: Budget;
  /** A name in a folder of the tree that nothing has yet. */
  freeName: (folder: string, title: string, ending: string) => Promise<string>;
  writeNote: (path: string, note: StagedNote) => Promise<void>;
  /** Keeps bytes beside the notes; the path from the root. */
  writeFile: (path: string, bytes: Uint8Array) => Promise<void>;
  /** Keeps rows of nouns that are no notes: tasks, events and what belongs to them. */
  addRows: (line: StagedRows) => void;
  /** The same within one turn, for readers that cannot wait. */
  writeFileNow: (path: string, bytes: Uint8Array) => void;
  /** Takes a file over that was unpacked beside the tree. */
  takeFile: (path: string, from: string) => Promise<void>;
  /** Keeps a picture that stood within a text of a folder; how a note there names it. */
  keepPicture: (folder: string) => (bytes: Buffer, type: string) => string | null;
  skip: (path: string, reason: string) => void;
  /** What other notes name by one path lies at another. */
  rename: (from: string, to: string) => void;
  renamed: Map<string, string>;
  skipped: { path: string; reason: string }[];
};

const ENDINGS: Record<string, string> = {
  "image/jpeg": ".jpg",
  "image/jpg": ".jpg",
  "image/png": ".png",
  "image/webp": ".webp",
  "image/gif": ".gif",
};

export function createStage(root: string, budget: Budget): Stage {
  const taken = new Set<string>();
  const skipped: Stage["skipped"] = [];
  const renamed = new Map<string, string>();
  const pictures = new Set<string>();
  const isTaken = async (path: string) =>
    taken.has(path.toLowerCase()) ||
    (await access(join(root, path)).then(
      () => true,
      () => false,
    ));
  const write = async (path: string, bytes: string | Uint8Array) => {
    keepWithin(budget, Buffer.byteLength(bytes));
    const target = join(root, path);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    await writeFile(target, bytes, { mode: 0o600 });
  };
  const writeNow = (path: string, bytes: Uint8Array) => {
    keepWithin(budget, bytes.length);
    mkdirSync(dirname(join(root, path)), { recursive: true, mode: 0o700 });
    writeFileSync(join(root, path), bytes, { mode: 0o600 });
  };
  return {
    root,
    budget,
    skipped,
    renamed,
    rename: (from, to) => void renamed.set(from, to),
    async freeName(folder, title, ending) {
      const base = posix.join(folder, safeName(title));
      for (let count = 1; ; count++) {
        const path = `${base}${count === 1 ? "" : ` ${count}`}${ending}`;
        if (await isTaken(path)) continue;
        taken.add(path.toLowerCase());
        return path;
      }
    },
    writeNote: (path, note) => write(path, JSON.stringify(note)),
    writeFile: write,
    addRows: (line) => keepWithin(budget, stageRows(root, line)),
    writeFileNow: writeNow,
    async takeFile(path, from) {
      keepWithin(budget, (await stat(from)).size);
      await mkdir(join(root, dirname(path)), { recursive: true, mode: 0o700 });
      await rename(from, join(root, path));
    },
    keepPicture: (folder) => (bytes, type) => {
      const ending = ENDINGS[type];
      if (ending === undefined || bytes.length === 0) return null;
      const name = `picture-${createHash("sha256").update(bytes).digest("hex").slice(0, 16)}${ending}`;
      const path = posix.join(folder, name);
      if (!pictures.has(path)) writeNow(path, bytes);
      pictures.add(path);
      return name;
    },
    skip(path, reason) {
      skipped.push({ path, reason });
    },
  };
}
