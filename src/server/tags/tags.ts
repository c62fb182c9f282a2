import type { Tag } from "#contract/tags.ts";
import { logActivity, quoted } from "../activity/log-activity.ts";
import type { Database } from "../db/client.ts";
import { recordChanges } from "../live/record-changes.ts";

export async function listTags(db: Database, userId: string): Promise<Tag[]> {
  const rows = await db.queryAs<{ name: string; note_count: number }>(
    userId,
    `SELECT tag AS name, count(*)::int AS note_count FROM notes_v2, unnest(tags) AS tag
     WHERE user_id = $1 AND trashed_at IS NULL GROUP BY tag ORDER BY lower(tag), tag`,
    [userId],
    "list-tags",
  );
  return rows.map((row) => ({ name: row.name, noteCount: row.note_count }));
}

/**
 * In every note, those in the trash too, so that none comes back with the old name. A note that has both names keeps one, at
 * the place of the first.
 * @returns how many notes were changed
 */
export function renameTag(db: Database, userId: string, from: string, to: string): Promise<number> {
  return change(db, userId, from, to, `Renamed tag ${quoted(from)} to ${quoted(to)}`);
}

/** @returns how many notes were changed */
export function removeTag(db: Database, userId: string, name: string): Promise<number> {
  return change(db, userId, name, null, `Removed tag ${quoted(name)}`);
}

const RENAME = `UPDATE notes_v2 SET updated_at = now(), tags = ARRAY(
    SELECT name FROM (
      SELECT CASE WHEN tag = $2 THEN $3 ELSE tag END AS name, min(place) AS place
      FROM unnest(tags) WITH ORDINALITY AS t (tag, place) GROUP BY 1
    ) named WHERE name IS NOT NULL ORDER BY place)
  WHERE user_id = $1 AND tags @> ARRAY[$2] RETURNING id`;

async function change(
  db: Database,
  userId: string,
  from: string,
  to: string | null,
  title: string,
): Promise<number> {
  if (from === to) return 0;
  return db.withUser(userId, async (tx) => {
    const rows = await tx.query<{ id: string }>(RENAME, [userId, from, to]);
    if (rows.length === 0) return 0;
    await recordChanges(tx, { entity: "note", operation: "update", entityIds: rows.map(({ id }) => id) });
    await logActivity(tx, { type: "note_updated", title, description: `In ${rows.length} notes.` });
    return rows.length;
  });
}
