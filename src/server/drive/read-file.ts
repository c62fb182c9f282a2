import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import type { Services } from "../base.ts";
import { Failure } from "../failure.ts";
import { findFile } from "../files/files.ts";
import { keepFile } from "../import/apply/keep-file.ts";
import { openSeeds, readPlan } from "../import/read-plan.ts";
import { INCOMING, type PlannedFile, type PlannedNote } from "../import/reading/plan.ts";
import { runReader } from "../import/run-reader.ts";
import { fileInTree, removeWork, workFolder } from "../import/work-folder.ts";
import { fileNameOf } from "./file-kinds.ts";
import type { FileSource, SourceFile } from "./file-source.ts";

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
export async function withFetched<T>(
  services: ReadServices,
  { source, file }: Wanted,
  use: (fetched: Fetched) => Promise<T>,
): Promise<T> {
  const { config } = services;
  const workId = uuidV7();
  const folder = workFolder(config, workId);
  try {
    await mkdir(join(folder, INCOMING), { recursive: true, mode: 0o700 });
    const path = join(folder, INCOMING, fileNameOf(file.mimeType, file.name));
    const maxBytes = Math.max(config.maxFileBytes, config.maxImageBytes, config.maxVideoBytes);
    await source.download(file, { path, maxBytes });
    return await use({ folder, path });
  } finally {
    await removeWork(config, workId);
  }
}

/**
 * Reads what was fetched in the confined process of imports, and keeps the pictures that the account doesn't have yet.
 * @throws Failure INVALID_INPUT with why it can't be read
 */
export async function readNotes(
  services: ReadServices,
  { userId, itemId, signal }: Wanted,
  { folder }: Fetched,
): Promise<ReadNote[]> {
  const { maxImageBytes, maxFileBytes, maxVideoBytes } = services.config;
  const result = await runReader(
    { folder, userId, limits: { maxImageBytes, maxFileBytes, maxVideoBytes }, signal },
    { onHash: async () => `drive ${itemId}`, onProgress: () => {} },
  );
  if (result.is === "refused") throw new Failure("INVALID_INPUT", result.words);
  const { files, notes } = await linesOf(folder);
  if (notes.length === 0) throw new Failure("INVALID_INPUT", "There is nothing in it that could be a note.");
  for (const { id, name, path } of files)
    if (!(await findFile(services.db, userId, id)))
      await keepFile(services, userId, { id, name, path: await fileInTree(folder, path) });
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

async function linesOf(folder: string): Promise<{ files: PlannedFile[]; notes: PlannedNote[] }> {
  const files: PlannedFile[] = [];
  const notes: PlannedNote[] = [];
  for await (const { line } of readPlan(folder)) {
    if (line.kind === "file") files.push(line);
    if (line.kind === "note") notes.push(line);
  }
  return { files, notes };
}
