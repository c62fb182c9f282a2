import type { Backlinks } from "#contract/notes.ts";
import type { Database } from "../db/client.ts";
import { NOTE_COLUMNS, type NoteRow, toNote } from "./note-row.ts";
import { textWithoutTitle } from "#document/title-once.ts";
import { getNote } from "./notes.ts";
import { highlight, searchNotes } from "./search.ts";

const LINKED_MAX = 200;
const UNLINKED_MAX = 20;
/** A title shorter than this stands in most texts by chance. */
const NAMED_MIN = 3;
const [SNIPPET_BEFORE, SNIPPET_LENGTH] = [60, 220];

/**
 * What leads to a note. Links are kept with the text they stand in (`note_links`): chosen ones by id, others by the title they
 * name. A title without a link is found by search.
 */
export async function getBacklinks(db: Database, userId: string, noteId: string): Promise<Backlinks> {
  const { title } = await getNote(db, userId, noteId);
  const name = title.trim();
  const rows = await db.queryAs<NoteRow & { around: string }>(
    userId,
    `SELECT ${NOTE_COLUMNS}, substr(n.text, greatest(1, strpos(lower(n.text), lower($3)) - ${SNIPPET_BEFORE}), ${SNIPPET_LENGTH}) AS around
       FROM notes_v2 n WHERE n.trashed_at IS NULL AND n.id <> $2::uuid AND n.id IN (
         SELECT note_id FROM note_links WHERE user_id = $1::uuid AND kind = 'note' AND target = $2::uuid::text
         UNION SELECT note_id FROM note_links WHERE user_id = $1::uuid AND kind = 'title' AND target = lower($3) AND $3 <> ''
       ) ORDER BY n.updated_at DESC, n.id LIMIT ${LINKED_MAX}`,
    [userId, noteId, name],
    "backlinks",
  );
  const linked = rows.map((row) => ({
    note: toNote(row),
    snippet: highlight(textWithoutTitle(row.around, row.title), name === "" ? [] : [name.toLowerCase()]),
  }));
  const known = new Set([noteId, ...linked.map(({ note }) => note.id)]);
  const hits =
    name.length < NAMED_MIN
      ? []
      : await searchNotes(db, userId, `"${name.replaceAll('"', " ")}"`, UNLINKED_MAX + known.size);
  const unlinked = hits
    .filter(({ note, reason }) => reason === "text" && !known.has(note.id))
    .slice(0, UNLINKED_MAX)
    .map(({ note, snippet }) => ({ note, snippet }));
  return { linked, unlinked };
}
