import { createHash, type Hash } from "node:crypto";
import { z } from "zod";
import { BackupError } from "./backup-error.ts";

/**
 * What stands inside a backup, after unsealing and decompressing: entries one behind the other, the manifest last.
 * An entry is a JSON block about it, blocks of bytes, an empty block, and a JSON block with their count and hash. A block
 * is its length in four bytes and then itself, so that nothing needs to know how long a table will be.
 */
export type EntryAbout =
  | { kind: "table"; name: string; columns: string[] }
  | { kind: "file"; name: string }
  | { kind: "secret"; name: "secret" };

/** `rows` is asked for when the bytes are through. */
export type Entry = EntryAbout & { bytes: AsyncIterable<Uint8Array>; rows?: () => number };

const Manifest = z.object({
  takenAt: z.iso.datetime(),
  /** The version in package.json of the Cairn that made it. */
  cairn: z.string(),
  /** The server's, for people; the format does not depend on it. */
  postgres: z.string(),
  /** Hashes of the migrations that the database had had, oldest first. */
  migrations: z.array(z.string()).min(1),
  tables: z.record(z.string(), z.object({ rows: z.int(), bytes: z.int(), sha256: z.string() })),
  /** Last values; a sequence that was never asked is not named. */
  sequences: z.record(z.string(), z.string()),
  files: z.object({ count: z.int(), bytes: z.int(), missing: z.array(z.string()) }),
  hasSecret: z.boolean(),
});

export type Manifest = z.infer<typeof Manifest>;
/** What only the producer of the entries knows when it has made them all. */
export type ManifestFacts = Omit<Manifest, "tables" | "files" | "hasSecret"> & { missing: string[] };

const Trailer = z.object({ bytes: z.int(), sha256: z.string(), rows: z.int().optional() });
const LARGEST_BLOCK = 64 * 1024 * 1024;

/** Frames entries, counts and hashes them, and ends with the manifest, which it fills `into` as well. */
export async function* writeEntries(
  entries: AsyncIterable<Entry>,
  facts: () => ManifestFacts,
  into: (manifest: Manifest) => void,
): AsyncGenerator<Buffer> {
  const whole = createHash("sha256");
  const tables: Manifest["tables"] = {};
  const files = { count: 0, bytes: 0 };
  let hasSecret = false;
  for await (const { bytes: source, rows, ...about } of entries) {
    yield block(Buffer.from(JSON.stringify(about)), whole);
    const hash = createHash("sha256");
    let bytes = 0;
    for await (const part of source) {
      if (part.length === 0) continue;
      hash.update(part);
      bytes += part.length;
      yield block(part, whole);
    }
    const trailer = { bytes, sha256: hash.digest("hex"), ...(rows ? { rows: rows() } : {}) };
    yield block(Buffer.alloc(0), whole);
    yield block(Buffer.from(JSON.stringify(trailer)), whole);
    if (about.kind === "table")
      tables[about.name] = { rows: trailer.rows ?? 0, bytes, sha256: trailer.sha256 };
    if (about.kind === "file") {
      files.count += 1;
      files.bytes += bytes;
    }
    hasSecret ||= about.kind === "secret";
  }
  const { missing, ...known } = facts();
  const manifest = { ...known, tables, files: { ...files, missing }, hasSecret };
  const last = { kind: "manifest", manifest, sha256: whole.digest("hex") };
  yield block(Buffer.from(JSON.stringify(last)));
  into(manifest);
}

function block(bytes: Uint8Array, whole?: Hash): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  const framed = Buffer.concat([length, bytes]);
  whole?.update(framed);
  return framed;
}

/** What to do with each entry; the bytes must be read to their end before it returns. */
export type EntryReader = (about: EntryAbout, bytes: AsyncIterable<Buffer>) => Promise<void>;

/**
 * Reads what `writeEntries` wrote and checks every count and hash on the way.
 * @throws BackupError DAMAGED
 */
export async function readEntries(source: AsyncIterable<Buffer>, read: EntryReader): Promise<Manifest> {
  const blocks = readBlocks(source);
  const whole = createHash("sha256");
  const tables: Manifest["tables"] = {};
  const files = { count: 0, bytes: 0 };
  const next = async () => {
    const { value } = await blocks.next();
    if (value === undefined) throw torn("it ends before its list of contents");
    return value;
  };
  for (;;) {
    const first = await next();
    const about = json(first) as EntryAbout | { kind: "manifest"; manifest: unknown; sha256: string };
    if (about.kind === "manifest") {
      const manifest = Manifest.parse(about.manifest);
      if (about.sha256 !== whole.digest("hex") || !isEqual(manifest, tables, files))
        throw torn("its contents are not those of its list");
      if (!(await blocks.next()).done) throw torn("something follows its list of contents");
      return manifest;
    }
    follow(whole, first);
    const seen = await readOne(about, next, whole, read);
    if (about.kind === "table")
      tables[about.name] = { rows: seen.rows ?? 0, bytes: seen.bytes, sha256: seen.sha256 };
    if (about.kind === "file") {
      files.count += 1;
      files.bytes += seen.bytes;
    }
  }
}

async function readOne(about: EntryAbout, next: () => Promise<Buffer>, whole: Hash, read: EntryReader) {
  const hash = createHash("sha256");
  let bytes = 0;
  let isThrough = false;
  async function* content(): AsyncGenerator<Buffer> {
    for (;;) {
      const part = await next();
      follow(whole, part);
      if (part.length === 0) break;
      hash.update(part);
      bytes += part.length;
      yield part;
    }
    isThrough = true;
  }
  await read(about, content());
  if (!isThrough) throw new Error(`The entry ${about.name} was not read to its end`);
  const block = await next();
  follow(whole, block);
  const trailer = Trailer.parse(json(block));
  if (trailer.bytes !== bytes || trailer.sha256 !== hash.digest("hex"))
    throw torn(`${about.name} is not as it was written`);
  return trailer;
}

function follow(whole: Hash, bytes: Buffer): void {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  whole.update(length).update(bytes);
}

function isEqual(
  manifest: Manifest,
  tables: Manifest["tables"],
  files: { count: number; bytes: number },
): boolean {
  const names = Object.keys(manifest.tables);
  return (
    names.length === Object.keys(tables).length &&
    names.every((name) => JSON.stringify(manifest.tables[name]) === JSON.stringify(tables[name])) &&
    manifest.files.count === files.count &&
    manifest.files.bytes === files.bytes
  );
}

async function* readBlocks(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer, undefined> {
  let held: Buffer[] = [];
  let size = 0;
  let wanted: number | undefined;
  for await (const part of source) {
    held.push(part);
    size += part.length;
    while (size >= (wanted ?? 4)) {
      const all = held.length === 1 ? held[0]! : Buffer.concat(held);
      const taken = wanted ?? 4;
      const bytes = all.subarray(0, taken);
      held = [all.subarray(taken)];
      size -= taken;
      if (wanted !== undefined) {
        wanted = undefined;
        yield bytes;
        continue;
      }
      wanted = bytes.readUInt32BE();
      if (wanted > LARGEST_BLOCK) throw torn("a part of it is larger than any that is written");
    }
  }
  if (size > 0 || wanted !== undefined) throw torn("it ends in the middle of an entry");
  return undefined;
}

function json(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    throw torn("a description in it cannot be read");
  }
}

function torn(why: string): BackupError {
  return new BackupError("DAMAGED", `The backup is damaged: ${why}. Take another backup file.`);
}
