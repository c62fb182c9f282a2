import { copyFile, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import type { Services } from "../base.ts";
import { Failure } from "../failure.ts";
import { openSeeds, readPlan } from "../import/read-plan.ts";
import { INCOMING, type PlannedFile, type PlannedNote } from "../import/reading/plan.ts";
import { runReader } from "../import/run-reader.ts";
import { fileInTree, removeWork, workFolder } from "../import/work-folder.ts";
import { fileNameOf } from "./file-kinds.ts";
import type { FileSource, SourceFile } from "./file-source.ts";
import { fetchPictures, keepOnce, leftOutWords, placeInFolder } from "./pictures.ts";

export type Wanted = {
  userId: string;
  source: FileSource;
  signal: AbortSignal;
  /** What the ids of notes and pictures are made with: the same picture is the same file the next time. */
  itemId: string;
  file: SourceFile;
};
export type ReadNote = Omit<PlannedNote, "seed"> & {
  seed: Uint8Array;
  /** In our own Markdown. */
  text: string;
};
/** Fetched, and lying in a folder that goes when its reader is done. */
export type Fetched = { folder: string; path: string };

type ReadServices = Pick<Services, "db" | "config" | "storage" | "collab">;

/** Fetches a file into a folder of its own, which is removed when it was used. @throws RemoteFault */
export function withFetched<T>(
  services: ReadServices,
  { source, file }: Wanted,
  use: (fetched: Fetched) => Promise<T>,
): Promise<T> {
  const { config } = services;
  return withFolder(config, async (folder) => {
    const path = join(folder, INCOMING, placeInFolder(source, file) ?? fileNameOf(file.mimeType, file.name));
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const maxBytes = Math.max(config.maxFileBytes, config.maxImageBytes, config.maxVideoBytes);
    await source.download(file, { path, maxBytes });
    return use({ folder, path });
  });
}

async function withFolder<T>(config: Services["config"], use: (folder: string) => Promise<T>): Promise<T> {
  const workId = uuidV7();
  const folder = workFolder(config, workId);
  try {
    await mkdir(join(folder, INCOMING), { recursive: true, mode: 0o700 });
    return await use(folder);
  } finally {
    await removeWork(config, workId);
  }
}

/** `message`: what didn't come along, in words for the person. */
export type Read = { notes: ReadNote[]; message: string | null };

/**
 * Reads what was fetched in the confined process of imports, and keeps the pictures that the account doesn't have yet.
 * Which pictures lie beside a Markdown file nobody knows before it was read: where it names some, they are fetched, and it is read again.
 * @throws Failure INVALID_INPUT with why it can't be read, RemoteFault
 */
export async function readNotes(services: ReadServices, wanted: Wanted, fetched: Fetched): Promise<Read> {
  const from = placeInFolder(wanted.source, wanted.file);
  if (from === null) {
    const lines = await readOnce(services, wanted, fetched.folder);
    return { notes: await keepRead(services, wanted, fetched.folder, lines), message: null };
  }
  return withFolder(services.config, async (folder) => {
    const root = join(folder, INCOMING);
    const path = join(root, from);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    // The first reading takes its own away.
    await copyFile(fetched.path, path);
    const first = await readOnce(services, wanted, fetched.folder, {});
    const absent = first.notes.flatMap(({ absent: some = [] }) => some);
    const { userId, source } = wanted;
    const { maxImageBytes } = services.config;
    const pictures = await fetchPictures({ userId, source, root, from, maxImageBytes }, absent);
    const { fileIds } = pictures;
    const isWhole = Object.keys(fileIds).length === 0;
    const lines = isWhole ? first : await readOnce(services, wanted, folder, fileIds);
    const notes = await keepRead(services, wanted, isWhole ? fetched.folder : folder, lines);
    return { notes, message: leftOutWords(pictures) };
  });
}

type Lines = { files: PlannedFile[]; notes: PlannedNote[] };

/** @param fileIds What pictures beside it are called; there for files that may have such */
async function readOnce(
  services: ReadServices,
  { userId, itemId, signal }: Wanted,
  folder: string,
  fileIds?: Record<string, string>,
): Promise<Lines> {
  const { maxImageBytes, maxFileBytes, maxVideoBytes } = services.config;
  const result = await runReader(
    { folder, userId, limits: { maxImageBytes, maxFileBytes, maxVideoBytes }, fileIds, signal },
    { onHash: async () => `drive ${itemId}`, onProgress: () => {} },
  );
  if (result.is === "refused") throw new Failure("INVALID_INPUT", result.words);
  const lines = await linesOf(folder);
  if (lines.notes.length === 0)
    throw new Failure("INVALID_INPUT", "There is nothing in it that could be a note.");
  return lines;
}

async function keepRead(
  services: ReadServices,
  { userId }: Wanted,
  folder: string,
  { files, notes }: Lines,
): Promise<ReadNote[]> {
  for (const { id, name, path } of files)
    await keepOnce(services, userId, { id, name, path: await fileInTree(folder, path) });
  const seeds = await openSeeds(folder);
  try {
    const read: ReadNote[] = [];
    for (const note of notes) {
      const seed = new Uint8Array(await seeds.read(note.seed));
      read.push({ ...note, seed, text: await services.collab.bodies.read([seed], "markdown") });
    }
    return read;
  } finally {
    await seeds.close();
  }
}

async function linesOf(folder: string): Promise<Lines> {
  const files: PlannedFile[] = [];
  const notes: PlannedNote[] = [];
  for await (const { line } of readPlan(folder)) {
    if (line.kind === "file") files.push(line);
    if (line.kind === "note") notes.push(line);
  }
  return { files, notes };
}
