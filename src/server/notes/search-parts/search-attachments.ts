import type { SearchQuery } from "#contract/shared/search-query.ts";
import type { Database } from "../../db/client.ts";
import { NOTE_COLUMNS, type NoteRow } from "../note-row.ts";
import { type Around, NOTES_OF_HITS, type SearchFilter } from "./search-shared.ts";

export type AttachmentHit = NoteRow & { around: string };

/**
 * Notes that name a file in whose text every word and phrase stands (server/attachments reads them): one's own and those that others
 * share. `found` are there already.
 */
export function searchAttachments(
  db: Database,
  userId: string,
  { words, phrases, tags }: SearchQuery,
  filter: SearchFilter,
  { around, found, limit }: { around: Around; found: string[]; limit: number },
): Promise<AttachmentHit[]> {
  return db.queryAs<AttachmentHit>(
    userId,
    `WITH hits AS MATERIALIZED (
       SELECT note_id, around, place FROM search_attachments($1::text[], $2::text[], $3::text[], $4::uuid[], $5, $6, $7, $8::jsonb)
         WITH ORDINALITY AS s (note_id, around, place)
     )
     SELECT ${NOTE_COLUMNS}, hits.around
     FROM ${NOTES_OF_HITS} ORDER BY hits.place`,
    [words, phrases, tags, found, around.before, around.length, limit, JSON.stringify(filter)],
    "search-attachments",
  );
}
