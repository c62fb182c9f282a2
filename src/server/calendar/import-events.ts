import { CalendarColor, MOST_CALENDARS } from "#contract/calendars.ts";
import { Attendees, CalendarEvent, MOST_EVENTS } from "#contract/events.ts";
import { isEventRule } from "#contract/shared/repeat-rule.ts";
import { isTimeZone } from "#contract/shared/time-zone.ts";
import type { Database, Tx } from "../db/client.ts";
import { refreshSoon } from "./subscriptions.ts";
import { isOfLength } from "./event-times.ts";
import { Failure } from "../failure.ts";
import { recordChange } from "../live/record-change.ts";

/** Calendars of an export, under the names and colors that they had; which is the default stays as it is here. */
export function importCalendars(
  db: Database,
  userId: string,
  rows: object[],
  importId: string,
): Promise<void> {
  return db.withUser(userId, async (tx) => {
    await assertRoom(tx, "calendars", rows, MOST_CALENDARS);
    const made = await tx.query<{ id: string; is_subscribed: boolean }>(
      `INSERT INTO calendars (id, user_id, name, color, is_visible, source_url, created_at, updated_at, trashed_at)
       SELECT r.id, $1, left(coalesce(nullif(trim(r.name), ''), 'Calendar'), 200),
         CASE WHEN r.color = ANY ($3::text[]) THEN r.color ELSE 'cyan' END, coalesce(r.is_visible, true),
         CASE WHEN r.source_url ~ '^https?://' AND length(r.source_url) <= 2000 THEN r.source_url END,
         coalesce(r.created_at, now()), coalesce(r.updated_at, (SELECT i.created_at FROM imports i WHERE i.id = $4), now()), r.trashed_at
       FROM jsonb_to_recordset($2::jsonb) AS r (id uuid, name text, color text, is_visible boolean, source_url text, created_at timestamptz,
         updated_at timestamptz, trashed_at timestamptz)
       WHERE r.id IS NOT NULL ON CONFLICT (id) DO NOTHING RETURNING id, source_url IS NOT NULL AS is_subscribed`,
      [userId, JSON.stringify(rows), CalendarColor.options, importId],
    );
    const subscribed = made.filter(({ is_subscribed: isSubscribed }) => isSubscribed);
    for (const { id } of subscribed.slice(0, MOST_CALENDARS)) await refreshSoon(tx, id);
    const [first] = made;
    if (first)
      await recordChange(tx, { userId, entity: "calendar", entityId: first.id, operation: "insert" });
  });
}

/** @throws Failure QUOTA_EXCEEDED when an account would have more of them than one can have */
async function assertRoom(
  tx: Tx,
  table: "calendars" | "calendar_events",
  rows: object[],
  most: number,
): Promise<void> {
  const ids = rows.flatMap((row) => ("id" in row ? row.id : []));
  const [room] = await tx.query<{ left: number }>(
    `SELECT $3::int - (SELECT count(*)::int FROM ${table} WHERE user_id = $1 AND trashed_at IS NULL)
       - (SELECT count(*)::int FROM jsonb_array_elements_text($2::jsonb) AS r
         WHERE NOT EXISTS (SELECT FROM ${table} there WHERE there.id = r.value::uuid)) AS left`,
    [tx.userId, JSON.stringify(ids), most],
  );
  if (room!.left >= 0) return;
  const what = table === "calendars" ? "calendars" : "events";
  throw new Failure("QUOTA_EXCEEDED", `An account can have ${most.toLocaleString("en-US")} ${what}.`);
}

/** Events of an export or a file; their calendars are there by now. What is no event is passed over. @throws Failure QUOTA_EXCEEDED */
export function importEvents(db: Database, userId: string, rows: object[], importId: string): Promise<void> {
  return db.withUser(userId, async (tx) => {
    await assertRoom(tx, "calendar_events", rows, MOST_EVENTS);
    await assertCalendars(tx, rows);
    const { spanOf } = await import("#language/instances.ts");
    const readable = rows.flatMap((row) => readRow(row) ?? []);
    const spanned = readable.map((row) => {
      const { firstDay, lastDay } = spanOf(row.event);
      return { ...row.given, first_day: firstDay, last_day: lastDay };
    });
    const values = [userId, JSON.stringify(spanned)];
    const [first] = await tx.query<{ id: string }>(IMPORT, [...values, importId]);
    // An instance may come before its series, also in an earlier part of the export.
    await tx.query(IMPORT_SERIES, values);
    if (first) await recordChange(tx, { userId, entity: "event", entityId: first.id, operation: "insert" });
  });
}

/** Of a file whose calendar there was no room for. @throws Failure CONFLICT */
async function assertCalendars(tx: Tx, rows: object[]): Promise<void> {
  const [found] = await tx.query<{ missing: boolean }>(
    `SELECT NOT EXISTS (SELECT FROM calendars c WHERE c.user_id = $1
       AND c.id IN (SELECT (r->>'calendar_id')::uuid FROM jsonb_array_elements($2::jsonb) AS r)) AS missing`,
    [tx.userId, JSON.stringify(rows)],
  );
  if (rows.length > 0 && found!.missing) throw new Failure("CONFLICT", "Their calendar isn't there.");
}

const Times = CalendarEvent.pick({
  date: true,
  time: true,
  endDate: true,
  endTime: true,
  exceptDates: true,
  instance: true,
  extraDates: true,
});

function readRow(row: object) {
  const given = row as Record<string, unknown>;
  const read = Times.safeParse({
    date: given["date"],
    time: given["time"] ?? null,
    endDate: given["end_date"],
    endTime: given["end_time"] ?? null,
    exceptDates: given["except_dates"] ?? [],
    extraDates: given["extra_dates"] ?? [],
    instance: given["instance"] ?? null,
  });
  if (!read.success || !isOfLength(read.data)) return null;
  const { repeat, time_zone: zone } = given;
  const rule = typeof repeat === "string" && isEventRule(repeat) ? repeat : null;
  const timeZone = typeof zone === "string" && isTimeZone(zone) ? zone : null;
  return {
    event: { ...read.data, repeat: rule, timeZone },
    given: {
      ...given,
      repeat: rule,
      time_zone: timeZone,
      except_dates: read.data.exceptDates,
      extra_dates: read.data.extraDates,
      attendees: Attendees.safeParse(given["attendees"]).data ?? [],
    },
  };
}

const ROW = `(id uuid, calendar_id uuid, title text, date date, "time" text, end_date date, end_time text, time_zone text, location text,
  description text, type text, tags text[], repeat text, except_dates text[], extra_dates text[], series_id uuid, instance text, note_id uuid,
  first_day date, last_day date, uid text, ics text, attendees jsonb, created_at timestamptz, updated_at timestamptz, trashed_at timestamptz)`;

const IMPORT = `INSERT INTO calendar_events (id, user_id, calendar_id, title, date, "time", end_date, end_time, time_zone, location, description,
    type, tags, repeat, except_dates, extra_dates, instance, note_id, first_day, last_day, uid, ics, attendees, created_at, updated_at, trashed_at)
  SELECT r.id, $1, r.calendar_id, left(coalesce(nullif(trim(r.title), ''), 'Untitled'), 1000), r.date, r."time", r.end_date, r.end_time,
    r.time_zone, left(coalesce(r.location, ''), 1000), left(coalesce(r.description, ''), 10000), left(coalesce(r.type, 'event'), 100),
    coalesce((SELECT array_agg(left(tag, 100)) FROM unnest(r.tags[1:100]) AS tag WHERE tag IS NOT NULL), '{}'),
    r.repeat, r.except_dates, r.extra_dates, r.instance, r.note_id, r.first_day, r.last_day, left(r.uid, 1000), left(r.ics, 1000000), r.attendees,
    coalesce(r.created_at, now()), coalesce(r.updated_at, (SELECT i.created_at FROM imports i WHERE i.id = $3), now()), r.trashed_at
  FROM jsonb_to_recordset($2::jsonb) AS r ${ROW}
  WHERE r.id IS NOT NULL AND EXISTS (SELECT FROM calendars c WHERE c.id = r.calendar_id AND c.user_id = $1)
  ON CONFLICT (id) DO NOTHING RETURNING id`;

const IMPORT_SERIES = `UPDATE calendar_events e SET series_id = r.series_id FROM jsonb_to_recordset($2::jsonb) AS r ${ROW}
  WHERE e.id = r.id AND e.user_id = $1 AND e.series_id IS NULL AND e.instance IS NOT NULL AND r.series_id <> r.id
    AND EXISTS (SELECT FROM calendar_events s WHERE s.id = r.series_id AND s.user_id = $1)`;

/** Into the trash, unless somebody changed them since that moment. */
export async function trashUntouchedEvents(tx: Tx, ids: string[], since: string): Promise<void> {
  const [first] = await tx.query<{ id: string }>(
    `UPDATE calendar_events SET trashed_at = now() WHERE user_id = $2 AND trashed_at IS NULL AND id = ANY ($1::uuid[])
       AND updated_at <= $3::timestamptz RETURNING id`,
    [ids, tx.userId, since],
  );
  const about = { userId: tx.userId, entity: "event", operation: "delete" } as const;
  if (first) await recordChange(tx, { ...about, entityId: first.id });
}

/** Those in which nothing is left. */
export async function trashUntouchedCalendars(tx: Tx, ids: string[], since: string): Promise<void> {
  const [first] = await tx.query<{ id: string }>(
    `UPDATE calendars c SET trashed_at = now() WHERE user_id = $2 AND trashed_at IS NULL AND id = ANY ($1::uuid[])
       AND updated_at <= $3::timestamptz
       AND NOT EXISTS (SELECT FROM calendar_events e WHERE e.calendar_id = c.id AND e.trashed_at IS NULL) RETURNING id`,
    [ids, tx.userId, since],
  );
  const about = { userId: tx.userId, entity: "calendar", operation: "delete" } as const;
  if (first) await recordChange(tx, { ...about, entityId: first.id });
}
