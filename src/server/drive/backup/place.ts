/** What backups lie in, made by Cairn. */
export const FOLDER = "Cairn Backups";

/** A backup that lies whole at a place. */
export type RemoteBackup = {
  /** As the place names it. */
  id: string;
  name: string;
  size: number;
  at: Date;
  /** Whose, by `tagOf`: other accounts may keep theirs beside it. */
  tag: string;
};

export type Sealed = { path: string; size: number; md5: string; name: string };

/**
 * Where backups of an account are kept. All of it is asked for by the account's own connection.
 * @throws RemoteFault by each of them
 */
export type BackupPlace = {
  /** Whole ones alone, newest first. */
  list: () => Promise<RemoteBackup[]>;
  /** Sends one; when this returns it lies there whole, compared with what was sent, and before that it is not listed. */
  put: (sealed: Sealed) => Promise<void>;
  remove: (id: string) => Promise<unknown>;
  /** Its first bytes. */
  head: (id: string, bytes: number) => Promise<Buffer>;
  fetch: (id: string, path: string) => Promise<void>;
};

const NAME = /^cairn-account-(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)-([\da-f]{8})\.cairn$/;

/** In UTC, so that names sort by age. */
export function backupName(at: Date, tag: string): string {
  const digits = at
    .toISOString()
    .replaceAll(/[-:]|\..*$/g, "")
    .replace("T", "-");
  return `cairn-account-${digits}-${tag}.cairn`;
}

/** @returns null for names of other files */
export function readBackupName(name: string): { at: Date; tag: string } | null {
  const [, year, month, day, hour, minute, second, tag] = NAME.exec(name) ?? [];
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return tag === undefined || Number.isNaN(at.getTime()) ? null : { at, tag };
}
