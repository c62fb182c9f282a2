import type { NoteAiAccess } from "#contract/notes.ts";
import type { AiAccess } from "#contract/shared/ai-access.ts";
import type { Database } from "../../db/client.ts";
import { notFound } from "../../failure.ts";

type AccessRow = {
  is_trashed: boolean;
  to_hosted: boolean;
  to_local: boolean;
  folders: { id: string; name: string; access: AiAccess }[];
  tags: { name: string; access: AiAccess }[];
};

/** From the note's folder upwards: how far away does not matter, but the nearest is named. */
const FOLDERS_ABOVE = `WITH RECURSIVE up AS (
    SELECT f.id, f.name, f.ai_access, f.parent_folder_id, 0 AS steps FROM folders f WHERE f.id = n.folder_id
    UNION SELECT f.id, f.name, f.ai_access, f.parent_folder_id, up.steps + 1 FROM folders f JOIN up ON f.id = up.parent_folder_id WHERE up.steps < 1000
  ) SELECT jsonb_agg(jsonb_build_object('id', id, 'name', name, 'access', ai_access) ORDER BY steps) FROM up`;

/**
 * Which models may read a note, and by what: the nearest of the reader's own folders and tags that is as strict. Whatever holds for no reason that the
 * reader can see is its owner's.
 * @throws Failure NOT_FOUND
 */
export async function accessOfNote(db: Database, userId: string, noteId: string): Promise<NoteAiAccess> {
  const [row] = await db.queryAs<AccessRow>(
    userId,
    `SELECT n.trashed_at IS NOT NULL AS is_trashed,
       EXISTS (SELECT notes_within_reach(ARRAY[n.id], 'hosted')) AS to_hosted, EXISTS (SELECT notes_within_reach(ARRAY[n.id], 'local')) AS to_local,
       coalesce((${FOLDERS_ABOVE}), '[]') AS folders,
       coalesce((SELECT jsonb_agg(jsonb_build_object('name', given.tag, 'access', t.ai_access) ORDER BY given.place)
         FROM unnest(n.tags) WITH ORDINALITY AS given (tag, place) JOIN tag_fences t ON t.user_id = $2 AND t.tag = lower(given.tag)), '[]') AS tags
     FROM notes_v2 n WHERE n.id = $1`,
    [noteId, userId],
    "ai-access-of-note",
  );
  if (!row) throw notFound();
  if (row.is_trashed) return { aiAccess: "none", by: { kind: "trash" } };
  const aiAccess = row.to_hosted ? "any" : row.to_local ? "local" : "none";
  return { aiAccess, by: aiAccess === "any" ? null : reasonOf(row, aiAccess) };
}

function reasonOf({ folders, tags }: AccessRow, aiAccess: AiAccess): NoteAiAccess["by"] {
  const folder = folders.find(({ access }) => access === aiAccess);
  if (folder) return { kind: "folder", folderId: folder.id, name: folder.name };
  const tag = tags.find(({ access }) => access === aiAccess);
  return tag ? { kind: "tag", name: tag.name } : { kind: "owner" };
}
