import type { Database, Tx } from "../db/client.ts";
import { EVENTS_OF_PROJECT, FILES_OF_PROJECT } from "../db/parts-of-project.ts";
import { Failure, notFound } from "../failure.ts";
import { recordChange } from "../live/record-change.ts";
import { changedSince } from "../notes/assert-still.ts";

/** Files of the caller among these; of a picture of a profile there is no list. */
export const OWN_FILES =
  "SELECT DISTINCT f.id FROM files f WHERE f.user_id = $1 AND f.bucket <> 'avatars' AND f.id = ANY ($2::uuid[])";

/** Events and files are put into a project alike: by a row with their id. */
const PARTS = {
  events: {
    table: "project_events",
    of: "calendar_events",
    // Of one that repeats, the whole series.
    own: "SELECT DISTINCT coalesce(e.series_id, e.id) AS id FROM calendar_events e WHERE e.user_id = $1 AND e.id = ANY ($2::uuid[])",
    inProject: `SELECT e.id FROM calendar_events e WHERE e.user_id = $1 AND e.trashed_at IS NULL AND e.series_id IS NULL
      AND e.id IN ${EVENTS_OF_PROJECT("$2::uuid")}`,
  },
  files: {
    table: "project_files",
    of: "files",
    own: OWN_FILES,
    inProject: `SELECT f.id FROM files f WHERE f.user_id = $1 AND f.trashed_at IS NULL AND f.bucket <> 'avatars'
      AND f.id IN ${FILES_OF_PROJECT("$2::uuid")}`,
  },
} as const;
type Kind = keyof typeof PARTS;

/** Null is in no project. */
type OnlyIf = { projectId: string | null };
export type Put = { projectId: string; ids: string[]; onlyIf?: OnlyIf | undefined };

/**
 * Out of another project, if they are in one.
 * @throws Failure NOT_FOUND for the project, and when none of the events is an own one, CONFLICT when none is where `onlyIf` says
 */
export const addEvents = (db: Database, userId: string, given: Put): Promise<void> =>
  db.withUser(userId, async (tx) => {
    if ((await addEventsIn(tx, given)) > 0) return;
    const own = given.onlyIf ? await tx.query(PARTS.events.own, [userId, given.ids]) : [];
    throw own.length > 0 ? changedSince() : notFound();
  });

/** @returns how many of them are in it */
async function addEventsIn(tx: Tx, { projectId, ids, onlyIf }: Put): Promise<number> {
  if (!(await holdOwnProject(tx, projectId))) throw notFound();
  // One's own alone: foreign keys look past row-level security.
  const put = onlyIf?.projectId
    ? await tx.query(
        `UPDATE project_events SET project_id = $3 WHERE user_id = $1 AND id IN (${PARTS.events.own}) AND project_id IN ($3, $4) RETURNING id`,
        [tx.userId, ids, projectId, onlyIf.projectId],
        "move-project-events",
      )
    : await tx.query(
        `INSERT INTO project_events (id, user_id, project_id) SELECT own.id, $1::uuid, $3::uuid FROM (${PARTS.events.own}) own ORDER BY own.id
         ON CONFLICT (id) DO UPDATE SET project_id = excluded.project_id WHERE NOT $4 OR project_events.project_id = $3 RETURNING id`,
        [tx.userId, ids, projectId, onlyIf !== undefined],
        "put-project_events",
      );
  await tell(tx, projectId);
  return put.length;
}

/** Whether there is one; it is not deleted meanwhile. */
export async function holdOwnProject(tx: Tx, projectId: string): Promise<boolean> {
  const rows = await tx.query("SELECT 1 FROM projects WHERE id = $1 AND user_id = $2 FOR SHARE", [
    projectId,
    tx.userId,
  ]);
  return rows.length > 0;
}

/**
 * Out of whichever they are in; they stay themselves.
 * @throws Failure NOT_FOUND when none of them is an own one, CONFLICT when they are in other projects than `onlyIf` says
 */
export function removeEvents(db: Database, userId: string, ids: string[], onlyIf?: OnlyIf): Promise<void> {
  return db.withUser(userId, async (tx) => {
    const own = await tx.query<{ id: string }>(PARTS.events.own, [userId, ids]);
    if (own.length === 0) throw notFound();
    const ownIds = own.map(({ id }) => id);
    const rows = await tx.query<{ project_id: string }>(
      `DELETE FROM project_events WHERE user_id = $1 AND id = ANY ($2::uuid[]) AND ($3::uuid IS NULL OR project_id = $3) RETURNING project_id`,
      [userId, ownIds, onlyIf?.projectId ?? null],
    );
    if (rows.length === 0 && onlyIf && (await isInProject(tx, ownIds))) throw changedSince();
    for (const projectId of new Set(rows.map(({ project_id: id }) => id))) await tell(tx, projectId);
  });
}

async function isInProject(tx: Tx, ids: string[]): Promise<boolean> {
  const rows = await tx.query(
    "SELECT 1 FROM project_events WHERE user_id = $1 AND id = ANY ($2::uuid[]) LIMIT 1",
    [tx.userId, ids],
    "event-is-in-project",
  );
  return rows.length > 0;
}

export const tell = (tx: Tx, entityId: string): Promise<void> =>
  recordChange(tx, { userId: tx.userId, entity: "project", entityId, operation: "update" });

/** Those that were put into it, and none that belong to it by a note. */
export async function partIdsOf(tx: Tx, kind: Kind, projectId: string): Promise<string[]> {
  // Own ones alone: those of guests go with the project.
  const rows = await tx.query<{ id: string }>(
    `SELECT id FROM ${PARTS[kind].table} WHERE user_id = $1 AND project_id = $2 ORDER BY created_at, id`,
    [tx.userId, projectId],
  );
  return rows.map(({ id }) => id);
}

/** Also those that belong to it by a note; of an event that repeats the series alone. */
export async function countParts(tx: Tx, kind: Kind, projectId: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM (${PARTS[kind].inProject}) those`,
    [tx.userId, projectId],
    `count-${PARTS[kind].table}`,
  );
  return row!.count;
}

/** Files that guests put into an own project. */
export async function countFilesOfGuests(tx: Tx, projectId: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM files_of_shared_project($1)",
    [projectId],
    "count-files-of-guests",
  );
  return row!.count;
}

/** Those that a guest of the project sees. */
export async function countSharedParts(
  tx: Tx,
  projectId: string,
): Promise<{ eventCount: number; fileCount: number }> {
  const [row] = await tx.query<{ events: number; files: number }>(
    `SELECT (SELECT count(*)::int FROM events_of_shared_project($1, '-infinity', 'infinity') WHERE series_id IS NULL) AS events,
       (SELECT count(*)::int FROM files_of_shared_project($1)) AS files`,
    [projectId],
    "count-parts-of-shared-project",
  );
  return { eventCount: row!.events, fileCount: row!.files };
}

/** Rows of an export of ours. */
export const importParts =
  (kind: Kind) =>
  async (db: Database, userId: string, rows: object[]): Promise<void> => {
    await db.queryAs(
      userId,
      `INSERT INTO ${PARTS[kind].table} (id, user_id, project_id)
       SELECT o.id, $1, p.id FROM jsonb_to_recordset($2::jsonb) AS r (id uuid, project_id uuid)
         JOIN ${PARTS[kind].of} o ON o.id = r.id AND o.user_id = $1 JOIN projects p ON p.id = r.project_id AND p.user_id = $1
       ON CONFLICT DO NOTHING`,
      [userId, JSON.stringify(rows)],
    );
  };

/** An event that was just made. @throws Failure NOT_FOUND for the project, CONFLICT where the calendar is somebody else's */
export async function putNewEvent(tx: Tx, projectId: string, eventId: string): Promise<void> {
  if ((await addEventsIn(tx, { projectId, ids: [eventId] })) === 0)
    throw new Failure("CONFLICT", "An event in a calendar of someone else can't be put into a project.");
}

/** An event that takes the place of another, or is parted from it, stays in its project. */
export async function keepEventInProject(tx: Tx, from: string, to: string): Promise<void> {
  await tx.query("SELECT keep_event_in_project($1, $2)", [from, to], "keep-event-in-project");
}

export async function projectOfEvent(db: Database, userId: string, eventId: string): Promise<string | null> {
  const [row] = await db.queryAs<{ project_id: string }>(
    userId,
    `SELECT i.project_id FROM calendar_events e JOIN project_events i ON i.id = coalesce(e.series_id, e.id) AND i.user_id = $1
     WHERE e.user_id = $1 AND e.id = $2`,
    [userId, eventId],
    "project-of-event",
  );
  return row?.project_id ?? null;
}
