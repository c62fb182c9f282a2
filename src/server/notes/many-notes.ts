import type { NotePlacement, ManyNotesChange } from "#contract/notes.ts";
import { logActivity } from "../activity/log-activity.ts";
import type { Database, Tx } from "../db/client.ts";
import { tellProjectsOfNotes } from "../live/record-change.ts";
import { recordChanges } from "../live/record-changes.ts";
import { assertFolder } from "./assert-folder.ts";
import { tagsAfter } from "./note-row.ts";
import { updateManyNotes } from "./update-many.ts";

const PLACEMENT = `jsonb_build_object('noteId', id, 'folderId', folder_id, 'tags', to_jsonb(tags), 'isFavorite', is_favorite,
  'isTrashed', trashed_at IS NOT NULL)`;

type ChangedRow = { id: string; before: NotePlacement };

/**
 * The same change of many notes, all or none of it, told as one. Notes that are not there, or not the user's, are passed over.
 * @returns what each changed note was like before; given to `undoBulkUpdate`, it is so again
 */
export function updateNotes(
  db: Database,
  userId: string,
  { noteIds, folderId, addTags = [], removeTags = [], isFavorite, isTrashed }: ManyNotesChange,
): Promise<NotePlacement[]> {
  return db.withUser(userId, async (tx) => {
    await assertFolder(tx, folderId);
    const isFoundAlike = () => addTags.length + removeTags.length === 0 && isTrashed === undefined;
    const rows = await updateManyNotes<ChangedRow>(
      tx,
      `WITH found AS (
         SELECT id AS found_id, ${PLACEMENT} AS before FROM notes_v2 WHERE id = ANY ($1::uuid[]) AND user_id = $2
         ORDER BY id FOR UPDATE
       )
       UPDATE notes_v2 SET
         folder_id = CASE WHEN $3::boolean THEN $4::uuid ELSE folder_id END,
         tags = CASE WHEN cardinality($5::text[] || $6::text[]) = 0 THEN tags ELSE ${tagsAfter("tags", "$5", "$6")} END,
         is_favorite = coalesce($7::boolean, is_favorite),
         trashed_at = CASE WHEN $8::boolean IS NULL THEN trashed_at WHEN $8::boolean THEN coalesce(trashed_at, now()) END,
         updated_at = CASE WHEN cardinality($5::text[] || $6::text[]) > 0 THEN now() ELSE updated_at END
       FROM found WHERE id = found_id RETURNING id, before`,
      [
        noteIds,
        userId,
        folderId !== undefined,
        folderId ?? null,
        addTags,
        removeTags,
        isFavorite ?? null,
        isTrashed ?? null,
      ],
      isFoundAlike,
    );
    await tell(tx, rows, isTrashed);
    return rows.map(({ before }) => before);
  });
}

type Undo = { before: NotePlacement[]; undone?: Omit<ManyNotesChange, "noteIds"> | undefined };

/**
 * Undoes `updateNotes`. Told which change, it puts back what that touched and nothing else: a note that was moved, marked or trashed again
 * since is passed over, and of its tags only those go and come that the change gave and took.
 */
export function undoBulkUpdate(db: Database, userId: string, { before, undone }: Undo): Promise<number> {
  return db.withUser(userId, async (tx) => {
    const rows = await updateManyNotes<{ id: string; is_found_alike: boolean }>(
      tx,
      PUT_BACK,
      [JSON.stringify(before), userId, undone ? JSON.stringify(undone) : null],
      (row) => row.is_found_alike,
    );
    const entityIds = rows.map(({ id }) => id);
    await recordChanges(tx, { entity: "note", operation: "update", entityIds });
    // Notes that come back, and those that are moved from one project to another.
    if (entityIds.length > 0) await tellProjectsOfNotes(tx, entityIds);
    return rows.length;
  });
}

/** $1 what notes were like, $2 the user, $3 the change that is undone, or null: everything is put back. */
const PUT_BACK = `
  WITH change AS (
    SELECT $3::jsonb AS undone, ARRAY(SELECT jsonb_array_elements_text($3::jsonb->'addTags')) AS added,
      ARRAY(SELECT jsonb_array_elements_text($3::jsonb->'removeTags')) AS removed
  )
  UPDATE notes_v2 SET
    folder_id = CASE WHEN undone IS NULL OR undone ? 'folderId'
      THEN (SELECT f.id FROM folders f WHERE f.id = wanted.folder_id AND f.trashed_at IS NULL) ELSE notes_v2.folder_id END,
    tags = CASE WHEN undone IS NULL THEN wanted.tags ELSE
      ARRAY(SELECT tag FROM unnest(notes_v2.tags) AS tag WHERE tag <> ALL (added) OR tag = ANY (wanted.tags))
      || ARRAY(SELECT tag FROM unnest(wanted.tags) AS tag WHERE tag = ANY (removed) AND tag <> ALL (notes_v2.tags)) END,
    is_favorite = CASE WHEN undone IS NULL OR undone ? 'isFavorite' THEN wanted.is_favorite ELSE notes_v2.is_favorite END,
    trashed_at = CASE WHEN undone IS NULL OR undone ? 'isTrashed'
      THEN CASE WHEN wanted.is_trashed THEN coalesce(trashed_at, now()) END ELSE trashed_at END,
    updated_at = CASE WHEN undone IS NULL OR undone ?| ARRAY['addTags', 'removeTags'] THEN now() ELSE notes_v2.updated_at END
  FROM change, (
    SELECT (p->>'noteId')::uuid AS note_id, (p->>'folderId')::uuid AS folder_id, (p->>'isFavorite')::boolean AS is_favorite,
      (p->>'isTrashed')::boolean AS is_trashed, ARRAY(SELECT jsonb_array_elements_text(p->'tags')) AS tags
    FROM jsonb_array_elements($1::jsonb) AS p
  ) wanted JOIN (
    SELECT n.id AS found_id, n.tags AS found_tags, n.trashed_at IS NOT NULL AS was_trashed FROM notes_v2 n
    WHERE n.user_id = $2 AND n.id IN (SELECT (p->>'noteId')::uuid FROM jsonb_array_elements($1::jsonb) AS p)
      AND ($3::jsonb->'folderId' IS NULL OR n.folder_id IS NOT DISTINCT FROM ($3::jsonb->>'folderId')::uuid)
      AND ($3::jsonb->'isFavorite' IS NULL OR n.is_favorite = ($3::jsonb->>'isFavorite')::boolean)
      AND ($3::jsonb->'isTrashed' IS NULL OR (n.trashed_at IS NOT NULL) = ($3::jsonb->>'isTrashed')::boolean)
    ORDER BY n.id FOR UPDATE
  ) found ON found_id = wanted.note_id
  WHERE id = found_id
  RETURNING id, found_tags = notes_v2.tags AND was_trashed = (trashed_at IS NOT NULL) AS is_found_alike`;

async function tell(tx: Tx, rows: ChangedRow[], isTrashed: boolean | undefined): Promise<void> {
  if (rows.length === 0) return;
  const operation = isTrashed === undefined ? "update" : isTrashed ? "delete" : "insert";
  const entityIds = rows.map(({ id }) => id);
  await recordChanges(tx, { entity: "note", operation, entityIds });
  if (isTrashed !== undefined) await tellProjectsOfNotes(tx, entityIds);
  const verb = { update: "Changed", delete: "Deleted", insert: "Restored" }[operation];
  const type = { update: "note_updated", delete: "note_deleted", insert: "note_restored" } as const;
  await logActivity(tx, {
    type: type[operation],
    title: `${verb} ${rows.length === 1 ? "a note" : `${rows.length} notes`}`,
  });
}
