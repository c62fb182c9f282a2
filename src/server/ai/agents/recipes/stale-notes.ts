import type { ProposedRecord } from "#contract/changesets.ts";
import { addDays, instantAt } from "#language/moment.ts";
import { isOwn, notesOf } from "./notes-of.ts";
import { counted } from "../../answers/answer-text.ts";
import type { Recipe } from "./recipe.ts";

const DAYS = 180;
const MOST = 100;
const TAG = "stale";

/** Notes that nobody has touched for half a year get a tag, by which they are found and looked through. */
export const staleNotes: Recipe = async (working) => {
  const { services, userId, draft, source, clock, step } = working;
  const until = instantAt(addDays(clock.today, -DAYS), clock.zone).toISOString();
  const old = await notesOf(
    working,
    { sort: "updated", order: "asc" },
    ({ updatedAt }, found) => updatedAt >= until || found >= 10 * MOST,
  );
  await step(`Found ${counted(old.length, "note")} that nobody has changed for ${DAYS} days`);
  const notes = old
    .filter((note) => isOwn(note) && !note.isFavorite && !note.tags.includes(TAG))
    .slice(0, MOST);
  const records = notes.map(({ id, tags }): ProposedRecord => ({
    kind: "note",
    recordId: id,
    action: "update",
    fields: { tags: [...tags, TAG] },
  }));
  if (records.length > 0) await draft.add(services, userId, source, ...records);
  return {
    title: "Stale notes",
    isAll: true,
    summary:
      records.length === 0
        ? `Every note was changed in the last ${DAYS} days, is a favorite, or has the tag "${TAG}" already.`
        : `${counted(records.length, "note")} not changed for ${DAYS} days: the tag "${TAG}" lets you look through them.`,
  };
};
