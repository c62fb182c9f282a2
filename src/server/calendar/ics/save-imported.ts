import { MOST_EVENTS } from "#contract/events.ts";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import type { Tx } from "../../db/client.ts";
import { notFound } from "../../failure.ts";
import { isId } from "../../files/is-id.ts";
import { zoneOfUser } from "../../db/account-clock.ts";
import { recordChange } from "../../live/record-change.ts";
import { insertReminders } from "../../reminders/import-reminders.ts";
import { remindersOfAlarms } from "./alarm-reminders.ts";
import { ownAddress, ownAttendees } from "./own-attendees.ts";
import type { SeriesLine } from "./file-lines.ts";
import type { FitEvent } from "./fit-event.ts";

export type Saved = {
  created: number;
  /** Those that were there and are different now. */
  updated: number;
  /** Titles of those that there was no room for. */
  noRoom: string[];
  /** The moment that they bear as that of their making. */
  at: string;
  /** All that the lines name, changed or not. */
  ids: string[];
};

/**
 * Puts series of a file into a calendar, each with its changed instances. What has the UID of one that is there takes its place; the file
 * then says which of its instances are changed ones.
 * @throws Failure NOT_FOUND when the calendar is not there any more
 */
export async function saveImported(
  tx: Tx,
  calendarId: string,
  lines: SeriesLine[],
  { isMirror = false } = {},
): Promise<Saved> {
  // Held for writing: two imports of one file would each make what the other is making.
  const [calendar] = await tx.query<{ at: string; count: number }>(
    LOCK,
    [tx.userId, calendarId],
    "lock-calendar-to-import",
  );
  if (!calendar) throw notFound();
  // What had been gone from its source and is back is the same event, with its note and its reminders.
  const uids = lines.map(({ uid }) => uid);
  if (isMirror) await tx.query(REVIVE, [tx.userId, calendarId, uids], "revive-events-of-mirror");
  const known = await findKnown(tx, calendarId, lines);
  const { rows, gone } = plan(lines, known);
  const room = Math.max(0, MOST_EVENTS - calendar.count + gone.length);
  const kept = withinRoom(rows, room);
  const own = isMirror ? "" : await ownAddress(tx);
  const written = kept.rows.map((row) => ({ ...row, attendees: ownAttendees(row.ics, own) }));
  if (gone.length > 0) await tx.query(TRASH, [tx.userId, JSON.stringify(gone)], "trash-instances-of-import");
  const saved = await tx.query<{ id: string }>(
    SAVE,
    [tx.userId, calendarId, JSON.stringify(written)],
    "save-imported-events",
  );
  const fresh = new Set(kept.rows.filter(({ isNew }) => isNew).map(({ id }) => id));
  const created = saved.filter(({ id }) => fresh.has(id)).length;
  if (!isMirror) await addReminders(tx, kept.rows, fresh);
  const touched = saved[0]?.id ?? gone[0];
  if (touched !== undefined)
    await recordChange(tx, { userId: tx.userId, entity: "event", entityId: touched, operation: "update" });
  return {
    created,
    updated: saved.length - created + gone.length,
    noRoom: kept.noRoom,
    at: calendar.at,
    ids: kept.rows.map(({ id }) => id),
  };
}

/** Of new events: what rings for one that was there is chosen by now. */
async function addReminders(tx: Tx, rows: Row[], fresh: ReadonlySet<string>): Promise<void> {
  const zone = (await zoneOfUser(tx)) ?? "UTC";
  const byId = new Map(rows.map((row) => [row.id, row]));
  const added = rows
    .filter(({ id }) => fresh.has(id))
    .flatMap((row) => remindersOfAlarms(row.id, row, zone, byId.get(row.series_id ?? "")));
  await insertReminders(
    tx,
    added.map((one) => ({ ...one, id: uuidV7() })),
  );
}

/** With the changed instances that went with it. */
const REVIVE = `UPDATE calendar_events e SET trashed_at = NULL FROM calendar_events r
  WHERE r.user_id = $1 AND r.calendar_id = $2 AND r.uid = ANY ($3::text[]) AND r.trashed_at IS NOT NULL AND r.series_id IS NULL
    AND e.user_id = $1 AND e.trashed_at = r.trashed_at AND (e.id = r.id OR e.series_id = r.id)`;

/**
 * Puts what is not among these into the trash, which holds what its source may give again; a day later what nobody has joined anything to is
 * erased, for some sources give all their events new UIDs each time.
 *
 * @returns how many are gone
 */
export async function dropUnseen(tx: Tx, calendarId: string, seen: string[]): Promise<number> {
  const gone = await tx.query<{ id: string }>(
    `UPDATE calendar_events SET trashed_at = now()
     WHERE user_id = $1 AND calendar_id = $2 AND trashed_at IS NULL AND NOT id = ANY ($3::uuid[]) RETURNING id`,
    [tx.userId, calendarId, seen],
    "drop-unseen-events",
  );
  await tx.query(
    `DELETE FROM calendar_events e WHERE e.user_id = $1 AND e.calendar_id = $2 AND e.trashed_at < now() - interval '1 day' AND e.note_id IS NULL
       AND NOT EXISTS (SELECT FROM reminders r WHERE r.event_id = e.id)
       AND NOT EXISTS (SELECT FROM calendar_events i WHERE i.series_id = e.id AND i.note_id IS NOT NULL)`,
    [tx.userId, calendarId],
    "erase-unseen-events",
  );
  const [first] = gone;
  if (first)
    await recordChange(tx, { userId: tx.userId, entity: "event", entityId: first.id, operation: "delete" });
  return gone.length;
}

const LOCK = `SELECT now()::text AS at, (
    SELECT count(*)::int FROM calendar_events e WHERE e.user_id = $1 AND e.trashed_at IS NULL) AS count
  FROM calendars c WHERE c.id = $2 AND c.user_id = $1 AND c.trashed_at IS NULL FOR UPDATE OF c`;

type Known = {
  byUid: Map<string, string>;
  instances: { id: string; series_id: string; instance: string; is_here: boolean }[];
};

async function findKnown(tx: Tx, calendarId: string, lines: SeriesLine[]): Promise<Known> {
  const uids = lines.flatMap(({ uid, series, instances }) =>
    series ? [uid] : [uid, ...instances.map((event) => uidOfOrphan(event))],
  );
  const series = await tx.query<{ id: string; uid: string }>(
    KNOWN,
    [tx.userId, calendarId, uids, uids.filter(isId)],
    "known-events-of-file",
  );
  const instances = await tx.query<Known["instances"][number]>(
    `SELECT e.id, e.series_id, e.instance, e.calendar_id = $2 AS is_here FROM calendar_events e
     WHERE e.user_id = $1 AND e.series_id = ANY ($3::uuid[]) AND e.trashed_at IS NULL`,
    [tx.userId, calendarId, series.map(({ id }) => id)],
    "known-instances-of-file",
  );
  // Ids are written in small letters here, and as they like in files.
  return { byUid: new Map(series.map(({ id, uid }) => [keyOf(uid), id])), instances };
}

/** Two searches, each by its index: one with OR compares every UID of the list with each event of the account. */
const KNOWN = `SELECT e.id, e.uid FROM calendar_events e
  WHERE e.user_id = $1 AND e.uid = ANY ($3::text[]) AND e.calendar_id = $2 AND e.trashed_at IS NULL AND e.series_id IS NULL
  UNION ALL
  SELECT e.id, e.id::text FROM calendar_events e
  WHERE e.user_id = $1 AND e.id = ANY ($4::uuid[]) AND e.calendar_id = $2 AND e.trashed_at IS NULL AND e.series_id IS NULL
    AND e.uid IS NULL`;

const keyOf = (uid: string) => (isId(uid) ? uid.toLowerCase() : uid);

/** An instance whose series is nowhere is an event by itself. */
const uidOfOrphan = ({ uid, instance }: FitEvent) =>
  `${uid.slice(0, 950)}_I${(instance ?? "").replaceAll(/[-:]/g, "")}`;

type Row = FitEvent & { id: string; series_id: string | null; isNew: boolean };

function plan(lines: SeriesLine[], { byUid, instances }: Known): { rows: Row[]; gone: string[] } {
  const changed = Map.groupBy(instances, ({ series_id: seriesId }) => seriesId);
  const rows: Row[] = [];
  const gone: string[] = [];
  const used = new Set<string>();
  const add = (event: FitEvent, known: string | undefined, seriesId: string | null) => {
    // A file can give two events what is one UID here; a statement cannot write a row twice.
    const isNew = known === undefined || used.has(known);
    const id = isNew ? uuidV7() : known;
    used.add(id);
    rows.push({ ...event, id, series_id: seriesId, isNew });
    return id;
  };
  for (const line of lines) {
    const known = byUid.get(keyOf(line.uid));
    const seriesId = line.series ? add(line.series, known, null) : known;
    const there = (seriesId === undefined ? undefined : changed.get(seriesId)) ?? [];
    for (const event of line.instances) {
      const same = there.find(({ instance }) => instance === event.instance);
      if (seriesId !== undefined) add(event, same?.id, seriesId);
      else {
        const uid = uidOfOrphan(event);
        add({ ...event, uid, instance: null }, byUid.get(keyOf(uid)), null);
      }
    }
    const named = new Set(line.instances.map(({ instance }) => instance));
    if (line.series)
      gone.push(...there.filter((one) => one.is_here && !named.has(one.instance)).map(({ id }) => id));
  }
  return { rows, gone };
}

/** A series that has no room takes its instances with it. */
function withinRoom(rows: Row[], room: number): { rows: Row[]; noRoom: string[] } {
  const left = new Set<string>();
  const noRoom: string[] = [];
  let free = room;
  const kept = rows.filter((row) => {
    const hasRoom = !row.isNew || (free > 0 && !left.has(row.series_id ?? ""));
    if (hasRoom && row.isNew) free -= 1;
    if (!hasRoom) {
      left.add(row.id);
      noRoom.push(row.title);
    }
    return hasRoom;
  });
  return { rows: kept, noRoom };
}

const TRASH = `UPDATE calendar_events SET trashed_at = now()
  WHERE user_id = $1 AND id IN (SELECT value::uuid FROM jsonb_array_elements_text($2::jsonb))`;

/** What is the same stays untouched. Its kind and its note are ours and no matter of a file. */
const SAVE = `INSERT INTO calendar_events AS e (id, user_id, calendar_id, title, date, "time", end_date, end_time, time_zone, location,
    description, tags, repeat, except_dates, extra_dates, series_id, instance, first_day, last_day, uid, ics, attendees)
  SELECT r.id, $1, $2, r.title, r.date, r."time", r.end_date, r.end_time, r.time_zone, r.location, r.description, r.tags, r.repeat,
    r.except_dates, r.extra_dates, r.series_id, r.instance, r.first_day, r.last_day, r.uid, r.ics, r.attendees
  FROM jsonb_to_recordset($3::jsonb) AS r (id uuid, title text, date date, "time" text, end_date date, end_time text, time_zone text,
    location text, description text, tags text[], repeat text, except_dates text[], extra_dates text[], series_id uuid, instance text,
    first_day date, last_day date, uid text, ics text, attendees jsonb)
  ON CONFLICT (id) DO UPDATE SET calendar_id = excluded.calendar_id, title = excluded.title, date = excluded.date,
    "time" = excluded."time", end_date = excluded.end_date, end_time = excluded.end_time, time_zone = excluded.time_zone,
    location = excluded.location, description = excluded.description, tags = excluded.tags, repeat = excluded.repeat,
    except_dates = excluded.except_dates, extra_dates = excluded.extra_dates, instance = excluded.instance,
    first_day = excluded.first_day, last_day = excluded.last_day, uid = excluded.uid, ics = excluded.ics,
    attendees = excluded.attendees, updated_at = now()
  WHERE e.user_id = $1 AND (e.calendar_id, e.title, e.date, e."time", e.end_date, e.end_time, e.time_zone, e.location, e.description,
      e.tags, e.repeat, e.except_dates, e.extra_dates, e.instance, e.ics)
    IS DISTINCT FROM (excluded.calendar_id, excluded.title, excluded.date, excluded."time", excluded.end_date, excluded.end_time,
      excluded.time_zone, excluded.location, excluded.description, excluded.tags, excluded.repeat, excluded.except_dates,
      excluded.extra_dates, excluded.instance, excluded.ics)
  RETURNING e.id`;
