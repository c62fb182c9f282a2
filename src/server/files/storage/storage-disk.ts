import { Disk } from "flydrive";
import { FSDriver } from "flydrive/drivers/fs";
import { randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Config } from "../../platform/config.ts";
import type { Store } from "./storage.ts";

/** What is being written; whatever a killed process left here is removed later. */
export const draftsIn = (config: Pick<Config, "dataDir">): string => join(config.dataDir, "files", ".drafts");

/** Files on the server's disk, below the data folder. */
export function openDiskStorage(config: Pick<Config, "dataDir">): Store {
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
      const draft = join(draftsIn(config), randomBytes(16).toString("hex"));
      try {
        for (const folder of [draft, join(location, key)]) await mkdir(dirname(folder), { recursive: true });
        // Not by the library, which tells the sender to stop and then reports only that it was stopped.
        await pipeline(source, createWriteStream(draft, { mode: 0o600 }));
        await flush(draft);
        // The disk's own move copies first and then deletes.
        await rename(draft, join(location, key));
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
      await flush(dirname(join(location, key)));
    },
    // Opened here and not by the reader, so that a missing file is told before an answer has begun.
    read: async (key, range) => (await open(join(location, key), "r")).createReadStream(range),
    remove: (key) => disk.delete(key),
    removeBelow: (prefix) => rm(join(location, prefix), { recursive: true, force: true }),
    check: async () => void (await mkdir(location, { recursive: true, mode: 0o700 })),
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
