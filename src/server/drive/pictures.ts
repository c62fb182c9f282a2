import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Services } from "../base.ts";
import { safePath } from "../extract/safe-path.ts";
import { setFileTrashed } from "../files/file-trash.ts";
import { keepFile } from "../import/apply/keep-file.ts";
import { importId } from "../import/import-id.ts";
import type { AbsentFile } from "../import/reading/plan.ts";
import { formsOf, placesOf } from "../import/resolve-address.ts";
import { IMAGE, MARKDOWN } from "../import/walk-files.ts";
import type { FileSource, SourceFile } from "./file-source.ts";
import { RemoteFault } from "./remote-fault.ts";

/** Of one note. */
const MOST_PICTURES = 200;
const MOST_BYTES = 250_000_000;

export const isPicture = (name: string): boolean => IMAGE.test(name);

/** The same picture is the same file, whichever notes show it and whatever it is called. */
export async function pictureId(userId: string, path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return importId(userId, "drive picture", "file", hash.digest("hex"));
}

type Kept = { id: string; name: string; path: string };

/** Keeps a file that the account may have already; from the trash it is taken out. @throws Failure QUOTA_EXCEEDED, TOO_LARGE */
export async function keepOnce(
  services: Pick<Services, "db" | "config" | "storage">,
  userId: string,
  { id, name, path }: Kept,
): Promise<void> {
  const [there] = await services.db.queryAs<{ trashed_at: Date | null }>(
    userId,
    "SELECT trashed_at FROM files WHERE id = $1 AND user_id = $2",
    [id, userId],
  );
  if (!there) await keepFile(services, userId, { id, name, path });
  else if (there.trashed_at !== null) await setFileTrashed(services.db, userId, id, false);
}

/**
 * Where a Markdown file lies in the account's folder, whose pictures lie beside it.
 * @returns null for other files, and for places that can't be made on this disk as they are there
 */
export function placeInFolder(source: FileSource, file: SourceFile): string | null {
  const path = source.tree && MARKDOWN.test(file.name) ? source.tree.pathOf(file.id) : null;
  const isUsual = path !== null && safePath(path) === path && !/(?:^|\/)\.|^_rows\//.test(path);
  return isUsual ? path : null;
}

type Reason = "missing" | "unreadable" | "too-large" | "too-many";
export type Pictures = {
  /** By their path in the folder that they were put into, as they lie there. */
  fileIds: Record<string, string>;
  /** Of addresses as they are written in the file: why their pictures didn't come along. */
  leftOut: Map<string, Reason>;
};

type Wanted = { userId: string; source: FileSource; root: string; from: string; maxImageBytes: number };

/** Fetches the pictures that a file names and nobody has yet, to where they lie beside it. @throws RemoteFault for what may pass */
export async function fetchPictures(wanted: Wanted, absent: AbsentFile[]): Promise<Pictures> {
  const pictures: Pictures = { fileIds: {}, leftOut: new Map() };
  let room = MOST_BYTES;
  for (const address of absent) {
    const places = pathsOf(wanted.from, address);
    if (places.length === 0 || pictures.leftOut.has(address.target)) continue;
    const isFull = room <= 0 || Object.keys(pictures.fileIds).length >= MOST_PICTURES;
    const fetched = isFull ? "too-many" : await fetchFirst(wanted, places, pictures);
    if (typeof fetched === "number") room -= fetched;
    else pictures.leftOut.set(address.target, fetched);
  }
  return pictures;
}

/** None for what is no picture, and for what lies outside of the folder. */
function pathsOf(from: string, { kind, target }: AbsentFile): string[] {
  const places = placesOf(from, { kind, target, line: 1 });
  if ("to" in places) return [];
  return places.tried.filter(isPicture).flatMap(formsOf);
}

/** @returns its bytes, or why there are none */
async function fetchFirst(
  { userId, source, root, maxImageBytes: maxBytes }: Wanted,
  paths: string[],
  { fileIds }: Pictures,
): Promise<number | Reason> {
  for (const path of paths) {
    if (fileIds[path] !== undefined) return 0;
    const id = safePath(path) === path ? source.tree!.idOf(path) : null;
    const file = id === null ? null : await unlessGone(source.describe(id));
    if (!file) continue;
    if (typeof file.size === "number" && file.size > maxBytes) return "too-large";
    const target = join(root, path);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    const isFetched = await unlessGone(source.download(file, { path: target, maxBytes }).then(() => true));
    if (!isFetched) return "unreadable";
    fileIds[path] = await pictureId(userId, target);
    return (await stat(target)).size;
  }
  return "missing";
}

/** Null where it concerns this picture alone: the note comes in without it. */
async function unlessGone<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof RemoteFault && error.isOfOne) return null;
    throw error;
  }
}

const WORDS: Record<Reason, string> = {
  missing: "Not found",
  unreadable: "Can't be read",
  "too-large": "Too large",
  "too-many": "Too many for one note",
};
const MOST_NAMED = 5;

/** For the person; null where all came along. */
export function leftOutWords({ leftOut }: Pictures): string | null {
  if (leftOut.size === 0) return null;
  const sentences = Object.entries(WORDS).flatMap(([why, words]) => {
    const names = [...leftOut].flatMap(([target, reason]) => (reason === why ? [target.slice(0, 100)] : []));
    const more = names.length - MOST_NAMED;
    const named = [...names.slice(0, MOST_NAMED), ...(more > 0 ? [`and ${more} more`] : [])];
    return names.length === 0 ? [] : [`${words}: ${named.join(", ").toWellFormed()}.`];
  });
  return ["Some pictures are missing.", ...sentences].join(" ");
}
