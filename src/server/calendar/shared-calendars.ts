import type { CalendarColor } from "#contract/calendars.ts";
import type { CalendarEvent } from "#contract/events.ts";
import type { CalendarRole } from "#contract/sharing.ts";
import type { Tx } from "../db/client.ts";
import { Failure, notFound, SAYS_WHY } from "../failure.ts";

/** Of a calendar of another account; where its events come from is no matter of its guests. */
export type SharedCalendarRow = {
  id: string;
  name: string;
  color: CalendarColor;
  is_visible: boolean;
  created_at: Date;
  updated_at: Date;
  share_id: string;
  role: CalendarRole;
  owner_name: string;
  owner_email: string;
};

export const LIST_SHARED = "SELECT * FROM calendars_shared_with_me()";

/**
 * Holds a calendar for writing into it, so that it does not go into the trash without what is written.
 *
 * @returns whose it is
 * @throws Failure NOT_FOUND, CONFLICT when the caller may read it only
 */
export async function holdCalendar(tx: Tx, calendarId: string): Promise<string> {
  const own = await tx.query(
    "SELECT 1 FROM calendars WHERE id = $2 AND user_id = $1 AND trashed_at IS NULL FOR SHARE",
    [tx.userId, calendarId],
    "calendar-of-event",
  );
  if (own.length > 0) return tx.userId;
  const [held] = await tx.query<{ owner_id: string }>("SELECT owner_id FROM hold_calendar($1)", [calendarId]);
  if (held) return held.owner_id;
  throw await whyNot(tx, "SELECT 1 FROM calendars WHERE id = $1 AND trashed_at IS NULL", calendarId);
}

/** An event that cannot be changed is not there, or is there to be read. */
export const whyNotChanged = (tx: Tx, eventId: string): Promise<Failure> =>
  whyNot(tx, "SELECT 1 FROM calendar_events WHERE id = $1 AND trashed_at IS NULL", eventId);

async function whyNot(tx: Tx, visible: string, id: string): Promise<Failure> {
  const seen = await tx.query(visible, [id]);
  return seen.length === 0
    ? notFound()
    : new Failure(
        "CONFLICT",
        "This calendar is shared with you for reading. Ask its owner to let you edit it.",
        SAYS_WHY,
      );
}

/** What belongs to one account does not become another's: it would leave the log, the trash and the limits of its owner. */
export async function assertSameOwner(tx: Tx, from: string, to: string): Promise<void> {
  if (from === to) return;
  const owners = await tx.query<{ count: number }>(
    "SELECT count(DISTINCT user_id)::int AS count FROM calendars WHERE id = ANY ($1::uuid[])",
    [[from, to]],
    "owners-of-calendars",
  );
  if (owners[0]!.count > 1)
    throw new Failure(
      "CONFLICT",
      "An event can't move to a calendar of someone else. Create it there and delete it here.",
    );
}

/** The note about an event of another account is told of to who may read it, and to nobody else. */
export async function withoutHiddenNotes(tx: Tx, events: CalendarEvent[]): Promise<CalendarEvent[]> {
  if (events.every(({ noteId }) => noteId === null)) return events;
  const rows = await tx.query<{ id: string }>(
    `SELECT e.id FROM calendar_events e WHERE e.id = ANY ($2::uuid[]) AND e.user_id <> $1
       AND NOT EXISTS (SELECT FROM notes_v2 n WHERE n.id = e.note_id)`,
    [tx.userId, events.map(({ id }) => id)],
    "hidden-notes",
  );
  const hidden = new Set(rows.map(({ id }) => id));
  return events.map((event) => (hidden.has(event.id) ? { ...event, noteId: null } : event));
}

type Look = { name?: string | undefined; color?: CalendarColor | undefined; isVisible?: boolean | undefined };

/** How the caller sees a calendar that is shared with it. @returns the calendar, null when it is not shared with the caller */
export async function lookAtShared(
  tx: Tx,
  calendarId: string,
  look: Look,
): Promise<SharedCalendarRow | null> {
  const find = () => tx.query<SharedCalendarRow>(`${LIST_SHARED} WHERE id = $1`, [calendarId]);
  if ((await find()).length === 0) return null;
  await tx.query(
    `INSERT INTO calendar_looks AS l (user_id, calendar_id, name, color, is_visible) VALUES ($1, $2, $3, $4, coalesce($5, true))
     ON CONFLICT (user_id, calendar_id) DO UPDATE SET name = coalesce($3, l.name), color = coalesce($4, l.color),
       is_visible = coalesce($5, l.is_visible)`,
    [tx.userId, calendarId, look.name ?? null, look.color ?? null, look.isVisible ?? null],
  );
  return (await find())[0] ?? null;
}
