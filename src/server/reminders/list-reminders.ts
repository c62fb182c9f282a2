import type { Reminder } from "#contract/reminders.ts";
import type { Database } from "../db/client.ts";
import { Failure } from "../failure.ts";
import { COLUMNS, FROM, IS_THERE, NEXT, type ReminderRow, STATUS, toReminder } from "./reminder-row.ts";

export type ReminderFilter = {
  status?: Reminder["status"] | undefined;
  noteId?: string | undefined;
  taskId?: string | undefined;
  eventId?: string | undefined;
  cursor?: string | undefined;
  limit: number;
};

export async function listReminders(
  db: Database,
  userId: string,
  { status, noteId, taskId, eventId, cursor, limit }: ReminderFilter,
): Promise<{ reminders: Reminder[]; nextCursor: string | null }> {
  const values: unknown[] = [userId];
  const where = [IS_THERE];
  const add = (condition: string, value: string | undefined) =>
    value !== undefined && where.push(`${condition} = $${values.push(value)}`);
  add(STATUS, status);
  add("r.note_id", noteId);
  add("r.task_id", taskId);
  add("r.event_id", eventId);
  if (cursor !== undefined) {
    const { key, id } = readCursor(cursor);
    where.push(`(${NEXT}, r.id) > ($${values.push(key)}::timestamptz, $${values.push(id)}::uuid)`);
  }
  const rows = await db.queryAs<ReminderRow & { sort_key: string }>(
    userId,
    `SELECT ${COLUMNS}, ${SHOWN} AS sort_key FROM ${FROM}
     WHERE ${where.join(" AND ")} ORDER BY ${NEXT}, r.id LIMIT ${limit + 1}`,
    values,
  );
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    reminders: rows.slice(0, limit).map(toReminder),
    nextCursor: last ? `${last.sort_key} ${last.id}` : null,
  };
}

const SHOWN = `CASE WHEN ${NEXT} = 'infinity' THEN 'infinity' ELSE to_char(${NEXT} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') END`;
const CURSOR =
  /^(infinity|\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

function readCursor(cursor: string): { key: string; id: string } {
  const [, key, id] = CURSOR.exec(cursor) ?? [];
  if (!key || !id) throw new Failure("INVALID_INPUT", "This cursor isn't valid.");
  return { key, id };
}

/** For pages without a live connection. What quiet hours hold back is not due. */
export async function dueReminders(db: Database, userId: string): Promise<Reminder[]> {
  const rows = await db.queryAs<ReminderRow>(userId, DUE, [userId], "due-reminders");
  return rows.map(toReminder);
}

const DUE = `SELECT ${COLUMNS} FROM ${FROM} WHERE ${IS_THERE} AND t.completed IS NOT TRUE
    AND (${NEXT} <= now() OR r.notification_sent AND r.last_rung_at > now() - interval '1 day')
  ORDER BY coalesce(r.last_rung_at, r.reminder_date) DESC, r.id DESC LIMIT 100`;
