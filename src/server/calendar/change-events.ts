import { type CalendarEvent, type EventScope, MOST_TAGS } from "#contract/events.ts";
import { MOST_ATTENDEES } from "#contract/shared/email-address.ts";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import type { Database, Tx } from "../db/client.ts";
import { Failure } from "../failure.ts";
import { COLUMNS, type EventRow, IS_THERE, toEvent } from "./event-row.ts";
import { startOf } from "./event-times.ts";
import { assertPlaces, type EventFields } from "./events.ts";
import { askOwnerToTell } from "./invitations/invited.ts";
import { type EventMove, logEvent, logEventChange, recordEventChanges } from "./log-events.ts";
import { keepEventInProject } from "../projects/project-parts.ts";
import { merge } from "../merge.ts";
import { partReminders } from "../reminders/part-reminders.ts";
import type { Reshaped, Series } from "./reshape.ts";
import { type EventDraft, idIsTaken, saveEvents } from "./save-events.ts";
import { assertSameOwner, holdCalendar, whyNotChanged, withoutHiddenNotes } from "./shared-calendars.ts";
import { assertOwn } from "./subscriptions.ts";

type Named = { eventId: string; instance?: string | undefined; scope?: EventScope | undefined };
export type EventChange = EventFields &
  Named & { newId?: string | undefined; was?: Record<string, unknown> | undefined };
type Changed = { events: CalendarEvent[]; overwritten: string[]; activityId: string | null };

/** Changes an event, or one, some or all instances of one that repeats; fields that are not given stay. */
export function updateEvent(db: Database, userId: string, change: EventChange): Promise<Changed> {
  const { eventId, instance, scope, newId = uuidV7(), was = {}, ...fields } = change;
  return db.withUser(userId, async (tx) => {
    await lockSeries(tx, eventId);
    const repeated = await changedBefore(tx, eventId, newId);
    if (repeated)
      return { events: await withoutHiddenNotes(tx, repeated), overwritten: [], activityId: null };
    if (typeof fields.time === "string" && fields.timeZone === undefined)
      fields.timeZone = await zoneOfFirstTime(tx, eventId);
    const reshaped = await reshapeNamed(tx, { eventId, instance, scope }, newId, { fields, was });
    await assertNew(tx, reshaped.moves);
    await assertPlaces(tx, reshaped.target, reshaped.looked.noteId);
    await assertSameOwner(tx, reshaped.looked.calendarId, reshaped.target.calendarId);
    // The note about it is ours, wherever the event comes from.
    if (Object.keys(fields).some((field) => field !== "noteId"))
      await assertOwn(tx, [reshaped.looked.calendarId, reshaped.target.calendarId]);
    const { events, activityId, isShared } = await applyMoves(tx, reshaped.moves, { changeId: newId });
    const isParted = reshaped.target.id === newId && reshaped.target.seriesId === null;
    if (isParted) {
      const series = reshaped.looked.seriesId ?? eventId;
      await partReminders(tx, series, newId, isShared);
      await keepEventInProject(tx, series, newId);
    }
    return {
      events: await withoutHiddenNotes(tx, events),
      activityId,
      overwritten: overwrittenBy(fields, was, reshaped.looked),
    };
  });
}

/** What is parted from a series takes the id of no other event; of one in the trash it does, when a change is made again after its undo. */
async function assertNew(tx: Tx, moves: EventMove[]): Promise<void> {
  const ids = idsOf(moves, ({ before }) => before === null);
  if (ids.length === 0) return;
  const taken = await tx.query(
    `SELECT 1 FROM calendar_events e WHERE ${IS_THERE} AND e.id = ANY ($1::uuid[])`,
    [ids],
    "ids-of-parted",
  );
  if (taken.length > 0) throw idIsTaken();
}

/** What lasted all day, and gets a time, gets the account's zone as a new event does; else it stays with its own. */
async function zoneOfFirstTime(tx: Tx, eventId: string): Promise<string | null | undefined> {
  const [row] = await tx.query<{ zone: string | null }>(
    `SELECT (SELECT settings->>'timeZone' FROM user_preferences WHERE user_id = $1) AS zone FROM calendar_events e
     WHERE ${IS_THERE} AND e.id = $2 AND e.time IS NULL`,
    [tx.userId, eventId],
    "zone-of-first-time",
  );
  return row ? row.zone : undefined;
}

/** Lists of which a person changes one entry, and how long they get: what somebody else made of them since they were read stays. */
const MERGED = { attendees: MOST_ATTENDEES, tags: MOST_TAGS } as const;
type Merged = keyof typeof MERGED;
const isMerged = (field: string): field is Merged => Object.hasOwn(MERGED, field);

function mergedFields({ fields, was }: Given, looked: EventDraft): EventFields {
  const mergedOf = (field: Merged) => {
    const merged = merge(was[field], fields[field], looked[field]) as unknown[];
    return merged.length > MERGED[field] ? fields[field] : merged;
  };
  const merged = Object.keys(fields)
    .filter(isMerged)
    .filter((field) => Array.isArray(was[field]));
  return { ...fields, ...Object.fromEntries(merged.map((field) => [field, mergedOf(field)])) };
}

type Given = { fields: EventFields; was: Record<string, unknown> };
type Looked = Reshaped & { looked: EventDraft };

async function reshapeNamed(tx: Tx, named: Named, newId: string, given: Given): Promise<Looked> {
  // Loaded with the first change: it needs the library that reads rules.
  const { instanceOf, lookedAt, reshape, reshapeFollowing, reshapeInstance } = await import("./reshape.ts");
  const { series, instance, scope } = await lockNamed(tx, named);
  const known = series.changed.find((other) => other.instance === instance);
  if (instance !== undefined && scope === "this") {
    const looked = known ?? instanceOf(series.event, instance, newId);
    return { ...reshapeInstance(series, instance, newId, mergedFields(given, looked)), looked };
  }
  const looked = known ? { ...series.event, ...timesOf(known) } : lookedAt(series.event, instance);
  const fields = mergedFields(given, looked);
  if (scope === "following" && instance !== undefined)
    return { ...reshapeFollowing(series, instance, newId, fields), looked };
  return { ...reshape(series, lookedAt(series.event, instance), fields), looked };
}

const timesOf = ({ date, time, endDate, endTime }: EventDraft) => ({ date, time, endDate, endTime });

/**
 * The series that is meant, and of which instance. An event that does not repeat, and an instance of its own alone, are meant as a
 * whole, and so is a series from its first instance on.
 */
async function lockNamed(
  tx: Tx,
  { eventId, instance, scope }: Named,
): Promise<{ series: Series; instance: string | undefined; scope: EventScope }> {
  const series = await lockSeries(tx, eventId);
  const { event } = series;
  if (event.seriesId !== null && scope !== undefined && scope !== "this")
    return lockNamed(tx, { eventId: event.seriesId, instance: event.instance!, scope });
  const { isInstance } = await import("#language/instances.ts");
  const isSingle = event.repeat === null && event.extraDates.length === 0;
  if (!isSingle && instance === undefined && scope !== undefined && scope !== "all")
    throw new Failure("INVALID_INPUT", "Say which instance is meant.");
  if (isSingle || instance === undefined) return { series, instance: undefined, scope: "all" };
  const isChanged = series.changed.some((other) => other.instance === instance);
  if (!isChanged && !isInstance(event, instance)) throw new Failure("CONFLICT", GONE);
  const isFirst = scope === "following" && instance <= startOf(event);
  return { series, instance, scope: isFirst ? "all" : (scope ?? "all") };
}

const GONE = "This event was moved or deleted in the meantime. Reload it and try again.";

/** Locked until the transaction ends, so that two who part the same series do it one after the other. */
export async function lockSeries(tx: Tx, eventId: string): Promise<Series> {
  const { draftOf } = await import("./reshape.ts");
  const [row] = await tx.query<EventRow>(`${ONE} AND e.id = $1 FOR UPDATE OF e`, [eventId], "lock-event");
  if (!row) throw await whyNotChanged(tx, eventId);
  const changed = await tx.query<EventRow>(
    `${ONE} AND e.series_id = $1 ORDER BY e.id FOR UPDATE OF e`,
    [eventId],
    "lock-instances",
  );
  return { event: draftOf(toEvent(row)), changed: changed.map((other) => draftOf(toEvent(other))) };
}

const ONE = `SELECT ${COLUMNS} FROM calendar_events e WHERE ${IS_THERE}`;

/** The call came before, and its answer was lost: what it changed is as it made it. */
async function changedBefore(tx: Tx, eventId: string, changeId: string): Promise<CalendarEvent[] | null> {
  const rows = await tx.query<EventRow>(
    `SELECT ${COLUMNS} FROM calendar_events e WHERE ${IS_THERE} AND e.change_id = $2
       AND (e.id = $1 OR e.series_id = $1 OR e.id = $2)`,
    [eventId, changeId],
    "changed-before",
  );
  return rows.length > 0 ? rows.map(toEvent) : null;
}

/** Fields that are not what the caller had read, and that it writes over with something else. */
const overwrittenBy = (fields: EventFields, was: Record<string, unknown>, looked: EventDraft): string[] =>
  (Object.keys(was) as (keyof EventFields)[]).filter(
    (field) =>
      field in looked &&
      !isMerged(field) &&
      fields[field] !== undefined &&
      !same(looked[field], was[field]) &&
      !same(looked[field], fields[field]),
  );

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Leaves instances out, or puts the whole event into the trash. */
export async function removeEvent(db: Database, userId: string, named: Named): Promise<string | null> {
  const { activityId, owner } = await db.withUser(userId, async (tx) => {
    const { event } = await lockSeries(tx, named.eventId);
    await assertOwn(tx, [event.calendarId]);
    const owned = event.attendees.length > 0 ? await holdCalendar(tx, event.calendarId) : userId;
    return { activityId: await removeNamed(tx, named, event), owner: owned };
  });
  // It is deleted by now, whatever comes of the asking.
  if (owner !== userId)
    await askOwnerToTell(db, { userId: owner, eventId: named.eventId }, userId).catch((fault: Error) =>
      db.report(fault),
    );
  return activityId;
}

async function removeNamed(
  tx: Tx,
  named: Named,
  { seriesId, instance: own, exceptDates }: EventDraft,
): Promise<string | null> {
  const { endingBefore } = await import("./reshape.ts");
  // The call came before, and its answer was lost.
  if (named.scope === "this" && exceptDates.includes(named.instance ?? "")) return null;
  const meant =
    seriesId === null
      ? named
      : { eventId: seriesId, instance: own!, scope: named.scope ?? ("this" as const) };
  if (meant.scope === "following" && (await endsBefore(tx, meant))) return null;
  const { series, instance, scope } = await lockNamed(tx, meant);
  const { event, changed } = series;
  if (instance === undefined || scope === "all") {
    await trashSeries(tx, series);
    return null;
  }
  const gone = changed.filter((other) =>
    scope === "this" ? other.instance === instance : other.instance! >= instance,
  );
  const left: EventMove =
    scope === "this"
      ? { id: event.id, before: event, after: { ...event, exceptDates: [...event.exceptDates, instance] } }
      : endingBefore(event, instance);
  const moves = [left, ...gone.map((before) => ({ id: before.id, before, after: null }))];
  return (await applyMoves(tx, moves, { isPart: true })).activityId;
}

/** The call came before, and its answer was lost: the series has ended by then. */
async function endsBefore(tx: Tx, { eventId, instance }: Named): Promise<boolean> {
  const [{ event }, { endBefore }] = await Promise.all([
    lockSeries(tx, eventId),
    import("#language/shift-rule.ts"),
  ]);
  return (
    event.repeat !== null && instance !== undefined && endBefore(event.repeat, instance) === event.repeat
  );
}

export async function trashSeries(tx: Tx, { event, changed }: Series): Promise<void> {
  const ids = [event.id, ...changed.map(({ id }) => id)];
  await tx.query(
    "UPDATE calendar_events SET trashed_at = now() WHERE id = ANY ($1::uuid[])",
    [ids],
    "trash-events",
  );
  const isShared = await recordEventChanges(tx, ids, "delete");
  await logEvent(tx, "event_deleted", event, isShared);
}

/** Writes what a change comes to, tells of it and logs it as one entry. @throws Failure QUOTA_EXCEEDED */
export async function applyMoves(
  tx: Tx,
  moves: EventMove[],
  { changeId = null, isPart = false }: { changeId?: string | null; isPart?: boolean } = {},
): Promise<{ events: CalendarEvent[]; activityId: string | null; isShared: boolean }> {
  const written = moves.flatMap(({ after }) => after ?? []);
  const gone = moves.flatMap(({ before, after }) => (before && !after ? before : []));
  if (written.some(({ exceptDates }) => exceptDates.length > MOST_EXCEPT))
    throw new Failure(
      "QUOTA_EXCEEDED",
      `An event can leave out at most ${MOST_EXCEPT} days. End its repetition instead.`,
    );
  const events = await saveEvents(tx, written, gone, changeId);
  const told = [
    await recordEventChanges(
      tx,
      idsOf(moves, ({ before }) => before === null),
      "insert",
    ),
    await recordEventChanges(
      tx,
      idsOf(moves, ({ before, after }) => before !== null && after !== null),
      "update",
    ),
    await recordEventChanges(
      tx,
      idsOf(moves, ({ after }) => after === null),
      "delete",
    ),
  ];
  const isShared = told.includes(true);
  const activityId = await logEventChange(tx, moves, { isPart, isShared });
  const order = new Map(moves.map(({ id }, place) => [id, place]));
  const inOrder = events.toSorted((one, other) => order.get(one.id)! - order.get(other.id)!);
  return { events: inOrder, activityId, isShared };
}

/** As the contract has it. */
const MOST_EXCEPT = 2_000;

const idsOf = (moves: EventMove[], isOne: (move: EventMove) => boolean) =>
  moves.filter(isOne).map(({ id }) => id);
