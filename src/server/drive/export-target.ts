import type { DriveFormat, DriveSource } from "#contract/drive.ts";
import type { DriveServices } from "./connection.ts";
import { folderTarget } from "./folder/export-to-folder.ts";
import { googleTarget } from "./google/export-to-google.ts";
import { webdavTarget } from "./webdav/export-to-webdav.ts";

export type Exported = { id: string; name: string; version: string; link: string | null };

/** `isRetry`: an attempt before may have arrived, though nobody heard so; a file of its name and bytes is that one. */
export type Outgoing = { name: string; format: DriveFormat; bytes: Buffer; isRetry: boolean };

/** Where notes go. */
export type ExportTarget = {
  /** In place of what was sent before, where that is still there. @throws RemoteFault */
  put: (id: string | null, file: Outgoing) => Promise<Exported>;
};

type Asking = { userId: string; source: DriveSource; signal: AbortSignal };

const TARGETS: Record<DriveSource, (services: DriveServices, asking: Asking) => ExportTarget> = {
  google: (services, { userId, signal }) => googleTarget(services, userId, signal),
  folder: (services, { userId }) => folderTarget(services, userId),
  webdav: (services, { userId, signal }) => webdavTarget(services, userId, signal),
};

/** The target as the account's own connection reaches it. */
export const targetOf = (services: DriveServices, asking: Asking): ExportTarget =>
  TARGETS[asking.source](services, asking);
