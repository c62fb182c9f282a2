import { MOST_REHEARSED_FOLDERS, MOST_REHEARSED_TAGS, type RehearsalPlaces } from "#contract/rehearsals.ts";
import { type ChangesetDeps, lockChangeset } from "../changesets.ts";
import { lookInside } from "../look-inside.ts";
import type { Tx } from "../../db/client.ts";
import { within } from "../../db/within.ts";
import { listFolders } from "../../folders/folders.ts";
import { listTags } from "../../tags/tags.ts";
import { markFolders } from "./marks.ts";
import { differingNotes } from "./notes.ts";

/** @throws Failure NOT_FOUND */
export function listPlaces(deps: ChangesetDeps, userId: string, id: string): Promise<RehearsalPlaces> {
  return deps.db.withUser(userId, async (tx) => {
    const { title, source, updated_at: updatedAt } = await lockChangeset(tx, id);
    const waiting = await countWaiting(tx, id);
    const differing = await differingNotes(tx, id);
    const then = await lookInside(deps, tx, { id, texts: [] }, async (inside) => ({
      folders: await listFolders(inside.deps.db, userId),
      tags: await listTags(inside.deps.db, userId),
      counts: await countNotes(inside.tx),
      blocked: await countBlocked(inside.tx, id, waiting.places),
    }));
    const folders = markFolders(await listFolders(within(deps.db, tx), userId), then.folders);
    return {
      ...{ id, title, source, updatedAt: updatedAt.toISOString() },
      ...{
        waiting: waiting.places.length + waiting.parts,
        blocked: then.blocked,
        differing: differing.length,
      },
      ...then.counts,
      folders: folders.slice(0, MOST_REHEARSED_FOLDERS),
      tags: then.tags.slice(0, MOST_REHEARSED_TAGS).map(({ name, noteCount }) => ({ name, noteCount })),
    };
  });
}

type Counts = Pick<RehearsalPlaces, "notes" | "unfiled" | "trashed">;
async function countNotes(tx: Tx): Promise<Counts> {
  const [row] = await tx.query<Counts>(
    `SELECT count(*) FILTER (WHERE trashed_at IS NULL)::int AS notes, count(*) FILTER (WHERE trashed_at IS NULL AND folder_id IS NULL)::int AS unfiled,
      count(*) FILTER (WHERE trashed_at IS NOT NULL)::int AS trashed FROM notes_v2 WHERE user_id = $1`,
    [tx.userId],
    "count-rehearsed-notes",
  );
  return row!;
}

async function countWaiting(tx: Tx, id: string): Promise<{ places: number[]; parts: number }> {
  const [row] = await tx.query<{ places: number[]; parts: number }>(
    `SELECT ARRAY(SELECT place FROM changeset_records WHERE changeset_id = $1 AND state IN ('proposed', 'changed')) AS places,
      (SELECT count(*)::int FROM changeset_notes n, jsonb_array_elements(n.parts) AS part
        WHERE n.changeset_id = $1 AND part->>'state' IN ('proposed', 'changed')) AS parts`,
    [id],
    "count-waiting",
  );
  return row!;
}

/** Those of them that have just been tried in vain. */
async function countBlocked(tx: Tx, id: string, places: readonly number[]): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM changeset_records
      WHERE changeset_id = $1 AND place = ANY ($2::int[]) AND state IN ('changed', 'gone')`,
    [id, places],
    "count-blocked",
  );
  return row!.count;
}
