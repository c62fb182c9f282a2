import type { Gap, GapGroup } from "#contract/gaps.ts";
import type { Database } from "../../db/client.ts";
import type { Row } from "../../db/row.ts";
import type { gaps } from "../../db/schema/gaps.ts";
import { notFound } from "../../failure.ts";
import { recordChange } from "../../live/record-change.ts";
import { groupGaps } from "./group-gaps.ts";

const MOST_LISTED = 200;

const LISTED = ["id", "question", "place", "count", "first_at", "last_at", "is_dismissed"] as const;
type GapRow = Row<typeof gaps, typeof LISTED> & { near: Gap["near"] | null };

/** Notes that were near when it was asked last, as far as they are still there. */
const NEAR = `(SELECT jsonb_agg(jsonb_build_object('noteId', n.id, 'title', n.title) ORDER BY near.place)
  FROM unnest(g.near_ids) WITH ORDINALITY AS near (id, place) JOIN notes_v2 n ON n.id = near.id AND n.user_id = g.user_id AND n.trashed_at IS NULL)`;
const COLUMNS = `${LISTED.map((column) => `g.${column}`).join(", ")}, ${NEAR} AS near`;

const toGap = (row: GapRow): Gap => ({
  id: row.id,
  question: row.question,
  place: row.place,
  count: row.count,
  firstAt: row.first_at.toISOString(),
  lastAt: row.last_at.toISOString(),
  near: row.near ?? [],
  isDismissed: row.is_dismissed,
});

const STANDS = "g.user_id = $1 AND NOT g.is_dismissed AND NOT g.is_answered";

/** What found nothing when it was asked last, the newest of them, by the words they share. */
export async function listGaps(db: Database, userId: string): Promise<{ groups: GapGroup[]; total: number }> {
  const rows = await db.queryAs<GapRow & { total: number }>(
    userId,
    `SELECT ${COLUMNS}, count(*) OVER ()::int AS total FROM gaps g WHERE ${STANDS} ORDER BY g.last_at DESC, g.id LIMIT ${MOST_LISTED}`,
    [userId],
    "list-gaps",
  );
  return { groups: groupGaps(rows.map(toGap)), total: rows[0]?.total ?? 0 };
}

/** @throws Failure NOT_FOUND */
export function dismissGap(
  db: Database,
  userId: string,
  { gapId, isDismissed }: { gapId: string; isDismissed: boolean },
): Promise<Gap> {
  return db.withUser(userId, async (tx) => {
    const [row] = await tx.query<GapRow>(
      `UPDATE gaps g SET is_dismissed = $3 WHERE g.id = $1 AND g.user_id = $2 RETURNING ${COLUMNS}`,
      [gapId, userId, isDismissed],
      "dismiss-gap",
    );
    if (!row) throw notFound();
    await recordChange(tx, { userId, entity: "gap", entityId: gapId, operation: "update" });
    return toGap(row);
  });
}

/** All of them, those that were dismissed, too. */
export function forgetGaps(db: Database, userId: string): Promise<{ count: number }> {
  return db.withUser(userId, async (tx) => {
    const gone = await tx.query<{ id: string }>("DELETE FROM gaps WHERE user_id = $1 RETURNING id", [userId]);
    if (gone.length > 0)
      await recordChange(tx, { userId, entity: "gap", entityId: gone[0]!.id, operation: "delete" });
    return { count: gone.length };
  });
}
