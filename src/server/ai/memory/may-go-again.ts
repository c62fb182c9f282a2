import type { Database } from "../../db/client.ts";
import { notesWithinReach, type Reach } from "../../notes/ai-access/reach.ts";
import { filesWithinReach } from "../../retrieval/files-within-reach.ts";

type Rests = { id: string; on: string[] };

/**
 * Those of these answers that may go along with another question: all that they rest on may go there now. A fence may have come since, and
 * a chat may have changed its model.
 */
export async function mayGoAgain(
  db: Database,
  userId: string,
  answerIds: readonly string[],
  reach: Reach,
): Promise<Set<string>> {
  const answers = await db.queryAs<Rests>(
    userId,
    `SELECT m.id, ARRAY(
       SELECT unnest(m.cited) UNION SELECT (s ->> 'id')::uuid FROM jsonb_array_elements(m.sent) AS s
         WHERE s ->> 'kind' <> ALL ('{memory,earlier}') AND (s ->> 'kind' <> 'tool' OR $3 AND s ? 'isLocal')
     ) AS on
     FROM chat_messages m WHERE m.id = ANY ($1::uuid[]) AND m.user_id = $2`,
    [answerIds, userId, reach === "hosted"],
    "what-answers-rest-on",
  );
  const allowed = await thingsWithinReach(db, userId, [...new Set(answers.flatMap(({ on }) => on))], reach);
  return new Set(answers.flatMap(({ id, on }) => (on.every((one) => allowed.has(one)) ? [id] : [])));
}

/** Those of these notes, tasks, events and files that are there and may go that far. */
export async function thingsWithinReach(
  db: Database,
  userId: string,
  ids: readonly string[],
  reach: Reach,
): Promise<Set<string>> {
  const planned = await db.queryAs<{ id: string }>(
    userId,
    `SELECT planner_within_reach(false, ARRAY(SELECT id FROM tasks WHERE id = ANY ($1::uuid[])), $2) AS id
     UNION ALL SELECT planner_within_reach(true, ARRAY(SELECT id FROM calendar_events WHERE id = ANY ($1::uuid[])), $2)`,
    [ids, reach],
    "planned-within-reach",
  );
  const files = await filesWithinReach(db, userId, ids, reach);
  const notes = await notesWithinReach(db, userId, ids, reach);
  return new Set([...notes, ...[...planned, ...files].map(({ id }) => id)]);
}
