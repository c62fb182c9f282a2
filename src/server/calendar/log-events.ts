import type { ActivityType } from "#contract/activity.ts";
import type { CalendarEvent } from "#contract/events.ts";
import { nextActivityId } from "../activity/activity-id.ts";
import { type Changes, logActivity, logChange, quoted } from "../activity/log-activity.ts";
import type { Tx } from "../db/client.ts";
import { recordChanges } from "../live/record-changes.ts";
import type { EventDraft } from "./save-events.ts";

/** What an entry of the log tells of an event, and what undoing it puts back, with the names in messages. */
export const LOGGED = {
  calendarId: "calendar",
  title: "title",
  date: "day",
  time: "time",
  endDate: "last day",
  endTime: "end",
  timeZone: "time zone",
  location: "location",
  description: "description",
  type: "type",
  tags: "tags",
  repeat: "repetition",
  exceptDates: "list of days left out",
  extraDates: "list of further days",
  noteId: "note",
  attendees: "guests",
} as const satisfies Partial<Record<keyof CalendarEvent, string>>;
export type LoggedField = keyof typeof LOGGED;

/** What was done to an event; null is one that was not there, or is not there any more. */
export type EventMove = { id: string; before: EventDraft | null; after: EventDraft | null };

export function changesOf(before: EventDraft, after: EventDraft): Changes {
  const changes: Changes = {};
  for (const field of Object.keys(LOGGED) as LoggedField[])
    if (JSON.stringify(before[field]) !== JSON.stringify(after[field]))
      changes[field] = { from: before[field], to: after[field] };
  return changes;
}

/**
 * Logs a change as one entry. That of one event goes on in the entry before it; one that parted a series keeps all that it
 * touched, and is undone as a whole.
 * @returns the id of such an entry
 */
export async function logEventChange(
  tx: Tx,
  moves: EventMove[],
  { isPart = false, isShared = false }: { isPart?: boolean; isShared?: boolean } = {},
): Promise<string | null> {
  const [first] = moves;
  if (!first) return null;
  const named = moves.find(({ after }) => after)?.after ?? first.before!;
  const entry = { ...about("event_updated", first.id), title: `Updated event ${quoted(named.title)}` };
  if (isPart || moves.length > 1 || !first.before || !first.after) {
    const whole = { ...entry, metadata: { events: moves } };
    if (isShared) await logForOwner(tx, whole);
    return logActivity(tx, whole);
  }
  const changes = changesOf(first.before, first.after);
  if (Object.keys(changes).length === 0) return null;
  const joined = { ...entry, metadata: { changes } };
  if (isShared) await logForOwner(tx, joined);
  await logChange(tx, joined);
  return null;
}

export async function logEvent(
  tx: Tx,
  type: "event_created" | "event_deleted" | "event_restored",
  { id, title }: Pick<CalendarEvent, "id" | "title">,
  isShared = false,
): Promise<void> {
  const verb = { event_created: "Created", event_deleted: "Deleted", event_restored: "Restored" }[type];
  const entry = { ...about(type, id), title: `${verb} event ${quoted(title)}` };
  if (isShared) await logForOwner(tx, entry);
  await logActivity(tx, entry);
}

/** What a guest did is told in the log of the calendar's owner, too, with the guest's name. */
async function logForOwner(
  tx: Tx,
  entry: { type: ActivityType; entityId: string; title: string; metadata?: object },
): Promise<void> {
  const [row] = await tx.query<{ fault: string | null }>(
    "SELECT log_for_calendar_owner($1, $2, $3, $4, $5::jsonb) AS fault",
    [
      nextActivityId(),
      entry.entityId,
      entry.type,
      entry.title.slice(0, 300).toWellFormed(),
      JSON.stringify(entry.metadata ?? {}),
    ],
    "log-for-calendar-owner",
  );
  if (row?.fault) tx.report(new Error(`An activity could not be logged: ${row.fault}`));
}

/** @returns whether others see the calendar, who were told */
export async function recordEventChanges(
  tx: Tx,
  entityIds: string[],
  operation: "insert" | "update" | "delete",
): Promise<boolean> {
  return (await recordChanges(tx, { entity: "event", operation, entityIds })) > 0;
}

const about = <Type extends "event_created" | "event_updated" | "event_deleted" | "event_restored">(
  type: Type,
  eventId: string,
) => ({ type, entityType: "event", entityId: eventId }) as const;
