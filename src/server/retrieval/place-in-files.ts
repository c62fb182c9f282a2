import type { Database } from "../db/client.ts";
import type { AttachmentHit } from "../notes/search-parts/search-attachments.ts";
import type { FilePassage } from "./passages-of-files.ts";
import { hashOf } from "./passages-of-notes.ts";

type Place = { note_id: string; file_id: string; start: number };

/** Words that were found in files of notes, with the file they stand in and their place there, as far as it is the reader's own. */
export async function placeInFiles(
  db: Database,
  userId: string,
  hits: readonly Pick<AttachmentHit, "id" | "title" | "around">[],
): Promise<FilePassage[]> {
  if (hits.length === 0) return [];
  // Characters beyond the first plane count two, as they do where the text is read.
  const places = await db.queryAs<Place>(
    userId,
    `SELECT DISTINCT ON (h.note_id) h.note_id, t.file_id,
       length(before.text) + length(regexp_replace(before.text, '[\\x01-\\uffff]', '', 'g')) AS start
     FROM unnest($2::uuid[], $3::text[]) AS h (note_id, around)
       JOIN note_links l ON l.user_id = $1 AND l.note_id = h.note_id AND l.kind = 'file'
       -- By its id, so that not every file of the account is compared.
       JOIN file_texts t ON t.user_id = $1
         AND t.file_id = CASE WHEN l.target ~ '^/files/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(/original)?$' THEN substring(l.target, 8, 36)::uuid END
       JOIN files f ON f.id = t.file_id AND f.trashed_at IS NULL,
       LATERAL (SELECT left(t.text, strpos(t.text, h.around) - 1) AS text) before
     WHERE strpos(t.text, h.around) > 0`,
    [userId, hits.map(({ id }) => id), hits.map(({ around }) => around)],
    "place-in-files",
  );
  const byNote = new Map(places.map((place) => [place.note_id, place]));
  return hits.map(({ id: noteId, title, around: text }): FilePassage => {
    const place = byNote.get(noteId);
    const found = { kind: "file", noteId, text } as const;
    if (!place) return { ...found, fileId: null, title, range: null, hash: null };
    const range = { start: place.start, end: place.start + text.length };
    return { ...found, fileId: place.file_id, title, range, hash: hashOf(text) };
  });
}
