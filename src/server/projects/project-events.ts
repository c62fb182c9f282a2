import type { Database, Tx } from "../db/client.ts";
import { EVENTS_OF_PROJECT } from "../db/parts-of-project.ts";
import { Failure, notFound } from "../failure.ts";
import { recordChange } from "../live/record-change.ts";

type Put = { projectId: string; eventIds: string[] };

/** Out of another project, if they are in one; of one that repeats the whole series. @throws Failure NOT_FOUND for the project */
export const addEvents = (db: Database, userId: string, given: Put): Promise<void> =>
  db.withUser(userId, async (tx) => void (await addEventsIn(tx, given)));

async function addEventsIn(tx: Tx, { projectId, eventIds }: Put): Promise<number> {
  const { userId } = tx;
  const [known] = await tx.query("SELECT 1 FROM projects WHERE id = $1 AND user_id = $2 FOR SHARE", [
    projectId,
    userId,
  ]);
  if (!known) throw notFound();
  const put = await putEvents(tx, projectId, eventIds);
  await recordChange(tx, { userId, entity: "project", entityId: projectId, operation: "update" });
  return put;
}

/** Own events alone: foreign keys look past row-level security. @returns how many of them are in it */
async function putEvents(tx: Tx, projectId: string, eventIds: string[]): Promise<number> {
  const rows = await tx.query(
    `INSERT INTO project_events (id, user_id, project_id)
     SELECT DISTINCT coalesce(e.series_id, e.id) AS id, $1::uuid, $2::uuid FROM calendar_events e
     WHERE e.user_id = $1 AND e.id = ANY ($3::uuid[]) ORDER BY id
     ON CONFLICT (id) DO UPDATE SET project_id = excluded.project_id RETURNING id`,
    [tx.userId, projectId, eventIds],
    "put-project-events",
  );
  return rows.length;
}

/** An event that was just made. @throws Failure NOT_FOUND for the project, CONFLICT where the calendar is somebody else's */
export async function putNewEvent(tx: Tx, projectId: string, eventId: string): Promise<void> {
  if ((await addEventsIn(tx, { projectId, eventIds: [eventId] })) === 0)
    throw new Failure("CONFLICT", "An event in a calendar of someone else can't be put into a project.");
}

/** An event that takes the place of another, or is parted from it, stays in its project. */
export async function keepEventInProject(tx: Tx, from: string, to: string): Promise<void> {
  await tx.query("SELECT keep_event_in_project($1, $2)", [from, to], "keep-event-in-project");
}

export function removeEvents(db: Database, userId: string, eventIds: string[]): Promise<void> {
  return db.withUser(userId, async (tx) => {
    const rows = await tx.query<{ project_id: string }>(
      `DELETE FROM project_events WHERE user_id = $1 AND id IN (
         SELECT coalesce(e.series_id, e.id) FROM calendar_events e WHERE e.user_id = $1 AND e.id = ANY ($2::uuid[])) RETURNING project_id`,
      [userId, eventIds],
    );
    for (const entityId of new Set(rows.map(({ project_id: id }) => id)))
      await recordChange(tx, { userId, entity: "project", entityId, operation: "update" });
  });
}

/** Those that were put into it, and none that belong to it by their note. */
export async function eventIdsOf(tx: Tx, projectId: string): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    "SELECT id FROM project_events WHERE user_id = $1 AND project_id = $2 ORDER BY created_at, id",
    [tx.userId, projectId],
  );
  return rows.map(({ id }) => id);
}

/** Of one that repeats the series alone. */
export async function countEvents(tx: Tx, projectId: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM calendar_events e WHERE e.user_id = $1 AND e.trashed_at IS NULL AND e.series_id IS NULL
       AND e.id IN ${EVENTS_OF_PROJECT("$2::uuid")}`,
    [tx.userId, projectId],
    "count-events-of-project",
  );
  return row!.count;
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

export async function importProjectEvents(db: Database, userId: string, rows: object[]): Promise<void> {
  await db.queryAs(
    userId,
    `INSERT INTO project_events (id, user_id, project_id)
     SELECT e.id, $1, p.id FROM jsonb_to_recordset($2::jsonb) AS r (id uuid, project_id uuid)
       JOIN calendar_events e ON e.id = r.id AND e.user_id = $1 JOIN projects p ON p.id = r.project_id AND p.user_id = $1
     ON CONFLICT DO NOTHING`,
    [userId, JSON.stringify(rows)],
  );
}
