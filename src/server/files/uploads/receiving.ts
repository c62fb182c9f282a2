import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Config } from "../../platform/config.ts";
import { draftsIn } from "../storage/storage-disk.ts";

type Place = Pick<Config, "dataDir">;
const folderOf = (config: Place) => join(config.dataDir, "receiving");
const LEFT_OVER_AFTER_MS = 24 * 60 * 60_000;

/** Writes bytes to the disk as they come and hands over the file, which is gone afterwards. */
export async function withReceived<T>(
  config: Place,
  bytes: AsyncIterable<Buffer>,
  use: (source: { path: string }) => Promise<T>,
): Promise<T> {
  await mkdir(folderOf(config), { recursive: true, mode: 0o700 });
  const path = join(folderOf(config), randomUUID());
  try {
    await pipeline(Readable.from(bytes), createWriteStream(path, { mode: 0o600 }));
    return await use({ path });
  } finally {
    await rm(path, { force: true });
  }
}

/** What a process left that was killed. */
export async function removeReceived(config: Place): Promise<void> {
  for (const folder of [folderOf(config), draftsIn(config)])
    for (const name of await readdir(folder).catch(() => [])) {
      const path = join(folder, name);
      const found = await stat(path).catch(() => null);
      if (found && Date.now() - found.mtimeMs > LEFT_OVER_AFTER_MS) await rm(path, { force: true });
    }
}
