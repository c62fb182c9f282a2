import type { PartState } from "#contract/changesets.ts";
import type { Services } from "../base.ts";
import { placeOfPart, type StoredPart } from "../db/schema/changesets.ts";
import { selectNote } from "../notes/notes.ts";

const WAITING: readonly PartState[] = ["proposed", "changed"];

type Row = { id: string; title: string; parts: StoredPart[] };

/** What waits for the text of a note. @throws Failure NOT_FOUND */
export function waitingParts({ db }: Pick<Services, "db">, userId: string, noteId: string) {
  return db.withUser(userId, async (tx) => {
    await selectNote(tx, noteId);
    const rows = await tx.query<Row>(
      `SELECT c.id, c.title, n.parts FROM changeset_notes n JOIN changesets c ON c.id = n.changeset_id
        WHERE n.note_id = $1 AND c.user_id = $2 ORDER BY c.created_at, c.id`,
      [noteId, userId],
      "waiting-parts",
    );
    const changesets = rows.flatMap(({ parts, ...head }) => {
      const waiting = parts.flatMap((part, index) =>
        WAITING.includes(part.state) ? [shownPart(part, index)] : [],
      );
      return waiting.length > 0 ? [{ ...head, parts: waiting }] : [];
    });
    return { noteId, changesets };
  });
}

const shownPart = ({ previous, next, before, after, place }: StoredPart, index: number) => ({
  part: placeOfPart({ place }, index),
  previous,
  next,
  before: JSON.stringify(before),
  after: JSON.stringify(after),
});
