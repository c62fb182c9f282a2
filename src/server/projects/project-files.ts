import type { Database, Tx } from "../db/client.ts";
import { Failure, notFound } from "../failure.ts";
import { changedSince } from "../notes/assert-still.ts";
import { openProject } from "../tasks/shared-projects.ts";
import { holdOwnProject, OWN_FILES, type Put, tell } from "./project-parts.ts";

/** Of one guest in one project: its owner's list has to stay one that can be looked through. */
const MOST_OF_GUEST = 5_000;

/**
 * Own files into an own project, or into one that somebody else shares for editing; they stay the caller's (decision 179). Out of another
 * project, if they are in one.
 * @throws Failure NOT_FOUND for the project, and when none of the files is an own one, QUOTA_EXCEEDED, CONFLICT when it is shared for reading or none
 * of them is where `onlyIf` says
 */
export const addFiles = (db: Database, userId: string, given: Put): Promise<void> =>
  db.withUser(userId, async (tx) => {
    if (await holdOwnProject(tx, given.projectId)) return put(tx, given);
    const opened = await openProject(tx, given.projectId, "editor");
    await assertRoom(opened, given);
    await put(opened, given);
  });

async function put(tx: Tx, { projectId, ids, onlyIf }: Put): Promise<void> {
  // One's own alone: foreign keys look past row-level security.
  const put = await tx.query(
    `INSERT INTO project_files (id, user_id, project_id, project_owner_id) SELECT own.id, $1::uuid, $3::uuid, $4::uuid FROM (${OWN_FILES}) own ORDER BY own.id
     ON CONFLICT (id) DO UPDATE SET project_id = excluded.project_id, project_owner_id = excluded.project_owner_id
       WHERE NOT $5 OR project_files.project_id = $3 RETURNING id`,
    [tx.userId, ids, projectId, tx.ownerId, onlyIf !== undefined],
    "put-project-files",
  );
  if (put.length === 0)
    throw onlyIf && (await tx.query(OWN_FILES, [tx.userId, ids])).length > 0 ? changedSince() : notFound();
  await tell(tx, projectId);
}

async function assertRoom(tx: Tx, { projectId, ids }: Put): Promise<void> {
  const [row] = await tx.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM project_files WHERE user_id = $1 AND project_id = $2 AND id <> ALL ($3::uuid[])",
    [tx.userId, projectId, ids],
    "count-own-files-of-project",
  );
  if (row!.count + ids.length > MOST_OF_GUEST)
    throw new Failure(
      "QUOTA_EXCEEDED",
      `You already have ${row!.count} files in this project. Take some of them out first.`,
    );
}

type Place = { project_id: string; is_own: boolean };

/**
 * Own files out of whichever projects they are in, and those of guests out of own projects; they stay themselves.
 * @throws Failure NOT_FOUND when there is none of these among them
 */
export async function removeFiles(db: Database, userId: string, ids: string[]): Promise<void> {
  const places = await db.queryAs<Place>(
    userId,
    `SELECT DISTINCT i.project_id, i.project_owner_id = $1 AS is_own FROM project_files i
     WHERE i.id = ANY ($2::uuid[]) AND (i.user_id = $1 OR i.project_owner_id = $1) ORDER BY i.project_id`,
    [userId, ids],
    "places-of-files",
  );
  // An own one that is in no project was taken out already, by this call sent twice or on another device.
  if (places.length === 0 && (await db.queryAs(userId, OWN_FILES, [userId, ids])).length === 0)
    throw notFound();
  // One project at a time: of each, its owner's readers are told in turn.
  for (const { project_id: projectId, is_own: isOwn } of places)
    await db.withUser(userId, async (tx) => {
      if (!isOwn) await tx.query("SELECT 1 FROM hold_project($1, 1)", [projectId], "hold-project-to-leave");
      await tx.query(
        "DELETE FROM project_files WHERE project_id = $3 AND id = ANY ($2::uuid[]) AND (user_id = $1 OR project_owner_id = $1)",
        [userId, ids, projectId],
        "take-files-out",
      );
      await tell(tx, projectId);
    });
}
