import type { RehearsalMark, RehearsedFolder, RehearsedNote } from "#contract/rehearsals.ts";
import type { Folder } from "#contract/folders.ts";
import type { Note } from "#contract/notes.ts";
import type { Tx } from "../../db/client.ts";

type Real = { title: string; folderId: string | null; tags: string[]; isTrashed: boolean };

/** How these notes really are. */
export async function realNotes(tx: Tx, ids: readonly string[]): Promise<Map<string, Real>> {
  const rows = await tx.query<Real & { id: string }>(
    `SELECT id, title, CASE WHEN user_id = $2 THEN folder_id END AS "folderId", tags, trashed_at IS NOT NULL AS "isTrashed"
      FROM notes_v2 WHERE id = ANY ($1::uuid[])`,
    [ids, tx.userId],
    "real-notes",
  );
  return new Map(rows.map(({ id, ...real }) => [id, real]));
}

/** Those of these notes whose text is to be changed; that of one that really is in the trash can't be. */
export async function rewrittenNotes(
  tx: Tx,
  changesetId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await tx.query<{ note_id: string }>(
    `SELECT c.note_id FROM changeset_notes c JOIN notes_v2 n ON n.id = c.note_id AND n.trashed_at IS NULL
      WHERE c.changeset_id = $1 AND c.note_id = ANY ($2::uuid[]) AND c.parts @? '$[*] ? (@.state == "proposed" || @.state == "changed")'`,
    [changesetId, ids],
    "rewritten-notes",
  );
  return new Set(rows.map(({ note_id: id }) => id));
}

type Seen = Omit<RehearsedNote, "snippet">;

/** Notes as they would be, beside how they are. */
export async function markNotes(tx: Tx, changesetId: string, notes: readonly Note[]): Promise<Seen[]> {
  const ids = notes.map(({ id }) => id);
  const real = await realNotes(tx, ids);
  const rewritten = await rewrittenNotes(tx, changesetId, ids);
  return notes.map(({ id, title, tags, folderId, trashedAt }) => {
    const was = real.get(id) ?? null;
    const is = { title, tags, folderId, isTrashed: trashedAt !== null };
    return {
      ...{ id, ...is, marks: marksOf(is, was, rewritten.has(id)) },
      was: was && { title: was.title, folderId: was.folderId, tags: was.tags },
    };
  });
}

function marksOf(is: Real, was: Real | null, isRewritten: boolean): RehearsalMark[] {
  if (!was) return ["new"];
  const marks: [RehearsalMark, boolean][] = [
    ["removed", is.isTrashed && !was.isTrashed],
    ["renamed", is.title !== was.title],
    ["moved", is.folderId !== was.folderId && !is.isTrashed],
    ["tagged", JSON.stringify(is.tags) !== JSON.stringify(was.tags)],
    ["changed", isRewritten],
  ];
  return marks.flatMap(([mark, applies]) => (applies ? [mark] : []));
}

/** Folders as they would be, with those that go. */
export function markFolders(now: readonly Folder[], then: readonly Folder[]): RehearsedFolder[] {
  const real = new Map(now.map((folder) => [folder.id, folder]));
  const left = new Set(then.map(({ id }) => id));
  const shown = (folder: Folder, marks: RehearsalMark[]): RehearsedFolder => ({
    ...{ id: folder.id, name: folder.name, parentId: folder.parentId, noteCount: folder.noteCount, marks },
  });
  return [
    ...then.map((folder) => {
      const was = real.get(folder.id);
      if (!was) return shown(folder, ["new"]);
      const marks: RehearsalMark[] = [
        ...(was.name === folder.name ? [] : ["renamed" as const]),
        ...(was.parentId === folder.parentId ? [] : ["moved" as const]),
      ];
      return shown(folder, marks);
    }),
    ...now.filter(({ id }) => !left.has(id)).map((folder) => shown({ ...folder, noteCount: 0 }, ["removed"])),
  ];
}
