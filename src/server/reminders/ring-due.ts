import { PreferenceSettings } from "#contract/preferences.ts";
import type { Services } from "../base.ts";
import type { Database, Tx } from "../db/client.ts";
import type { NodeJob } from "../jobs/job.ts";
import { announceRings } from "./announce-rings.ts";
import { followSubjects } from "./follow-subjects.ts";
import { recordReminders } from "./log-reminders.ts";
import { COLUMNS, FROM, IS_THERE, NEXT, type ReminderRow, toReminder } from "./reminder-row.ts";
import { quietUntil } from "./quiet-hours.ts";
import { nextWhen } from "./when.ts";

const LOOK_MS = 500;
/** Accounts that one look takes on, and how many of them at once: the pool has others to serve. */
const USERS = 200;
const AT_ONCE = 3;
/** Of an account in one transaction. */
const BATCH = 500;
/** Later than a look and a busy server explain: it says when it was due. */
const MISSED_MS = 120_000;

/** Rings what is due. Two nodes may see the same; the lock of a row gives it to one of them. */
export const ringReminders: NodeJob<Pick<Services, "db" | "log">> = {
  name: "ring-reminders",
  onEachNodeMs: LOOK_MS,
  run: async ({ db, log }, signal) => {
    const due = await db.asSystem("see whose reminders are due", (tx) =>
      tx.call<{ user_id: string }>("dueReminders", USERS),
    );
    const waiting = due.map(({ user_id: userId }) => userId);
    let rung = 0;
    const ringNext = async () => {
      for (let userId = waiting.shift(); userId && !signal.aborted; userId = waiting.shift())
        try {
          rung += await ringOf(db, userId);
        } catch (error) {
          // One account must not keep the others waiting.
          log.warn({ err: error }, "reminders of an account could not be rung; it is tried again");
        }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, ringNext));
    return rung > 0 && !signal.aborted;
  },
};

/** @returns how many rang or were given a new date: there may be more */
export function ringOf(db: Database, userId: string): Promise<number> {
  return db.asJob(userId, "ring reminders", async (tx) => {
    const settings = await settingsOf(tx);
    const followed = await followSubjects(tx, settings.timeZone ?? "UTC");
    const rows = await tx.query<ReminderRow & { now: Date }>(DUE, [userId], "lock-due-reminders");
    const [first] = rows;
    if (!first) return followed;
    const { now } = first;
    const held = quietUntil(settings.reminders?.quietHours, settings.timeZone ?? "UTC", now);
    if (held) await holdBack(tx, rows, held);
    else await ring(tx, rows, now, settings);
    return followed + (held ? 0 : rows.length);
  });
}

/** By the index of the account: that of all that is due would be read to its end for each of them. */
const DUE = `SELECT ${COLUMNS}, now() FROM ${FROM} WHERE ${IS_THERE} AND t.completed IS NOT TRUE
    AND ${NEXT} <= now()
  ORDER BY ${NEXT} LIMIT ${BATCH} FOR UPDATE OF r SKIP LOCKED`;

async function settingsOf(tx: Tx): Promise<PreferenceSettings> {
  const [row] = await tx.query<{ settings: Record<string, unknown> }>(
    "SELECT settings FROM user_preferences WHERE user_id = $1",
    [tx.userId],
    "settings-for-reminders",
  );
  const { reminders, timeZone } = PreferenceSettings.shape;
  return {
    reminders: reminders.catch(undefined).parse(row?.settings["reminders"]),
    timeZone: timeZone.catch(undefined).parse(row?.settings["timeZone"]),
  };
}

async function holdBack(tx: Tx, rows: ReminderRow[], until: Date): Promise<void> {
  await tx.query(
    "UPDATE reminders SET held_until = $3, updated_at = now() WHERE user_id = $1 AND id = ANY ($2::uuid[])",
    [tx.userId, rows.map(({ id }) => id), until],
    "hold-reminders",
  );
  await recordReminders(tx, "update", rows.map(toReminder));
}

async function ring(tx: Tx, rows: ReminderRow[], now: Date, settings: PreferenceSettings): Promise<void> {
  const rings = await Promise.all(rows.map((row) => ringOne(row, now)));
  await tx.query(RING, [tx.userId, JSON.stringify(rings)], "ring-reminders");
  const rung = rings.map(({ row }) => row);
  await recordReminders(tx, "update", rung.map(toReminder));
  await announceRings(
    tx,
    rings.map(({ row, dueAt, missed }) => ({ row, dueAt, isMissed: missed })),
    settings,
  );
}

/** What becomes of it: one that repeats goes on, also while a snoozed ring of it comes after its own time. */
async function ringOne(row: ReminderRow, now: Date) {
  const dueAt = row.snooze_until ?? row.reminder_date;
  const when = toReminder(row);
  const goesOn = row.frequency !== "once" || row.minutes_before !== null;
  const isNextToCome = goesOn && row.reminder_date > now;
  const next = isNextToCome ? when : await nextWhen(when, now);
  // Quiet hours are no fault of ours.
  const expected = Math.max(dueAt.getTime(), row.held_until?.getTime() ?? 0);
  return {
    row,
    id: row.id,
    dueAt,
    missed: now.getTime() - expected > MISSED_MS,
    status: next ? "pending" : "sent",
    reminderDate: next?.reminderDate ?? row.reminder_date,
    localTime: next?.localTime ?? row.local_time,
    repeat: next ? next.repeat : row.repeat,
    // Its event may have a next time.
    isStale: row.event_id !== null && row.minutes_before !== null && !next,
  };
}

const RING = `UPDATE reminders r SET status = g.status, reminder_date = g."reminderDate", local_time = g."localTime", repeat = g.repeat,
    snooze_until = NULL, held_until = NULL, notification_sent = true, last_rung_at = now(), last_due_at = g."dueAt", missed = g.missed,
    is_stale = r.is_stale OR g."isStale", updated_at = now()
  FROM jsonb_to_recordset($2::jsonb) AS g (id uuid, status text, "reminderDate" timestamptz, "localTime" text, repeat text,
    "dueAt" timestamptz, missed boolean, "isStale" boolean)
  WHERE r.user_id = $1 AND r.id = g.id`;
