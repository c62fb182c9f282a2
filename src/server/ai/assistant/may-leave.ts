import type { Database } from "../../db/client.ts";
import { notFound } from "../../failure.ts";

/**
 * The one place that decides whether words of notes may go to a model; every path of the assistant passes it before it asks one. What a
 * person fences off is refused here: it knows whose words go out, and to which provider.
 * @param noteIds the notes that the words are of
 * @throws Failure NOT_FOUND where the account may not read one of them
 */
export async function assertMayLeave(
  db: Database,
  userId: string,
  noteIds: readonly string[],
): Promise<void> {
  const ids = [...new Set(noteIds)];
  if (ids.length === 0) return;
  const [row] = await db.queryAs<{ count: number }>(
    userId,
    "SELECT count(*)::int AS count FROM notes_v2 WHERE id = ANY ($1::uuid[]) AND trashed_at IS NULL",
    [ids],
    "notes-that-may-leave",
  );
  if (row?.count !== ids.length) throw notFound();
}
