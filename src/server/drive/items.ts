import type { DriveItem } from "#contract/drive.ts";
import { type DriveSource, MOST_DRIVE_ITEMS } from "#contract/drive.ts";
import type { Database, Tx } from "../db/client.ts";
import type { Row } from "../db/row.ts";
import type { driveItems } from "../db/schema/drive.ts";
import { Failure, notFound } from "../failure.ts";
import { recordChange } from "../live/record-change.ts";
import { readablePath } from "./webdav/dav-address.ts";

const LISTED = [
  "id",
  "source",
  "direction",
  "state",
  "message",
  "google_id",
  "name",
  "mime_type",
  "link",
  "format",
  "folder_id",
  "note_id",
  "made_notes",
  "file_id",
  "version",
  "checked_at",
  "is_gone",
  "changeset_id",
  "done_at",
  "created_at",
] as const;
export type ItemRow = Row<typeof driveItems, typeof LISTED>;
type Listed = ItemRow & {
  note_title: string | null;
  waits: boolean;
  has_base: boolean;
  webdav_url: string | null;
};

/** A changeset that was decided, or is gone, is nothing to review any more. */
const SELECT = `SELECT ${LISTED.map((column) => `i.${column}`).join(", ")}, n.title AS note_title, i.base_text IS NOT NULL AS has_base, w.url AS webdav_url,
    EXISTS (SELECT FROM changeset_notes c, jsonb_array_elements(c.parts) AS part
      WHERE c.changeset_id = i.changeset_id AND part->>'state' = 'proposed') AS waits
  FROM drive_items i LEFT JOIN notes_v2 n ON n.id = i.note_id AND n.trashed_at IS NULL
    LEFT JOIN webdav_connections w ON w.user_id = i.user_id AND i.source = 'webdav'`;

const toItem = (row: Listed): DriveItem => ({
  id: row.id,
  source: row.source,
  direction: row.direction,
  state: row.state,
  message: row.message,
  name: row.name,
  path: pathOf(row),
  link: row.link,
  format: row.format,
  noteId: row.note_title === null ? null : row.note_id,
  noteTitle: row.note_title,
  fileId: row.file_id,
  isCompared: row.direction === "import" && row.state === "done" && row.note_title !== null && row.has_base,
  checkedAt: row.checked_at?.toISOString() ?? null,
  isGone: row.is_gone,
  changesetId: row.waits ? row.changeset_id : null,
  at: (row.done_at ?? row.created_at).toISOString(),
});

function pathOf({ source, google_id: id, webdav_url: base }: Listed): string | null {
  if (id === null || source === "google") return null;
  return source === "folder" ? id : readablePath(id, base);
}

/** At once: what waits for the person comes first. */
const MOST_LISTED = 500;

const NEWEST = "coalesce(i.done_at, i.created_at) DESC, i.id DESC";
const BY_ID = `SELECT * FROM (${SELECT} WHERE i.user_id = $1 AND i.id = ANY ($2::uuid[])) i ORDER BY ${NEWEST}`;
const ALL_OF_ONE = `SELECT * FROM (${SELECT} WHERE i.user_id = $1 AND i.source = $2) i ORDER BY ${NEWEST}`;
const OF_SOURCE: Record<DriveSource, string> = {
  google: ALL_OF_ONE,
  webdav: ALL_OF_ONE,
  folder: `SELECT * FROM (${SELECT} WHERE i.user_id = $1 AND i.source = $2) i
    ORDER BY waits DESC, i.state = 'failed' DESC, ${NEWEST} LIMIT ${MOST_LISTED}`,
};

type Which = { source: DriveSource } | { ids: string[] };

export async function listItems(db: Database, userId: string, which: Which): Promise<DriveItem[]> {
  const rows = await ("ids" in which
    ? db.queryAs<Listed>(userId, BY_ID, [userId, which.ids], "drive-items-by-id")
    : db.queryAs<Listed>(
        userId,
        OF_SOURCE[which.source],
        [userId, which.source],
        `drive-items-of-${which.source}`,
      ));
  return rows.map(toItem);
}

/** @throws Failure NOT_FOUND */
export async function getItem(db: Database, userId: string, id: string): Promise<DriveItem> {
  const [item] = await listItems(db, userId, { ids: [id] });
  if (!item) throw notFound();
  return item;
}

/** @throws Failure NOT_FOUND */
export async function readItem(
  db: Database,
  userId: string,
  id: string,
): Promise<ItemRow & { base_text: string | null }> {
  const [row] = await db.queryAs<ItemRow & { base_text: string | null }>(
    userId,
    `SELECT ${LISTED.join(", ")}, base_text FROM drive_items WHERE id = $1 AND user_id = $2`,
    [id, userId],
    "drive-item",
  );
  if (!row) throw notFound();
  return row;
}

type NewItem = {
  id: string;
  source: DriveSource;
  direction: "import" | "export";
  googleId: string | null;
  name: string;
  mimeType: string;
  link: string | null;
} & {
  format?: "document" | "markdown";
  folderId?: string | null;
  noteId?: string;
};

/** Until the transaction ends, nobody else adds any: what was looked for and not found stays away. */
export const lockItems = (tx: Tx): Promise<unknown> =>
  tx.query("SELECT pg_advisory_xact_lock(hashtextextended('drive ' || $1, 0))", [tx.userId]);

/** Of the folder on the server there are as many as may lie there, and what is exported. */
const MOST: Record<DriveSource, number> = {
  google: MOST_DRIVE_ITEMS,
  webdav: MOST_DRIVE_ITEMS,
  folder: 12_000,
};

/** Of one source, in one transaction with the jobs that do it. @throws Failure QUOTA_EXCEEDED */
export async function addItems(tx: Tx, items: NewItem[]): Promise<void> {
  const { userId } = tx;
  await lockItems(tx);
  const source = items[0]?.source ?? "google";
  const [counted] = await tx.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM drive_items WHERE user_id = $1 AND source = $2",
    [userId, source],
  );
  if (counted!.count + items.length > MOST[source])
    throw new Failure(
      "QUOTA_EXCEEDED",
      `At most ${MOST[source]} imports and exports are remembered. Forget some first.`,
    );
  await tx.query(
    `INSERT INTO drive_items (id, user_id, source, direction, google_id, name, mime_type, link, format, folder_id, note_id)
     SELECT i.id, $1, i.source, i.direction, i."googleId", i.name, i."mimeType", i.link, i.format, i."folderId", i."noteId"
     FROM jsonb_to_recordset($2::jsonb) AS i (id uuid, source text, direction text, "googleId" text, name text, "mimeType" text, link text, format text,
       "folderId" uuid, "noteId" uuid)`,
    [userId, JSON.stringify(items)],
  );
  for (const { id } of items) await tellItem(tx, id, "insert");
}

export const tellItem = (tx: Tx, id: string, operation: "insert" | "update" | "delete"): Promise<void> =>
  recordChange(tx, { userId: tx.userId, entity: "drive", entityId: id, operation });

type Change = Partial<{
  state: ItemRow["state"];
  message: string | null;
  googleId: string;
  name: string;
  link: string | null;
  noteId: string;
  madeNotes: string[];
  fileId: string;
  version: string;
  baseText: string;
  checkedAt: Date;
  isGone: boolean;
  changesetId: string | null;
  doneAt: Date;
}>;
const NAMES: Record<keyof Change, string> = {
  state: "state",
  message: "message",
  googleId: "google_id",
  name: "name",
  link: "link",
  noteId: "note_id",
  madeNotes: "made_notes",
  fileId: "file_id",
  version: "version",
  baseText: "base_text",
  checkedAt: "checked_at",
  isGone: "is_gone",
  changesetId: "changeset_id",
  doneAt: "done_at",
};

/** Changes an item, if it is still there. */
export async function changeItem(tx: Tx, id: string, change: Change): Promise<void> {
  const names = Object.keys(change) as (keyof Change)[];
  const sets = names.map((name, index) => `${NAMES[name]} = $${index + 3}`).join(", ");
  const rows = await tx.query(`UPDATE drive_items SET ${sets} WHERE id = $1 AND user_id = $2 RETURNING id`, [
    id,
    tx.userId,
    ...names.map((name) => change[name]),
  ]);
  if (rows.length > 0) await tellItem(tx, id, "update");
}

/** @throws Failure NOT_FOUND */
export const forgetItem = (db: Database, userId: string, id: string): Promise<void> =>
  db.withUser(userId, async (tx) => {
    const gone = await tx.query("DELETE FROM drive_items WHERE id = $1 AND user_id = $2 RETURNING id", [
      id,
      userId,
    ]);
    if (gone.length === 0) throw notFound();
    await tellItem(tx, id, "delete");
  });
