import type { Database } from "../../db/client.ts";
import { Failure, notFound } from "../../failure.ts";
import { reachOf } from "../../notes/ai-access/reach.ts";
import { assertMayLeave } from "../assistant/may-leave.ts";
import { mayGoAgain } from "../memory/may-go-again.ts";

/**
 * Words of a note, or of an answer that rests on some, go to a model that speaks as to any other.
 * @throws Failure NOT_FOUND, SERVICE_FAILED where a fence keeps them from it
 */
export async function assertMayBeSaid(
  db: Database,
  userId: string,
  { noteId, messageId }: { noteId?: string | undefined; messageId?: string | undefined },
  model: Parameters<typeof reachOf>[0] | null,
): Promise<void> {
  const reach = model ? reachOf(model) : "nowhere";
  await assertMayLeave(db, userId, noteId ? [noteId] : [], reach);
  if (!messageId) return;
  const known = await db.queryAs(
    userId,
    "SELECT 1 FROM chat_messages WHERE id = $1 AND user_id = $2",
    [messageId, userId],
    "is-answer-there",
  );
  if (known.length === 0) throw notFound();
  if ((await mayGoAgain(db, userId, [messageId], reach)).has(messageId)) return;
  throw new Failure(
    "SERVICE_FAILED",
    "This answer rests on notes that this model may not read, by the AI access of a folder or a tag.",
    { reason: "fenced" },
  );
}
