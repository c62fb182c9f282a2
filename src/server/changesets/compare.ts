import type { ChangesetComparison } from "#contract/changesets.ts";
import type { Tx } from "../db/client.ts";
import { within } from "../db/within.ts";
import type { ChangesetDeps } from "./changesets.ts";
import { deriveWaiting, lookInside } from "./look-inside.ts";
import { ask, chooseQuestions, compareRanks, leftOf } from "./search-quality.ts";

type Counts = ChangesetComparison["before"];

/**
 * What there is before and after all that waits of a changeset, and how well search finds notes then: it is done, counted, asked and
 * taken back in one transaction, so that what is compared is what would come of it.
 * @throws Failure NOT_FOUND, QUOTA_EXCEEDED
 */
export function compareChangeset(
  deps: ChangesetDeps,
  userId: string,
  id: string,
): Promise<ChangesetComparison> {
  return deps.db.withUser(userId, async (tx) => {
    const before = await countAll(tx);
    const questions = await chooseQuestions(tx, id);
    const ranksBefore = await ask(within(deps.db, tx), userId, questions);
    const then = await lookInside(deps, tx, { id, texts: "all" }, async (inside) => {
      await deriveWaiting(inside);
      const counts = await countAll(inside.tx);
      return {
        counts,
        ranks: await ask(inside.deps.db, userId, questions),
        left: await leftOf(inside.tx, questions),
      };
    });
    // What was deleted on purpose is not missed.
    const asked = questions.map((question, index) => ({
      ...question,
      before: ranksBefore[index]!,
      after: then.ranks[index]!,
    }));
    const search = compareRanks(asked.filter(({ noteId }) => then.left.has(noteId)));
    return { before, after: then.counts, search };
  });
}

async function countAll(tx: Tx): Promise<Counts> {
  const [row] = await tx.query<Counts>(COUNTS, [tx.userId], "compare-changeset");
  return row!;
}

const COUNTS = `WITH notes AS MATERIALIZED (
    SELECT id, lower(title) AS title, tags, folder_id FROM notes_v2 WHERE user_id = $1 AND trashed_at IS NULL
  ), links AS MATERIALIZED (
    SELECT l.kind, l.target FROM note_links l JOIN notes n ON n.id = l.note_id
      WHERE l.user_id = $1 AND l.kind IN ('note', 'title')
  )
  SELECT (SELECT count(*)::int FROM notes) AS notes,
    (SELECT count(*)::int FROM notes WHERE folder_id IS NULL) AS "unfiledNotes",
    (SELECT count(DISTINCT tag)::int FROM notes, unnest(tags) AS tag) AS tags,
    (SELECT count(*)::int FROM folders WHERE user_id = $1 AND trashed_at IS NULL) AS folders,
    (SELECT count(*)::int FROM tasks WHERE user_id = $1 AND trashed_at IS NULL AND NOT completed) AS "openTasks",
    (SELECT count(*)::int FROM calendar_events WHERE user_id = $1 AND trashed_at IS NULL) AS events,
    (SELECT count(*)::int FROM reminders WHERE user_id = $1) AS reminders,
    (SELECT count(*)::int FROM files WHERE user_id = $1 AND trashed_at IS NULL) AS files,
    (SELECT count(*)::int FROM links) AS links,
    (SELECT count(*)::int FROM links l WHERE NOT EXISTS (
      SELECT FROM notes_v2 t WHERE l.kind = 'note' AND t.id::text = l.target AND t.trashed_at IS NULL)
      AND NOT EXISTS (SELECT FROM notes t WHERE l.kind = 'title' AND t.title = l.target)) AS "brokenLinks"`;
