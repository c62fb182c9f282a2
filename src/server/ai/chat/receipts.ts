import type { Collab } from "../../collab/collab.ts";
import type { Database } from "../../db/client.ts";
import { passagesOfNotes } from "../../retrieval/passages-of-notes.ts";
import { readThread } from "./thread-rows.ts";

export type Receipt = { messageId: string; citation: number; now: string | null };

/** A conversation may cite many notes; the newest answers are looked at. */
const NOTES_MAX = 60;

/** Cited passages of notes that are no longer what they were, with what stands in their place. @throws Failure NOT_FOUND */
export async function changedCitations(
  deps: { db: Database; collab: Pick<Collab, "bodies"> },
  userId: string,
  threadId: string,
): Promise<Receipt[]> {
  const { messages } = await readThread(deps.db, userId, threadId);
  const cited = messages
    .toReversed()
    .flatMap(({ id: messageId, citations }) =>
      citations.flatMap((citation, index) =>
        citation.kind === "note" && citation.hash ? [{ messageId, number: index + 1, ...citation }] : [],
      ),
    );
  const noteIds = [...new Set(cited.map(({ id }) => id))].slice(0, NOTES_MAX);
  const now = Map.groupBy(await passagesOfNotes(deps, userId, noteIds, "nowhere"), ({ noteId }) => noteId);
  return cited
    .filter(({ id }) => noteIds.includes(id))
    .flatMap(({ messageId, number, id, blockId, hash }) => {
      const passages = now.get(id) ?? [];
      if (passages.some((passage) => passage.hash === hash)) return [];
      const inPlace = passages.find((passage) => blockId !== null && passage.blockId === blockId);
      return [{ messageId, citation: number, now: inPlace?.text ?? null }];
    });
}
