import { REHEARSED_TEXT_MAX, type RehearsedText } from "#contract/rehearsals.ts";
import { type ChangesetDeps, lockChangeset } from "../changesets.ts";
import { lookInside } from "../look-inside.ts";
import { readBody } from "../../collab/load-note.ts";
import { selectNote } from "../../notes/notes.ts";
import { markNotes } from "./marks.ts";

/** One note with its text as it would be, and as it is. @throws Failure NOT_FOUND */
export async function readRehearsed(
  deps: ChangesetDeps,
  userId: string,
  { id, noteId }: { id: string; noteId: string },
): Promise<RehearsedText> {
  const { bodies } = deps.collab;
  const { head, shown, seen, real } = await deps.db.withUser(userId, async (tx) => {
    const head = await lockChangeset(tx, id);
    const shown = await lookInside(deps, tx, { id, texts: [noteId] }, async (inside) => ({
      note: await selectNote(inside.tx, noteId),
      body: await readBody(inside.tx, noteId),
    }));
    const [seen] = await markNotes(tx, id, [shown.note]);
    return { head, shown, seen: seen!, real: seen!.was ? await readBody(tx, noteId) : null };
  });
  const text = await bodies.read(shown.body.parts, "markdown");
  const textBefore = real && (await bodies.read(real.parts, "markdown"));
  return {
    ...seen,
    updatedAt: head.updated_at.toISOString(),
    text: text.slice(0, REHEARSED_TEXT_MAX),
    textBefore: textBefore && textBefore.slice(0, REHEARSED_TEXT_MAX),
    isCut: Math.max(text.length, textBefore?.length ?? 0) > REHEARSED_TEXT_MAX,
  };
}
