import { existsSync } from "node:fs";
import { realpath } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { basename, join } from "node:path";
import { logActivity } from "../activity/log-activity.ts";
import type { Services } from "../base.ts";
import { createAttachmentKeeper } from "./import-attachments.ts";
import { createFolderMaker } from "./folder-maker.ts";
import { importFile, type Work } from "./import-file.ts";
import { noteNames } from "../import/note-names.ts";
import { createParsePool } from "./parse-pool.ts";
import { count, emptyReport, type FileReport, type ImportReport } from "../import/report.ts";
import { walkFiles } from "../import/walk-files.ts";

export type ImportOptions = {
  /** Files in work at the same time. */
  parallel?: number;
  /** Says what would be made and makes nothing. */
  isTrial?: boolean;
  /** Whether the folder itself becomes one, as on the disk, or only what is in it. */
  hasTopFolder?: boolean;
  /** Called with each file when it is done; the next ones wait for it. */
  onFile?: (file: FileReport) => void | Promise<void>;
};

/** Reading and parsing takes a core each; the database and the files take the rest. */
const PARALLEL = Math.min(4, availableParallelism());

/**
 * Makes a note of every Markdown file below a folder, in folders like those on the disk, linked as the files are. Running
 * it again completes it: what is already there is left as it is, also when it was edited or moved since.
 */
export async function importFolder(
  services: Pick<Services, "db" | "collab" | "storage" | "config">,
  userId: string,
  folder: string,
  options: ImportOptions = {},
): Promise<ImportReport> {
  const root = await realpath(folder);
  const parallel = options.parallel ?? PARALLEL;
  const isTrial = options.isTrial ?? false;
  const pool = createParsePool(parallel);
  const work: Work = {
    services,
    userId,
    root,
    isObsidian: existsSync(join(root, ".obsidian")),
    isTrial,
    pool,
    folders: createFolderMaker(services.db, userId, root, {
      isTrial,
      hasTopFolder: options.hasTopFolder ?? true,
    }),
    attachments: createAttachmentKeeper(services, userId, root),
    findByName: noteNames(root),
    report: emptyReport(),
  };
  try {
    await inParallel(walkFiles(root), parallel, async ({ path, leftOut }) => {
      const file: FileReport =
        leftOut === undefined ? await importFile(work, path) : { path, outcome: "left out", reason: leftOut };
      count(work.report, file);
      await options.onFile?.(file);
    });
  } finally {
    await pool.stop();
  }
  work.report.folders = work.folders.made;
  if (!isTrial && work.report.notes > 0)
    await services.db.asJob(userId, "log an import", (tx) =>
      logActivity(tx, {
        type: "import_notes",
        title: `Imported ${work.report.notes} ${work.report.notes === 1 ? "note" : "notes"}`,
        description: `From the folder ${basename(root)}`,
        metadata: { notes_count: work.report.notes, folders_count: work.report.folders },
      }),
    );
  return work.report;
}

/** As many at a time as said; no more are read from the source than are in work. */
async function inParallel<Item>(
  items: AsyncGenerator<Item>,
  parallel: number,
  run: (item: Item) => Promise<void>,
): Promise<void> {
  const worker = async () => {
    for (let next = await items.next(); !next.done; next = await items.next()) await run(next.value);
  };
  try {
    await Promise.all(Array.from({ length: parallel }, worker));
  } finally {
    await items.return(undefined);
  }
}
