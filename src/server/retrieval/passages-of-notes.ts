import { createHash } from "node:crypto";
import type { Passage } from "#document/passages.ts";
import type { Collab } from "../collab/collab.ts";
import { readBodyAs } from "../collab/load-note.ts";
import type { Database } from "../db/client.ts";
import type { Row } from "../db/row.ts";
import type { notes } from "../db/schema/notes.ts";
import { WITHIN_REACH, type Reach } from "../notes/ai-access/reach.ts";

/** Where a passage stands: in a block of a note, and in the text that is derived from it. */
export type Citation = {
  noteId: string;
  title: string;
  updatedAt: string;
  blockId: string | null;
  /** In characters from 0, in notes_v2.text; null where the note was changed since that was derived. */
  range: { start: number; end: number } | null;
  /** Of the text: a quote of another hash is not what the note says. */
  hash: string;
};
export type NotePassage = Passage & Citation;

const COLUMNS = ["id", "title", "text", "updated_at"] as const;

/**
 * The passages of notes, as far as the reader may see them and they may go there, in the order of the ids: cut out of their bodies as they are now.
 * @param isOfPeople Without what models wrote
 */
export async function passagesOfNotes(
  { db, collab }: { db: Database; collab: Pick<Collab, "bodies"> },
  userId: string,
  noteIds: string[],
  reach: Reach,
  isOfPeople = false,
): Promise<NotePassage[]> {
  const rows = await db.queryAs<Row<typeof notes, typeof COLUMNS>>(
    userId,
    `SELECT ${COLUMNS.join(", ")} FROM notes_v2 WHERE id = ANY ($1::uuid[]) AND trashed_at IS NULL AND ${WITHIN_REACH}`,
    [noteIds, reach],
    "notes-to-quote",
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const found = await Promise.all(
    noteIds.flatMap((id) => {
      const row = byId.get(id);
      return row ? [passagesOfNote({ db, collab }, userId, row, isOfPeople)] : [];
    }),
  );
  return found.flat();
}

async function passagesOfNote(
  { db, collab }: { db: Database; collab: Pick<Collab, "bodies"> },
  userId: string,
  { id: noteId, title, text, updated_at: updatedAt }: Row<typeof notes, typeof COLUMNS>,
  isOfPeople: boolean,
): Promise<NotePassage[]> {
  const { parts } = await readBodyAs(db, userId, noteId);
  const passages = await collab.bodies.passages(parts, isOfPeople);
  let from = 0;
  return passages.map((passage) => {
    const range = rangeIn(text, passage.text, from);
    if (range) from = range.end;
    return {
      ...passage,
      noteId,
      title,
      updatedAt: updatedAt.toISOString(),
      range,
      hash: hashOf(passage.text),
    };
  });
}

/** From the first of its lines to the last: a heading or a picture may stand between two. */
function rangeIn(text: string, passage: string, from: number): Citation["range"] {
  let start = -1;
  let end = from;
  for (const line of passage.split("\n")) {
    const at = text.indexOf(line, end);
    if (at < 0) return null;
    if (start < 0) start = at;
    end = at + line.length;
  }
  return { start, end };
}

export const hashOf = (text: string): string =>
  createHash("sha256").update(text).digest("base64url").slice(0, 16);
