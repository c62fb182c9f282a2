import type { DriveFormat, DriveSource } from "#contract/drive.ts";
import type { DriveServices } from "./connection.ts";
import { folderTarget } from "./folder/export-to-folder.ts";
import { googleTarget } from "./google/export-to-google.ts";

export type Exported = { id: string; name: string; version: string; link: string | null };

/** Where notes go. */
export type ExportTarget = {
  /** In place of what was sent before, where that is still there. @throws RemoteFault */
  put: (id: string | null, file: { name: string; format: DriveFormat; bytes: Buffer }) => Promise<Exported>;
};

/** The target as the account's own connection reaches it. */
export const targetOf = (
  services: DriveServices,
  { userId, source, signal }: { userId: string; source: DriveSource; signal: AbortSignal },
): ExportTarget =>
  source === "folder" ? folderTarget(services, userId) : googleTarget(services, userId, signal);
