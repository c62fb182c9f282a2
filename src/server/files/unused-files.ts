import type { Database } from "../db/client.ts";
import { removeFiles } from "./file-trash.ts";
import { ATTACHMENTS } from "./files.ts";
import { asText, NAMING } from "./files-in-use.ts";

const AT_A_TIME = 500;
const NOTES_AT_A_TIME = 100;
/** A note that was written offline may name a file before the server has seen the note. */
const SETTLED_AFTER = "1 hour";

/**
 * Puts the files that nothing names into the trash. In use is what stands in a note, in the trash or not, in any version of one, in
 * a log that was not read yet, or in anything else that the catalog says may name one (a banner, a template, a comment).
 */
export async function cleanUpFiles(db: Database, userId: string): Promise<{ removed: string[] }> {
  const candidates = await db.queryAs<{ id: string }>(
    userId,
    `SELECT f.id FROM files f
     WHERE f.user_id = $1 AND f.bucket = $2 AND f.trashed_at IS NULL AND f.created_at < now() - interval '${SETTLED_AFTER}'
       AND NOT EXISTS (SELECT FROM user_gallery g WHERE g.file_id = f.id)
       AND NOT EXISTS (SELECT FROM note_links l WHERE l.user_id = $1 AND l.kind = 'file'
         AND l.target IN ('/files/' || f.id, '/files/' || f.id || '/original'))`,
    [userId, ATTACHMENTS],
  );
  const unused = new Set(candidates.map(({ id }) => id));
  await strikeOut(db, userId, unused);
  const ids = [...unused];
  const removed: string[] = [];
  for (let at = 0; at < ids.length; at += AT_A_TIME)
    removed.push(...(await removeFiles(db, userId, ids.slice(at, at + AT_A_TIME))));
  return { removed };
}

/** Each read by its index on the note. */
const OF_NOTES = [
  "SELECT text AS words FROM notes_v2 WHERE id = ANY ($1::uuid[])",
  `SELECT ${asText("payload")} AS words FROM note_updates WHERE note_id = ANY ($1::uuid[])`,
  `SELECT ${asText("state")} AS words FROM note_snapshots WHERE note_id = ANY ($1::uuid[])`,
  `SELECT ${asText("payload")} AS words FROM note_history WHERE note_id = ANY ($1::uuid[])`,
];

/** Takes out of `unused` whatever is named somewhere; in portions, so that no statement takes long. */
async function strikeOut(db: Database, userId: string, unused: Set<string>): Promise<void> {
  const strike = async (source: string, values: unknown[]) => {
    if (unused.size === 0) return;
    const rows = await db.queryAs<{ id: string }>(
      userId,
      `SELECT DISTINCT lower(m[1]) AS id FROM (${source}) AS source, regexp_matches(words, '/files/([0-9a-fA-F-]{36})', 'g') AS m`,
      values,
    );
    for (const { id } of rows) unused.delete(id);
  };
  await strike(NAMING, []);
  if (unused.size === 0) return;
  // Not the person's own alone: a file may stand in a note of somebody who shares it. Row-level security says which there are.
  const notes = await db.queryAs<{ id: string }>(userId, "SELECT id FROM notes_v2", []);
  for (let at = 0; at < notes.length; at += NOTES_AT_A_TIME) {
    const ids = notes.slice(at, at + NOTES_AT_A_TIME).map(({ id }) => id);
    for (const source of OF_NOTES) await strike(source, [ids]);
  }
}
