import type { SearchHit } from "#contract/notes.ts";
import { MOST_NEAR } from "#contract/meaning.ts";
import type { Services } from "../../base.ts";
import { NOTE_COLUMNS, type NoteRow, toNote } from "../../notes/note-row.ts";
import { meantText } from "../../retrieval/meaning/texts-for-meaning.ts";
import { passagesOfNotes } from "../../retrieval/passages-of-notes.ts";
import { asFailure } from "../providers/make-images.ts";
import { nearText } from "./near-question.ts";

const SNIPPET_LENGTH = 220;
const PASSAGES = 40;

/** Notes that say something like a text, each with its nearest passage; null while search by meaning is turned off. @throws Failure SERVICE_FAILED */
export async function searchMeaning(
  deps: Pick<Services, "db" | "models" | "collab">,
  userId: string,
  query: string,
  signal: AbortSignal | undefined,
): Promise<SearchHit[] | null> {
  const near = await nearText(deps, userId, query, { kinds: ["note"], limit: PASSAGES, signal }).catch(
    asFailure,
  );
  if (!near) return null;
  const ids = [...new Set(near.map(({ id }) => id))].slice(0, MOST_NEAR);
  // A person reads it.
  const passages = await passagesOfNotes(deps, userId, ids, "nowhere");
  const texts = new Map(
    passages.map((passage) => [`${passage.noteId} ${meantText(passage).hash}`, passage.text]),
  );
  const rows = await deps.db.queryAs<NoteRow>(
    userId,
    `SELECT ${NOTE_COLUMNS} FROM notes_v2 WHERE id = ANY ($1::uuid[]) ORDER BY array_position($1::uuid[], id)`,
    [ids],
    "notes-near-in-meaning",
  );
  return rows.map(toNote).flatMap((note): SearchHit[] => {
    // What was changed since is read again in a moment.
    const nearest = near.find(({ id, hash }) => id === note.id && texts.has(`${id} ${hash}`));
    if (!nearest) return [];
    const snippet = texts.get(`${note.id} ${nearest.hash}`)!.slice(0, SNIPPET_LENGTH);
    return [{ note, snippet, reason: "meaning", isInside: false }];
  });
}
