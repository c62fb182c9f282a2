import type { ActivityType } from "#contract/activity.ts";
import type { Folder } from "#contract/folders.ts";
import type { AiAccess } from "#contract/shared/ai-access.ts";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { type Changes, logActivity, logChange, quoted } from "../activity/log-activity.ts";
import type { Database, Tx } from "../db/client.ts";
import { Failure, notFound } from "../failure.ts";
import { recordChange } from "../live/record-change.ts";
import { assertFolder } from "../notes/assert-folder.ts";
import { assertStill } from "../notes/assert-still.ts";
import { updateManyNotes } from "../notes/update-many.ts";
import type { Row } from "../db/row.ts";
import type { folders } from "../db/schema/folders.ts";

/** What moved one level up when a folder was removed. */
type Moved = { notes: string[]; folders: string[] };

export type FolderChange = {
  name?: string | undefined;
  parentId?: string | null | undefined;
  aiAccess?: AiAccess | undefined;
};

const LISTED = ["id", "name", "parent_folder_id", "ai_access", "created_at", "updated_at"] as const;
type FolderRow = Row<typeof folders, typeof LISTED> & { note_count: number };

const COLUMNS = `${LISTED.map((column) => `f.${column}`).join(", ")},
  (SELECT count(*)::int FROM notes_v2 n WHERE n.folder_id = f.id AND n.trashed_at IS NULL) AS note_count`;

function toFolder(row: FolderRow): Folder {
  return {
    id: row.id,
    name: row.name,
    parentId: row.parent_folder_id,
    aiAccess: row.ai_access,
    noteCount: row.note_count,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

export async function listFolders(db: Database, userId: string): Promise<Folder[]> {
  const rows = await db.withUser(userId, (tx) =>
    tx.query<FolderRow>(
      `SELECT ${COLUMNS} FROM folders f WHERE f.user_id = $1 AND f.trashed_at IS NULL ORDER BY f.updated_at DESC, f.id DESC`,
      [userId],
    ),
  );
  return rows.map(toFolder);
}

export const getFolder = (db: Database, userId: string, folderId: string): Promise<Folder> =>
  db.withUser(userId, (tx) => selectFolder(tx, folderId));

async function selectFolder(tx: Tx, folderId: string): Promise<Folder> {
  const [row] = await tx.query<FolderRow>(
    `SELECT ${COLUMNS} FROM folders f WHERE f.id = $1 AND f.user_id = $2`,
    [folderId, tx.userId],
  );
  if (!row) throw notFound();
  return toFolder(row);
}

/** Repeated with the same id by its owner, it answers the folder that is there. */
export async function createFolder(
  db: Database,
  userId: string,
  folder: {
    id?: string | undefined;
    name: string;
    parentId: string | null;
    aiAccess?: AiAccess | undefined;
    /** Made together with many others, of which the log tells once. */
    isLoggedElsewhere?: boolean | undefined;
  },
): Promise<Folder> {
  const id = folder.id ?? uuidV7();
  return db.withUser(userId, async (tx) => {
    await assertFolder(tx, folder.parentId);
    const inserted = await tx.query(
      "INSERT INTO folders (id, user_id, name, parent_folder_id, ai_access) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (id) DO NOTHING RETURNING id",
      [id, userId, folder.name, folder.parentId, folder.aiAccess ?? "any"],
    );
    if (inserted.length > 0)
      await recordChange(tx, { userId, entity: "folder", entityId: id, operation: "insert" });
    if (inserted.length > 0 && !folder.isLoggedElsewhere)
      await logActivity(tx, {
        ...about("folder_created", id),
        title: `Created folder ${quoted(folder.name)}`,
      });
    return selectFolder(tx, id).catch(() => {
      throw new Failure("CONFLICT", "This id is taken. Create another one and try again.");
    });
  });
}

/** @throws Failure CONFLICT when the folder would come to lie inside itself */
export async function updateFolder(
  db: Database,
  userId: string,
  folderId: string,
  change: FolderChange,
  onlyIf: FolderChange = {},
): Promise<Folder> {
  return db.withUser(userId, async (tx) => {
    await tx.query("SELECT 1 FROM folders WHERE id = $1 AND user_id = $2 FOR UPDATE", [folderId, userId]);
    const folder = await selectFolder(tx, folderId);
    assertStill<FolderChange>(onlyIf, folder);
    if (change.parentId) {
      // One move of a user's folders at a time: two at once could tie a ring that neither sees.
      await tx.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 1))", [userId]);
      await assertFolder(tx, change.parentId);
      if (await isInside(tx, change.parentId, folderId))
        throw new Failure("CONFLICT", "A folder can't be moved into itself.");
    }
    const parentId = change.parentId === undefined ? folder.parentId : change.parentId;
    await tx.query(
      "UPDATE folders SET name = $2, parent_folder_id = $3, ai_access = $4, updated_at = now() WHERE id = $1",
      [folderId, change.name ?? folder.name, parentId, change.aiAccess ?? folder.aiAccess],
    );
    await recordChange(tx, { userId, entity: "folder", entityId: folderId, operation: "update" });
    const after = await selectFolder(tx, folderId);
    await logFolderChange(tx, folder, after);
    return after;
  });
}

async function isInside(tx: Tx, folderId: string, ancestorId: string): Promise<boolean> {
  const rows = await tx.query(
    `WITH RECURSIVE up AS (
       SELECT id, parent_folder_id FROM folders WHERE id = $1
       UNION SELECT f.id, f.parent_folder_id FROM folders f JOIN up ON f.id = up.parent_folder_id
     ) SELECT 1 FROM up WHERE id = $2`,
    [folderId, ancestorId],
  );
  return rows.length > 0;
}

/**
 * Into the trash. What is in it moves up to the parent, or follows into the trash; nothing is lost either way.
 */
export async function removeFolder(
  db: Database,
  userId: string,
  folderId: string,
  contents: "moveUp" | "trash",
): Promise<Folder & { moved: Moved }> {
  return db.withUser(userId, async (tx) => {
    const folder = await selectFolder(tx, folderId);
    const moved: Moved = { notes: [], folders: [] };
    await lockTree(tx, folderId, moved);
    if (contents === "moveUp") await moveUp(tx, folder, moved);
    else await trashTree(tx, folderId);
    await recordChange(tx, { userId, entity: "folder", entityId: folderId, operation: "delete" });
    await logActivity(tx, {
      ...about("folder_deleted", folderId),
      title: `Deleted folder ${quoted(folder.name)}`,
      description: contents === "moveUp" ? "Its notes moved up." : "Its notes went into the trash with it.",
      metadata: { moved },
    });
    return { ...folder, moved };
  });
}

/** Takes only the folder itself; what was in it is added to `moved`. */
async function moveUp(tx: Tx, { id, parentId }: Folder, moved: Moved): Promise<void> {
  const notes = await tx.query<{ id: string }>(
    "UPDATE notes_v2 SET folder_id = $2 WHERE folder_id = $1 AND trashed_at IS NULL RETURNING id",
    [id, parentId],
  );
  const folders = await tx.query<{ id: string }>(
    "UPDATE folders SET parent_folder_id = $2 WHERE parent_folder_id = $1 RETURNING id",
    [id, parentId],
  );
  moved.notes.push(...notes.map((note) => note.id));
  moved.folders.push(...folders.map((folder) => folder.id));
  await tx.query("UPDATE folders SET trashed_at = now() WHERE id = $1", [id]);
}

/** One instant for the whole, so that restoring the folder can tell what went with it. */
async function trashTree(tx: Tx, folderId: string): Promise<void> {
  await updateManyNotes(
    tx,
    `${SUBTREE} UPDATE notes_v2 SET trashed_at = now() WHERE folder_id IN (SELECT id FROM tree) AND trashed_at IS NULL RETURNING id`,
    [folderId],
  );
  await tx.query(
    `${SUBTREE} UPDATE folders SET trashed_at = now() WHERE id IN (SELECT id FROM tree) AND trashed_at IS NULL`,
    [folderId],
  );
}

/**
 * Out of the trash, with everything that went into it in the same act; what had moved up comes back, unless it has been
 * moved elsewhere since.
 */
export async function restoreFolder(
  db: Database,
  userId: string,
  folderId: string,
  moved?: Moved,
): Promise<Folder> {
  return db.withUser(userId, async (tx) => {
    await selectFolder(tx, folderId);
    await lockTree(tx, folderId, moved);
    const [trashed] = await tx.query<{ at: string | null }>(
      "SELECT trashed_at::text AS at FROM folders WHERE id = $1",
      [folderId],
    );
    if (trashed?.at) {
      await updateManyNotes(
        tx,
        `${SUBTREE} UPDATE notes_v2 SET trashed_at = NULL WHERE folder_id IN (SELECT id FROM tree) AND trashed_at = $2::timestamptz RETURNING id`,
        [folderId, trashed.at],
      );
      await tx.query(
        `${SUBTREE} UPDATE folders SET trashed_at = NULL WHERE id IN (SELECT id FROM tree) AND trashed_at = $2::timestamptz`,
        [folderId, trashed.at],
      );
    }
    await tx.query(
      `UPDATE folders f SET parent_folder_id = NULL WHERE id = $1
         AND EXISTS (SELECT 1 FROM folders p WHERE p.id = f.parent_folder_id AND p.trashed_at IS NOT NULL)`,
      [folderId],
    );
    if (moved) await takeBack(tx, folderId, moved);
    await recordChange(tx, { userId, entity: "folder", entityId: folderId, operation: "insert" });
    const folder = await selectFolder(tx, folderId);
    await logActivity(tx, {
      ...about("folder_restored", folderId),
      title: `Restored folder ${quoted(folder.name)}`,
    });
    return folder;
  });
}

const about = <Type extends ActivityType>(type: Type, folderId: string) =>
  ({ type, entityType: "folder", entityId: folderId }) as const;

async function logFolderChange(tx: Tx, before: Folder, after: Folder): Promise<void> {
  const changes: Changes = {};
  if (before.name !== after.name) changes["name"] = { from: before.name, to: after.name };
  if (before.parentId !== after.parentId) changes["parentId"] = { from: before.parentId, to: after.parentId };
  if (before.aiAccess !== after.aiAccess) changes["aiAccess"] = { from: before.aiAccess, to: after.aiAccess };
  if (Object.keys(changes).length > 0)
    await logChange(tx, {
      ...about("folder_updated", after.id),
      title: `Updated folder ${quoted(after.name)}`,
      metadata: { changes },
    });
}

async function takeBack(tx: Tx, folderId: string, moved: Moved): Promise<void> {
  const { parentId } = await selectFolder(tx, folderId);
  await tx.query(
    `UPDATE notes_v2 SET folder_id = $1
     WHERE id = ANY ($2::uuid[]) AND user_id = $3 AND folder_id IS NOT DISTINCT FROM $4`,
    [folderId, moved.notes, tx.userId, parentId],
  );
  // Siblings only, so none of them lies above this folder and no ring can close.
  await tx.query(
    `UPDATE folders SET parent_folder_id = $1
     WHERE id = ANY ($2::uuid[]) AND id <> $1 AND user_id = $3 AND parent_folder_id IS NOT DISTINCT FROM $4`,
    [folderId, moved.folders, tx.userId, parentId],
  );
}

const SUBTREE = `WITH RECURSIVE tree AS (
  SELECT id FROM folders WHERE id = $1 UNION SELECT f.id FROM folders f JOIN tree ON f.parent_folder_id = tree.id
)`;

/**
 * Locks what is about to change, everything by its id, as wherever several rows are changed at once; and only then the shares of the owner,
 * as whoever changes a single note does. Locked on the way, half of them would be in hand when the others are waited for, and two such
 * changes would give each other up.
 */
async function lockTree(tx: Tx, folderId: string, moved: Moved | undefined): Promise<void> {
  await tx.query(
    `${SUBTREE} SELECT 1 FROM notes_v2 WHERE user_id = $2 AND id IN (
       SELECT n.id FROM notes_v2 n WHERE n.folder_id IN (SELECT id FROM tree) UNION ALL SELECT unnest($3::uuid[])
     ) ORDER BY id FOR UPDATE`,
    [folderId, tx.userId, moved?.notes ?? []],
  );
  await tx.query(
    `${SUBTREE} SELECT 1 FROM folders WHERE user_id = $2 AND id IN (SELECT id FROM tree UNION ALL SELECT unnest($3::uuid[]))
     ORDER BY id FOR UPDATE`,
    [folderId, tx.userId, moved?.folders ?? []],
  );
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended($1::text, 2))", [tx.userId]);
}
