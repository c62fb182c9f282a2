import type { Tx } from "../../db/client.ts";
import { isId } from "../../files/is-id.ts";
import type { ObjectChanges, ObjectState } from "../../ics/stored-object.ts";
import { IS_OF_HERE, readSyncPoint, revisionSince, syncToken } from "../../live/sync-point.ts";

/** With its owner, who may have shared it: rows are looked up by whose they are, and row-level security says which of them are seen. */
export type OwnedCalendar = { id: string; ownerId: string };

/** The event of an object by its id; its changed instances belong to it. */
export type EventObject = ObjectState & { id: string; uid: string };

/**
 * Objects of a calendar by the ids of their events, or all. A changed instance whose series is elsewhere is an object by itself.
 *
 * @param epoch of the database: with a restored backup every etag is another
 */
export const listObjects = (
  tx: Tx,
  calendar: OwnedCalendar,
  epoch: string,
  ids: string[] | null = null,
): Promise<EventObject[]> =>
  ids === null
    ? tx.query<EventObject>(
        `WITH own AS (${ALL}) ${OBJECTS}`,
        [calendar.ownerId, calendar.id, epoch],
        "list-objects",
      )
    : tx.query<EventObject>(
        `WITH own AS (${SOME}) ${OBJECTS}`,
        [calendar.ownerId, calendar.id, epoch, ids],
        "list-some-objects",
      );

/** A changed instance is counted with its series where that is in the same calendar. */
const ALL = `SELECT e.id, e.revision, coalesce(s.id, e.id) AS root FROM calendar_events e
    LEFT JOIN calendar_events s ON s.id = e.series_id AND s.calendar_id = $2 AND s.trashed_at IS NULL
    WHERE e.user_id = $1 AND e.calendar_id = $2 AND e.trashed_at IS NULL`;

/** In two searches, each by its index: one with OR reads the whole calendar. */
const SOME = `SELECT e.id, e.revision, e.id AS root FROM calendar_events e
    WHERE e.user_id = $1 AND e.calendar_id = $2 AND e.id = ANY ($4::uuid[]) AND e.trashed_at IS NULL
    UNION ALL
    SELECT e.id, e.revision, e.series_id FROM calendar_events e
    WHERE e.user_id = $1 AND e.calendar_id = $2 AND e.series_id = ANY ($4::uuid[]) AND NOT e.id = ANY ($4::uuid[]) AND e.trashed_at IS NULL`;

const OBJECTS = `SELECT r.id, coalesce(r.uid, r.id::text) AS uid, coalesce(r.resource, r.id || '.ics') AS name,
    '"' || left(md5(concat_ws(' ', $3::text, string_agg(o.id || ' ' || o.revision, ' ' ORDER BY o.id))), 24) || '"' AS etag
  FROM own o JOIN calendar_events r ON r.id = o.root AND r.trashed_at IS NULL GROUP BY r.id ORDER BY r.id`;

/** By the last parts of their addresses; what is not there is left out. */
export async function findObjects(
  tx: Tx,
  calendar: OwnedCalendar,
  epoch: string,
  names: string[],
): Promise<EventObject[]> {
  const ids = names.filter((name) => name.endsWith(".ics")).map((name) => name.slice(0, -4));
  const found = await tx.query<{ id: string }>(
    BY_NAME,
    [calendar.ownerId, calendar.id, names, ids.filter(isId)],
    "event-objects-by-name",
  );
  return found.length === 0
    ? []
    : listObjects(
        tx,
        calendar,
        epoch,
        found.map(({ id }) => id),
      );
}

const BY_NAME = `SELECT e.id FROM calendar_events e
  WHERE e.user_id = $1 AND e.calendar_id = $2 AND e.resource = ANY ($3::text[]) AND e.trashed_at IS NULL
  UNION ALL
  SELECT e.id FROM calendar_events e
  WHERE e.user_id = $1 AND e.calendar_id = $2 AND e.id = ANY ($4::uuid[]) AND e.resource IS NULL AND e.trashed_at IS NULL`;

/** Changes with whatever a client sees of the calendar. */
export async function tokenOfCalendar(
  tx: Tx,
  calendar: OwnedCalendar,
): Promise<{ token: string; epoch: string }> {
  const point = await readSyncPoint(tx, calendar.ownerId);
  const [row] = await tx.query<{ newest: number }>(
    NEWEST,
    [calendar.ownerId, calendar.id],
    "newest-of-calendar",
  );
  return { token: syncToken(point, row!.newest), epoch: point.epoch };
}

const NEWEST = `SELECT greatest(
    coalesce((SELECT max(revision) FROM calendar_events WHERE calendar_id = $2 AND user_id = $1 AND ${IS_OF_HERE}), 0),
    coalesce((SELECT max(revision) FROM calendar_events WHERE user_id = $1 AND former_calendars <> '{}' AND $2 = ANY (former_calendars) AND ${IS_OF_HERE}), 0)
  ) AS newest`;

/** Null when the token is of another time. */
export async function changesOfCalendar(
  tx: Tx,
  calendar: OwnedCalendar,
  since: string,
): Promise<ObjectChanges | null> {
  const from = revisionSince(await readSyncPoint(tx, calendar.ownerId), since);
  if (from === null) return null;
  const { token, epoch } = await tokenOfCalendar(tx, calendar);
  const touched = await tx.query<{ id: string; name: string }>(
    TOUCHED,
    [calendar.ownerId, calendar.id, from],
    "touched-events",
  );
  const changed = await listObjects(
    tx,
    calendar,
    epoch,
    touched.map(({ id }) => id),
  );
  const there = new Set(changed.map(({ id }) => id));
  const removed = touched.filter(({ id }) => !there.has(id)).map(({ name }) => name);
  // What was removed and put anew under the same name is a change.
  const names = new Set(changed.map(({ name }) => name));
  return { changed, removed: [...new Set(removed)].filter((name) => !names.has(name)), token };
}

/** With the series of instances, whether they are there or not; an instance that lost its series is told of by its own name, too. */
const TOUCHED = `WITH touched AS (
    SELECT e.id, e.series_id FROM calendar_events e WHERE e.user_id = $1 AND e.calendar_id = $2 AND e.revision >= $3 AND e.${IS_OF_HERE}
    UNION ALL
    SELECT e.id, e.series_id FROM calendar_events e
    WHERE e.user_id = $1 AND e.former_calendars <> '{}' AND $2 = ANY (e.former_calendars) AND e.revision >= $3 AND e.${IS_OF_HERE})
  SELECT DISTINCT e.id, coalesce(e.resource, e.id || '.ics') AS name FROM calendar_events e
  WHERE e.user_id = $1 AND (e.id IN (SELECT id FROM touched WHERE series_id IS NULL) OR e.id IN (SELECT series_id FROM touched)
    OR e.id IN (SELECT t.id FROM touched t WHERE t.series_id IS NOT NULL AND NOT EXISTS (
      SELECT FROM calendar_events s WHERE s.id = t.series_id AND s.calendar_id = $2 AND s.trashed_at IS NULL)))`;
