import { createWriteStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { isDeepStrictEqual } from "node:util";
import { createZstdCompress, createZstdDecompress } from "node:zlib";
import { BackupError } from "./backup-error.ts";
import {
  type Entry,
  type EntryReader,
  type Manifest,
  type ManifestFacts,
  readEntries,
  writeEntries,
} from "./entries.ts";
import { type BackupHeader, createHeader, encodeHeader } from "./header.ts";
import { openSealed, seal } from "./sealed-file.ts";
import { type BackupSource, takeSnapshot } from "./snapshot.ts";

export type WrittenBackup = { path: string; size: number; manifest: Manifest };

/** Beside the target while it is written; never looks like a backup. */
export const PARTIAL = /^\..*\.cairn-partial$/;

/**
 * Takes a backup into a new file: written aside, flushed to disk, read back and compared, and only then given its name.
 * @param target called with the moment of the snapshot; must not name a file that is there
 */
export async function writeBackup(
  source: BackupSource,
  options: {
    target: (at: Date) => Promise<string>;
    made: BackupHeader["made"];
    key?: string | undefined;
    signal?: AbortSignal | undefined;
  },
): Promise<WrittenBackup> {
  const snapshot = await takeSnapshot(source);
  try {
    const path = await options.target(snapshot.takenAt);
    const partial = join(dirname(path), `.${basename(path)}.${process.pid}.cairn-partial`);
    try {
      const made = await packEntries(partial, snapshot.entries(), snapshot.facts, {
        about: { at: snapshot.takenAt.toISOString(), made: options.made },
        key: options.key,
        signal: options.signal,
      });
      const size = await publish(partial, path, options.key, made);
      return { path, size, manifest: made };
    } finally {
      await rm(partial, { force: true });
    }
  } finally {
    await snapshot.close();
  }
}

/** Writes a backup file and flushes it to disk: entries framed, compressed, sealed. */
export async function packEntries(
  path: string,
  entries: AsyncIterable<Entry>,
  facts: () => ManifestFacts,
  options: {
    about: Pick<BackupHeader, "at" | "made">;
    key?: string | undefined;
    signal?: AbortSignal | undefined;
  },
): Promise<Manifest> {
  const { header, key } = await createHeader(options.about, options.key);
  const { bytes, hash } = encodeHeader(header);
  let manifest: Manifest | undefined;
  await pipeline(
    writeEntries(entries, facts, (made) => (manifest = made)),
    createZstdCompress(),
    async function* (compressed: AsyncIterable<Buffer>) {
      yield bytes;
      yield* seal(compressed, hash, key);
    },
    createWriteStream(path, { flags: "wx", mode: 0o600, flush: true }),
    { signal: options.signal },
  );
  return manifest!;
}

async function publish(
  partial: string,
  path: string,
  key: string | undefined,
  written: Manifest,
): Promise<number> {
  const { manifest, size } = await verifyBackup(partial, key);
  if (!isDeepStrictEqual(manifest, written))
    throw new BackupError("DAMAGED", `${partial} did not come back from the disk as it was written.`);
  await rename(partial, path);
  const folder = await open(dirname(path));
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
  return size;
}

/** Reads the whole file, checks everything that can be checked without a database, and tells what is in it. */
export async function verifyBackup(
  path: string,
  key: string | undefined,
): Promise<{ manifest: Manifest; size: number }> {
  const manifest = await readBackup(path, key, async (_about, bytes) => {
    for await (const part of bytes) void part;
  });
  const file = await open(path);
  try {
    return { manifest, size: (await file.stat()).size };
  } finally {
    await file.close();
  }
}

/** @throws BackupError */
export async function readBackup(
  path: string,
  key: string | undefined,
  read: EntryReader,
): Promise<Manifest> {
  const inflate = createZstdDecompress();
  const feeding = pipeline(Readable.from(openSealed(path, key), { objectMode: false }), inflate);
  // Told once, by the reader's end.
  feeding.catch(() => {});
  try {
    const manifest = await readEntries(inflate, read);
    await feeding;
    return manifest;
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code?.startsWith("ZSTD")
      ? new BackupError("DAMAGED", `${path} is damaged: it does not decompress.`, { cause: error })
      : error;
  } finally {
    inflate.destroy();
  }
}
