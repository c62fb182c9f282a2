import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { folded } from "#contract/shared/fold-diacritics.ts";
import { keySentences } from "#document/text/key-sentences.ts";
import { type ChangesetDeps, propose } from "../../changesets/changesets.ts";
import { timeZoneOf } from "../../collab/note-tasks.ts";
import { getNote } from "../../notes/notes.ts";
import { clockOfAccount } from "../answers/account-clock.ts";
import { allTasks } from "../answers/planner-items.ts";
import { actionItems, taskOfItem } from "../agents/recipes/action-items.ts";

export type FollowUp = { sentences: string[]; changesetId: string | null; tasks: number };

/**
 * What a transcript says most of, and what it says is to be done: as tasks that wait for approval, linked to its note.
 * @throws Failure NOT_FOUND, QUOTA_EXCEEDED
 */
export async function followUp(
  deps: ChangesetDeps,
  userId: string,
  { noteId, text }: { noteId: string; text: string },
): Promise<FollowUp> {
  const { db } = deps;
  const { title } = await getNote(db, userId, noteId);
  const timeZone = (await timeZoneOf(db, userId)) ?? "UTC";
  const clock = await clockOfAccount(db, userId, { now: new Date(), timeZone });
  const known = new Set((await allTasks(db, userId, {})).map((task) => folded(task.title)));
  const items = actionItems(text).filter((item) => !known.has(folded(item)));
  const sentences = keySentences(text);
  if (items.length === 0) return { sentences, changesetId: null, tasks: 0 };
  const records = await Promise.all(items.map((item) => taskOfItem(clock, item, noteId)));
  const set = await propose(deps, userId, {
    ...{ id: uuidV7(), title: `Tasks from "${title}"`.slice(0, 200), source: { kind: "bulk" } },
    ...{ notes: [], records },
  });
  return { sentences, changesetId: set.id, tasks: items.length };
}
