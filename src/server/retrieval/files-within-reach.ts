import type { Database } from "../db/client.ts";
import { asText } from "../files/files-in-use.ts";
import { notesWithinReach, type Reach } from "../notes/ai-access/reach.ts";

/** A file of the account, with the words that were read in it so far. */
export type ReadFile = {
  id: string;
  name: string;
  type: string;
  storage_key: string;
  width: number | null;
  size: number;
  text: string;
  /** Whether its words were looked for. */
  is_read: boolean;
};

/**
 * Those of these files that are the account's own, outside the trash, and may go there, in the order of the ids. A file is fenced as the notes are that
 * show it: it goes where one of them may, and anywhere where none shows it; and by the project it was put into, whatever shows it.
 */
export async function filesWithinReach(
  db: Database,
  userId: string,
  fileIds: readonly string[],
  reach: Reach,
): Promise<ReadFile[]> {
  if (fileIds.length === 0) return [];
  const files = await db.queryAs<ReadFile>(
    userId,
    `SELECT f.id, f.name, f.type, f.storage_key, f.width, f.size, coalesce(t.text, '') AS text, f.text_at IS NOT NULL AS is_read
     FROM unnest($2::uuid[]) WITH ORDINALITY AS asked (id, place) JOIN files f ON f.id = asked.id
       LEFT JOIN file_texts t ON t.file_id = f.id
     WHERE f.user_id = $1 AND f.trashed_at IS NULL ORDER BY asked.place`,
    [userId, [...new Set(fileIds)]],
    "files-to-quote",
  );
  if (reach === "nowhere") return files;
  const ids = files.map(({ id }) => id);
  const shownIn = await notesShowing(db, userId, ids);
  const within = await notesWithinReach(db, userId, [...new Set([...shownIn.values()].flat())], reach);
  const inProjects = await db.queryAs<{ id: string }>(
    userId,
    "SELECT project_files_within_reach($1::uuid[], $2) AS id",
    [ids, reach],
    "project-files-within-reach",
  );
  const permitted = new Set(inProjects.map(({ id }) => id));
  return files.filter(({ id }) => {
    const notes = shownIn.get(id);
    return permitted.has(id) && (!notes || notes.some((noteId) => within.has(noteId)));
  });
}

/** Also by what was written a moment ago, when the links of a note were not read anew yet. */
async function notesShowing(db: Database, userId: string, ids: string[]): Promise<Map<string, string[]>> {
  const rows = await db.queryAs<{ file_id: string; note_id: string }>(
    userId,
    `SELECT f.id AS file_id, l.note_id FROM unnest($2::uuid[]) AS f (id) JOIN note_links l
       ON l.user_id = $1 AND l.kind = 'file' AND l.target IN ('/files/' || f.id, '/files/' || f.id || '/original')
     UNION SELECT f.id, l.note_id FROM unnest($2::uuid[]) AS f (id) JOIN note_links l
       ON l.user_id = $1 AND l.kind = 'web' AND strpos(l.target, '/files/' || f.id) > 0
     UNION SELECT f.id, u.note_id FROM unnest($2::uuid[]) AS f (id), notes_v2 n JOIN note_updates u ON u.note_id = n.id
       WHERE n.user_id = $1 AND n.derived_seq < n.doc_seq AND strpos(${asText("u.payload")}, '/files/' || f.id) > 0`,
    [userId, ids],
    "notes-showing-files",
  );
  const byFile = Map.groupBy(rows, (row) => row.file_id);
  return new Map([...byFile].map(([id, of]) => [id, of.map((row) => row.note_id)]));
}
