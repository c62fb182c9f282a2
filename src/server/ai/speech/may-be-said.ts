import { setTimeout } from "node:timers/promises";
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
  await untilKnown(db, userId, messageId);
  if ((await mayGoAgain(db, userId, [messageId], reach)).has(messageId)) return;
  throw new Failure(
    "SERVICE_FAILED",
    "This answer rests on notes that this model may not read, by the AI access of a folder or a tag.",
    { reason: "fenced" },
  );
}

const ASK_EVERY_MS = 100;
const KNOWN_WITHIN_MS = 3_000;

/**
 * What an answer of a model rests on is stored before the first word of it; of one without a model, with its end, which pages may hear of a
 * moment later than of its words.
 */
async function untilKnown(db: Database, userId: string, messageId: string): Promise<void> {
  for (let waited = 0; ; waited += ASK_EVERY_MS) {
    const [answer] = await db.queryAs<{ is_known: boolean }>(
      userId,
      "SELECT state <> 'running' OR model IS NOT NULL AS is_known FROM chat_messages WHERE id = $1 AND user_id = $2",
      [messageId, userId],
      "is-answer-known",
    );
    if (!answer) throw notFound();
    if (answer.is_known) return;
    if (waited >= KNOWN_WITHIN_MS)
      throw new Failure("SERVICE_FAILED", "This answer isn't whole yet. Try again in a moment.", {
        reason: "unfinished",
      });
    await setTimeout(ASK_EVERY_MS);
  }
}
