import { TRASH_DAYS, type TrashItem, type TrashKind } from "#contract/trash.ts";
import type { Database } from "../db/client.ts";
import { Failure } from "../failure.ts";
import { setFileTrashed } from "../files/file-trash.ts";
import { restoreFolder } from "../folders/folders.ts";
import { setTrashed } from "../notes/notes.ts";
import { restoreTask } from "../tasks/tasks.ts";

const DAY_MS = 24 * 60 * 60_000;

type Filter = { kind?: TrashKind | undefined; cursor?: string | undefined; limit: number };
type Item = Pick<TrashItem, "kind" | "id">;
type Row = {
  kind: TrashKind;
  id: string;
  name: string;
  place: string | null;
  notes: number;
  size: number | null;
  trashed_at: Date;
  micros: number;
};
type Counts = Record<"notes" | "folders" | "files" | "tasks", number>;

export async function listTrash(db: Database, userId: string, filter: Filter) {
  const after = filter.cursor ? readCursor(filter.cursor) : { micros: null, id: null };
  const rows = await db.queryAs<Row>(
    userId,
    `SELECT *, (extract(epoch FROM trashed_at) * 1000000)::bigint AS micros FROM (${ITEMS}) AS items
     WHERE ($2::text IS NULL OR kind = $2) AND ($3::bigint IS NULL OR
       (trashed_at, id) < (timestamptz 'epoch' + $3::bigint * interval '1 microsecond', $4::uuid))
     ORDER BY trashed_at DESC, id DESC LIMIT $5`,
    [userId, filter.kind ?? null, after.micros, after.id, filter.limit + 1],
  );
  const [counts] = await db.queryAs<Counts>(
    userId,
    `SELECT count(*) FILTER (WHERE kind = 'note')::int AS notes, count(*) FILTER (WHERE kind = 'folder')::int AS folders,
       count(*) FILTER (WHERE kind = 'file')::int AS files, count(*) FILTER (WHERE kind = 'task')::int AS tasks FROM (${ITEMS}) AS items`,
    [userId],
  );
  const page = rows.slice(0, filter.limit);
  const last = rows.length > filter.limit ? page.at(-1) : undefined;
  return { items: page.map(toItem), counts: counts!, nextCursor: last ? `${last.micros}.${last.id}` : null };
}

/** A folder that went with the one around it is part of that; so is the instant at which both went. */
const ITEMS = `SELECT 'note' AS kind, n.id, n.title AS name, f.name AS place, 0 AS notes, NULL::int AS size, n.trashed_at
    FROM notes_v2 n LEFT JOIN folders f ON f.id = n.folder_id WHERE n.user_id = $1 AND n.trashed_at IS NOT NULL
  UNION ALL SELECT 'folder', f.id, f.name, p.name,
    (SELECT count(*)::int FROM notes_v2 n WHERE n.user_id = $1 AND n.folder_id IS NOT NULL AND n.trashed_at = f.trashed_at), NULL, f.trashed_at
    FROM folders f LEFT JOIN folders p ON p.id = f.parent_folder_id
    WHERE f.user_id = $1 AND f.trashed_at IS NOT NULL AND p.trashed_at IS DISTINCT FROM f.trashed_at
  UNION ALL SELECT 'file', id, name, NULL, 0, size, trashed_at FROM files WHERE user_id = $1 AND trashed_at IS NOT NULL
  UNION ALL SELECT 'task', id, title, NULL, 0, NULL, trashed_at FROM tasks
    WHERE user_id = $1 AND note_id IS NULL AND trashed_at IS NOT NULL`;

function toItem({ kind, id, name, place, notes, size, trashed_at: at }: Row): TrashItem {
  const expiresAt = new Date(at.getTime() + TRASH_DAYS * DAY_MS).toISOString();
  return { kind, id, name, place, notes, size, trashedAt: at.toISOString(), expiresAt };
}

/** The cursor carries microseconds, which a JavaScript date would cut off. */
function readCursor(cursor: string): { micros: string; id: string } {
  const match = /^(\d{1,17})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(cursor);
  if (!match) throw new Failure("INVALID_INPUT", "cursor: not one of ours");
  return { micros: match[1]!, id: match[2]! };
}

/** Folders first: what went with one is back by then. */
const ORDER: TrashKind[] = ["folder", "file", "note", "task"];

/** By the functions of each noun, so that lists, search and the log hear of it as of any other change. */
export async function restoreItems(
  db: Database,
  userId: string,
  items: Item[],
): Promise<{ restored: number }> {
  const restore = { folder: restoreFolder, file: restoreFile, note: restoreNote, task: restoreTask };
  let restored = 0;
  for (const kind of ORDER)
    for (const { id } of items.filter((item) => item.kind === kind)) {
      if (!(await isInTrash(db, userId, kind, id))) continue;
      await restore[kind](db, userId, id);
      restored++;
    }
  return { restored };
}

const restoreNote = (db: Database, userId: string, id: string) => setTrashed(db, userId, id, false);
const restoreFile = (db: Database, userId: string, id: string) => setFileTrashed(db, userId, id, false);

const TABLES = { note: "notes_v2", folder: "folders", file: "files", task: "tasks" } as const;

async function isInTrash(db: Database, userId: string, kind: TrashKind, id: string): Promise<boolean> {
  const sql = `SELECT 1 FROM ${TABLES[kind]} WHERE id = $1 AND user_id = $2 AND trashed_at IS NOT NULL`;
  return (await db.queryAs(userId, sql, [id, userId])).length > 0;
}
