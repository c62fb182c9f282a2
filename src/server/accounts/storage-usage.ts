import type { Database } from "../db/client.ts";

type Row = {
  notes: number;
  trashed_notes: number;
  folders: number;
  files: number;
  file_bytes: number;
  text_bytes: number;
};

/** What the server keeps of a person, in numbers. */
export async function storageUsageOf(db: Database, userId: string) {
  const [row] = await db.queryAs<Row>(
    userId,
    `SELECT
       (SELECT count(*) FROM notes_v2 WHERE user_id = $1 AND trashed_at IS NULL) AS notes,
       (SELECT count(*) FROM notes_v2 WHERE user_id = $1 AND trashed_at IS NOT NULL) AS trashed_notes,
       (SELECT count(*) FROM folders WHERE user_id = $1 AND trashed_at IS NULL) AS folders,
       (SELECT count(*) FROM files WHERE user_id = $1) AS files,
       (SELECT coalesce(sum(size::bigint), 0)::bigint FROM files WHERE user_id = $1) AS file_bytes,
       (SELECT coalesce(sum(octet_length(payload)), 0) FROM note_updates WHERE user_id = $1)
         + (SELECT coalesce(sum(octet_length(state)), 0) FROM note_snapshots WHERE user_id = $1)
         + (SELECT coalesce(sum(octet_length(payload)), 0) FROM note_history WHERE user_id = $1) AS text_bytes`,
    [userId],
  );
  return {
    notes: row!.notes,
    trashedNotes: row!.trashed_notes,
    folders: row!.folders,
    files: row!.files,
    fileBytes: Number(row!.file_bytes),
    textBytes: Number(row!.text_bytes),
  };
}
