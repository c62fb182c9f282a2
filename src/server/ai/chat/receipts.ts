import type { Collab } from "../../collab/collab.ts";
import type { Database } from "../../db/client.ts";
import { filesWithinReach } from "../../retrieval/files-within-reach.ts";
import { passagesOfNotes } from "../../retrieval/passages-of-notes.ts";
import { readThread } from "./thread-rows.ts";

export type Receipt = { messageId: string; citation: number; now: string | null };

/** A conversation may cite many notes; the newest answers are looked at. */
const NOTES_MAX = 60;
const FILES_MAX = 20;

/** Cited passages of notes and files that are no longer what they were, with what stands in their place. @throws Failure NOT_FOUND */
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
        (citation.kind === "note" || citation.kind === "file") && citation.hash
          ? [{ messageId, number: index + 1, ...citation }]
          : [],
      ),
    );
  const idsOf = (wanted: string) => [
    ...new Set(cited.flatMap(({ kind, id }) => (kind === wanted ? [id] : []))),
  ];
  const noteIds = idsOf("note").slice(0, NOTES_MAX);
  const fileIds = idsOf("file").slice(0, FILES_MAX);
  const files = new Map(
    (await filesWithinReach(deps.db, userId, fileIds, "nowhere")).map((file) => [file.id, file.text]),
  );
  const now = Map.groupBy(await passagesOfNotes(deps, userId, noteIds, "nowhere"), ({ noteId }) => noteId);
  return cited
    .filter(({ id }) => noteIds.includes(id) || fileIds.includes(id))
    .flatMap(({ messageId, number, kind, id, blockId, hash, text, range }) => {
      if (kind === "file") {
        const words = files.get(id);
        if (words?.includes(text)) return [];
        const inPlace = range && words?.slice(range.start, range.end);
        return [{ messageId, citation: number, now: inPlace || null }];
      }
      const passages = now.get(id) ?? [];
      if (passages.some((passage) => passage.hash === hash)) return [];
      const inPlace = passages.find((passage) => blockId !== null && passage.blockId === blockId);
      return [{ messageId, citation: number, now: inPlace?.text ?? null }];
    });
}
