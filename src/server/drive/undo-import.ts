import type { Services } from "../base.ts";
import { Failure } from "../failure.ts";
import { removeFiles } from "../files/file-trash.ts";
import { setTrashed } from "../notes/notes.ts";
import { forgetItem, readItem } from "./items.ts";

/** Puts what an import made into the trash, and forgets it. The file in Google Drive stays. @throws Failure NOT_FOUND, CONFLICT */
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
  const files = item.file_id === null ? [] : await removeFiles(db, userId, [item.file_id]);
  await forgetItem(db, userId, itemId);
  return { notes: made.length, files: files.length };
}
