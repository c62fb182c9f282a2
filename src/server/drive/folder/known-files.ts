import { createHash } from "node:crypto";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import type { Database, Tx } from "../../db/client.ts";
import type { Row } from "../../db/row.ts";
import type { watchedFiles } from "../../db/schema/drive.ts";
import { enqueue } from "../../jobs/job.ts";
import { importFile } from "../import-file.ts";
import { addItems, changeItem } from "../items.ts";
import { checkWatched } from "./check-watched.ts";
import { nameOf } from "./folder-source.ts";
import { tell } from "./connection.ts";
import { MOST_FILES, type Scan, type Seen } from "./scan-folder.ts";

/** Of an account at once: the rest comes when these are done, so that others get their turn. */
const MOST_WAITING = 200;

const COLUMNS = ["path_hash", "path", "version", "inode", "item_id", "is_missing"] as const;
type KnownRow = Row<typeof watchedFiles, typeof COLUMNS>;

type Look = { scan: Scan; before: Scan | null };
/** What is known of an account's folder, and what one look at it found. */
type Taking = Look & { tx: Tx; known: Map<string, KnownRow>; folderId: string | null };

/** @returns false while something is left to do, or not at rest yet */
export const takeIn = (db: Database, userId: string, look: Look): Promise<boolean> =>
  db.asJob(userId, "take in files of a folder", async (tx) => {
    // Disconnected meanwhile: then nothing comes any more. Until the end of this, it isn't disconnected.
    const [folder] = await tx.query<{ folder_id: string | null }>(
      "SELECT folder_id FROM server_folders WHERE user_id = $1 FOR UPDATE",
      [userId],
    );
    if (!folder) return true;
    const rows = await tx.query<KnownRow>(
      `SELECT ${COLUMNS.join(", ")} FROM watched_files WHERE user_id = $1`,
      [userId],
      "watched-files",
    );
    const known = new Map(rows.map((row) => [row.path, row]));
    const taking: Taking = { ...look, tx, known, folderId: folder.folder_id };
    const found = compare(taking);
    const moved = await followMoves(taking, found);
    await noteMissing(taking, found.missing);
    const areChanged = await followChanges(taking, [...found.changed, ...found.back]);
    const { areAll, leftOut } = await addNew(
      taking,
      found.added.filter((path) => !moved.has(path)),
    );
    await noteProblemIn(tx, { message: null, leftOut: look.scan.leftOut + leftOut });
    return !found.isMoving && areChanged && areAll;
  });

type Found = {
  added: string[];
  changed: string[];
  /** Was missing, and is there again as it was or otherwise. */
  back: string[];
  missing: KnownRow[];
  /** Something differs from the last look: a file may be being written. */
  isMoving: boolean;
};

/** Only what two looks have seen alike counts as written to its end, or as gone. */
function compare({ scan, before, known }: Taking): Found {
  const found: Found = { added: [], changed: [], back: [], missing: [], isMoving: false };
  for (const [path, seen] of scan.files) {
    const row = known.get(path);
    if (row && !row.is_missing && row.version === seen.version) continue;
    if (before?.files.get(path)?.version !== seen.version) found.isMoving = true;
    else if (!row) found.added.push(path);
    else found[row.is_missing ? "back" : "changed"].push(path);
  }
  for (const row of known.values()) {
    if (row.is_missing || scan.files.has(row.path) || isUnread(scan, row.path)) continue;
    if (before && !before.files.has(row.path)) found.missing.push(row);
    else found.isMoving = true;
  }
  return found;
}

const isUnread = ({ unread, files }: Scan, path: string): boolean =>
  files.size >= MOST_FILES || unread.some((one) => (one.endsWith("/") ? path.startsWith(one) : path === one));

/** A file that was renamed, or put into another folder below, is still the same one. @returns the new paths of such */
async function followMoves({ tx, scan }: Taking, found: Found): Promise<Set<string>> {
  const byInode = new Map(found.missing.map((row) => [`${row.inode} ${row.version}`, row]));
  const moved = new Set<string>();
  for (const path of found.added) {
    const { inode, version } = scan.files.get(path)!;
    const row = byInode.get(`${inode} ${version}`);
    if (!row) continue;
    byInode.delete(`${inode} ${version}`);
    moved.add(path);
    await tx.query(
      "UPDATE watched_files SET path_hash = $3, path = $4 WHERE user_id = $1 AND path_hash = $2",
      [...[tx.userId, row.path_hash, hashOf(path)], path],
    );
    await changeItem(tx, row.item_id, { googleId: path, name: nameOf(path) });
  }
  const left = new Set(byInode.values());
  found.missing = found.missing.filter((row) => left.has(row));
  return moved;
}

const hashOf = (path: string): string => createHash("sha256").update(path).digest("hex");

/** Nothing is removed here. What was taken off the list, too, is forgotten: put back, it would be a new file. */
async function noteMissing({ tx }: Taking, missing: KnownRow[]): Promise<void> {
  if (missing.length === 0) return;
  const items = await itemsOf(
    tx,
    missing.map(({ item_id: id }) => id),
  );
  const forgotten = missing.filter(({ item_id: id }) => !items.has(id)).map(({ path_hash: hash }) => hash);
  await tx.query("DELETE FROM watched_files WHERE user_id = $1 AND path_hash = ANY ($2)", [
    tx.userId,
    forgotten,
  ]);
  await tx.query("UPDATE watched_files SET is_missing = true WHERE user_id = $1 AND path_hash = ANY ($2)", [
    tx.userId,
    missing.map(({ path_hash: hash }) => hash),
  ]);
  for (const { item_id: id } of missing) if (items.has(id)) await changeItem(tx, id, { isGone: true });
}

type ItemState = { id: string; state: string; waits: boolean; is_compared: boolean };

async function itemsOf(tx: Tx, ids: string[]): Promise<Map<string, ItemState>> {
  const rows = await tx.query<ItemState>(
    `SELECT i.id, i.state, i.base_text IS NOT NULL AND n.id IS NOT NULL AS is_compared,
       EXISTS (SELECT FROM changeset_notes c, jsonb_array_elements(c.parts) AS part
         WHERE c.changeset_id = i.changeset_id AND part->>'state' = 'proposed') AS waits
     FROM drive_items i LEFT JOIN notes_v2 n ON n.id = i.note_id AND n.trashed_at IS NULL
     WHERE i.user_id = $1 AND i.id = ANY ($2)`,
    [tx.userId, ids],
    "items-of-watched-files",
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** @returns false while a change waits for the person to decide what was proposed before */
async function followChanges({ tx, scan, known }: Taking, paths: string[]): Promise<boolean> {
  if (paths.length === 0) return true;
  const rows = paths.map((path) => known.get(path)!);
  const items = await itemsOf(
    tx,
    rows.map(({ item_id: id }) => id),
  );
  let isAll = true;
  for (const row of rows) {
    const seen = scan.files.get(row.path)!;
    const item = items.get(row.item_id);
    if (item && row.is_missing) await changeItem(tx, item.id, { isGone: false });
    const isChanged = seen.version !== row.version;
    const isLater = isChanged && item !== undefined && (item.waits || item.state === "waiting");
    if (isLater) isAll = false;
    else if (isChanged && item) await readAgain(tx, item);
    await noteSeen(tx, row, isLater ? row.version : seen.version, seen.inode);
  }
  return isAll;
}

async function readAgain(tx: Tx, { id, state, is_compared: isCompared }: ItemState): Promise<void> {
  if (state === "failed") {
    await changeItem(tx, id, { state: "waiting", message: null });
    await enqueue(tx, importFile, { itemId: id }, { key: id });
  } else if (isCompared) await enqueue(tx, checkWatched, { itemId: id }, { key: id });
}

const noteSeen = (tx: Tx, { path_hash: hash }: KnownRow, version: string, inode: string): Promise<unknown> =>
  tx.query(
    "UPDATE watched_files SET version = $3, inode = $4, is_missing = false WHERE user_id = $1 AND path_hash = $2",
    [tx.userId, hash, version, inode],
  );

/** @returns `leftOut`: those that find no room any more */
async function addNew(
  { tx, scan, known, folderId }: Taking,
  paths: string[],
): Promise<{ areAll: boolean; leftOut: number }> {
  if (paths.length === 0) return { areAll: true, leftOut: 0 };
  const [waiting] = await tx.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM drive_items WHERE user_id = $1 AND source = 'folder' AND state = 'waiting'",
    [tx.userId],
  );
  const fitting = paths.slice(0, Math.max(0, MOST_FILES - known.size));
  const now = fitting.slice(0, Math.max(0, MOST_WAITING - waiting!.count));
  const files = now.map((path) => ({ id: uuidV7(), path, ...scan.files.get(path)! }));
  if (files.length > 0) await addFiles(tx, files, folderId);
  return { areAll: now.length === fitting.length, leftOut: paths.length - fitting.length };
}

async function addFiles(
  tx: Tx,
  files: (Seen & { id: string; path: string })[],
  folderId: string | null,
): Promise<void> {
  await addItems(
    tx,
    files.map(({ id, path }) => ({
      ...{ id, folderId, googleId: path, name: nameOf(path), link: null },
      source: "folder" as const,
      direction: "import" as const,
      mimeType: "application/octet-stream",
    })),
  );
  const rows = files.map(({ id, path, version, inode }) => ({
    id,
    path,
    version,
    inode,
    hash: hashOf(path),
  }));
  await tx.query(
    `INSERT INTO watched_files (user_id, path_hash, path, version, inode, item_id)
     SELECT $1, f.hash, f.path, f.version, f.inode, f.id
     FROM jsonb_to_recordset($2::jsonb) AS f (id uuid, hash text, path text, version text, inode text)`,
    [tx.userId, JSON.stringify(rows)],
  );
  for (const { id } of files) await enqueue(tx, importFile, { itemId: id }, { key: id });
}

type Problem = { message: string | null; leftOut?: number };

/** Why it can't be read is shown for as long as it can't. */
export const noteProblem = (db: Database, userId: string, problem: Problem): Promise<void> =>
  db.asJob(userId, "tell how a folder is", (tx) => noteProblemIn(tx, problem));

async function noteProblemIn(tx: Tx, { message, leftOut }: Problem): Promise<void> {
  const changed = await tx.query(
    `UPDATE server_folders SET message = $2, left_out = coalesce($3, left_out)
     WHERE user_id = $1 AND (message IS DISTINCT FROM $2 OR left_out <> coalesce($3, left_out)) RETURNING user_id`,
    [tx.userId, message, leftOut ?? null],
  );
  if (changed.length > 0) await tell(tx, "update");
}
