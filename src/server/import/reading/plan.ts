import type { AiAccess } from "#contract/shared/ai-access.ts";
import type { ImportFormat, ImportRowKind } from "#contract/imports.ts";
import type { Address } from "#document/markdown/parse.ts";
import type { FileLimits } from "../validate-file.ts";
import type { Problem } from "../report.ts";

/** How much a plan is to make; of rows, those of nouns that people count. */
export type PlanCounts = {
  folders: number;
  notes: number;
  files: number;
  skipped: number;
  tasks: number;
  events: number;
};

/** One thing an import is to make, or why it does not; a line of the plan. What a line needs stands on an earlier one. */
export type PlanLine = PlannedFolder | PlannedFile | PlannedNote | PresentNote | PlannedExtra | Skipped;

export type PlannedFolder = {
  kind: "folder";
  id: string;
  name: string;
  parentId: string | null;
  path: string;
  /** Of our own export. */
  aiAccess?: AiAccess;
  /** Of our own export: it lay in the trash. */
  trashedAt?: string | null;
  /** Of our own export, as both are of files. */
  createdAt?: string;
  updatedAt?: string;
};
export type PlannedFile = {
  kind: "file";
  id: string;
  name: string;
  /** Below the tree. */
  path: string;
  trashedAt?: string | null;
  createdAt?: string;
  updatedAt?: string;
  /** Of our own export: the person's picture, which comes with the settings. */
  isPortrait?: boolean;
};
export type PlannedNote = {
  kind: "note";
  id: string;
  folderId: string | null;
  path: string;
  title: string;
  tags: string[];
  isFavorite: boolean;
  category: string;
  created: string;
  updated: string;
  /** Where the first change of the body stands among the seeds. */
  seed: Piece;
  problems: Problem[];
  /** How many of its links and pictures lead to what this import makes, and how many pictures it shows. */
  links?: number;
  images?: number;
  /** What its text shows and isn't in the tree. */
  absent?: AbsentFile[];
  trashedAt?: string | null;
  /** Earlier states, each as the change that led to it; the seed is the first of them. */
  history?: PlannedVersion[];
};
export type AbsentFile = Pick<Address, "kind" | "target">;
/** An earlier run made it: its file is not read again. */
export type PresentNote = { kind: "present"; id: string; path: string };
export type PlannedVersion = { piece: Piece; at: string; name: string | null };
export type Piece = { at: number; length: number };

/** Rows of nouns, of our own export, of planners and of calendars, and our own settings: applied when everything else is there. */
export type PlannedExtra = {
  kind: ImportRowKind | "settings";
  path: string;
  title?: string;
  problems?: Problem[];
  rows: Record<string, unknown>[];
};
export type Skipped = { kind: "skipped"; path: string; reason: string };

/** Names in the folder of an import. */
export const PLAN = "plan.jsonl";
export const STAGED_FILE = "staged.json";
export const SEEDS = "seeds.bin";
export const TREE = "tree";
export const INCOMING = "in";

/** What the reader is told, and what it tells. */
/** Reading one note costs no more than this. */
export const NOTE_WITHIN_MS = 60_000;
export const NOTE_HEAP_MB = 768;
export const TOO_HARD = `too hard to read: it took more than ${NOTE_WITHIN_MS / 1000} s or ${NOTE_HEAP_MB} MB`;

/** The tree is made, and what the ids are made with is known; a reader before this one did not survive these notes, which are left out. */
export type Again = { key: string; tooHard: string[] };
export type ToReader =
  | {
      is: "read";
      folder: string;
      userId: string;
      limits: FileLimits;
      /** Of the account: what "tomorrow" in a file is asked of. */
      timeZone: string;
      /** Of the account: whose tasks of an export of ours are its own to do. */
      email?: string | undefined;
      again?: Again;
      isInPlace?: boolean;
      fileIds?: Record<string, string> | undefined;
    }
  | { is: "key"; key: string };
export type FromReader =
  | { is: "hash"; hash: string }
  /** The note that is read next (null: all are read): should nothing follow, it was made to exhaust its reader. */
  | { is: "at"; path: string | null }
  | { is: "progress"; step: "unpacking" | "reading"; done: number; total: number }
  | ({ is: "read"; format: ImportFormat } & PlanCounts)
  | { is: "refused"; words: string };
