import type { Tx } from "../db/client.ts";

/** Bytes as text in which letters and digits stand as they are: the addresses in a Yjs change can be read without reading it. */
export const asText = (column: string) => `encode(${column}, 'escape')`;

/** What a person has chosen of themselves and for the frame around the pages. */
export const CHOSEN = `SELECT to_jsonb(t)::text AS words FROM dashboard_workspaces t
  UNION ALL SELECT settings::text FROM user_preferences
  UNION ALL SELECT avatar_url FROM user_profiles
  UNION ALL SELECT layout_config::text FROM dashboard_layouts`;
/**
 * Those of these files that something shows now: a note, in the trash or not, whose text may not be read yet, or what the person has
 * chosen. Earlier versions of notes are not asked: they have as long as the trash.
 */
export async function filesInUse(tx: Tx, ids: string[]): Promise<Set<string>> {
  const rows = await tx.query<{ id: string }>(
    `SELECT DISTINCT f.id FROM unnest($1::uuid[]) AS f (id) WHERE EXISTS (
       SELECT FROM note_links l WHERE l.user_id = $2 AND l.kind IN ('file', 'web') AND strpos(l.target, '/files/' || f.id) > 0
     ) OR EXISTS (SELECT FROM (${CHOSEN}) AS chosen WHERE strpos(words, '/files/' || f.id) > 0)
     OR EXISTS (
       SELECT FROM notes_v2 n JOIN note_updates u ON u.note_id = n.id
       WHERE n.user_id = $2 AND n.derived_seq < n.doc_seq AND strpos(${asText("u.payload")}, '/files/' || f.id) > 0
     )`,
    [ids, tx.userId],
  );
  return new Set(rows.map(({ id }) => id));
}
