import type { AiAccess } from "#contract/shared/ai-access.ts";
import type { Tag, TagChange } from "#contract/tags.ts";
import { logActivity, quoted } from "../activity/log-activity.ts";
import type { Database } from "../db/client.ts";
import { recordChanges } from "../live/record-changes.ts";
import { replaceTag, restoreTag } from "../notes/replace-tag.ts";
import { moveFence, putFenceBack } from "./tag-fences.ts";

export async function listTags(db: Database, userId: string): Promise<Tag[]> {
  const rows = await db.queryAs<{ name: string; ai_access: AiAccess; note_count: number }>(
    userId,
    `SELECT name, note_count, coalesce(f.ai_access, 'any') AS ai_access FROM (
       SELECT tag AS name, count(*)::int AS note_count FROM notes_v2, unnest(tags) AS tag
       WHERE user_id = $1 AND trashed_at IS NULL GROUP BY tag
     ) named LEFT JOIN tag_fences f ON f.user_id = $1 AND f.tag = lower(name) ORDER BY lower(name), name`,
    [userId],
    "list-tags",
  );
  return rows.map((row) => ({ name: row.name, aiAccess: row.ai_access, noteCount: row.note_count }));
}

/**
 * In every note, those in the trash too, so that none comes back with the old name. A note that has both names keeps one, at
 * the place of the first.
 * @returns which notes were changed, and how; given to `putBackTag`, it is so again
 */
export function renameTag(db: Database, userId: string, from: string, to: string): Promise<TagChange> {
  return change(db, userId, from, to, `Renamed tag ${quoted(from)} to ${quoted(to)}`);
}

/** @returns which notes were changed; given to `putBackTag`, it is so again */
export function removeTag(db: Database, userId: string, name: string): Promise<TagChange> {
  return change(db, userId, name, null, `Removed tag ${quoted(name)}`);
}

const NOTHING: TagChange = { notes: 0, renamed: [], lost: [] };

type PutBack = {
  from: string;
  to?: string | undefined;
  renamed: string[];
  lost: string[];
  aiAccess?: { from: AiAccess; to?: AiAccess | undefined } | undefined;
};

/** Undoes `renameTag` and `removeTag`. */
export function putBackTag(
  db: Database,
  userId: string,
  { from, to, renamed, lost, aiAccess }: PutBack,
): Promise<number> {
  return db.withUser(userId, async (tx) => {
    const rows = await restoreTag(tx, { from, to, renamed, lost });
    if (to !== undefined && aiAccess) await putFenceBack(tx, { from, to }, aiAccess);
    if (rows.length === 0) return 0;
    await recordChanges(tx, { entity: "note", operation: "update", entityIds: rows.map(({ id }) => id) });
    const description = rows.length === 1 ? "In 1 note." : `In ${rows.length} notes.`;
    await logActivity(tx, { type: "note_updated", title: `Put back tag ${quoted(from)}`, description });
    return rows.length;
  });
}

async function change(
  db: Database,
  userId: string,
  from: string,
  to: string | null,
  title: string,
): Promise<TagChange> {
  if (from === to) return NOTHING;
  return db.withUser(userId, async (tx) => {
    const rows = await replaceTag(tx, from, to);
    if (rows.length === 0) return NOTHING;
    await recordChanges(tx, { entity: "note", operation: "update", entityIds: rows.map(({ id }) => id) });
    const description = rows.length === 1 ? "In 1 note." : `In ${rows.length} notes.`;
    await logActivity(tx, { type: "note_updated", title, description });
    const idsOf = (loses: boolean) => rows.filter((row) => row.loses === loses).map(({ id }) => id);
    // A tag that is removed keeps its fence, for when somebody gives it to a note again.
    const aiAccess = to === null ? null : await moveFence(tx, from, to);
    return {
      notes: rows.length,
      renamed: idsOf(false),
      lost: idsOf(true),
      ...(aiAccess && { aiAccess }),
    };
  });
}
