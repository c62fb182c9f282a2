import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import type { Database, Tx } from "../../db/client.ts";
import { notFound } from "../../failure.ts";
import type { IcsEvent } from "../../ics/ics.ts";
import { readEventObject } from "../../ics/read-object.ts";
import { type Expectation, ObjectRefused } from "../../ics/stored-object.ts";
import { readSyncPoint } from "../../live/sync-point.ts";
import { applyMoves, lockSeries, trashSeries } from "../change-events.ts";
import { COLUMNS, type EventRow, toEvent } from "../event-row.ts";
import { ownAddress, ownAttendees } from "../ics/own-attendees.ts";
import { type FitEvent, fitEvent } from "../ics/fit-event.ts";
import { changesOf, type EventMove, logEvent, recordEventChanges } from "../log-events.ts";
import type { EventDraft } from "../save-events.ts";
import { saveEvents } from "../save-events.ts";
import { handOverReminders } from "../../reminders/part-reminders.ts";
import { keepEventInProject } from "../../projects/project-parts.ts";
import { draftOf } from "../reshape.ts";
import { holdCalendar } from "../shared-calendars.ts";
import { assertOwn } from "../subscriptions.ts";
import { type EventObject, findObjects, listObjects, type OwnedCalendar } from "./find-objects.ts";

type Place = { calendar: OwnedCalendar; name: string };
/** An event of the file with what is kept of it unread. */
type Given = { draft: EventDraft; uid: string; ics: string | null };

/**
 * Puts the file of an event into a calendar, as its owner's own change: what is the same stays untouched, and one that was deleted and comes
 * again by its UID is the one it was.
 *
 * @param expect throws when the object is not what the caller takes it for
 * @returns whether it was not there before
 * @throws ObjectRefused, Failure NOT_FOUND, QUOTA_EXCEEDED
 */
export async function putEventObject(
  db: Database,
  userId: string,
  { calendar, name, text, expect }: Place & { text: string; expect: Expectation },
): Promise<{ isNew: boolean }> {
  const { uid, events } = readEventObject(text);
  const fit = events.map(asFit);
  return db.withUser(userId, async (tx) => {
    await lockCalendar(tx, calendar);
    const { epoch } = await readSyncPoint(tx);
    const [known] = await findObjects(tx, calendar, epoch, [name]);
    expect(known?.etag ?? null);
    await assertUid(tx, { calendar, name }, epoch, uid, known);
    const base = known ? await lockSeries(tx, known.id) : await findDeleted(tx, calendar, uid);
    // Guests are asked by who owns the calendar: what somebody else's program says of them changes none.
    const own = calendar.ownerId === tx.userId ? await ownAddress(tx) : null;
    const given = place(fit, base, { calendarId: calendar.id, own });
    if (known) await change(tx, given, base!);
    else await create(tx, given, base);
    await keep(tx, calendar, given, name);
    return { isNew: !known };
  });
}

/** @throws Failure NOT_FOUND when there is none of that name */
export function removeEventObject(
  db: Database,
  userId: string,
  { calendar, name, expect }: Place & { expect: Expectation },
): Promise<void> {
  return db.withUser(userId, async (tx) => {
    await lockCalendar(tx, calendar);
    const { epoch } = await readSyncPoint(tx);
    const [known] = await findObjects(tx, calendar, epoch, [name]);
    if (!known) throw notFound();
    expect(known.etag);
    await trashSeries(tx, await lockSeries(tx, known.id));
    const [twin] = await tx.query<{ id: string }>(HAND_OVER, [calendar.ownerId, known.id], "hand-over-event");
    if (!twin) return;
    await handOverReminders(tx, known.id, twin.id);
    await keepEventInProject(tx, known.id, twin.id);
  });
}

/** A client that moves an event may have put it into the other calendar first: what is ours of it goes along. */
const HAND_OVER = `UPDATE calendar_events t SET note_id = coalesce(t.note_id, g.note_id), type = g.type, updated_at = now()
  FROM calendar_events g WHERE g.id = $2 AND g.user_id = $1 AND t.user_id = $1 AND t.uid = coalesce(g.uid, g.id::text) AND t.id <> g.id
    AND t.calendar_id <> g.calendar_id AND t.series_id IS NULL AND t.trashed_at IS NULL RETURNING t.id`;

/** For writing: of two clients that put the same UID, one finds what the other has put. @throws Failure CONFLICT where its events come from elsewhere */
async function lockCalendar(tx: Tx, { id, ownerId }: OwnedCalendar): Promise<void> {
  if (ownerId !== tx.userId) return void (await holdCalendar(tx, id));
  const [row] = await tx.query(
    "SELECT 1 FROM calendars WHERE id = $2 AND user_id = $1 AND trashed_at IS NULL FOR UPDATE",
    [tx.userId, id],
    "lock-calendar-of-object",
  );
  if (!row) throw notFound();
  await assertOwn(tx, [id]);
}

async function assertUid(
  tx: Tx,
  { calendar, name }: Place,
  epoch: string,
  uid: string,
  known: EventObject | undefined,
): Promise<void> {
  if (known && known.uid !== uid)
    throw new ObjectRefused("no-uid-conflict", "The event at this address has another UID.", name);
  if (known) return;
  const rows = await tx.query<{ id: string }>(BY_UID, [calendar.ownerId, calendar.id, uid], "event-by-uid");
  const [other] = await listObjects(
    tx,
    calendar,
    epoch,
    rows.map(({ id }) => id),
  );
  if (other)
    throw new ObjectRefused(
      "no-uid-conflict",
      "This event is in the calendar already, under another address.",
      other.name,
    );
}

const BY_UID = `SELECT e.id FROM calendar_events e
  WHERE e.user_id = $1 AND e.calendar_id = $2 AND e.uid = $3 AND e.series_id IS NULL AND e.trashed_at IS NULL
  UNION ALL
  SELECT e.id FROM calendar_events e
  WHERE e.user_id = $1 AND e.calendar_id = $2 AND e.id::text = lower($3) AND e.uid IS NULL AND e.series_id IS NULL AND e.trashed_at IS NULL`;

type Base = { event: EventDraft; changed: EventDraft[] };

/** The newest of this UID in the trash, of this calendar before that of another: a client that takes back its own deletion, or moves an event by deleting it, means the same one. */
async function findDeleted(tx: Tx, calendar: OwnedCalendar, uid: string): Promise<Base | null> {
  const rows = await tx.query<EventRow>(
    DELETED,
    [calendar.ownerId, calendar.id, uid],
    "deleted-event-of-uid",
  );
  const event = rows.find(({ series_id: seriesId }) => seriesId === null);
  if (!event) return null;
  const changed = rows.filter(({ series_id: seriesId }) => seriesId !== null);
  return { event: draftOf(toEvent(event)), changed: changed.map((row) => draftOf(toEvent(row))) };
}

const DELETED = `WITH found AS (
    SELECT id, trashed_at FROM calendar_events
    WHERE user_id = $1 AND series_id IS NULL AND trashed_at IS NOT NULL AND (uid = $3 OR uid IS NULL AND id::text = lower($3))
      AND NOT EXISTS (SELECT FROM calendars c WHERE c.id = calendar_id AND c.user_id = $1 AND c.source_url IS NOT NULL)
    ORDER BY calendar_id <> $2, trashed_at DESC LIMIT 1 FOR UPDATE)
  SELECT ${COLUMNS} FROM calendar_events e JOIN found f ON e.id = f.id OR e.series_id = f.id AND e.trashed_at = f.trashed_at
  WHERE e.user_id = $1 ORDER BY e.id`;

/** @throws ObjectRefused for what no calendar here can hold */
function asFit(event: IcsEvent): FitEvent {
  // A canceled one stays as long as its client keeps it: the line that says so is kept.
  const fit = fitEvent({ ...event, isCancelled: false });
  if ("why" in fit) throw new ObjectRefused("valid-calendar-data", fit.why);
  return fit.event;
}

type Owner = { calendarId: string; own: string | null };

/** The events of the file in the places of those that are there. The first of instances without a series stands for one. */
function place(fit: FitEvent[], base: Base | null, { calendarId, own }: Owner): Given[] {
  const series = fit.find(({ instance }) => instance === null);
  const [head, ...rest] = series ? [series, ...fit.filter((one) => one !== series)] : byTime(fit);
  const master = head!;
  const orphan =
    series === undefined && master.instance !== null
      ? { ...master, instance: null, ics: withRecurrenceId(master) }
      : master;
  const first = draftFrom(orphan, base?.event, {
    calendarId,
    id: base?.event.id ?? uuidV7(),
    seriesId: null,
    attendees: own === null ? (base?.event.attendees ?? []) : ownAttendees(orphan.ics, own),
  });
  const others = rest.map((event) => {
    const known = base?.changed.find(({ instance }) => instance === event.instance);
    const id = known?.id ?? uuidV7();
    return {
      draft: draftFrom(event, known ?? base?.event, {
        calendarId,
        id,
        seriesId: first.id,
        attendees: own === null ? ((known ?? base?.event)?.attendees ?? []) : ownAttendees(event.ics, own),
      }),
      uid: event.uid,
      ics: event.ics,
    };
  });
  return [{ draft: first, uid: orphan.uid, ics: orphan.ics }, ...others];
}

const byTime = (fit: FitEvent[]) =>
  fit.toSorted((one, other) => ((one.instance ?? "") < (other.instance ?? "") ? -1 : 1));

/** Somebody invited to one time of a series has that one alone; which one it is stays written on it. */
function withRecurrenceId({ ics, instance, time_zone: zone }: FitEvent): string {
  const value = instance!.replaceAll(/[-:]/g, "");
  const isDay = instance!.length === 10;
  const isUtc = zone === "UTC";
  const params = isDay ? ";VALUE=DATE" : zone !== null && !isUtc ? `;TZID=${zone}` : "";
  const line = `RECURRENCE-ID${params}:${value}${isDay ? "" : `00${isUtc ? "Z" : ""}`}`;
  return ics === null ? line : `${line}\n${ics}`;
}

type Ids = Pick<EventDraft, "id" | "calendarId" | "seriesId" | "attendees">;

/** Its kind and its note are ours and no matter of a file. */
const draftFrom = (event: FitEvent, base: EventDraft | undefined, ids: Ids): EventDraft => ({
  ...ids,
  title: event.title,
  date: event.date,
  time: event.time,
  endDate: event.end_date,
  endTime: event.end_time,
  timeZone: event.time_zone,
  location: event.location,
  description: event.description,
  type: base?.type ?? "event",
  tags: event.tags,
  repeat: event.repeat,
  exceptDates: event.except_dates,
  extraDates: event.extra_dates,
  instance: event.instance,
  noteId: base?.noteId ?? null,
});

async function change(tx: Tx, given: Given[], base: Base): Promise<void> {
  const before = new Map([base.event, ...base.changed].map((draft) => [draft.id, draft]));
  const moves = given.flatMap(({ draft }): EventMove[] => {
    const was = before.get(draft.id) ?? null;
    const isSame = was !== null && was.instance === draft.instance && isEmpty(changesOf(was, draft));
    return isSame ? [] : [{ id: draft.id, before: was, after: draft }];
  });
  const stays = new Set(given.map(({ draft }) => draft.id));
  const gone = base.changed.filter(({ id }) => !stays.has(id));
  const left = gone.map((draft): EventMove => ({ id: draft.id, before: draft, after: null }));
  if (moves.length + left.length > 0) await applyMoves(tx, [...moves, ...left]);
}

const isEmpty = (changes: object) => Object.keys(changes).length === 0;

async function create(tx: Tx, given: Given[], deleted: Base | null): Promise<void> {
  const saved = await saveEvents(
    tx,
    given.map(({ draft }) => draft),
  );
  const isShared = await recordEventChanges(
    tx,
    saved.map(({ id }) => id),
    "insert",
  );
  await logEvent(tx, deleted ? "event_restored" : "event_created", given[0]!.draft, isShared);
}

/** What is not understood, and the names. An alarm or an answer to an invitation may be all that is new. */
async function keep(tx: Tx, calendar: OwnedCalendar, given: Given[], name: string): Promise<void> {
  const rows = given.map(({ draft, uid, ics }) => ({
    id: draft.id,
    uid,
    ics,
    series: draft.seriesId !== null,
  }));
  const kept = await tx.query<{ id: string }>(
    KEEP,
    [calendar.ownerId, JSON.stringify(rows), name],
    "keep-of-object",
  );
  await recordEventChanges(
    tx,
    kept.map(({ id }) => id),
    "update",
  );
}

/** An id that is the UID needs no other; a name that follows from the id, no other either. */
const KEEP = `WITH given AS (
    SELECT r.id, CASE WHEN r.uid <> coalesce(s.series, r.id)::text THEN r.uid END AS uid, r.ics,
      CASE WHEN NOT r.series AND $3 <> r.id || '.ics' THEN $3 END AS resource
    FROM jsonb_to_recordset($2::jsonb) AS r (id uuid, uid text, ics text, series boolean)
      LEFT JOIN LATERAL (SELECT e.series_id AS series FROM calendar_events e WHERE e.id = r.id AND e.user_id = $1) s ON true)
  UPDATE calendar_events e SET uid = g.uid, ics = g.ics, resource = g.resource, updated_at = now() FROM given g
  WHERE e.user_id = $1 AND e.id = g.id AND (e.uid, e.ics, e.resource) IS DISTINCT FROM (g.uid, g.ics, g.resource) RETURNING e.id`;
