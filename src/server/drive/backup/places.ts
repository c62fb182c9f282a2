import type { BackupKeep, BackupPlaceName, DriveBackup } from "#contract/drive-backups.ts";
import { USUAL_KEEP } from "#contract/wire/backup-figures.ts";
import { logActivity } from "../../activity/log-activity.ts";
import { lastDue } from "../../backup/rotation.ts";
import type { Services } from "../../base.ts";
import type { Database, Tx } from "../../db/client.ts";
import type { Row } from "../../db/row.ts";
import type { backupPlaces } from "../../db/schema/drive.ts";
import { Failure } from "../../failure.ts";
import { enqueue, isRunning } from "../../jobs/job.ts";
import { recordChange } from "../../live/record-change.ts";
import { notify } from "../../notifications/notifications.ts";
import { MAKE_BACKUP, PLAN_BACKUP } from "./job-names.ts";
import { FOLDER } from "./place.ts";
import { Lock, makeLock, tagOf } from "../../export/account-lock.ts";

const COLUMNS = [
  "place",
  "lock",
  "daily",
  "weekly",
  "monthly",
  "folder_id",
  "begun_at",
  "made_at",
  "made_bytes",
  "message",
  "failed_at",
] as const;
export type PlaceRow = Row<typeof backupPlaces, typeof COLUMNS>;
const SELECT = `SELECT ${COLUMNS.join(", ")} FROM backup_places WHERE user_id = $1 AND place = $2`;

export async function findPlace(
  db: Database,
  userId: string,
  place: BackupPlaceName,
): Promise<PlaceRow | null> {
  const [row] = await db.queryAs<PlaceRow>(userId, SELECT, [userId, place], "backup-place");
  return row ?? null;
}

/** @throws when the row was changed by hand */
export const lockOf = ({ lock }: PlaceRow): Lock => Lock.parse(lock);

/** A run that says nothing for so long was killed; it is begun again, and until then isn't told as running. */
const RUN_HOURS = 12;

const KILLED = "The server stopped each time while the backup was being made.";

/** Whether its job runs or waits for another try: one whose node was killed again and again is given up without a word of its own. */
async function isUnderWay(db: Database, userId: string, place: BackupPlaceName): Promise<boolean> {
  const found = await db.queryAs(
    userId,
    "SELECT 1 FROM jobs WHERE user_id = $1 AND name = $2 AND key = $3",
    [userId, MAKE_BACKUP.name, place],
    "backup-under-way",
  );
  return found.length > 0;
}

/** Asks nobody but our own database. */
export async function backupStatus(
  { db }: Pick<Services, "db">,
  userId: string,
  place: BackupPlaceName,
): Promise<DriveBackup | null> {
  const row = await findPlace(db, userId, place);
  if (!row) return null;
  const { daily, weekly, monthly, begun_at: begunAt } = row;
  const isBegun = begunAt !== null && begunAt.getTime() > Date.now() - RUN_HOURS * 3_600_000;
  const isRunning = isBegun && (await isUnderWay(db, userId, place));
  return {
    keep: { daily, weekly, monthly },
    isRunning,
    madeAt: row.made_at?.toISOString() ?? null,
    madeBytes: row.made_bytes,
    message: row.message ?? (isBegun && !isRunning ? KILLED : null),
    failedAt: row.failed_at?.toISOString() ?? null,
    nextAt: nextDue(new Date(), userId).toISOString(),
    folder: FOLDER,
  };
}

const HOUR = 3;

/** At night by the server's clock, each account at a minute of its own, so that they don't all come at once. */
export function nextDue(now: Date, userId: string): Date {
  const minute = Number.parseInt(tagOf(userId), 16) % 60;
  const shifted = new Date(now.getTime() - minute * 60_000);
  const due = lastDue(shifted, HOUR);
  due.setDate(due.getDate() + 1);
  return new Date(due.getTime() + minute * 60_000);
}

/** The passphrase ends here: what is kept of it seals, and opens nothing. */
export async function startBackups(
  { db }: Pick<Services, "db">,
  userId: string,
  { place, passphrase, keep }: { place: BackupPlaceName; passphrase: string; keep?: BackupKeep | undefined },
): Promise<void> {
  const { daily, weekly, monthly } = keep ?? USUAL_KEEP;
  const lock = await makeLock(passphrase);
  await db.withUser(userId, async (tx) => {
    await assertConnected(tx, place);
    await tx.query(
      `INSERT INTO backup_places (user_id, place, lock, daily, weekly, monthly, begun_at)
       VALUES ($1, $2, $3, $4, $5, $6, now())
       ON CONFLICT (user_id, place) DO UPDATE SET lock = excluded.lock, begun_at = excluded.begun_at,
         daily = CASE WHEN $7 THEN excluded.daily ELSE backup_places.daily END,
         weekly = CASE WHEN $7 THEN excluded.weekly ELSE backup_places.weekly END,
         monthly = CASE WHEN $7 THEN excluded.monthly ELSE backup_places.monthly END`,
      [userId, place, JSON.stringify(lock), daily, weekly, monthly, keep !== undefined],
    );
    await enqueue(tx, MAKE_BACKUP, { place }, { key: place });
    await enqueue(tx, PLAN_BACKUP, { place }, { key: place, at: nextDue(new Date(), userId) });
    await tellPlace(tx, "insert", `Turned on nightly backups to ${NAMES[place]}`);
  });
}

/** In messages and the log. */
const NAMES: Record<BackupPlaceName, string> = {
  google: "Google Drive",
  webdav: "WebDAV",
  folder: "the folder on this server",
};

const CONNECTED: Record<BackupPlaceName, string> = {
  google: "SELECT 1 FROM drive_connections WHERE user_id = $1",
  webdav: "SELECT 1 FROM webdav_connections WHERE user_id = $1",
  folder: "SELECT 1 FROM server_folders WHERE user_id = $1",
};
const PAGES: Record<BackupPlaceName, string> = {
  google: "/app/drive",
  webdav: "/app/settings?tab=data#webdav",
  folder: "/app/settings?tab=data#server-folder",
};

/** @throws Failure CONFLICT */
export async function assertConnected(tx: Tx, place: BackupPlaceName): Promise<void> {
  const connected = await tx.query(CONNECTED[place], [tx.userId]);
  if (connected.length === 0) throw new Failure("CONFLICT", `Connect ${NAMES[place]} first.`);
}

/** @throws Failure CONFLICT while backups are off */
export const changeKeep = (
  { db }: Pick<Services, "db">,
  userId: string,
  { place, keep }: { place: BackupPlaceName; keep: BackupKeep },
): Promise<void> =>
  db.withUser(userId, async (tx) => {
    const rows = await tx.query(
      "UPDATE backup_places SET daily = $3, weekly = $4, monthly = $5 WHERE user_id = $1 AND place = $2 RETURNING place",
      [userId, place, keep.daily, keep.weekly, keep.monthly],
    );
    if (rows.length === 0) throw isOff();
    await tellPlace(tx, "update");
  });

const isOff = () => new Failure("CONFLICT", "Nightly backups are turned off. Turn them on first.");

/** Begun in two tabs, it is made once. @throws Failure CONFLICT while backups are off */
export const backUpNow = (
  { db }: Pick<Services, "db">,
  userId: string,
  place: BackupPlaceName,
): Promise<void> =>
  db.withUser(userId, async (tx) => {
    const rows = await tx.query(
      "UPDATE backup_places SET begun_at = now() WHERE user_id = $1 AND place = $2 RETURNING place",
      [userId, place],
    );
    if (rows.length === 0) throw isOff();
    await assertConnected(tx, place);
    if (!(await isRunning(tx, MAKE_BACKUP.name, place)))
      await enqueue(tx, MAKE_BACKUP, { place }, { key: place });
    await tellPlace(tx, "update");
  });

/** Forgets what sealed; what lies there stays, and opens with its passphrase. */
export async function stopBackups(tx: Tx, place: BackupPlaceName): Promise<void> {
  const gone = await tx.query("DELETE FROM backup_places WHERE user_id = $1 AND place = $2 RETURNING place", [
    tx.userId,
    place,
  ]);
  if (gone.length > 0) await tellPlace(tx, "delete", `Turned off nightly backups to ${NAMES[place]}`);
}

export const keepBackupFolder = (
  { db }: Pick<Services, "db">,
  userId: string,
  place: BackupPlaceName,
  folderId: string,
): Promise<unknown> =>
  db.queryAs(userId, "UPDATE backup_places SET folder_id = $3 WHERE user_id = $1 AND place = $2", [
    userId,
    place,
    folderId,
  ]);

/** @returns false when backups were turned off meanwhile */
export async function noteMade(
  tx: Tx,
  place: BackupPlaceName,
  made: { at: Date; size: number },
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE backup_places SET made_at = $3, made_bytes = $4, begun_at = NULL, message = NULL, failed_at = NULL
     WHERE user_id = $1 AND place = $2 RETURNING place`,
    [tx.userId, place, made.at, made.size],
  );
  if (rows.length > 0) await tellPlace(tx, "update");
  return rows.length > 0;
}

/** The person hears of it once: nights that fail after one that failed say nothing new. `isOver`: it isn't tried again before the next. */
export async function noteFailed(
  tx: Tx,
  place: BackupPlaceName,
  { message, isOver }: { message: string; isOver: boolean },
): Promise<void> {
  const [before] = await tx.query<{ failed_at: Date | null }>(
    "SELECT failed_at FROM backup_places WHERE user_id = $1 AND place = $2 FOR UPDATE",
    [tx.userId, place],
  );
  if (!before) return;
  await tx.query(
    `UPDATE backup_places SET message = $3, begun_at = CASE WHEN $4 THEN NULL ELSE begun_at END,
       failed_at = CASE WHEN $4 THEN now() ELSE failed_at END WHERE user_id = $1 AND place = $2`,
    [tx.userId, place, message, isOver],
  );
  await tellPlace(tx, "update");
  if (!isOver || before.failed_at !== null) return;
  await notify(tx, {
    type: "error",
    title: "Backup failed",
    message: `${capitalised(NAMES[place])}: ${message}`,
    href: PAGES[place],
  });
}

const capitalised = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

async function tellPlace(tx: Tx, operation: "insert" | "update" | "delete", title?: string): Promise<void> {
  const { userId } = tx;
  await recordChange(tx, { userId, entity: "drive", entityId: userId, operation });
  if (title)
    await logActivity(tx, { type: "settings_updated", title, entityType: "account", entityId: userId });
}
