import { addDays, instantAt, isDay, momentOf } from "#language/moment.ts";
import type { Times } from "#language/instances.ts";
import { clockOf } from "#language/time-zone.ts";
import type { Reminder } from "#contract/reminders.ts";
import type { Tx } from "../db/client.ts";
import { Failure } from "../failure.ts";
import { recordReminders } from "./log-reminders.ts";
import { COLUMNS, FROM, IS_THERE, type ReminderRow, toReminder } from "./reminder-row.ts";
import { minuteText, type When } from "./when.ts";

/** Of an account in one transaction. */
const BATCH = 500;

/** When something begins, and which other beginnings are events of their own. */
type Subject = { times: Times; changed: readonly Times[]; replaced: readonly string[] };
type Stale = ReminderRow & { kept_status: Reminder["status"]; now: Date };
type Found = { reminderDate: Date; localTime: string };

/** Of a task that is done they read as dismissed, and are not. */
const STALE = `SELECT ${COLUMNS}, r.status AS kept_status, now() FROM ${FROM} WHERE ${IS_THERE} AND r.is_stale LIMIT ${BATCH} FOR UPDATE OF r SKIP LOCKED`;

/**
 * Gives reminders that go with their task or event the date that this comes to now.
 *
 * @param timeZone Of the account, in which days begin
 * @returns how many were looked at
 */
export async function followSubjects(tx: Tx, timeZone: string): Promise<number> {
  const rows = await tx.query<Stale>(STALE, [tx.userId], "stale-reminders");
  if (rows.length === 0) return 0;
  const subjects = await subjectsOf(tx, rows);
  const followed = await Promise.all(
    rows.map(async (row) => {
      const subject = subjects.get(row.task_id ?? row.event_id ?? "");
      const waiting = { ...row, status: row.kept_status };
      const next = subject && (await nextBefore(subject, waiting, timeZone));
      return { row, ...stateOf(row, next), timeZone };
    }),
  );
  await tx.query(FOLLOW, [
    tx.userId,
    JSON.stringify(followed.map(({ row, ...to }) => ({ id: row.id, ...to }))),
  ]);
  await recordReminders(tx, "update", rows.map(toReminder));
  return rows.length;
}

/**
 * The first date of one that goes with its task or event.
 *
 * @throws Failure INVALID_INPUT when that has no day, or none to come
 */
export async function whenBefore(
  tx: Tx,
  { taskId, eventId, minutesBefore }: Pick<Reminder, "taskId" | "eventId" | "minutesBefore">,
  zone?: string,
): Promise<When> {
  const [given] = await tx.query<{ zone: string | null; now: Date }>(
    "SELECT now(), (SELECT settings->>'timeZone' FROM user_preferences WHERE user_id = $1) AS zone",
    [tx.userId],
  );
  const timeZone = given!.zone ?? zone ?? "UTC";
  const subject = (await subjectsOf(tx, [{ task_id: taskId, event_id: eventId }])).get(
    taskId ?? eventId ?? "",
  );
  const waiting = {
    minutes_before: minutesBefore,
    last_due_at: null,
    status: "sent",
    now: given!.now,
  } as const;
  const next = subject && (await nextBefore(subject, { ...waiting, reminder_date: given!.now }, timeZone));
  if (!next) throw new Failure("INVALID_INPUT", "It has no time to come that this could ring before.");
  const { reminderDate, localTime } = next;
  return { reminderDate: reminderDate.toISOString(), localTime, timeZone, frequency: "once", repeat: null };
}

/** What was turned off before it rang stays so; what rang is set again with a new date. */
function stateOf({ kept_status: was, ...row }: Stale, next: Found | null | undefined) {
  const isOff = was === "snoozed" || (was === "dismissed" && row.last_rung_at === null);
  const status = isOff ? was : next ? "pending" : was === "pending" ? "sent" : was;
  return {
    status,
    reminderDate: next?.reminderDate ?? row.reminder_date,
    localTime: next?.localTime ?? row.local_time,
  };
}

const FOLLOW = `UPDATE reminders r SET status = f.status, reminder_date = f."reminderDate", local_time = f."localTime",
    time_zone = f."timeZone", is_stale = false, updated_at = now(),
    held_until = CASE WHEN r.reminder_date = f."reminderDate" THEN r.held_until END
  FROM jsonb_to_recordset($2::jsonb) AS f (id uuid, status text, "reminderDate" timestamptz, "localTime" text, "timeZone" text)
  WHERE r.user_id = $1 AND r.id = f.id`;

type EventTimes = { id: string; series_id: string | null; instance: string | null } & {
  date: string;
  time: string | null;
  end_date: string;
  end_time: string | null;
  time_zone: string | null;
  repeat: string | null;
  except_dates: string[];
  extra_dates: string[];
};

const timesOf = (row: EventTimes): Times => ({
  date: row.date,
  time: row.time,
  endDate: row.end_date,
  endTime: row.end_time,
  timeZone: row.time_zone,
  repeat: row.repeat,
  exceptDates: row.except_dates,
  extraDates: row.extra_dates,
});

/** By id, what tasks with a day and events there are. */
export async function subjectsOf(
  tx: Tx,
  reminders: readonly { task_id: string | null; event_id: string | null }[],
): Promise<Map<string, Subject>> {
  const subjects = new Map<string, Subject>();
  const taskIds = reminders.flatMap(({ task_id: id }) => id ?? []);
  const eventIds = reminders.flatMap(({ event_id: id }) => id ?? []);
  const tasks =
    taskIds.length === 0
      ? []
      : await tx.query<{ id: string; due_date: string; due_time: string | null }>(
          "SELECT id, due_date, due_time FROM tasks WHERE user_id = $1 AND id = ANY ($2::uuid[]) AND due_date IS NOT NULL AND trashed_at IS NULL",
          [tx.userId, taskIds],
        );
  for (const { id, due_date: date, due_time: time } of tasks)
    subjects.set(id, { times: onceAt(date, time), changed: [], replaced: [] });
  const events =
    eventIds.length === 0
      ? []
      : await tx.query<EventTimes>(
          `SELECT id, series_id, instance, date, time, end_date, end_time, time_zone, repeat, except_dates, extra_dates FROM calendar_events
           WHERE user_id = $1 AND (id = ANY ($2::uuid[]) OR series_id = ANY ($2::uuid[])) AND trashed_at IS NULL`,
          [tx.userId, eventIds],
        );
  const bySeries = Map.groupBy(events, ({ series_id: of }) => of);
  for (const row of events) {
    const changed = bySeries.get(row.id) ?? [];
    const replaced = changed.flatMap(({ instance }) => instance ?? []);
    subjects.set(row.id, { times: timesOf(row), changed: changed.map(timesOf), replaced });
  }
  return subjects;
}

const onceAt = (date: string, time: string | null): Times => ({
  date,
  time,
  endDate: date,
  endTime: time,
  timeZone: null,
  repeat: null,
  exceptDates: [],
  extraDates: [],
});

/** Days that are looked at for the next beginning: most repeat within a month, some once in years. */
const WINDOWS = [45, 450, 4500];
const MINUTE = 60_000;

type Waiting = Pick<ReminderRow, "minutes_before" | "last_due_at" | "status" | "reminder_date"> & {
  now: Date;
};

/** When it rings next: after the last time, and for nothing that is over. Null where there is nothing to come. */
export async function nextBefore(
  { times, changed, replaced }: Subject,
  { minutes_before: minutes, last_due_at: last, status, reminder_date: planned, now }: Waiting,
  timeZone: string,
): Promise<Found | null> {
  const { instancesOf } = await import("#language/instances.ts");
  const before = (minutes ?? 0) * MINUTE;
  const isNext = (begins: number) => {
    const rings = begins - before;
    if (last !== null && rings <= last.getTime()) return false;
    // What is due and has not rung yet still rings, though its event has begun.
    const isDue = status === "pending" && rings === planned.getTime();
    return isDue || Math.max(begins, rings) > now.getTime();
  };
  const from = status === "pending" ? Math.min(now.getTime(), planned.getTime() + before) : now.getTime();
  const first = dayAt(from - DAY, timeZone);
  for (const days of WINDOWS) {
    const to = addDays(first, days);
    const begins = [times, ...changed]
      .flatMap((each) => instancesOf(each, first, to, timeZone, each === times ? replaced : []))
      .map(({ start }) => instantAt(isDay(start) ? momentOf(start, "00:00") : start, timeZone).getTime())
      .filter(isNext)
      .toSorted((one, other) => one - other)[0];
    if (begins === undefined) continue;
    const reminderDate = new Date(begins - before);
    return { reminderDate, localTime: minuteText(clockOf(reminderDate, timeZone)) };
  }
  return null;
}

const DAY = 86_400_000;
const dayAt = (instant: number, timeZone: string) =>
  minuteText(clockOf(new Date(instant), timeZone)).slice(0, 10);
