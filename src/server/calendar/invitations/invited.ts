import type { Database } from "../../db/client.ts";
import { notFound } from "../../failure.ts";
import { notify } from "../../notifications/notifications.ts";
import { loadGuests } from "./load-guests.ts";
import { planMails, wasTold } from "./plan-mails.ts";
import { oneLine } from "./words.ts";

/**
 * Events of an own calendar that are still to come and whose guests were told of them; of one in the trash those that went with it.
 * @throws Failure NOT_FOUND
 */
export function invitedIn(db: Database, userId: string, calendarId: string): Promise<string[]> {
  return db.withUser(userId, async (tx) => {
    const own = await tx.query("SELECT 1 FROM calendars WHERE id = $2 AND user_id = $1", [
      userId,
      calendarId,
    ]);
    if (own.length === 0) throw notFound();
    const rows = await tx.query<{ id: string }>(INVITED, [userId, calendarId], "invited-of-calendar");
    return rows.map(({ id }) => id);
  });
}

/** A day more, since the clock of an event may be behind that of the database. */
const INVITED = `SELECT e.id FROM calendar_events e JOIN calendars c ON c.id = e.calendar_id AND c.user_id = $1
  WHERE e.calendar_id = $2 AND e.user_id = $1 AND e.series_id IS NULL AND e.trashed_at IS NOT DISTINCT FROM c.trashed_at
    AND (e.end_date >= current_date - 1 OR e.repeat IS NOT NULL OR cardinality(e.extra_dates) > 0)
    AND EXISTS (SELECT FROM event_invitations i WHERE i.event_id = e.id AND i.user_id = $1 AND i.told <> '' AND NOT i.is_canceled)
  ORDER BY e.id`;

/** A guest of the calendar can't mail the guests of its events: who owns it is asked to. */
export async function askOwnerToTell(
  db: Database,
  owner: { userId: string; eventId: string },
  guestId: string,
): Promise<void> {
  const [guest] = await db.queryAs<{ name: string }>(
    guestId,
    "SELECT coalesce(display_name, email) AS name FROM user_profiles WHERE id = $1",
    [guestId],
    "name-of-deleting-guest",
  );
  await db.asJob(owner.userId, "tell of an event that a guest deleted", async (tx) => {
    const guests = await loadGuests(tx, owner.eventId);
    if (!guests || guests.isForeign) return;
    const { requests, cancels, sequence } = planMails(guests);
    const isNews = cancels.length > 0 || requests.some(({ known }) => known && wasTold(known));
    if (!isNews) return;
    const { id, title } = guests.root;
    const [still] = await tx.query("SELECT 1 FROM calendar_events WHERE id = $1 AND trashed_at IS NULL", [
      id,
    ]);
    const [who, what] = [oneLine(guest!.name, 60), oneLine(title, 100)];
    await notify(tx, {
      type: "warning",
      title: still ? `${who} took dates out of ${what}` : `${who} deleted ${what}`,
      message: still
        ? "Its guests haven't been told. Open this to tell them."
        : "Its guests haven't been told. Open this to tell them that it's canceled.",
      href: `/app/calendar?tell=${id}`,
      dedupeKey: `deleted-by-guest:${id}:${sequence}`,
    });
  });
}
