import type { Services } from "../../base.ts";
import type { Database, Tx } from "../../db/client.ts";
import { Failure } from "../../failure.ts";
import { isImage, isVideo } from "../kinds.ts";
import { PARTS } from "../storage/storage.ts";
import type { Row } from "../../db/row.ts";
import type { fileUploads } from "../../db/schema/files.ts";

export type FileServices = Pick<Services, "db" | "storage" | "config">;

export type UploadRow = Row<typeof fileUploads>;

/** Where a part of an upload lies. */
export const partKey = (fileKey: string, part: string): string => `${fileKey}${PARTS}/${part}`;

type Limits = Pick<FileServices["config"], "maxImageBytes" | "maxFileBytes" | "maxVideoBytes">;

export function limitOf(type: string, config: Limits): number {
  if (isImage(type)) return config.maxImageBytes;
  return isVideo(type) ? config.maxVideoBytes : config.maxFileBytes;
}

export const tooLarge = (limit: number): Failure =>
  new Failure("TOO_LARGE", `File size must be less than ${Math.round(limit / 1024 / 1024)}MB`);

export async function findUpload(db: Database, userId: string, id: string): Promise<UploadRow | undefined> {
  const [row] = await db.queryAs<UploadRow>(userId, "SELECT * FROM file_uploads WHERE id = $1", [id]);
  return row;
}

/** @returns whether it was there: whoever takes the row away decides what becomes of it */
export async function takeUpload(tx: Tx, id: string): Promise<boolean> {
  return (await tx.query("DELETE FROM file_uploads WHERE id = $1 RETURNING id", [id])).length > 0;
}

/** Gives an upload up. */
export async function dropUpload(
  { db, storage }: Pick<FileServices, "db" | "storage">,
  userId: string,
  upload: Pick<UploadRow, "id" | "file_key">,
): Promise<boolean> {
  const wasThere = await db.withUser(userId, (tx) => takeUpload(tx, upload.id));
  if (wasThere) await storage.removeFile(upload.file_key);
  return wasThere;
}
