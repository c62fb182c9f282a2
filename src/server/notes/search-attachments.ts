import type { SearchQuery } from "#contract/search-query.ts";
import type { Database } from "../db/client.ts";
import { NOTE_COLUMNS, type NoteRow } from "./note-row.ts";

export type AttachmentHit = NoteRow & { around: string };

/** A word that may be the beginning of one, as it is typed. */
const PLAIN_WORD = /^[\p{L}\p{N}]+$/u;

const FILES_AT_MOST = 200;

/**
 * One's own notes that name a file in whose text every word and phrase stands (server/attachments reads them). `found` are
 * there already.
 */
export async function searchAttachments(
  db: Database,
  userId: string,
  query: SearchQuery,
  place: { before: number; length: number },
  { found, limit }: { found: string[]; limit: number },
): Promise<AttachmentHit[]> {
  const files = await filesWith(db, userId, query);
  if (files.length === 0) return [];
  const addresses = files.flatMap((id) => [`/files/${id}`, `/files/${id}/original`]);
  return db.queryAs<AttachmentHit>(
    userId,
    `WITH hits AS (
       SELECT DISTINCT ON (l.note_id) l.note_id, split_part(l.target, '/', 3)::uuid AS file_id FROM note_links l
       WHERE l.user_id = $1 AND l.kind = 'file' AND l.target = ANY ($2) AND l.note_id <> ALL ($3::uuid[])
         AND EXISTS (SELECT FROM files f WHERE f.id = split_part(l.target, '/', 3)::uuid AND f.trashed_at IS NULL)
     )
     SELECT ${NOTE_COLUMNS}, (SELECT substr(t.text, greatest(1, coalesce((
         SELECT min(nullif(strpos(lower(t.text), needle), 0)) FROM unnest($4::text[]) AS needle
       ), 1) - ${place.before}), ${place.length}) FROM file_texts t WHERE t.file_id = hits.file_id) AS around
     FROM hits JOIN notes_v2 n ON n.id = hits.note_id
     WHERE n.trashed_at IS NULL AND ARRAY(SELECT lower(tag) FROM unnest(n.tags) AS tag) @> $5::text[]
     ORDER BY n.updated_at DESC, n.id LIMIT $6`,
    [userId, addresses, found, [...query.phrases, ...query.words], query.tags, limit],
    "search-attachments",
  );
}

async function filesWith(db: Database, userId: string, { words, phrases }: SearchQuery): Promise<string[]> {
  const last = words.at(-1) ?? "";
  const isPrefix = PLAIN_WORD.test(last);
  const whole = isPrefix ? words.slice(0, -1) : words;
  const rows = await db.queryAs<{ file_id: string }>(
    userId,
    `SELECT t.file_id FROM file_texts t, LATERAL (SELECT plainto_tsquery('simple', $2) && to_tsquery('simple', $3)
         && coalesce((SELECT string_agg('(' || phraseto_tsquery('simple', phrase)::text || ')', ' & ')::tsquery
              FROM unnest($4::text[]) AS phrase WHERE numnode(phraseto_tsquery('simple', phrase)) > 0), ''::tsquery) AS q) AS asked
     WHERE t.user_id = $1 AND numnode(q) > 0 AND t.words @@ q LIMIT ${FILES_AT_MOST}`,
    [userId, whole.join(" "), isPrefix ? `${last}:*` : "", phrases],
    "search-file-texts",
  );
  return rows.map((row) => row.file_id);
}
