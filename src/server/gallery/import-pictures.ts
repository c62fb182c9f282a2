import type { Database } from "../db/client.ts";
import { assertRoom, moveToGallery, record } from "./pictures.ts";

/** Pictures of an export whose files were made along with it. None is public: what the world may read, a person says here anew. */
export function importPictures(db: Database, userId: string, rows: object[]): Promise<void> {
  return db.withUser(userId, async (tx) => {
    const added = await tx.query<{ id: string; file_id: string; type: string }>(
      `INSERT INTO user_gallery (id, user_id, file_id, title, description, tags, created_at, updated_at, trashed_at)
       SELECT r.id, $1, f.id, left(coalesce(r.title, ''), 200), left(coalesce(r.description, ''), 5000),
         coalesce((SELECT array_agg(left(tag, 100)) FROM (SELECT tag FROM unnest(r.tags) AS t (tag) WHERE tag <> '' LIMIT 30) AS few), '{}'),
         coalesce(r.created_at, now()), coalesce(r.updated_at, now()), r.trashed_at
       FROM jsonb_to_recordset($2::jsonb) AS r (id uuid, file_id uuid, title text, description text, tags text[],
         created_at timestamptz, updated_at timestamptz, trashed_at timestamptz)
       JOIN files f ON f.id = r.file_id AND f.user_id = $1
       WHERE r.id IS NOT NULL AND ((f.type LIKE 'image/%' AND f.width IS NOT NULL) OR f.type IN ('video/mp4', 'video/webm'))
       ON CONFLICT DO NOTHING
       RETURNING id, file_id, (SELECT type FROM files WHERE files.id = file_id) AS type`,
      [userId, JSON.stringify(rows)],
    );
    await assertRoom(tx, 0);
    for (const { file_id: id, type } of added) await moveToGallery(tx, { id, type });
    if (added[0]) await record(tx, added[0].id, "insert");
  });
}
