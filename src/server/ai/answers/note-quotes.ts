import type { Note } from "#contract/notes.ts";
import type { Collab } from "../../collab/collab.ts";
import type { Database } from "../../db/client.ts";
import { passagesOfNotes } from "../../retrieval/passages-of-notes.ts";
import type { Retrieved } from "../../retrieval/retrieve.ts";

type NoteQuote = Extract<Retrieved, { kind: "note" }>;

/** Of each note its first passage; of one without text, and of long lists, its title alone. */
export async function quotesOf(
  deps: { db: Database; collab: Pick<Collab, "bodies"> },
  userId: string,
  notes: readonly Note[],
): Promise<NoteQuote[]> {
  const passages = await passagesOfNotes(
    deps,
    userId,
    notes.map(({ id }) => id),
    "nowhere",
  );
  return notes.map(({ id, title, updatedAt }) => {
    const first = passages.find(({ noteId }) => noteId === id);
    const empty = { blockId: null, heading: "", text: "", range: null, hash: "" };
    return { kind: "note", ...(first ?? { noteId: id, title, updatedAt, ...empty }) };
  });
}
