import type { RehearsedNote } from "#contract/rehearsals.ts";
import type { Note, NoteList } from "#contract/notes.ts";
import type { ChangesetDeps } from "../changesets.ts";
import { deriveWaiting, type Inside, lookInside } from "../look-inside.ts";
import type { Tx } from "../../db/client.ts";
import { Failure } from "../../failure.ts";
import { listNotes } from "../../notes/list-notes.ts";
import { NOTE_COLUMNS, type NoteRow, toNote } from "../../notes/note-row.ts";
import { searchNotes } from "../../notes/search.ts";
import { markNotes } from "./marks.ts";

export type Wish = {
  id: string;
  folderId?: string | undefined;
  tag?: string | undefined;
  isUnfiled?: boolean | undefined;
  isTrashed?: boolean | undefined;
  isDiffering?: boolean | undefined;
  query?: string | undefined;
  cursor?: string | undefined;
  limit: number;
};
type Page = { notes: (Note & { snippet?: string })[]; nextCursor: string | null };

/** Notes as they would be with all that waits, each beside how it is. @throws Failure NOT_FOUND */
export function listRehearsed(
  deps: ChangesetDeps,
  userId: string,
  wish: Wish,
): Promise<{ notes: RehearsedNote[]; nextCursor: string | null }> {
  const { id, query } = wish;
  return deps.db.withUser(userId, async (tx) => {
    const differing = wish.isDiffering ? await differingNotes(tx, id) : [];
    const texts = query === undefined ? [] : ("all" as const);
    const page = await lookInside<Page>(deps, tx, { id, texts }, (inside) =>
      query !== undefined
        ? search(inside, query, wish.limit)
        : wish.isDiffering
          ? listById(inside.tx, differing, wish)
          : list(inside, wish),
    );
    const marked = await markNotes(tx, id, page.notes);
    const notes = marked.map((note, index) => ({ ...note, snippet: page.notes[index]!.snippet ?? null }));
    return { notes, nextCursor: page.nextCursor };
  });
}

function list({ tx, deps }: Inside, wish: Wish): Promise<NoteList> {
  const { folderId, tag, isUnfiled, isTrashed = false, cursor, limit } = wish;
  return listNotes(deps.db, tx.userId, {
    ...{ folderId, tag, isUnfiled, trashed: isTrashed, cursor, limit, sort: "title" },
  });
}

async function search(inside: Inside, query: string, limit: number): Promise<Page> {
  await deriveWaiting(inside);
  const hits = await searchNotes(inside.deps.db, inside.tx.userId, query, limit);
  return { notes: hits.map(({ note, snippet }) => ({ ...note, snippet })), nextCursor: null };
}

/** Also of others, where a text is changed that they share. */
async function listById(tx: Tx, ids: readonly string[], { cursor, limit }: Wish): Promise<Page> {
  if (cursor !== undefined && !/^\d{1,6}$/.test(cursor))
    throw new Failure("INVALID_INPUT", "cursor: not valid");
  const from = Number(cursor ?? 0);
  const rows = await tx.query<NoteRow>(
    `SELECT ${NOTE_COLUMNS} FROM notes_v2 WHERE id = ANY ($1::uuid[]) ORDER BY lower(title), id OFFSET $2 LIMIT $3`,
    [ids, from, limit + 1],
  );
  const notes = rows.slice(0, limit).map(toNote);
  return { notes, nextCursor: rows.length > limit ? String(from + limit) : null };
}

/** Notes that are changed by themselves, and those in folders that go, which may move with them. */
export async function differingNotes(tx: Tx, id: string): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `WITH RECURSIVE records AS (
        SELECT kind, record_id, action FROM changeset_records WHERE changeset_id = $1 AND user_id = $2 AND state IN ('proposed', 'changed')
      ), going AS (
        SELECT record_id AS id FROM records WHERE kind = 'folder' AND action = 'remove'
        UNION SELECT f.id FROM folders f JOIN going g ON f.parent_folder_id = g.id WHERE f.user_id = $2
      )
      SELECT note_id AS id FROM changeset_notes WHERE changeset_id = $1 AND user_id = $2
        AND parts @? '$[*] ? (@.state == "proposed" || @.state == "changed")'
      UNION SELECT record_id FROM records WHERE kind = 'note'
      UNION SELECT n.id FROM notes_v2 n JOIN going g ON n.folder_id = g.id
        WHERE n.user_id = $2 AND n.trashed_at IS NULL`,
    [id, tx.userId],
    "differing-notes",
  );
  return rows.map((row) => row.id);
}
