import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { Database } from "../db/client.ts";
import { notFound } from "../failure.ts";
import { type FileRow, selectReadable } from "./files.ts";
import { mediumOf, reencode, thumbOf } from "./pictures/images.ts";
import { isPlayed } from "./kinds.ts";
import { type ByteRange, DISPLAY, isMissing, type Storage, MEDIUM, THUMB } from "./storage/storage.ts";

export type Variant = "display" | "original" | "thumb" | "medium";

/** What an answer with a file's bytes says of them, and the bytes when they are asked for. */
export type OpenedFile = {
  name: string;
  type: string;
  isInline: boolean;
  /** Of the original only, which alone can be asked for in parts. */
  size: number | null;
  open: (range?: ByteRange) => Promise<Readable>;
};

/** The only type that a browser will not try to make sense of. */
const PLAIN_BYTES = "application/octet-stream";

/**
 * A file its user may see: as pages show it, small as in lists, or as it was uploaded. Images are shown as we encoded them,
 * videos and sound as they are; whatever else there is can only be downloaded.
 * @throws Failure NOT_FOUND
 */
export async function openFile(
  db: Database,
  storage: Storage,
  userId: string,
  fileId: string,
  variant: Variant,
): Promise<OpenedFile> {
  return openRow(storage, await selectReadable(db, userId, fileId), variant);
}

/** The bytes of a file that somebody may see, whoever has found that out. */
export function openRow(
  storage: Storage,
  row: Pick<FileRow, "name" | "storage_key" | "type" | "size" | "width">,
  variant: Variant,
): OpenedFile {
  const isShown = row.width !== null;
  const key = row.storage_key;
  if ((variant === "thumb" || variant === "medium") && !isShown) throw notFound();
  if (isShown && variant !== "original") {
    const read = { display: readDisplay, medium: readMedium, thumb: readThumb }[variant];
    return {
      name: row.name,
      type: "image/webp",
      isInline: true,
      size: null,
      open: () => read(storage, key),
    };
  }
  const isInline = variant === "display" && isPlayed(row.type);
  return {
    name: row.name,
    type: isInline || isShown ? row.type : PLAIN_BYTES,
    isInline,
    size: row.size,
    open: (range) => storage.read(key, range),
  };
}

const readDisplay = (storage: Storage, key: string) =>
  readOrMake(
    storage,
    key + DISPLAY,
    async () => (await reencode(await buffer(await storage.read(key)))).bytes,
  );

const readThumb = (storage: Storage, key: string) =>
  readOrMake(storage, key + THUMB, async () => thumbOf(await buffer(await readDisplay(storage, key))));

const readMedium = (storage: Storage, key: string) =>
  readOrMake(storage, key + MEDIUM, async () => mediumOf(await buffer(await readDisplay(storage, key))));

/** Derived pictures are made when they are first asked for, and again should they be lost. */
async function readOrMake(storage: Storage, key: string, make: () => Promise<Buffer>): Promise<Readable> {
  try {
    return await storage.read(key);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  await storage.put(key, await make());
  return storage.read(key);
}
