import type { Database } from "../../db/client.ts";
import { Failure, notFound } from "../../failure.ts";
import { notesWithinReach, type Reach } from "../../notes/ai-access/reach.ts";

/**
 * The one place that decides whether words of notes may go to a model; every path of the assistant passes it before it asks one.
 * @param noteIds the notes that the words are of
 * @throws Failure NOT_FOUND where the account may not read one of them, SERVICE_FAILED where a fence keeps one from this model
 */
export async function assertMayLeave(
  db: Database,
  userId: string,
  noteIds: readonly string[],
  reach: Reach,
): Promise<void> {
  const ids = [...new Set(noteIds)];
  if (ids.length === 0) return;
  if ((await notesWithinReach(db, userId, ids, "nowhere")).size !== ids.length) throw notFound();
  if ((await notesWithinReach(db, userId, ids, reach)).size === ids.length) return;
  const isForLocal = (await notesWithinReach(db, userId, ids, "local")).size === ids.length;
  throw new Failure(
    "SERVICE_FAILED",
    isForLocal
      ? "Only local models may read this, by the AI access of its folder or a tag."
      : "No model may read this, by the AI access of its folder or a tag.",
    { reason: "fenced" },
  );
}
