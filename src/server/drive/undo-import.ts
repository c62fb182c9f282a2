import type { Services } from "../base.ts";
import { Failure } from "../failure.ts";
import { removeFiles } from "../files/file-trash.ts";
import { usesOf } from "../files/list-files.ts";
import { setTrashed } from "../notes/notes.ts";
import { forgetItem, readItem } from "./items.ts";

/** Puts what an import made into the trash, and forgets it. The file there stays, and so does a picture that notes show. @throws Failure NOT_FOUND, CONFLICT */
export async function undoImport(
  { db }: Pick<Services, "db">,
  userId: string,
  itemId: string,
): Promise<{ notes: number; files: number }> {
  const item = await readItem(db, userId, itemId);
  if (item.direction !== "import" || item.state !== "done")
    throw new Failure("CONFLICT", "This wasn't imported, so there is nothing to undo.");
  const made = await db.queryAs<{ id: string }>(
    userId,
    "SELECT id FROM notes_v2 WHERE id = ANY ($1) AND user_id = $2 AND trashed_at IS NULL",
    // Imports of before knew the first alone.
    [item.made_notes.length > 0 ? item.made_notes : [item.note_id], userId],
  );
  for (const { id } of made) await setTrashed(db, userId, id, true);
  const isShared = item.file_id !== null && (await isShownElsewhere(db, userId, item.id, item.file_id));
  const files = item.file_id === null || isShared ? [] : await removeFiles(db, userId, [item.file_id]);
  await forgetItem(db, userId, itemId);
  return { notes: made.length, files: files.length };
}

/** A picture that came by itself may be one that notes from there show, too. */
async function isShownElsewhere(db: Services["db"], userId: string, itemId: string, fileId: string) {
  const rows = await db.queryAs(
    userId,
    `SELECT 1 FROM drive_items
     WHERE user_id = $1 AND id <> $2 AND (file_id = $3::uuid OR strpos(base_text, '/files/' || $3) > 0) LIMIT 1`,
    [userId, itemId, fileId],
  );
  return rows.length > 0 || (await isNamedInNotes(db, userId, fileId));
}

async function isNamedInNotes(db: Services["db"], userId: string, fileId: string): Promise<boolean> {
  try {
    return (await usesOf(db, userId, fileId)).notes.some(({ isTrashed }) => !isTrashed);
  } catch (error) {
    // It is in the trash already.
    if (error instanceof Failure) return false;
    throw error;
  }
}
