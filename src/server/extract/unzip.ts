import { createWriteStream } from "node:fs";
import { mkdir, utimes } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import yauzl, { type Entry, type ZipFile } from "yauzl";
import {
  ENTRIES_MAX,
  ENTRY_MAX_BYTES,
  INFLATED_MAX_BYTES,
  INFLATED_RATIO_MAX,
  megabytes,
  RATIO_FROM_BYTES,
} from "./limits.ts";
import { ImportRefused, Refused } from "./refused.ts";
import { safePath } from "./safe-path.ts";

/** What an import has become on the disk so far: all its archives together, whatever they say of themselves, and what was made of them. */
export type Budget = { entries: number; inflated: number; packed: number };

export const newBudget = (packed: number): Budget => ({ entries: 0, inflated: 0, packed });

/** For what is unpacked and removed again: it has the room that is left, and takes none away from what comes after it. */
export const borrowed = (budget: Budget): Budget => ({ ...budget });

/** @throws Refused */
export function spend(budget: Budget, bytes: number): void {
  budget.inflated += bytes;
  if (budget.inflated > INFLATED_MAX_BYTES)
    throw new Refused(`This archive unpacks to more than ${megabytes(INFLATED_MAX_BYTES)}.`);
  if (budget.inflated > RATIO_FROM_BYTES && budget.inflated > budget.packed * INFLATED_RATIO_MAX)
    throw new Refused(
      `This archive unpacks to more than ${INFLATED_RATIO_MAX} times its size, which no honest one does.`,
    );
}

/** For what is made of what was unpacked. @throws ImportRefused */
export function keepWithin(budget: Budget, bytes: number): void {
  budget.inflated += bytes;
  if (budget.inflated > INFLATED_MAX_BYTES)
    throw new ImportRefused(
      `This becomes more than ${megabytes(INFLATED_MAX_BYTES)}. Import it in smaller parts.`,
    );
}

/** @throws Refused */
export function countEntry(budget: Budget): void {
  budget.entries++;
  if (budget.entries > ENTRIES_MAX)
    throw new Refused(`An import may hold at most ${ENTRIES_MAX.toLocaleString("en")} files.`);
}

/** What programs keep for themselves. */
const LEFT_OUT = /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$|\.git\/|\.trash\/)/;
const isFolder = (name: string) => name.endsWith("/");
const LINK_MODE = 0o120000;
const isLink = (entry: Entry) => ((entry.externalFileAttributes >>> 16) & 0o170000) === LINK_MODE;

export type Unpacked = {
  /** Names as the archive has them, by the paths they got. */
  paths: string[];
  skipped: { path: string; reason: string }[];
};

/**
 * Unpacks a ZIP below a folder of ours. Names are made safe before they become paths, links are not made, and bytes are counted
 * while they are inflated.
 * @throws Refused for what is no ZIP, an encrypted one, or one that is more than anybody writes
 */
export async function unzip(zipPath: string, folder: string, budget: Budget): Promise<Unpacked> {
  const unpacked: Unpacked = { paths: [], skipped: [] };
  const zip = await openZip(zipPath);
  try {
    if (zip.entryCount > ENTRIES_MAX)
      throw new Refused(`An import may hold at most ${ENTRIES_MAX.toLocaleString("en")} files.`);
    for await (const entry of zip.eachEntry()) {
      countEntry(budget);
      const path =
        isFolder(entry.fileName) || LEFT_OUT.test(entry.fileName) ? null : safePath(entry.fileName);
      if (path === null) continue;
      if (entry.isEncrypted())
        throw new Refused("This ZIP is protected by a password. Unpack it yourself and import the folder.");
      const why = isLink(entry)
        ? "a link; only files themselves are read"
        : whyTooLarge(entry.uncompressedSize);
      if (why) unpacked.skipped.push({ path, reason: why });
      else {
        await inflate(zip, entry, join(folder, path), budget);
        unpacked.paths.push(path);
      }
    }
  } catch (error) {
    throw asRefused(error);
  } finally {
    zip.close();
  }
  return unpacked;
}

const whyTooLarge = (size: number) =>
  size > ENTRY_MAX_BYTES ? `larger than ${megabytes(ENTRY_MAX_BYTES)}` : null;

/** @throws Refused */
export async function openZip(path: string): Promise<ZipFile> {
  return yauzl
    .openPromise(path, { autoClose: false })
    .catch(() => Promise.reject(new Refused("This is not a ZIP file, or it is damaged.")));
}

async function inflate(zip: ZipFile, entry: Entry, target: string, budget: Budget): Promise<void> {
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      try {
        spend(budget, chunk.length);
        done(null, chunk);
      } catch (error) {
        done(error as Error);
      }
    },
  });
  await pipeline(await zip.openReadStreamPromise(entry), counter, createWriteStream(target, { mode: 0o600 }));
  const written = entry.getLastModDate();
  if (written.getTime() > 0 && written.getTime() < Date.now()) await utimes(target, written, written);
}

/** What yauzl says of a hostile archive, in words; a full disk is no fault of the file. */
function asRefused(error: unknown): unknown {
  if (error instanceof Refused) return error;
  const { message = "", code = "" } = error as { message?: string; code?: string };
  if (["ENOSPC", "EDQUOT", "EIO"].includes(code)) return error;
  if (/relative path|absolute path|invalid characters/.test(message))
    return new Refused(
      "This ZIP names files outside of itself, which no honest program writes. Nothing was imported.",
    );
  if (/too many bytes|not enough bytes|size mismatch/.test(message))
    return new Refused("This ZIP lies about the sizes of its files. Nothing was imported.");
  return new Refused("This ZIP file is damaged or cut off. Nothing was imported.");
}

/** Reads one small entry without unpacking the rest; null when there is none. @throws Refused */
export async function readEntry(
  zipPath: string,
  wanted: (name: string) => boolean,
  maxBytes: number,
): Promise<Buffer | null> {
  const zip = await openZip(zipPath);
  try {
    for await (const entry of zip.eachEntry()) {
      if (!wanted(entry.fileName)) continue;
      const chunks: Buffer[] = [];
      let size = 0;
      for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
        size += chunk.length;
        if (size > maxBytes) return null;
        chunks.push(chunk);
      }
      return Buffer.concat(chunks);
    }
    return null;
  } catch (error) {
    throw asRefused(error);
  } finally {
    zip.close();
  }
}

/** The names in an archive, up to a number that tells what it is. @throws Refused */
export async function namesIn(zipPath: string, max = 3_000): Promise<string[]> {
  const zip = await openZip(zipPath);
  const names: string[] = [];
  try {
    for await (const entry of zip.eachEntry()) {
      names.push(entry.fileName);
      if (names.length >= max) break;
    }
    return names;
  } catch (error) {
    throw asRefused(error);
  } finally {
    zip.close();
  }
}
