import { open } from "node:fs/promises";
import type { DriveServices } from "../connection.ts";
import { accessToken, withDrive } from "../connection.ts";
import {
  createFolder,
  deleteFile,
  downloadTo,
  type DriveDeps,
  FOLDER_TYPE,
  getFile,
  listMarked,
  markFile,
  readStart,
} from "../google/drive-files.ts";
import { GoogleFault } from "../google/google-fault.ts";
import { upload } from "../google/upload.ts";
import { type BackupPlace, FOLDER, readBackupName, type Sealed } from "./place.ts";

const KEY = "cairn";
const WHOLE = { key: KEY, value: "account-backup" };
/** Until it was compared with what was sent. */
const PARTIAL = { key: KEY, value: "account-backup-partial" };

type Kept = {
  /** Google's id of the folder, as far as it is known. */
  folderId: string | null;
  keepFolder: (id: string) => Promise<void>;
  signal?: AbortSignal;
  maxBytes: number;
};

/** Backups in a folder of the person's own Google Drive. They are found by a mark, so that they may be moved about there. */
export function googlePlace(services: DriveServices, userId: string, kept: Kept): BackupPlace {
  const { signal } = kept;
  const within = <T>(run: (deps: DriveDeps) => Promise<T>): Promise<T> =>
    withDrive(services, userId, (token) => run({ ...services, token, ...(signal && { signal }) }));
  return {
    list: () =>
      within(async (deps) => {
        const files = await listMarked(deps, WHOLE);
        const found = files.flatMap(({ id, name, size }) => {
          const read = readBackupName(name);
          return read ? [{ id, name, size: size ?? 0, ...read }] : [];
        });
        return found.toSorted((a, b) => b.at.getTime() - a.at.getTime());
      }),
    put: (sealed) =>
      within(async (deps) => {
        await removePartial(deps, sealed);
        const folderId = await ensureFolder(deps, kept);
        const sent = await sendFile(deps, { folderId, ...sealed }, () =>
          accessToken(services, userId, { isRefused: true }),
        );
        if (sent.size === sealed.size && sent.md5Checksum === sealed.md5)
          return markFile(deps, sent.id, WHOLE);
        await deleteFile(deps, sent.id);
        throw new GoogleFault("away", { message: "The backup didn't arrive whole. It is sent again." });
      }),
    remove: (id) => within((deps) => deleteFile(deps, id)).catch(unlessMissing),
    head: (id, bytes) => within((deps) => readStart(deps, id, bytes)),
    fetch: (id, path) =>
      within((deps) => downloadTo(deps, { id, exportAs: null, path, maxBytes: kept.maxBytes })),
  };
}

/** What a run that was killed left there of this account, which makes one backup at a time. */
async function removePartial(deps: DriveDeps, { name }: Sealed): Promise<void> {
  const tag = readBackupName(name)?.tag;
  for (const file of await listMarked(deps, PARTIAL))
    if (readBackupName(file.name)?.tag === tag) await deleteFile(deps, file.id).catch(unlessMissing);
}

async function ensureFolder(deps: DriveDeps, { folderId, keepFolder }: Kept): Promise<string> {
  const there = folderId === null ? null : await getFile(deps, folderId).catch(unlessMissing);
  if (there?.mimeType === FOLDER_TYPE) return there.id;
  const made = await createFolder(deps, FOLDER);
  await keepFolder(made);
  return made;
}

async function sendFile(
  deps: DriveDeps,
  { path, size, name, folderId }: Sealed & { folderId: string },
  renew: () => Promise<string>,
) {
  const file = await open(path);
  const read = async (from: number, to: number) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(to - from), 0, to - from, from);
    return buffer.subarray(0, bytesRead);
  };
  const type = "application/octet-stream";
  const bytes = { length: size, read };
  try {
    const given = { id: null, folderId, name, mimeType: type, bytes, bytesType: type, mark: PARTIAL };
    return await upload(deps, given, { renew });
  } finally {
    await file.close();
  }
}

/** Somebody removed it there: then it is gone. */
function unlessMissing(error: unknown): null {
  if (error instanceof GoogleFault && error.kind === "missing") return null;
  throw error;
}
