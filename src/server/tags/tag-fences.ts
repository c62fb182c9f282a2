import { type AiAccess, isStricter, strictest } from "#contract/shared/ai-access.ts";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { logActivity, quoted } from "../activity/log-activity.ts";
import type { Database, Tx } from "../db/client.ts";
import { Failure } from "../failure.ts";
import { recordChange } from "../live/record-change.ts";

/** Of an account. */
export const MOST_FENCES = 1_000;

const WORDS: Record<AiAccess, string> = { any: "any model", local: "local models only", none: "no AI" };

type Wanted = { name: string; aiAccess: AiAccess; onlyIf?: AiAccess | undefined };

/** @throws Failure CONFLICT when it is not `onlyIf` any more, QUOTA_EXCEEDED */
export function setTagAccess(
  db: Database,
  userId: string,
  { name, aiAccess, onlyIf }: Wanted,
): Promise<AiAccess> {
  return db.withUser(userId, async (tx) => {
    const before = await lockFence(tx, name);
    if (onlyIf !== undefined && onlyIf !== before)
      throw new Failure(
        "CONFLICT",
        "The AI access of this tag was changed again since then, so nothing was undone.",
      );
    if (before === aiAccess) return aiAccess;
    await writeFence(tx, name, aiAccess);
    await logActivity(tx, {
      type: "settings_updated",
      title: `AI access of tag ${quoted(name)}: ${WORDS[aiAccess]}`,
    });
    return aiAccess;
  });
}

/** What both names had before the one became the other; given to `putFenceBack`, they have it again. */
export type FencesBefore = { from: AiAccess; to: AiAccess };

/**
 * A fence goes along with the new name of its tag, where the stricter one holds. The old name keeps it as long as anything is called by it: another
 * spelling in notes, tasks or events.
 */
export async function moveFence(tx: Tx, from: string, to: string): Promise<FencesBefore | null> {
  if (from.toLowerCase() === to.toLowerCase()) return null;
  const before = { from: await lockFence(tx, from), to: await lockFence(tx, to) };
  if (before.from === "any") return null;
  const [used] = await tx.query(
    `SELECT 1 WHERE EXISTS (SELECT FROM notes_v2, unnest(tags) AS tag WHERE user_id = $1 AND lower(tag) = lower($2))
       OR EXISTS (SELECT FROM tasks, unnest(tags) AS tag WHERE user_id = $1 AND lower(tag) = lower($2))
       OR EXISTS (SELECT FROM calendar_events, unnest(tags) AS tag WHERE user_id = $1 AND lower(tag) = lower($2))`,
    [tx.userId, from],
    "tag-in-use",
  );
  // First, so that there is room for the other.
  if (!used) await writeFence(tx, from, "any");
  if (isStricter(before.from, before.to)) await writeFence(tx, to, before.from);
  return before;
}

/** Undoes `moveFence`. The fence of the other name stays where it was changed since then, or where `to` is not said. */
export async function putFenceBack(
  tx: Tx,
  names: { from: string; to: string },
  before: { from: AiAccess; to?: AiAccess | undefined },
): Promise<void> {
  const now = { from: await lockFence(tx, names.from), to: await lockFence(tx, names.to) };
  if (isStricter(before.from, now.from)) await writeFence(tx, names.from, before.from);
  if (before.to !== undefined && before.to !== now.to && now.to === strictest(before.from, before.to))
    await writeFence(tx, names.to, before.to);
}

/** What the tag has now; nobody else changes it meanwhile. */
async function lockFence(tx: Tx, name: string): Promise<AiAccess> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('tag fences ' || $1, 0))", [tx.userId]);
  const [row] = await tx.query<{ ai_access: AiAccess }>(
    "SELECT ai_access FROM tag_fences WHERE user_id = $1 AND tag = lower($2)",
    [tx.userId, name],
    "fence-of-tag",
  );
  return row?.ai_access ?? "any";
}

async function writeFence(tx: Tx, name: string, aiAccess: AiAccess): Promise<void> {
  const { userId } = tx;
  const [row] =
    aiAccess === "any"
      ? await tx.query<{ id: string }>(
          "DELETE FROM tag_fences WHERE user_id = $1 AND tag = lower($2) RETURNING id",
          [userId, name],
        )
      : await tx.query<{ id: string }>(
          `INSERT INTO tag_fences (id, user_id, tag, ai_access) SELECT $1, $2, lower($3), $4
           WHERE (SELECT count(*) FROM tag_fences WHERE user_id = $2 AND tag <> lower($3)) < ${MOST_FENCES}
           ON CONFLICT (user_id, tag) DO UPDATE SET ai_access = excluded.ai_access, updated_at = now() RETURNING id`,
          [uuidV7(), userId, name, aiAccess],
        );
  if (!row && aiAccess !== "any")
    throw new Failure(
      "QUOTA_EXCEEDED",
      `You already limit AI for ${MOST_FENCES} tags. Allow any model for one of them first.`,
    );
  if (row) await recordChange(tx, { userId, entity: "tag", entityId: row.id, operation: "update" });
}

/** From rows of our own export; a tag that has a fence here keeps the stricter one. */
export async function importTagFences(db: Database, userId: string, rows: object[]): Promise<void> {
  await db.queryAs(
    userId,
    `INSERT INTO tag_fences (id, user_id, tag, ai_access, created_at, updated_at)
     SELECT DISTINCT ON (lower(r.tag)) r.id, $1, left(lower(r.tag), 100), r.ai_access, coalesce(r.created_at, now()), coalesce(r.updated_at, now())
     FROM jsonb_to_recordset($2::jsonb) AS r (id uuid, tag text, ai_access text, created_at timestamptz, updated_at timestamptz)
     WHERE r.id IS NOT NULL AND r.tag <> '' AND r.ai_access IN ('local', 'none')
     ORDER BY lower(r.tag), r.ai_access DESC LIMIT ${MOST_FENCES}
     ON CONFLICT (user_id, tag) DO UPDATE SET ai_access = greatest(tag_fences.ai_access, excluded.ai_access), updated_at = now()
       WHERE tag_fences.ai_access < excluded.ai_access`,
    [userId, JSON.stringify(rows)],
  );
}

/** Removes those that this import made and nobody changed since. */
export async function removeUntouchedFences(tx: Tx, ids: string[], since: string): Promise<void> {
  await tx.query(
    "DELETE FROM tag_fences WHERE user_id = $2 AND id = ANY ($1::uuid[]) AND updated_at <= $3::timestamptz",
    [ids, tx.userId, since],
  );
}
