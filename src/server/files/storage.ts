import { Disk } from "flydrive";
import { FSDriver } from "flydrive/drivers/fs";
import { randomBytes } from "node:crypto";
import { open, rename } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import type { Config } from "../platform/config.ts";

/** Where the bytes of files live. Keys are random and ours; names from outside never become one. */
export type Storage = {
  put: (key: string, bytes: Uint8Array) => Promise<void>;
  /** Under the key stands the whole of it or what was there before, whenever the process dies. */
  putStream: (key: string, source: Readable) => Promise<void>;
  read: (key: string) => Promise<Readable>;
  remove: (key: string) => Promise<void>;
  /** Everything that belongs to the row of `files` with this key. */
  removeFile: (storageKey: string) => Promise<void>;
};

/** The original's key with this added is the re-encoded picture that pages show. */
export const DISPLAY = ".display";

/** Everything that the storage holds for the row with this key. */
export const storedKeys = (storageKey: string): string[] => [storageKey, storageKey + DISPLAY];

/** Files on the server's disk, below the data folder. */
export function openStorage(config: Pick<Config, "dataDir">): Storage {
  const location = join(config.dataDir, "files");
  const disk = new Disk(new FSDriver({ location, visibility: "private" }));
  return {
    put: async (key, bytes) => {
      await disk.put(key, bytes);
      // The row that names the file is committed to disk; the file must not come after it.
      await flush(join(location, key));
      await flush(dirname(join(location, key)));
    },
    putStream: async (key, source) => {
      const draft = `${key}.${randomBytes(6).toString("hex")}.draft`;
      try {
        await disk.putStream(draft, source);
        await flush(join(location, draft));
        // The disk's own move copies first and then deletes.
        await rename(join(location, draft), join(location, key));
      } catch (error) {
        await disk.delete(draft);
        throw error;
      }
      await flush(dirname(join(location, key)));
    },
    read: (key) => disk.getStream(key),
    remove: (key) => disk.delete(key),
    removeFile: async (storageKey) => {
      for (const key of storedKeys(storageKey)) await disk.delete(key);
    },
  };
}

async function flush(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
