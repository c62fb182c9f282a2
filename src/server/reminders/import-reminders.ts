import { z } from "zod";
import { isRepeatRule } from "#contract/shared/repeat-rule.ts";
import { isTimeZone } from "#contract/shared/time-zone.ts";
import { zoneOfUser } from "../db/account-clock.ts";
import type { Database, Tx } from "../db/client.ts";
import { followSubjects } from "./follow-subjects.ts";
import { nextWhen } from "./when.ts";
import { recordChange } from "../live/record-change.ts";

/** What an export says of a reminder, as far as this server can read it; the others are left out. */
const Exported = z.object({
  id: z.uuid(),
  note_id: z.uuid().nullish(),
  task_id: z.uuid().nullish(),
  event_id: z.uuid().nullish(),
  reminder_date: z.iso.datetime({ offset: true }),
  local_time: z.iso.datetime({ local: true, precision: -1 }),
  time_zone: z.string().max(64).refine(isTimeZone),
  minutes_before: z.int().min(-1440).max(525_600).nullish(),
  frequency: z.enum(["once", "daily", "weekly", "monthly", "yearly", "custom"]),
  repeat: z.string().refine(isRepeatRule).nullish(),
  status: z.enum(["pending", "sent", "snoozed", "dismissed"]),
  snooze_until: z.iso.datetime({ offset: true }).nullish(),
});

/** Reminders of notes, tasks and events, which are there by now. What was due before the import has rung elsewhere, and is done. */
export async function importReminders(db: Database, userId: string, rows: object[]): Promise<void> {
  const now = new Date();
  const readable = await Promise.all(
    rows.flatMap((row) => Exported.safeParse(row).data ?? []).map((row) => toComeOf(row, now)),
  );
  await db.withUser(userId, (tx) => insertReminders(tx, readable));
}

/** Rows of reminders, whose subjects are there by now. */
export async function insertReminders(tx: Tx, rows: object[]): Promise<void> {
  if (rows.length === 0) return;
  const { userId } = tx;
  const made = await tx.query<{ id: string }>(IMPORT, [userId, JSON.stringify(rows)], "import-reminders");
  // Those before a series ring before its next time, not before its first.
  await followSubjects(tx, (await zoneOfUser(tx)) ?? "UTC");
  const [first] = made;
  if (first) await recordChange(tx, { userId, entity: "reminder", entityId: first.id, operation: "insert" });
}

/** Of events, how long before each its reminders ring that are not turned off. */
export async function minutesBeforeEvents(tx: Tx, eventIds: string[]): Promise<Map<string, number[]>> {
  const rows = await tx.query<{ event_id: string; minutes: number[] }>(
    `SELECT event_id, array_agg(DISTINCT minutes_before ORDER BY minutes_before) AS minutes FROM reminders
     WHERE user_id = $1 AND event_id = ANY ($2::uuid[]) AND minutes_before IS NOT NULL AND status <> 'dismissed' GROUP BY event_id`,
    [tx.userId, eventIds],
    "minutes-before-events",
  );
  return new Map(rows.map((row) => [row.event_id, row.minutes]));
}

/** One that repeats goes on with its next time: those between the export and now have rung elsewhere. */
async function toComeOf(row: z.infer<typeof Exported>, now: Date) {
  if (row.status !== "pending" || new Date(row.reminder_date) > now) return row;
  const { time_zone: timeZone, local_time: localTime, frequency, repeat = null } = row;
  const next = await nextWhen(
    { timeZone, localTime, frequency, repeat, reminderDate: row.reminder_date },
    now,
  );
  return next
    ? { ...row, reminder_date: next.reminderDate, local_time: next.localTime, repeat: next.repeat }
    : row;
}

const IMPORT = `INSERT INTO reminders (id, user_id, note_id, task_id, event_id, reminder_date, local_time, time_zone, frequency, repeat, status, snooze_until,
    minutes_before, is_stale)
  SELECT r.id, $1, r.note_id, r.task_id, r.event_id, r.reminder_date, r.local_time, r.time_zone, r.frequency,
    CASE WHEN r.frequency = 'custom' THEN r.repeat END,
    CASE WHEN r.status IN ('pending', 'snoozed') AND r.frequency = 'once' AND coalesce(r.snooze_until, r.reminder_date) < now()
      THEN 'sent' ELSE r.status END,
    CASE WHEN r.status = 'snoozed' THEN r.snooze_until END,
    CASE WHEN r.note_id IS NULL THEN r.minutes_before END, r.note_id IS NULL AND r.minutes_before IS NOT NULL
  FROM jsonb_to_recordset($2::jsonb) AS r (id uuid, note_id uuid, task_id uuid, event_id uuid, reminder_date timestamptz, local_time text,
    time_zone text, frequency text, repeat text, status text, snooze_until timestamptz,
    minutes_before int)
  WHERE num_nonnulls(r.note_id, r.task_id, r.event_id) = 1
    AND (EXISTS (SELECT FROM notes_v2 n WHERE n.id = r.note_id AND n.user_id = $1)
      OR EXISTS (SELECT FROM tasks t WHERE t.id = r.task_id AND t.user_id = $1)
      OR EXISTS (SELECT FROM calendar_events e WHERE e.id = r.event_id AND e.user_id = $1))
    AND (r.frequency = 'custom') = (r.repeat IS NOT NULL)
    AND (SELECT count(*) FROM (SELECT 1 FROM reminders o WHERE o.user_id = $1 LIMIT 10000) others) < 10000
  ON CONFLICT (id) DO NOTHING RETURNING id`;
