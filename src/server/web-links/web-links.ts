import type { WebLink } from "#contract/web-links.ts";
import { SCHEMA_VERSION } from "#document/schema-version.ts";
import type { Collab } from "../collab/collab.ts";
import { readBody } from "../collab/load-note.ts";
import type { Database } from "../db/client.ts";
import { notFound } from "../failure.ts";
import { recordChange } from "../live/record-change.ts";
import { assertOwnNote } from "../seo/seo.ts";

const MOST_LISTED = 200;
const MOST_NOTES = 20;
const GONE_TWICE = 2;
const DAYS_FAILED = 3;

type Row = {
  id: string;
  address: string;
  why: WebLink["why"];
  status: number | null;
  checked_at: Date;
  failing_since: Date | null;
  moved_to: string | null;
  notes: WebLink["notes"];
  note_count: number;
};
type Counts = { all: number; checked: number; unasked: number; is_checking: boolean };

const OWN = "n.user_id = $1 AND n.trashed_at IS NULL";

/** What rotted or moved, with the notes that hold it. */
export function listWebLinks(db: Database, userId: string) {
  return db.withUser(userId, async (tx) => {
    const rows = await tx.query<Row>(LIST, [userId], "list-web-links");
    const [counts] = await tx.query<Counts>(COUNT, [userId], "count-web-links");
    const { is_checking: isChecking, ...rest } = counts!;
    return { links: rows.map(toWebLink), counts: rest, isChecking };
  });
}

const LIST = `WITH bad AS (
    SELECT w.*, CASE WHEN w.gone_count >= ${GONE_TWICE} THEN 'gone' WHEN w.fail_days >= ${DAYS_FAILED} THEN 'failing' ELSE 'moved' END AS why
    FROM web_links w WHERE w.user_id = $1 AND w.dismissed_at IS NULL AND w.checked_at IS NOT NULL
      AND (w.gone_count >= ${GONE_TWICE} OR w.fail_days >= ${DAYS_FAILED} OR w.moved_to IS NOT NULL)
  )
  SELECT b.id, b.address, b.why, b.status, b.checked_at, b.failing_since, b.moved_to, h.notes[1:${MOST_NOTES}] AS notes, cardinality(h.notes) AS note_count
  FROM bad b CROSS JOIN LATERAL (
    SELECT array_agg(jsonb_build_object('id', n.id, 'title', n.title) ORDER BY n.updated_at DESC, n.id) AS notes
    FROM note_links l JOIN notes_v2 n ON n.id = l.note_id AND ${OWN} WHERE l.user_id = $1 AND l.kind = 'web' AND l.target = b.address) h
  WHERE h.notes IS NOT NULL
  ORDER BY CASE b.why WHEN 'gone' THEN 0 WHEN 'failing' THEN 1 ELSE 2 END, b.failing_since NULLS LAST, b.address LIMIT ${MOST_LISTED}`;

const COUNT = `SELECT
    (SELECT count(DISTINCT l.target)::int FROM note_links l JOIN notes_v2 n ON n.id = l.note_id AND ${OWN}
      WHERE l.user_id = $1 AND l.kind = 'web' AND l.target ~* '^https?://') AS all,
    count(*) FILTER (WHERE checked_at IS NOT NULL)::int AS checked, count(*) FILTER (WHERE outcome = 'unasked')::int AS unasked,
    EXISTS (SELECT FROM jobs WHERE user_id = $1 AND name = 'check-links') AS is_checking
  FROM web_links WHERE user_id = $1`;

const toWebLink = (row: Row): WebLink => ({
  id: row.id,
  address: row.address,
  why: row.why,
  status: row.status,
  checkedAt: row.checked_at.toISOString(),
  failingSince: row.failing_since?.toISOString() ?? null,
  movedTo: row.moved_to,
  notes: row.notes,
  noteCount: row.note_count,
});

/** @throws Failure NOT_FOUND */
export function dismissWebLink(
  db: Database,
  userId: string,
  { webLinkId, isDismissed }: { webLinkId: string; isDismissed: boolean },
): Promise<void> {
  return db.withUser(userId, async (tx) => {
    const changed = await tx.query(
      "UPDATE web_links SET dismissed_at = CASE WHEN $3 THEN now() END WHERE id = $1 AND user_id = $2 RETURNING id",
      [webLinkId, userId, isDismissed],
    );
    if (changed.length === 0) throw notFound();
    await recordChange(tx, { userId, entity: "webLink", entityId: webLinkId, operation: "update" });
  });
}

type Replacing = { noteId: string; from: string; to: string; blockIds?: string[] | undefined };

/**
 * Puts another address in the place of one, where it stands, as its writer would.
 * @returns the blocks that had it; none where it is not there
 * @throws Failure NOT_FOUND for a note that is not one's own
 */
export async function replaceAddress(
  { db, collab }: { db: Database; collab: Collab },
  userId: string,
  { noteId, ...change }: Replacing,
): Promise<string[]> {
  const { parts } = await db.withUser(userId, async (tx) => {
    await assertOwnNote(tx, noteId);
    return readBody(tx, noteId);
  });
  const replaced = await collab.bodies.replaceAddress(parts, change);
  if (!replaced) return [];
  await collab.appendUpdate({
    noteId,
    actorId: userId,
    payload: replaced.update,
    schemaVersion: SCHEMA_VERSION,
    via: "server",
  });
  return replaced.blockIds;
}
