import { posix } from "node:path";
import type { Services } from "../base.ts";
import { createNote } from "../notes/notes.ts";
import type { AttachmentKeeper } from "./import-attachments.ts";
import type { FolderMaker } from "./folder-maker.ts";
import { importId } from "../import/import-id.ts";
import type { FindByName } from "../import/note-names.ts";
import type { ParsedFile, ParseTask } from "../import/parse-file.ts";
import type { createParsePool } from "./parse-pool.ts";
import { retryTransient } from "../import/retry-transient.ts";
import type { FileReport, ImportReport } from "../import/report.ts";

/** What one import works with. */
export type Work = {
  services: Pick<Services, "db" | "collab" | "storage" | "config">;
  userId: string;
  /** The folder's real path. */
  root: string;
  /** Obsidian's own folder lies in it. */
  isObsidian: boolean;
  /** Says what would be made and makes nothing. */
  isTrial: boolean;
  pool: ReturnType<typeof createParsePool>;
  folders: FolderMaker;
  attachments: AttachmentKeeper;
  findByName: FindByName;
  report: ImportReport;
};

/** Makes a note of one file unless there is one. Everything the note needs is there before it. */
export async function importFile(work: Work, path: string): Promise<FileReport> {
  const noteId = importId(work.userId, work.root, "note", path);
  if (await retryTransient(() => isPresent(work, noteId))) return { path, outcome: "present", noteId };
  const leftOut = (reason: string): FileReport => ({ path, outcome: "left out", reason });
  try {
    const parsed = await retryTransient(() => read(work, path));
    if ("reason" in parsed) return leftOut(parsed.reason);
    const folderId = await retryTransient(() => work.folders.idOf(posix.dirname(path)));
    if (!work.isTrial) await retryTransient(() => store(work, noteId, folderId, parsed));
    work.report.links += parsed.links;
    work.report.images += parsed.images.length;
    const { title, problems } = parsed;
    return { path, outcome: "made", noteId, title, problems };
  } catch (error) {
    return leftOut(`not stored: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function isPresent({ services, userId }: Work, noteId: string): Promise<boolean> {
  const rows = await services.db.queryAs(
    userId,
    "SELECT 1 FROM notes_v2 WHERE id = $1",
    [noteId],
    "has-note",
  );
  return rows.length > 0;
}

/** Asks again where the thread lacked a name or an image could not be stored; each time it knows more. */
async function read(work: Work, path: string): Promise<ParsedFile | { reason: string }> {
  const { userId, root, services } = work;
  const task: ParseTask = {
    userId,
    root,
    key: root,
    path,
    maxImageBytes: services.config.maxImageBytes,
    refused: {},
    names: {},
    isObsidian: work.isObsidian,
  };
  for (;;) {
    const answer = await work.pool.parse(task);
    if ("unreadable" in answer) return { reason: answer.unreadable };
    if ("error" in answer) return { reason: `failed: ${answer.error}` };
    if ("asks" in answer) {
      for (const name of answer.asks) task.names[name] = await work.findByName(name);
    } else {
      const refused = await keepAll(work, answer.parsed.images);
      if (Object.keys(refused).length === 0) return answer.parsed;
      task.refused = { ...task.refused, ...refused };
    }
  }
}

async function keepAll(work: Work, images: string[]): Promise<Record<string, string>> {
  const refused: Record<string, string> = {};
  for (const image of images) {
    const reason = work.isTrial ? null : await work.attachments.keep(image);
    if (reason !== null) refused[image] = reason;
  }
  return refused;
}

async function store(work: Work, id: string, folderId: string | null, parsed: ParsedFile): Promise<void> {
  const { services, userId } = work;
  const { title, tags, seed, writtenAt, isFavorite, category } = parsed;
  const note = {
    id,
    title,
    tags,
    seed,
    writtenAt,
    category,
    isFavorite,
    folderId,
    isLoggedElsewhere: true,
  };
  // Nobody has a note open that did not exist, so there is no one to relay its first change to.
  const collab = { ...services.collab, onLogged: () => {} };
  await createNote(services.db, collab, userId, note);
  // Found by search at once. Should it fail, the server's sweep finds the note.
  await services.collab.derivation.deriveNow(id, userId).catch(() => {});
}
