import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { BackupPlaceName } from "#contract/drive-backups.ts";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { chooseKept } from "../../backup/rotation.ts";
import type { Services } from "../../base.ts";
import { isUnavailable } from "../../db/client.ts";
import { exportAccount } from "../../export/export-account.ts";
import { UPLOAD_MAX_BYTES } from "../../extract/limits.ts";
import { Failure } from "../../failure.ts";
import { removeWork, workFolder } from "../../import/work-folder.ts";
import { enqueue, isRunning, type QueuedJob, type RunningJob } from "../../jobs/job.ts";
import { storageFault } from "../../platform/storage-fault.ts";
import type { DriveServices } from "../connection.ts";
import { mayPass, RemoteFault } from "../remote-fault.ts";
import { folderPlace } from "../folder/folder-place.ts";
import { webdavPlace } from "../webdav/webdav-place.ts";
import { writeAccountFile } from "../../export/account-file.ts";
import { googlePlace } from "./google-place.ts";
import { MAKE_BACKUP, PLAN_BACKUP, type PlaceJob } from "./job-names.ts";
import { tagOf } from "../../export/account-lock.ts";
import { type BackupPlace, backupName } from "./place.ts";
import {
  findPlace,
  keepBackupFolder,
  lockOf,
  nextDue,
  noteFailed,
  noteMade,
  type PlaceRow,
} from "./places.ts";

/** With pauses that grow to a few minutes. */
const TRIES = 5;

/** Each night: it leaves itself for the next, before anything can go wrong with this one. */
export const planBackup: QueuedJob<Services, PlaceJob> = {
  ...PLAN_BACKUP,
  run: ({ db }, { userId, data }) =>
    db.withUser(userId, async (tx) => {
      const { place } = data;
      const rows = await tx.query(
        "UPDATE backup_places SET begun_at = now() WHERE user_id = $1 AND place = $2 RETURNING place",
        [userId, place],
      );
      if (rows.length === 0) return;
      if (!(await isRunning(tx, MAKE_BACKUP.name, place)))
        await enqueue(tx, MAKE_BACKUP, data, { key: place });
      await enqueue(tx, PLAN_BACKUP, data, { key: place, at: nextDue(new Date(), userId) });
    }),
};

/** Makes one backup and sends it. A node that is killed leaves it to another, which begins anew. */
export const makeBackup: QueuedJob<Services, PlaceJob> = {
  ...MAKE_BACKUP,
  isLong: true,
  tries: TRIES,
  async run(services, job) {
    const row = await findPlace(services.db, job.userId, job.data.place);
    if (!row) return;
    try {
      await backUp(services, job, row);
    } catch (error) {
      await fail(services, job, error);
    }
  },
};

async function backUp(services: Services, job: RunningJob<PlaceJob>, row: PlaceRow): Promise<void> {
  const { userId, signal } = job;
  const place = openPlace(services, userId, row, signal);
  const at = new Date();
  const workId = uuidV7();
  const folder = workFolder(services.config, workId);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, "backup.cairn");
    const source = Readable.from(await exportAccount(services, userId));
    const { size, md5 } = await writeAccountFile(source, { path, lock: lockOf(row), at, signal });
    await place.put({ path, size, md5, name: backupName(at, tagOf(userId)) });
    // It counts from here: what becomes of older ones is no matter of it.
    // Together with the end of the job: whoever asks for another in between finds this one under way, or none.
    const isOn = await services.db.withUser(userId, async (tx) => {
      const isStillOn = await noteMade(tx, row.place, { at, size });
      await job.complete(tx);
      return isStillOn;
    });
    if (isOn) await rotate(services, userId, place, row);
  } finally {
    await removeWork(services.config, workId);
  }
}

/** Of this account's alone, and never before the new one lies there whole. What can't be removed goes with the next. */
async function rotate(services: Services, userId: string, place: BackupPlace, keep: PlaceRow): Promise<void> {
  try {
    const own = (await place.list()).filter(({ tag }) => tag === tagOf(userId));
    const kept = chooseKept(own, keep);
    for (const old of own) if (!kept.has(old)) await place.remove(old.id);
  } catch (error) {
    services.log.warn({ err: error }, "old backups of an account could not be removed");
  }
}

async function fail(services: Services, job: RunningJob<PlaceJob>, error: unknown): Promise<void> {
  const { userId, data, attempt, signal } = job;
  const message = wordsFor(error);
  if (signal.aborted || isUnavailable(error)) throw error;
  const isOver = attempt >= TRIES || (message !== null && !mayPass(error));
  if (message === null) services.log.error({ err: error }, "the backup of an account failed unexpectedly");
  const told = { message: message ?? "Something went wrong on our side.", isOver };
  await services.db.withUser(userId, async (tx) => {
    await noteFailed(tx, data.place, told);
    if (isOver) await job.complete(tx);
  });
  if (!isOver) throw error;
}

function wordsFor(error: unknown): string | null {
  if (error instanceof RemoteFault || error instanceof Failure) return error.message;
  return storageFault(error) ? "There is no room left on the server to make the backup." : null;
}

/** The place as the account's own connection reaches it. */
export function openPlace(
  services: DriveServices,
  userId: string,
  { place, folder_id: folderId }: { place: BackupPlaceName; folder_id: string | null },
  signal?: AbortSignal,
): BackupPlace {
  const limits = { maxBytes: UPLOAD_MAX_BYTES, ...(signal && { signal }) };
  if (place === "folder") return folderPlace(services, userId, limits);
  if (place === "webdav") return webdavPlace(services, userId, limits);
  return googlePlace(services, userId, {
    folderId,
    keepFolder: async (id) => void (await keepBackupFolder(services, userId, place, id)),
    ...limits,
  });
}
