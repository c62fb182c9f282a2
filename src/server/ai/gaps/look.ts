import type { GapPlace } from "#contract/gaps.ts";
import { recordChange } from "../../live/record-change.ts";
import { type Deps, isInVain, nearestNotes } from "./in-vain.ts";

/** After so long a turn is kept, and whoever waits asks for the next. */
const TURN_MS = 1_000;

type Due = { id: string; question: string; place: GapPlace; is_answered: boolean };

/** What is written is found some seconds later, and what was committed late says an earlier time. */
const SETTLED = "interval '1 minute'";
/** Whatever was not told of: files of others, the model that reads them, the next release. */
const ANYWAY = "interval '1 day'";

/** Those that something may answer by now: where nothing of the account has changed since, asking again says the same. */
const DUE = `user_id = $1 AND NOT is_dismissed AND (looked_at IS NULL OR (looked_at < $2 AND (looked_at < now() - ${ANYWAY}
  OR looked_at < ${SETTLED} + (SELECT max(at) FROM live_events WHERE user_id = $1 AND entity <> ALL ('{gap,promise,contradiction}')))))`;

/** Asks again what found nothing, the newest first, as many as a turn has time for. What is answered by now is out of the list. */
export async function lookForGaps(
  deps: Deps,
  userId: string,
  since = new Date().toISOString(),
): Promise<{ since: string; left: number }> {
  const due = await deps.db.queryAs<Due>(
    userId,
    `SELECT id, question, place, is_answered FROM gaps WHERE ${DUE} ORDER BY last_at DESC, id`,
    [userId, since],
    "gaps-to-ask-again",
  );
  const begun = performance.now();
  const looked: { id: string; answered: boolean; near: string[] }[] = [];
  for (const gap of due) {
    if (looked.length > 0 && performance.now() - begun > TURN_MS) break;
    const answered = !(await isInVain(deps, userId, gap));
    looked.push({
      id: gap.id,
      answered,
      near: answered ? [] : await nearestNotes(deps, userId, gap.question),
    });
  }
  if (looked.length > 0) await keepLooks(deps, userId, looked, since);
  return { since, left: due.length - looked.length };
}

/** `looked_at` is never before `since`, whatever the clocks of this node and the database say. */
const LOOKED = `UPDATE gaps g SET looked_at = greatest(clock_timestamp(), $3::timestamptz), is_answered = l.answered, near_ids = ARRAY(SELECT jsonb_array_elements_text(l.near)::uuid)
  FROM jsonb_to_recordset($2::jsonb) AS l (id uuid, answered boolean, near jsonb), gaps was
  WHERE g.id = l.id AND g.user_id = $1 AND was.id = g.id RETURNING was.is_answered <> l.answered AS is_changed`;

async function keepLooks(
  { db }: Deps,
  userId: string,
  looked: { id: string }[],
  since: string,
): Promise<void> {
  await db.withUser(userId, async (tx) => {
    const rows = await tx.query<{ is_changed: boolean }>(
      LOOKED,
      [userId, JSON.stringify(looked), since],
      "keep-gap-looks",
    );
    if (rows.some((row) => row.is_changed))
      await recordChange(tx, { userId, entity: "gap", entityId: looked[0]!.id, operation: "update" });
  });
}
