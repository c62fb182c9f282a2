import type { RelatedNotes } from "#contract/notes.ts";
import type { Database } from "../../db/client.ts";
import { NOTE_COLUMNS, type NoteRow, toNote } from "../../notes/note-row.ts";
import { MOST_RELATED, relatedTo, subjectOf } from "../../notes/some-words/related.ts";
import { fuse } from "../../retrieval/fuse.ts";
import { nearPassages } from "../../retrieval/meaning/near-passages.ts";

const PASSAGES = 40;

/** Notes about the same things, by the words in common and by what is kept of their meaning. Nothing leaves the server for it. */
export async function relatedNotes(db: Database, userId: string, noteId: string): Promise<RelatedNotes> {
  const subject = await subjectOf(db, userId, noteId);
  const [{ notes }, meant] = await Promise.all([
    relatedTo(db, userId, subject),
    meantLike(db, userId, noteId, subject.known),
  ]);
  const byId = new Map([...meant, ...notes].map((mention) => [mention.note.id, mention]));
  const ids = fuse([notes, meant].map((list) => list.map(({ note }) => note.id)));
  return { notes: ids.slice(0, MOST_RELATED).map((id) => byId.get(id)!) };
}

/** Those whose passages lie near to what a note says as a whole. */
async function meantLike(
  db: Database,
  userId: string,
  noteId: string,
  known: readonly string[],
): Promise<RelatedNotes["notes"]> {
  const vector = await meanVector(db, userId, noteId);
  if (!vector) return [];
  const near = await nearPassages(db, userId, vector, { kinds: ["note"], limit: PASSAGES });
  const ids = [...new Set(near.map(({ id }) => id))]
    .filter((id) => !known.includes(id))
    .slice(0, MOST_RELATED);
  const rows = await db.queryAs<NoteRow>(
    userId,
    `SELECT ${NOTE_COLUMNS} FROM notes_v2 WHERE id = ANY ($1::uuid[]) AND trashed_at IS NULL ORDER BY array_position($1::uuid[], id)`,
    [ids],
    "notes-meant-like",
  );
  return rows.map(toNote).map((note) => ({ note, snippet: note.excerpt }));
}

/** Null of a note that was not read for its meaning. */
async function meanVector(db: Database, userId: string, noteId: string): Promise<number[] | null> {
  const [row] = await db.queryAs<{ vectors: Buffer; passages: number }>(
    userId,
    "SELECT vectors, cardinality(hashes) AS passages FROM meaning_items WHERE note_id = $1 AND vectors IS NOT NULL",
    [noteId],
    "vectors-of-note",
  );
  if (!row) return null;
  const numbers = row.vectors.length / row.passages;
  const sum = Array.from({ length: numbers }, () => 0);
  for (let at = 0; at < row.vectors.length; at += 1) sum[at % numbers]! += row.vectors.readInt8(at);
  return sum;
}
