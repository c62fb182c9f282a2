import type { Tx } from "../db/client.ts";
import { updateManyNotes } from "./update-many.ts";

/** The tags of a row with one name for another, or without it. */
const RENAMED = (from: string, to: string) => `ARRAY(
    SELECT name FROM (
      SELECT CASE WHEN tag = ${from} THEN ${to} ELSE tag END AS name, min(place) AS place
      FROM unnest(tags) WITH ORDINALITY AS t (tag, place) GROUP BY 1
    ) named WHERE name IS NOT NULL ORDER BY place)`;

const RENAME = `WITH found AS (
    SELECT id AS found_id, $3::text IS NULL OR tags @> ARRAY[$3::text] AS loses FROM notes_v2
    WHERE user_id = $1 AND tags @> ARRAY[$2::text] ORDER BY id FOR UPDATE
  )
  UPDATE notes_v2 SET updated_at = now(), tags = ${RENAMED("$2::text", "$3::text")}
  FROM found WHERE id = found_id RETURNING id, loses`;

const PUT_BACK = `UPDATE notes_v2 SET updated_at = now(), tags =
    CASE WHEN id = ANY ($4::uuid[]) THEN ${RENAMED("$3::text", "$2::text")} ELSE tags || $2::text END
  WHERE user_id = $1 AND NOT tags @> ARRAY[$2::text] AND (
    (id = ANY ($4::uuid[]) AND tags @> ARRAY[$3::text]) OR (id = ANY ($5::uuid[]) AND cardinality(tags) < 100)
  ) RETURNING id`;

/** One tag for another, or none, in all notes of the user; `loses` says that a note had both, or that the tag goes. */
export function replaceTag(
  tx: Tx,
  from: string,
  to: string | null,
): Promise<{ id: string; loses: boolean }[]> {
  return updateManyNotes<{ id: string; loses: boolean }>(tx, RENAME, [tx.userId, from, to]);
}

/** Undoes `replaceTag`. What was tagged otherwise since then stays as it is. */
export function restoreTag(
  tx: Tx,
  { from, to, renamed, lost }: { from: string; to?: string | undefined; renamed: string[]; lost: string[] },
): Promise<{ id: string }[]> {
  return updateManyNotes<{ id: string }>(tx, PUT_BACK, [tx.userId, from, to ?? null, renamed, lost]);
}
