import type { DriveSource } from "#contract/drive.ts";
import type { Services } from "../base.ts";
import { withDrive } from "./connection.ts";
import { folderSource } from "./folder/folder-source.ts";
import { googleSource } from "./google/google-source.ts";
import { openWebdav } from "./webdav/connection.ts";
import { webdavSource } from "./webdav/webdav-source.ts";

/** A file as its source has it now. */
export type SourceFile = {
  /** As the source names it. */
  id: string;
  name: string;
  mimeType: string;
  /** Another one once it was changed there. */
  version: string;
  link: string | null;
  /** Bytes, as far as its source says. */
  size?: number | null | undefined;
  modifiedTime?: string | null | undefined;
};

/**
 * Where files come from.
 * @throws RemoteFault by each of them
 */
export type FileSource = {
  describe: (id: string) => Promise<SourceFile>;
  /** Writes its bytes to a path, where nothing stays when that fails. */
  download: (file: SourceFile, to: { path: string; maxBytes: number }) => Promise<void>;
  /** Where files lie in folders, and may name each other. */
  tree?: {
    /** From the account's folder there. */
    pathOf: (id: string) => string | null;
    /** Null for what lies outside of it. */
    idOf: (path: string) => string | null;
  };
};

/** In messages and the log. */
export const SOURCE_NAMES: Record<DriveSource, string> = {
  google: "Google Drive",
  folder: "the folder on the server",
  webdav: "WebDAV",
};

type Asking = { userId: string; source: DriveSource; signal?: AbortSignal };
type SourceServices = Pick<Services, "db" | "config" | "egress" | "secrets" | "log">;

/** Runs something with a source, as the account's own connection reaches it. @throws RemoteFault, Failure CONFLICT without a connection */
export async function withSource<T>(
  services: SourceServices,
  { userId, source, signal }: Asking,
  run: (source: FileSource) => Promise<T>,
): Promise<T> {
  if (source === "folder") return run(folderSource(services, userId));
  const asked = signal ? { signal } : {};
  if (source === "webdav") return run(webdavSource({ ...(await openWebdav(services, userId)), ...asked }));
  return withDrive(services, userId, (token) => run(googleSource({ ...services, token, ...asked })));
}
