import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import type { DriveFormat, DriveItem, DriveSource } from "#contract/drive.ts";
import { logActivity } from "../activity/log-activity.ts";
import type { Services } from "../base.ts";
import { readBodyAs } from "../collab/load-note.ts";
import type { Tx } from "../db/client.ts";
import { noteMarkdown } from "../export/note-markdown.ts";
import { Failure, notFound } from "../failure.ts";
import { enqueue, isRunning, type QueuedJob, type RunningJob } from "../jobs/job.ts";
import { assertConnected } from "./backup/places.ts";
import { GOOGLE_DOC } from "./file-kinds.ts";
import { targetOf } from "./export-target.ts";
import { SOURCE_NAMES } from "./file-source.ts";
import { type ItemJob, importFile } from "./import-file.ts";
import { addItems, changeItem, type ItemRow, listItems, lockItems } from "./items.ts";
import { noteHtml } from "./note-html.ts";
import { runItem, TRIES } from "./run-item.ts";

const ENDINGS: Record<DriveFormat, string> = { document: "", markdown: ".md" };

type NoteRow = { id: string; title: string; tags: string[]; created_at: Date; updated_at: Date };

const SELECT_NOTES =
  "SELECT id, title, tags, created_at, updated_at FROM notes_v2 WHERE id = ANY ($1) AND user_id = $2 AND trashed_at IS NULL";

/** Leaves a job for each note; one that was exported before in this format is replaced there. @throws Failure NOT_FOUND */
export function startExport(
  services: Services,
  userId: string,
  { noteIds, format, source }: { noteIds: string[]; format: DriveFormat; source: DriveSource },
): Promise<DriveItem[]> {
  const wanted = [...new Set(noteIds)];
  return services.db
    .withUser(userId, async (tx) => {
      await assertConnected(tx, source);
      await lockItems(tx);
      const notes = await tx.query<NoteRow>(SELECT_NOTES, [wanted, userId]);
      if (notes.length < wanted.length) throw notFound();
      const ids: string[] = [];
      for (const note of notes)
        ids.push(await itemFor(tx, note, { format: source === "google" ? format : "markdown", source }));
      for (const itemId of ids)
        // Two runs at once would make two documents; the one that runs sends what is written meanwhile as well.
        if (!(await isRunning(tx, exportNote.name, itemId)))
          await enqueue(tx, exportNote, { itemId }, { key: itemId });
      return ids;
    })
    .then((ids) => listItems(services.db, userId, { ids }));
}

async function itemFor(
  tx: Tx,
  note: NoteRow,
  { format, source }: { format: DriveFormat; source: DriveSource },
): Promise<string> {
  const [there] = await tx.query<{ id: string }>(
    "SELECT id FROM drive_items WHERE user_id = $1 AND note_id = $2 AND direction = 'export' AND format = $3 AND source = $4 ORDER BY id LIMIT 1 FOR UPDATE",
    [tx.userId, note.id, format, source],
  );
  if (there) {
    await changeItem(tx, there.id, { state: "waiting", message: null });
    return there.id;
  }
  const id = uuidV7();
  const name = nameOf(note, format);
  const mimeType = format === "document" ? GOOGLE_DOC : "text/markdown";
  await addItems(tx, [
    { id, source, direction: "export", googleId: null, name, mimeType, link: null, format, noteId: note.id },
  ]);
  return id;
}

const nameOf = ({ title }: NoteRow, format: DriveFormat): string =>
  (title.trim() || "Untitled") + ENDINGS[format];

export const exportNote: QueuedJob<Services, ItemJob> = {
  name: "export-drive-note",
  data: importFile.data,
  isLong: true,
  tries: TRIES,
  run: (services, job) => runItem(services, job, (item) => exportItem(services, job, item)),
};

type Again = { isAgain?: boolean };

/** What is written while it is sent is sent once more: whoever pressed a second time meanwhile began no other job. */
async function exportItem(
  services: Services,
  job: RunningJob<ItemJob>,
  item: ItemRow,
  { isAgain = false }: Again = {},
): Promise<void> {
  const { userId } = job;
  const format = item.format ?? "document";
  const [note] = await services.db.queryAs<NoteRow>(userId, SELECT_NOTES, [[item.note_id], userId]);
  if (!note) throw new Failure("NOT_FOUND", "The note is in the trash.");
  const bytes = Buffer.from(await textOf(services, userId, note, format));
  const { source } = item;
  const file = { name: nameOf(note, format), format, bytes, isRetry: job.attempt > 1 };
  const sent = await targetOf(services, { userId, source, signal: job.signal }).put(item.google_id, file);
  const isOver = await services.db.withUser(userId, async (tx) => {
    const { id: googleId, name, version, link } = sent;
    const change = { googleId, name, version, link, isGone: false };
    const isWrittenOn = !isAgain && (await wasWrittenSince(tx, note));
    await changeItem(tx, item.id, {
      ...change,
      ...(!isWrittenOn && { state: "done", message: null, doneAt: new Date() }),
    });
    if (isWrittenOn) return false;
    await logExported(tx, note, item.source);
    await job.complete(tx);
    return true;
  });
  if (!isOver) await exportItem(services, job, { ...item, google_id: sent.id }, { isAgain: true });
}

async function wasWrittenSince(tx: Tx, { id, updated_at: readAt }: NoteRow): Promise<boolean> {
  // The driver hands out milliseconds.
  const rows = await tx.query(
    "SELECT 1 FROM notes_v2 WHERE id = $1 AND user_id = $2 AND date_trunc('milliseconds', updated_at) > $3",
    [id, tx.userId, readAt],
  );
  return rows.length > 0;
}

const logExported = (tx: Tx, { id, title }: NoteRow, source: DriveSource): Promise<unknown> =>
  logActivity(tx, {
    type: "export_notes",
    title: `Exported “${title || "Untitled"}” to ${SOURCE_NAMES[source]}`,
    entityType: "note",
    entityId: id,
    metadata: { export_format: source === "google" ? "google_drive" : "markdown", notes_count: 1 },
  });

async function textOf(
  services: Services,
  userId: string,
  note: NoteRow,
  format: DriveFormat,
): Promise<string> {
  const { parts } = await readBodyAs(services.db, userId, note.id);
  if (format === "document")
    return noteHtml(services, userId, note.title, await services.collab.bodies.read(parts, "html"));
  const head = { title: note.title, tags: note.tags, createdAt: note.created_at, updatedAt: note.updated_at };
  return noteMarkdown("note.md", head, await services.collab.bodies.read(parts, "markdown"), new Map());
}
