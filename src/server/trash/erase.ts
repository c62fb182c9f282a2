import type { TrashItem } from "#contract/trash.ts";
import { logActivity, quoted } from "../activity/log-activity.ts";
import type { Database, Tx } from "../db/client.ts";
import { eraseFile } from "../files/file-trash.ts";
import type { Storage } from "../files/storage.ts";
import { recordChange } from "../live/record-change.ts";

type Item = Pick<TrashItem, "kind" | "id">;
type Counts = Record<"notes" | "folders" | "files" | "tasks", number>;

const AT_A_TIME = 200;

type Services = { db: Database; storage: Storage };

/** Deletes for ever, and only what is in the trash. A folder takes along what went into the trash with it. */
export function eraseItems(services: Services, userId: string, items: Item[]): Promise<{ removed: Counts }> {
  return services.db.inTurnOfMany(userId, () => erasePortion(services, userId, items));
}

async function erasePortion(
  { db, storage }: Services,
  userId: string,
  items: Item[],
): Promise<{ removed: Counts }> {
  const ids = (kind: Item["kind"]) => items.filter((item) => item.kind === kind).map((item) => item.id);
  const removed: Counts = { notes: 0, folders: 0, files: 0, tasks: 0 };
  await db.withUser(userId, async (tx) => {
    const gone = await eraseFolders(tx, ids("folder"));
    removed.folders = gone.folders;
    const notes = await tx.query<{ id: string; title: string }>(
      "DELETE FROM notes_v2 WHERE id = ANY ($1::uuid[]) AND user_id = $2 AND trashed_at IS NOT NULL RETURNING id, title",
      [ids("note"), userId],
    );
    removed.notes = gone.notes + notes.length;
    const tasks = await tx.query<{ title: string }>(
      "DELETE FROM tasks WHERE id = ANY ($1::uuid[]) AND user_id = $2 AND note_id IS NULL AND trashed_at IS NOT NULL RETURNING title",
      [ids("task"), userId],
    );
    removed.tasks = tasks.length;
    const isAny = removed.folders + removed.notes + removed.tasks > 0;
    if (isAny) await tellOthers(tx, items);
    const only = items.length === 1 ? (notes[0] ?? tasks[0]) : undefined;
    if (isAny)
      await logActivity(tx, {
        type: "trash_emptied",
        title: only ? `Deleted ${quoted(only.title)} for ever` : `Deleted ${wordsOf(removed)} for ever`,
        metadata: { removed: { ...removed } },
      });
  });
  for (const id of ids("file")) if (await eraseFile(db, storage, userId, id)) removed.files++;
  return { removed };
}

function wordsOf({ notes, folders, tasks }: Counts): string {
  const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;
  const parts = [
    notes > 0 && counted(notes, "note"),
    folders > 0 && counted(folders, "folder"),
    tasks > 0 && counted(tasks, "task"),
  ].filter((part) => part !== false);
  const last = parts.pop() ?? "";
  return parts.length > 0 ? `${parts.join(", ")} and ${last}` : last;
}

/** One event for each kind: whoever lists them asks again for all. */
async function tellOthers(tx: Tx, items: Item[]): Promise<void> {
  for (const entity of ["note", "folder", "task"] as const) {
    const one = items.find((item) => item.kind === entity);
    if (one) await recordChange(tx, { userId: tx.userId, entity, entityId: one.id, operation: "delete" });
  }
}

async function eraseFolders(tx: Tx, ids: string[]): Promise<{ folders: number; notes: number }> {
  let [folders, notes] = [0, 0];
  for (const id of ids) {
    const gone = await tx.query(
      `${WITH_IT} DELETE FROM notes_v2 n USING tree WHERE n.folder_id = tree.id
      AND n.trashed_at = tree.trashed_at AND n.user_id = $2 RETURNING n.id`,
      [id, tx.userId],
    );
    const left = await tx.query(
      `${WITH_IT} DELETE FROM folders f USING tree WHERE f.id = tree.id RETURNING f.id`,
      [id, tx.userId],
    );
    folders += left.length;
    notes += gone.length;
  }
  return { folders, notes };
}

const WITH_IT = `WITH RECURSIVE tree AS (
  SELECT id, trashed_at FROM folders WHERE id = $1 AND user_id = $2 AND trashed_at IS NOT NULL
  UNION SELECT f.id, f.trashed_at FROM folders f JOIN tree ON f.parent_folder_id = tree.id AND f.trashed_at = tree.trashed_at
)`;

/** In portions, so that a trash of a hundred thousand notes holds up nobody. */
export function emptyTrash(services: Services, userId: string): Promise<{ removed: Counts }> {
  return services.db.inTurnOfMany(userId, () => eraseAll(services, userId));
}

async function eraseAll(services: Services, userId: string): Promise<{ removed: Counts }> {
  const total: Counts = { notes: 0, folders: 0, files: 0, tasks: 0 };
  // What is deleted while this goes on was not meant.
  const [start] = await services.db.queryAs<{ now: string }>(userId, "SELECT now()::text AS now", []);
  for (;;) {
    const items = await services.db.queryAs<Item>(
      userId,
      `SELECT * FROM (
         SELECT 'note' AS kind, id FROM notes_v2 WHERE user_id = $1 AND trashed_at <= $2::timestamptz
         UNION ALL SELECT 'folder', id FROM folders WHERE user_id = $1 AND trashed_at <= $2::timestamptz
         UNION ALL SELECT 'file', id FROM files WHERE user_id = $1 AND trashed_at <= $2::timestamptz
         UNION ALL SELECT 'task', id FROM tasks WHERE user_id = $1 AND note_id IS NULL AND trashed_at <= $2::timestamptz
       ) AS items LIMIT ${AT_A_TIME}`,
      [userId, start!.now],
    );
    if (items.length === 0) return { removed: total };
    const { removed } = await erasePortion(services, userId, items);
    const kinds = ["notes", "folders", "files", "tasks"] as const;
    if (kinds.every((kind) => removed[kind] === 0)) return { removed: total };
    for (const kind of kinds) total[kind] += removed[kind];
  }
}
