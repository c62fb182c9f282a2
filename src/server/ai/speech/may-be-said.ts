import { setTimeout } from "node:timers/promises";
import type { Database } from "../../db/client.ts";
import { Failure, notFound } from "../../failure.ts";
import { type Reach, reachOf } from "../../notes/ai-access/reach.ts";
import { assertMayLeave } from "../assistant/may-leave.ts";
import { mayGoAgain, thingsWithinReach } from "../memory/may-go-again.ts";

/** What a text is of. */
type Source = Partial<Record<"noteId" | "messageId" | "changesetId", string | undefined>>;

/**
 * Words of a note, of an answer that rests on some, or of a proposal that names some, go to a model that speaks as to any other.
 * @throws Failure NOT_FOUND, SERVICE_FAILED where a fence keeps them from it
 */
export async function assertMayBeSaid(
  db: Database,
  userId: string,
  { noteId, messageId, changesetId }: Source,
  model: Parameters<typeof reachOf>[0] | null,
): Promise<void> {
  const reach = model ? reachOf(model) : "nowhere";
  await assertMayLeave(db, userId, noteId ? [noteId] : [], reach);
  if (changesetId) await assertMayBeNamed(db, userId, changesetId, reach);
  if (!messageId) return;
  await untilKnown(db, userId, messageId);
  if ((await mayGoAgain(db, userId, [messageId], reach)).has(messageId)) return;
  throw new Failure(
    "SERVICE_FAILED",
    "This answer rests on notes that this model may not read, by the AI access of a folder or a tag.",
    { reason: "fenced" },
  );
}

/** A proposal is read out by the titles of what it changes. What it creates has its title from the answer, whose own fences are asked about. */
async function assertMayBeNamed(db: Database, userId: string, changesetId: string, reach: Reach) {
  const [changeset] = await db.queryAs<{ ids: string[] }>(
    userId,
    `SELECT ARRAY(
       SELECT note_id FROM changeset_notes WHERE changeset_id = c.id
       UNION SELECT record_id FROM changeset_records
         WHERE changeset_id = c.id AND action <> 'create' AND kind IN ('note', 'task', 'event', 'file')
     ) AS ids FROM changesets c WHERE c.id = $1 AND c.user_id = $2`,
    [changesetId, userId],
    "what-a-proposal-names",
  );
  if (!changeset) throw notFound();
  const allowed = await thingsWithinReach(db, userId, changeset.ids, reach);
  if (changeset.ids.every((id) => allowed.has(id))) return;
  throw new Failure(
    "SERVICE_FAILED",
    "These changes name notes that this model may not read, by the AI access of a folder or a tag.",
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
