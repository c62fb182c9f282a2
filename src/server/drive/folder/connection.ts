import { createHash } from "node:crypto";
import { type FileHandle, mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { logActivity } from "../../activity/log-activity.ts";
import type { Services } from "../../base.ts";
import type { Tx } from "../../db/client.ts";
import type { Row } from "../../db/row.ts";
import type { serverFolders } from "../../db/schema/drive.ts";
import { Failure } from "../../failure.ts";
import { recordChange } from "../../live/record-change.ts";
import { assertFolder } from "../../notes/assert-folder.ts";
import { stopBackups } from "../backup/places.ts";
import { inside, openFolder, openRoot, within } from "./descriptors.ts";
import { folderFault } from "./folder-fault.ts";

export type FolderServices = Pick<Services, "db" | "config">;

const COLUMNS = ["directory", "folder_id", "message", "left_out", "created_at"] as const;
export type FolderRow = Row<typeof serverFolders, typeof COLUMNS>;

const SELECT = `SELECT ${COLUMNS.join(", ")} FROM server_folders WHERE user_id = $1`;

export async function findFolder({ db }: Pick<Services, "db">, userId: string): Promise<FolderRow | null> {
  const [row] = await db.queryAs<FolderRow>(userId, SELECT, [userId], "server-folder");
  return row ?? null;
}

/** @throws Failure SWITCHED_OFF */
export function rootOf({ config }: Pick<Services, "config">): string {
  if (config.watchedFolder === null)
    throw new Failure("SWITCHED_OFF", "The server's administrator hasn't set up a folder for files.");
  return config.watchedFolder;
}

/** Asks nobody but our own database. */
export async function folderStatus(services: FolderServices, userId: string) {
  const { watchedFolder: root } = services.config;
  const row = await findFolder(services, userId);
  return {
    isSetUp: root !== null,
    connection: row && {
      path: join(root ?? "", row.directory),
      folderId: row.folder_id,
      message: row.message,
      leftOut: row.left_out,
      connectedAt: row.created_at.toISOString(),
    },
  };
}

/** Told by the account's id, so that nobody can choose an e-mail address that leads to the folder of another. */
export const markOf = (userId: string): string =>
  createHash("sha256").update(`cairn folder ${userId}`).digest("hex").slice(0, 12);

/** Whoever looks at the disk knows whose it is by what stands in front. */
export function directoryOf(userId: string, email: string): string {
  const shown = email
    .normalize("NFC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}.@_-]+/gu, "-")
    .replace(/^[.-]+/, "");
  let name = shown || "account";
  while (Buffer.byteLength(name) > 100) name = [...name].slice(0, -1).join("");
  return `${name}-${markOf(userId)}`;
}

/** Makes the folder, or finds the one of before, and keeps where its notes go. @throws RemoteFault, Failure SWITCHED_OFF, NOT_FOUND for the folder of notes */
export async function connectFolder(
  services: FolderServices,
  { userId, email }: { userId: string; email: string },
  folderId: string | null,
): Promise<void> {
  const directory = await makeDirectory(rootOf(services), userId, email).catch((error: unknown) => {
    throw folderFault(error);
  });
  await services.db.withUser(userId, async (tx) => {
    await assertFolder(tx, folderId);
    const [row] = await tx.query<{ is_new: boolean }>(
      `INSERT INTO server_folders (user_id, directory, folder_id) VALUES ($1, $2, $3)
       ON CONFLICT (user_id) DO UPDATE SET directory = excluded.directory, folder_id = excluded.folder_id
       RETURNING xmax = 0 AS is_new`,
      [userId, directory, folderId],
    );
    if (row?.is_new)
      await tell(tx, "insert", { title: "Connected a folder on the server", description: directory });
    else await tell(tx, "update");
  });
}

async function makeDirectory(path: string, userId: string, email: string): Promise<string> {
  const root = await openRoot(path);
  try {
    const mine = (await readdir(inside(root))).filter((name) => name.endsWith(`-${markOf(userId)}`));
    const directory = mine[0] ?? directoryOf(userId, email);
    if (mine.length === 0) await mkdir(within(root, directory), { mode: 0o770 });
    await (await openFolder(root, directory)).close();
    return directory;
  } finally {
    await root.close();
  }
}

const notConnected = () => new Failure("CONFLICT", "Connect the folder on this server first.");

/** What is known of its files stays, so that none of them comes a second time when it is connected again. */
export const disconnectFolder = ({ db }: Pick<Services, "db">, userId: string): Promise<void> =>
  db.withUser(userId, async (tx) => {
    const [row] = await tx.query<{ directory: string }>(
      "DELETE FROM server_folders WHERE user_id = $1 RETURNING directory",
      [userId],
    );
    if (!row) return;
    await stopBackups(tx, "folder");
    await tell(tx, "delete", { title: "Disconnected the folder on the server", description: row.directory });
  });

export async function tell(
  tx: Tx,
  operation: "insert" | "update" | "delete",
  logged?: { title: string; description: string },
): Promise<void> {
  const { userId } = tx;
  await recordChange(tx, { userId, entity: "drive", entityId: userId, operation });
  if (logged)
    await logActivity(tx, { type: "settings_updated", ...logged, entityType: "account", entityId: userId });
}

/** Runs something with the account's own folder, opened once: all that is done in it goes by its descriptor. @throws RemoteFault, Failure CONFLICT, SWITCHED_OFF */
export async function withFolder<T>(
  services: FolderServices,
  userId: string,
  run: (folder: FileHandle) => Promise<T>,
): Promise<T> {
  const path = rootOf(services);
  const row = await findFolder(services, userId);
  if (!row) throw notConnected();
  return openDirectory(path, row.directory, run);
}

/** @throws RemoteFault where it can't be opened */
export async function openDirectory<T>(
  path: string,
  directory: string,
  run: (folder: FileHandle) => Promise<T>,
): Promise<T> {
  const folder = await openBelow(path, directory).catch((error: unknown) => {
    throw folderFault(error);
  });
  try {
    return await run(folder);
  } finally {
    await folder.close();
  }
}

async function openBelow(path: string, directory: string): Promise<FileHandle> {
  const root = await openRoot(path);
  try {
    return await openFolder(root, directory);
  } finally {
    await root.close();
  }
}
