import { Disk } from "flydrive";
import { FSDriver } from "flydrive/drivers/fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import type { Config } from "../platform/config.ts";

/** Where the bytes of files live. Keys are random and ours; names from outside never become one. */
export type Storage = {
  put: (key: string, bytes: Uint8Array) => Promise<void>;
  read: (key: string) => Promise<Readable>;
  remove: (key: string) => Promise<void>;
};

/** Files on the server's disk, below the data folder. */
export function openStorage(config: Pick<Config, "dataDir">): Storage {
  const disk = new Disk(new FSDriver({ location: join(config.dataDir, "files"), visibility: "private" }));
  return {
    put: (key, bytes) => disk.put(key, bytes),
    read: (key) => disk.getStream(key),
    remove: (key) => disk.delete(key),
  };
}
