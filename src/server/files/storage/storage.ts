import type { Readable } from "node:stream";
import type { Config } from "../../platform/config.ts";
import { openDiskStorage } from "./storage-disk.ts";
import { openS3Storage } from "./storage-s3.ts";

/** First and last byte, both included. */
export type ByteRange = { start: number; end: number };

/** Where the bytes of files live, on a disk or in an S3 bucket. Keys are random and ours; names from outside never become one. */
export type Store = {
  put: (key: string, bytes: Uint8Array) => Promise<void>;
  /** Under the key stands the whole of it or what was there before, whenever the process dies. */
  putStream: (key: string, source: Readable) => Promise<void>;
  /** @throws Error with the code ENOENT, before anything is read, when there is nothing under the key */
  read: (key: string, range?: ByteRange) => Promise<Readable>;
  remove: (key: string) => Promise<void>;
  /** Everything whose key begins with this and a slash. */
  removeBelow: (prefix: string) => Promise<void>;
  /** @throws Error when it cannot be reached, or refuses us */
  check: () => Promise<void>;
};

export type Storage = Store & {
  /** Everything that belongs to the row with this key. */
  removeFile: (storageKey: string) => Promise<void>;
  /** Bytes that one account may keep; null for as many as there is room for. Asked wherever a file is written. */
  quotaBytes: number | null;
};

/** The original's key with this added is the re-encoded picture that pages show. */
export const DISPLAY = ".display";
/** The small one of lists; made when somebody first looks, so a backup can do without it. */
export const THUMB = ".thumb";
/** One that stands still, for a window's width; made when somebody first looks, too. */
export const MEDIUM = ".medium";
/** Below this lie the parts of an upload that is under way. */
export const PARTS = ".parts";

/** What a backup takes of a row: of pictures also what is shown, which costs seconds to make again. */
export const storedKeys = (storageKey: string, isShown: boolean): string[] =>
  isShown ? [storageKey, storageKey + DISPLAY] : [storageKey];

/** The server's disk, or the bucket that the operator named. */
export function openStorage(
  config: Pick<Config, "dataDir"> & Partial<Pick<Config, "s3" | "quotaBytes">>,
): Storage {
  const store = config.s3 ? openS3Storage(config.s3) : openDiskStorage(config);
  return {
    ...store,
    quotaBytes: config.quotaBytes ?? null,
    removeFile: async (storageKey) => {
      for (const key of [storageKey, storageKey + DISPLAY, storageKey + THUMB, storageKey + MEDIUM])
        await store.remove(key);
      await store.removeBelow(storageKey + PARTS);
    },
  };
}

/** Whether nothing was there under a key, at the root of whatever was made of that error. */
export function isMissing(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return true;
  return false;
}
