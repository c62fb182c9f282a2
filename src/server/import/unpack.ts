import { createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import yauzl from "yauzl";
import { Failure } from "../failure.ts";
import { storageFault } from "../platform/storage-fault.ts";
import { FILE_MAX_BYTES } from "./read-markdown.ts";

const ENTRIES_MAX = 50_000;
const INFLATED_MAX = 2_000_000_000;
const MARKDOWN = /\.(md|markdown)$/i;
const IMAGE = /\.(jpe?g|png|webp|gif)$/i;
/** What programs keep for themselves, and the rows beside an export's notes. */
const LEFT_OUT = /(^|\/)(\.|__MACOSX\/|_rows\/)/;

const bad = (words: string) => new Failure("INVALID_INPUT", words);

/**
 * Unpacks the Markdown files and pictures of a ZIP below a folder of ours. Names are made safe before they become paths, links
 * are not followed because none are made, and bytes are counted while they are inflated, whatever the archive says of them.
 * @throws Failure INVALID_INPUT for what is no ZIP, or one that unpacks to more than anybody writes
 */
export async function unpack(zipPath: string, folder: string, maxImageBytes: number): Promise<void> {
  const zip = await yauzl
    .openPromise(zipPath, { autoClose: false })
    .catch(() => Promise.reject(bad("This is not a ZIP file, or it is damaged.")));
  let inflated = 0;
  let entries = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      entries += 1;
      if (entries > ENTRIES_MAX) throw bad(`A ZIP may hold at most ${ENTRIES_MAX} files.`);
      const limit = limitOf(entry.fileName, maxImageBytes);
      const path = safePath(entry.fileName);
      if (limit === 0 || !path || entry.isEncrypted()) continue;
      const target = join(folder, path);
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      let size = 0;
      const counter = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          inflated += chunk.length;
          size += chunk.length;
          // One byte more is kept, by which the importer sees that the file is too large, and says so.
          const room = limit + 1 - (size - chunk.length);
          if (inflated > INFLATED_MAX) done(bad("This ZIP unpacks to more than 2 GB."));
          else done(null, room > 0 ? chunk.subarray(0, room) : undefined);
        },
      });
      await pipeline(
        await zip.openReadStreamPromise(entry),
        counter,
        createWriteStream(target, { mode: 0o600 }),
      );
    }
  } catch (error) {
    // A full disk is no fault of the file.
    if (error instanceof Failure || storageFault(error)) throw error;
    throw bad("This ZIP file is damaged.");
  } finally {
    zip.close();
  }
}

/** How much of a file is taken; 0 for what is neither text nor picture. */
function limitOf(name: string, maxImageBytes: number): number {
  if (LEFT_OUT.test(name)) return 0;
  if (MARKDOWN.test(name)) return FILE_MAX_BYTES;
  return IMAGE.test(name) ? maxImageBytes : 0;
}

const PART_MAX_BYTES = 200;

/** A path below the folder, whatever the name says; null when nothing is left of it. */
export function safePath(name: string): string | null {
  const parts = name
    .replaceAll("\\", "/")
    .split("/")
    // oxlint-disable-next-line no-control-regex -- they are what must go
    .map((part) => part.replaceAll(/[\u0000-\u001f]/g, "").trim())
    .filter((part) => part !== "" && part !== "." && part !== "..");
  if (parts.length === 0 || parts.length > 50) return null;
  return parts.map(shorten).join("/");
}

/** File systems take 255 bytes; the ending says what it is and stays. */
function shorten(part: string): string {
  if (Buffer.byteLength(part) <= PART_MAX_BYTES) return part;
  const ending = /\.[A-Za-z]{1,8}$/.exec(part)?.[0] ?? "";
  let base = part.slice(0, part.length - ending.length);
  while (Buffer.byteLength(base) > PART_MAX_BYTES - ending.length) base = [...base].slice(0, -1).join("");
  return base + ending;
}
