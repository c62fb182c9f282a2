import type { Import } from "#contract/imports.ts";
import { logActivity } from "../../activity/log-activity.ts";
import type { Services } from "../../base.ts";
import type { Database, Tx } from "../../db/client.ts";
import { trashUnusedFiles } from "../../files/import-files.ts";
import { trashEmptyFolders } from "../../folders/import-folders.ts";
import { recordChanges } from "../../live/record-changes.ts";
import { trashNotes } from "../../notes/trash-notes.ts";
import { getImport, moveImport, readImport } from "../imports.ts";
import { putSettingsBack, removeExtras } from "./apply-extras.ts";
import { abortRun } from "../runs.ts";
import { removeWork } from "../work-folder.ts";

const AT_A_TIME = 1_000;

/** Puts what an import made into the trash. @throws Failure CONFLICT while it is under way */
export async function undoImport(
  { db, config, importRows }: Pick<Services, "db" | "config" | "importRows">,
  userId: string,
  importId: string,
  withEdited: boolean,
): Promise<{ import: Import; undone: number; kept: number }> {
  const { name } = await moveImport(db, userId, importId, ["done", "failed", "undone"], "undone");
  const counts = await takeBack(db, userId, importId, withEdited);
  await removeExtras({ db, importRows }, userId, importId);
  await putSettingsBack({ db }, userId, importId);
  await db.withUser(userId, async (tx) => {
    await tx.query("UPDATE imports SET finished_at = now() WHERE id = $1", [importId]);
    if (counts.undone > 0)
      await logActivity(tx, {
        type: "note_deleted",
        title: `Undid the import of ${name}`,
        description: `${counts.undone} notes went into the trash.`,
      });
  });
  await removeWork(config, importId);
  return { import: await getImport(db, userId, importId), ...counts };
}

/** Stops it wherever it is; what was made goes into the trash. @throws Failure CONFLICT when it is over */
export async function cancelImport(
  { db, config, importRows }: Pick<Services, "db" | "config" | "importRows">,
  userId: string,
  importId: string,
): Promise<Import> {
  const { status } = await readImport(db, userId, importId);
  await moveImport(db, userId, importId, ["uploading", "reading", "ready", "making"], "cancelled");
  await db.queryAs(userId, "UPDATE imports SET finished_at = now() WHERE id = $1 AND user_id = $2", [
    importId,
    userId,
  ]);
  const running = abortRun(importId);
  if (running) await running;
  // Whoever makes it elsewhere sees that it is cancelled and takes the rest back, unless that server has died.
  else {
    if (status === "ready" || status === "making") await takeAllBack({ db, importRows }, userId, importId);
    await removeWork(config, importId);
  }
  return getImport(db, userId, importId);
}

/** Notes, folders and files, and what came beside them. */
export async function takeAllBack(
  { db, importRows }: Pick<Services, "db" | "importRows">,
  userId: string,
  importId: string,
): Promise<void> {
  await takeBack(db, userId, importId, true);
  await removeExtras({ db, importRows }, userId, importId);
  await putSettingsBack({ db }, userId, importId);
}

/** An item whose thing may be there because of this import: one that died before it could say so counts too. */
const OURS = "i.import_id = $1 AND i.user_id = $2 AND i.outcome IN ('planned', 'made', 'kept')";

async function takeBack(
  db: Database,
  userId: string,
  importId: string,
  withEdited: boolean,
): Promise<{ undone: number; kept: number }> {
  const at = new Date().toISOString();
  await leaveToOthers(db, userId, importId);
  let undone = 0;
  for (;;) {
    const count = await db.asJob(userId, "undo an import", (tx) =>
      trashMadeNotes(tx, importId, withEdited, at),
    );
    undone += count;
    if (count < AT_A_TIME) break;
  }
  const kept = await db.asJob(userId, "undo an import", async (tx) => {
    const rows = await tx.query(
      `UPDATE import_items i SET outcome = 'kept' FROM notes_v2 n
       WHERE ${OURS} AND i.kind = 'note' AND n.id = i.entity_id AND n.trashed_at IS NULL RETURNING 1`,
      [importId, userId],
    );
    await trashMadeFiles(tx, importId, at);
    await trashMadeFolders(tx, importId, at);
    return rows.length;
  });
  return { undone, kept };
}

/** What broke off may have been completed by another import of the same: what that one made is that one's. */
async function leaveToOthers(db: Database, userId: string, importId: string): Promise<void> {
  await db.queryAs(
    userId,
    `UPDATE import_items i SET outcome = 'present' FROM import_items other
     WHERE i.import_id = $1 AND i.user_id = $2 AND i.outcome = 'planned' AND other.user_id = $2 AND other.import_id <> $1
       AND other.entity_id = i.entity_id AND other.outcome IN ('made', 'kept')`,
    [importId, userId],
  );
}

/** One that somebody wrote in, renamed, moved or tagged since is that person's work now. */
async function trashMadeNotes(tx: Tx, importId: string, withEdited: boolean, at: string): Promise<number> {
  const due = await tx.query<{ position: number; id: string }>(
    `SELECT i.position, n.id FROM import_items i JOIN notes_v2 n ON n.id = i.entity_id
     WHERE ${OURS} AND i.kind = 'note' AND n.user_id = $2 AND n.trashed_at IS NULL
       AND ($3 OR i.written_at IS NULL OR date_trunc('milliseconds', n.updated_at) = date_trunc('milliseconds', i.written_at))
     ORDER BY i.position LIMIT ${AT_A_TIME}`,
    [importId, tx.userId, withEdited],
  );
  const entityIds = due.map(({ id }) => id);
  await trashNotes(tx, entityIds, at);
  await tx.query(
    "UPDATE import_items SET outcome = 'undone' WHERE import_id = $1 AND position = ANY ($2::int[])",
    [importId, due.map(({ position }) => position)],
  );
  await recordChanges(tx, { entity: "note", operation: "delete", entityIds });
  return due.length;
}

async function madeOf(tx: Tx, importId: string, kind: "file" | "folder"): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `SELECT i.entity_id AS id FROM import_items i WHERE ${OURS} AND i.kind = $3`,
    [importId, tx.userId, kind],
  );
  return rows.map(({ id }) => id);
}

/** Files that nothing shows any more. */
async function trashMadeFiles(tx: Tx, importId: string, at: string): Promise<void> {
  await tell(tx, importId, "file", await trashUnusedFiles(tx, await madeOf(tx, importId, "file"), at));
}

/** Folders in which nothing is left, from the innermost outwards. */
async function trashMadeFolders(tx: Tx, importId: string, at: string): Promise<void> {
  const made = await madeOf(tx, importId, "folder");
  for (;;) {
    const rows = await trashEmptyFolders(tx, made, at);
    if (rows.length === 0) return;
    await tell(tx, importId, "folder", rows);
  }
}

async function tell(
  tx: Tx,
  importId: string,
  entity: "file" | "folder",
  rows: { id: string }[],
): Promise<void> {
  const entityIds = rows.map(({ id }) => id);
  await tx.query(
    "UPDATE import_items SET outcome = 'undone' WHERE import_id = $1 AND entity_id = ANY ($2::uuid[])",
    [importId, entityIds],
  );
  await recordChanges(tx, { entity, operation: "delete", entityIds });
}
