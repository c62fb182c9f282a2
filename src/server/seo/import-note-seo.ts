import { SEO_DESCRIPTION_MAX, SEO_KEYPHRASE_MAX, SEO_TITLE_MAX } from "#contract/seo.ts";
import type { Database } from "../db/client.ts";

/** Of an export of ours; its notes are there by now, or were left out. Pictures have other ids here: the first one is shown. */
export async function importNoteSeo(db: Database, userId: string, rows: object[]): Promise<void> {
  await db.queryAs(
    userId,
    `INSERT INTO note_seo (note_id, user_id, title, description, keyphrase, language)
     SELECT n.id, $1, left(coalesce(r.title, ''), $3), left(coalesce(r.description, ''), $4), left(coalesce(r.keyphrase, ''), $5),
       CASE WHEN r.language ~ '^[a-z]{2,3}$' THEN r.language END
     FROM jsonb_to_recordset($2::jsonb) AS r (note_id uuid, title text, description text, keyphrase text, language text)
       JOIN notes_v2 n ON n.id = r.note_id AND n.user_id = $1
     ON CONFLICT (note_id) DO NOTHING`,
    [userId, JSON.stringify(rows), SEO_TITLE_MAX, SEO_DESCRIPTION_MAX, SEO_KEYPHRASE_MAX],
  );
}
