import { realpath } from "node:fs/promises";
import { basename, join, posix } from "node:path";
import type { Services } from "../base.ts";
import type { Database } from "../db/client.ts";
import { createFolder } from "../folders/folders.ts";
import { createNote } from "../notes/notes.ts";
import { findFiles, type Skipped } from "./find-files.ts";
import { importId } from "./import-id.ts";
import { createParsePool } from "./parse-pool.ts";

export type ImportReport = {
  files: number;
  folders: number;
  notes: number;
  /** Notes that an earlier run of the same import made. */
  present: number;
  /** How often each construct was kept as source, because a note cannot say it otherwise. */
  kept: Record<string, number>;
  skipped: Skipped[];
};

export type ImportOptions = {
  /** Files in work at the same time. */
  parallel?: number;
  /** Called after each file. */
  onProgress?: (done: number, total: number) => void;
};

const FOLDER_NAME_MAX = 200;
const PARALLEL = 4;

type Work = {
  services: Pick<Services, "db" | "collab">;
  userId: string;
  root: string;
  pool: ReturnType<typeof createParsePool>;
  folderOf: Map<string, string>;
  report: ImportReport;
};

/**
 * Makes a note of every Markdown file below a folder, in folders like those on the disk. Running it again completes
 * it: what is already there is left as it is, also when it was edited or moved since.
 */
export async function importFolder(
  services: Pick<Services, "db" | "collab">,
  userId: string,
  folder: string,
  options: ImportOptions = {},
): Promise<ImportReport> {
  const root = await realpath(folder);
  const { files, skipped } = await findFiles(root);
  const report: ImportReport = { files: files.length, folders: 0, notes: 0, present: 0, kept: {}, skipped };
  const parallel = options.parallel ?? PARALLEL;
  const pool = createParsePool(parallel);
  const work: Work = { services, userId, root, pool, folderOf: new Map(), report };
  try {
    await createFolders(work, files);
    const present = await presentNotes(
      services.db,
      userId,
      files.map((path) => importId(userId, root, "note", path)),
    );
    let done = 0;
    await inParallel(files, parallel, async (path) => {
      await importFile(work, path, present);
      options.onProgress?.(++done, files.length);
    });
  } finally {
    await pool.stop();
  }
  return report;
}

/** One after another, parents first: a folder needs its parent. Only those that hold a file somewhere below. */
async function createFolders(work: Work, files: string[]): Promise<void> {
  const paths = new Set<string>(files.length > 0 ? ["."] : []);
  for (const file of files)
    for (let path = posix.dirname(file); path !== "."; path = posix.dirname(path)) paths.add(path);
  for (const path of [...paths].sort()) {
    const id = importId(work.userId, work.root, "folder", path);
    const parentId = path === "." ? null : (work.folderOf.get(posix.dirname(path)) ?? null);
    const name = folderName(basename(path === "." ? work.root : path));
    const folder = await createFolder(work.services.db, work.userId, { id, name, parentId });
    work.folderOf.set(path, folder.id);
    work.report.folders++;
  }
}

function folderName(name: string): string {
  return name.replaceAll("\0", "").trim().slice(0, FOLDER_NAME_MAX).toWellFormed() || "Imported";
}

const LOOKUP = 1000;

async function presentNotes(db: Database, userId: string, ids: string[]): Promise<Set<string>> {
  const present = new Set<string>();
  for (let from = 0; from < ids.length; from += LOOKUP) {
    const rows = await db.asJob(userId, "import", (tx) =>
      tx.query<{ id: string }>("SELECT id FROM notes_v2 WHERE id = ANY($1::uuid[])", [
        ids.slice(from, from + LOOKUP),
      ]),
    );
    for (const { id } of rows) present.add(id);
  }
  return present;
}

async function importFile(work: Work, path: string, present: ReadonlySet<string>): Promise<void> {
  const { report, userId, services } = work;
  const id = importId(userId, work.root, "note", path);
  if (present.has(id)) {
    report.present++;
    return;
  }
  const answer = await work.pool.parse(join(work.root, path));
  if (!("parsed" in answer)) {
    report.skipped.push({
      path,
      reason: "unreadable" in answer ? answer.unreadable : `failed: ${answer.error}`,
    });
    return;
  }
  const { title, tags, seed, kept } = answer.parsed;
  const folderId = work.folderOf.get(posix.dirname(path)) ?? null;
  try {
    const note = { id, title, tags, seed, category: "general", isFavorite: false, folderId };
    // Nobody has a note open that did not exist, so there is no one to relay its first change to.
    const collab = { ...services.collab, onLogged: () => {} };
    await createNote(services.db, collab, userId, note);
    report.notes++;
    for (const [kind, count] of Object.entries(kept)) report.kept[kind] = (report.kept[kind] ?? 0) + count;
  } catch (error) {
    report.skipped.push({
      path,
      reason: `not stored: ${error instanceof Error ? error.message : String(error)}`,
    });
    return;
  }
  // Found by search at once. Should it fail, the server's sweep finds the note.
  await services.collab.derivation.deriveNow(id, userId).catch(() => {});
}

async function inParallel<Item>(
  items: Item[],
  parallel: number,
  run: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  const worker = async () => {
    for (const item of queue) await run(item);
  };
  await Promise.all(Array.from({ length: parallel }, worker));
}
