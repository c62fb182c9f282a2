import type { Collab } from "../../collab/collab.ts";
import type { Database } from "../../db/client.ts";
import type { Reach } from "../../notes/ai-access/reach.ts";
import { filesWithinReach } from "../files-within-reach.ts";
import { passagesOfFiles } from "../passages-of-files.ts";
import { hashOf, passagesOfNotes } from "../passages-of-notes.ts";
import type { Kind } from "../scope.ts";
import { plannerRows } from "./planner-rows.ts";

export type Thing = { kind: Kind; id: string };
/** What a model is given of a passage, and what that is known by. */
export type MeantText = { text: string; hash: string };

/** Of one thing: what stands further down is found by words. */
const PASSAGES_MAX = 300;

/** With what it stands under: "It was canceled" says nothing without. */
export function meantText({
  title,
  heading = "",
  text,
}: {
  title: string;
  heading?: string;
  text: string;
}): MeantText {
  const words = [title.trim(), heading, text].filter(Boolean).join("\n");
  return { text: words, hash: hashOf(words) };
}

/** What things say, in passages, as far as they are there and may go there. A thing that says nothing, or may not, is missing. */
export async function textsForMeaning(
  deps: { db: Database; collab: Pick<Collab, "bodies"> },
  userId: string,
  things: readonly Thing[],
  reach: Reach,
): Promise<Map<string, MeantText[]>> {
  const of = (kind: Kind) => things.filter((thing) => thing.kind === kind).map(({ id }) => id);
  const texts = new Map<string, MeantText[]>();
  const add = (id: string, text: MeantText) => {
    const known = texts.get(id) ?? [];
    if (known.length < PASSAGES_MAX) texts.set(id, [...known, text]);
  };
  for (const passage of await passagesOfNotes(deps, userId, of("note"), reach))
    add(passage.noteId, meantText(passage));
  for (const passage of passagesOfFiles(await filesWithinReach(deps.db, userId, of("file"), reach)))
    add(passage.fileId!, meantText(passage));
  for (const kind of ["task", "event"] as const)
    for (const row of await plannerRows(deps.db, userId, kind, of(kind), reach)) add(row.id, meantText(row));
  return texts;
}
