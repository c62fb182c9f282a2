import { z } from "zod";
import { Id } from "#contract/shared/base.ts";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import type { DriveFile, DriveItem, DriveSource } from "#contract/drive.ts";
import { logActivity } from "../activity/log-activity.ts";
import type { Services } from "../base.ts";
import type { Collab } from "../collab/collab.ts";
import type { Tx } from "../db/client.ts";
import { Failure } from "../failure.ts";
import { importId } from "../import/import-id.ts";
import { enqueue, type QueuedJob, type RunningJob } from "../jobs/job.ts";
import { assertFolder } from "../notes/assert-folder.ts";
import { createNote } from "../notes/create-note.ts";
import { SOURCE_NAMES, type SourceFile, withSource } from "./file-source.ts";
import { isNoteType, isTakeable, kindOf } from "./file-kinds.ts";
import { GoogleFault } from "./google/google-fault.ts";
import { addItems, changeItem, type ItemRow, listItems, lockItems } from "./items.ts";
import { isPicture, keepOnce, pictureId } from "./pictures.ts";
import { type Read, readNotes, type ReadNote, type Wanted, withFetched } from "./read-file.ts";
import { RemoteFault } from "./remote-fault.ts";
import { runItem, TRIES } from "./run-item.ts";

const AT_ONCE = 5;

type Chosen = { source: DriveSource; ids: string[] };

/** What chosen files are. Those that Cairn may not read are counted. @throws RemoteFault */
export async function describeFiles(
  services: Services,
  userId: string,
  chosen: Chosen,
): Promise<{ files: DriveFile[]; missing: number }> {
  const found = await readFiles(services, userId, chosen);
  const files = found.map(({ id, name, mimeType, size, modifiedTime }) => ({
    id,
    name,
    kind: kindOf(mimeType, name),
    size: size ?? null,
    modifiedAt: modifiedTime ? new Date(modifiedTime).toISOString() : null,
  }));
  return { files, missing: new Set(chosen.ids).size - files.length };
}

async function readFiles(services: Services, userId: string, { source, ids }: Chosen): Promise<SourceFile[]> {
  const files: SourceFile[] = [];
  const wanted = [...new Set(ids)];
  const read = (id: string) =>
    withSource(services, { userId, source }, ({ describe }) => describe(id)).catch((error: unknown) => {
      // One of many doesn't keep the others.
      if (error instanceof RemoteFault && error.isOfOne) return null;
      throw error;
    });
  for (let at = 0; at < wanted.length; at += AT_ONCE)
    for (const file of await Promise.all(wanted.slice(at, at + AT_ONCE).map(read)))
      if (file && isTakeable(file.mimeType)) files.push(file);
  return files;
}

const noneLeft = (source: DriveSource): RemoteFault =>
  source === "google"
    ? new GoogleFault("missing")
    : new RemoteFault("These files are no longer there, or Cairn may not read them. Choose them again.");

/** Leaves a job for each file; one that waits already, begun in another tab, is not begun twice. @throws RemoteFault, Failure NOT_FOUND for the folder */
export async function startImport(
  services: Services,
  userId: string,
  { folderId, ...chosen }: Chosen & { folderId: string | null },
): Promise<DriveItem[]> {
  const { source } = chosen;
  const files = await readFiles(services, userId, chosen);
  if (files.length === 0) throw noneLeft(source);
  const items = files.map(({ id: googleId, name, mimeType, link }) => ({
    ...{ id: uuidV7(), source, direction: "import" as const },
    ...{ googleId, name, mimeType, link, folderId },
  }));
  const begun = await services.db.withUser(userId, async (tx) => {
    await assertFolder(tx, folderId);
    await lockItems(tx);
    const waiting = await tx.query<{ id: string; google_id: string }>(
      `SELECT id, google_id FROM drive_items
       WHERE user_id = $1 AND source = $3 AND direction = 'import' AND state = 'waiting' AND google_id = ANY ($2)`,
      [userId, files.map(({ id }) => id), source],
    );
    const added = items.filter(({ googleId }) => !waiting.some(({ google_id: id }) => id === googleId));
    await addItems(tx, added);
    for (const { id } of added) await enqueue(tx, importFile, { itemId: id }, { key: id });
    return [...waiting, ...added].map(({ id }) => id);
  });
  return listItems(services.db, userId, { ids: begun });
}

const ItemJob = z.object({ itemId: Id });
export type ItemJob = z.infer<typeof ItemJob>;

export const importFile: QueuedJob<Services, ItemJob> = {
  name: "import-drive-file",
  data: ItemJob,
  isLong: true,
  tries: TRIES,
  run: (services, job) => runItem(services, job, (item) => importItem(services, job, item)),
};

async function importItem(services: Services, job: RunningJob<ItemJob>, item: ItemRow): Promise<void> {
  const { userId, signal } = job;
  await withSource(services, { userId, source: item.source, signal }, async (source) => {
    const file = await source.describe(item.google_id!);
    const wanted: Wanted = { userId, source, signal, itemId: item.id, file };
    const isNote = isNoteType(file.mimeType, file.name);
    const made = await withFetched(services, wanted, async (fetched) =>
      isNote
        ? makeNotes(services, wanted, item, await readNotes(services, wanted, fetched))
        : makeFile(services, wanted, fetched.path),
    );
    await services.db.withUser(userId, async (tx) => {
      await changeItem(tx, item.id, {
        message: null,
        ...made,
        ...{
          state: "done",
          name: file.name,
          link: file.link,
          version: file.version,
        },
        doneAt: new Date(),
      });
      await logImported(tx, { ...item, name: file.name }, made);
      await job.complete(tx);
    });
  });
}

/** A picture that notes show is one with them: it lies beside them, and comes by itself as well. */
async function makeFile(services: Services, { userId, itemId, source, file }: Wanted, path: string) {
  const isShared = source.tree !== undefined && isPicture(file.name);
  const id = isShared ? await pictureId(userId, path) : importId(userId, `drive ${itemId}`, "file", "");
  await keepOnce(services, userId, { id, name: file.name, path });
  return { fileId: id };
}

/** A long table is several notes, of which the first counts; then nothing is compared later. */
async function makeNotes(
  services: Services,
  { userId, file }: Wanted,
  item: ItemRow,
  { notes, message }: Read,
) {
  const folderId = await folderStill(services, userId, item.folder_id);
  for (const note of notes) {
    const title = notes.length === 1 ? titleOf(file) : note.title;
    await makeNote(services, userId, { ...note, title, folderId });
  }
  const [first, ...others] = notes;
  const madeNotes = notes.map(({ id }) => id);
  return { noteId: first!.id, madeNotes, message, ...(others.length === 0 && { baseText: first!.text }) };
}

const titleOf = ({ name }: SourceFile): string =>
  name.replace(/\.(?:docx|md|markdown|txt|html?|xlsx|csv|tsv)$/i, "");

async function folderStill(
  { db }: Services,
  userId: string,
  folderId: string | null,
): Promise<string | null> {
  const rows = await db.queryAs(
    userId,
    "SELECT 1 FROM folders WHERE id = $1 AND user_id = $2 AND trashed_at IS NULL",
    [folderId, userId],
  );
  return rows.length > 0 ? folderId : null;
}

async function makeNote(services: Services, userId: string, note: ReadNote): Promise<void> {
  const { id, title, tags, category, isFavorite, folderId, seed, created, updated } = note;
  // A job that ran before has made it.
  const there = await services.db.queryAs(userId, "SELECT 1 FROM notes_v2 WHERE id = $1", [id]);
  if (there.length > 0) return;
  const writtenAt = { created: new Date(created), updated: new Date(updated) };
  // Nobody has a note open that did not exist, so there is no one to relay its first change to.
  const onLogged: Collab["onLogged"] = ({ isDerived }) => {
    if (!isDerived) services.collab.derivation.schedule(id, userId, { isOpen: false });
  };
  await createNote(services.db, { ...services.collab, onLogged }, userId, {
    ...{ id, title, tags, category, isFavorite, folderId, seed, writtenAt },
    isLoggedElsewhere: true,
    origin: "import",
  });
}

type Made = { noteId?: string; fileId?: string };

const logImported = (
  tx: Tx,
  { name, source }: Pick<ItemRow, "name" | "source">,
  { noteId, fileId }: Made,
): Promise<unknown> =>
  logActivity(tx, {
    type: "import_notes",
    title: `Imported “${name}” from ${SOURCE_NAMES[source]}`,
    entityType: noteId ? "note" : "file",
    entityId: noteId ?? fileId ?? null,
    metadata: { notes_count: noteId ? 1 : 0 },
  });

/** @throws Failure CONFLICT when there is nothing to try again */
export async function retryItem(
  services: Services,
  userId: string,
  itemId: string,
  job: QueuedJob<Services, ItemJob>,
): Promise<void> {
  await services.db.withUser(userId, async (tx) => {
    const rows = await tx.query(
      "SELECT 1 FROM drive_items WHERE id = $1 AND user_id = $2 AND state = 'failed' FOR UPDATE",
      [itemId, userId],
    );
    if (rows.length === 0)
      throw new Failure("CONFLICT", "This didn't fail, so there is nothing to try again.");
    await changeItem(tx, itemId, { state: "waiting", message: null });
    await enqueue(tx, job, { itemId }, { key: itemId });
  });
}
