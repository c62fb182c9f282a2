import type { AttendeeStatus } from "#contract/attendees.ts";
import type { Services } from "../../base.ts";
import type { Database, Tx } from "../../db/client.ts";
import { notify } from "../../notifications/notifications.ts";
import { recordEventChanges } from "../log-events.ts";
import { hashOfToken, isToken } from "./links.ts";
import { type GuestRow, type Guests, type InvitationRow, loadGuests } from "./load-guests.ts";
import { rowsFor } from "./plan-mails.ts";
import { oneLine } from "./words.ts";

export type Found = { id: string; userId: string };
/** What its reader may see of an invitation. */
export type Invitation = { row: GuestRow; guests: Guests; invitation: InvitationRow };
export type Reply = {
  status: Exclude<AttendeeStatus, "needs-action">;
  comment: string;
  /** Of the times that were answered, as `timesToldTo` has them; absent where that is not known. */
  times?: string;
};

/** The invitation of a link, or null: never sent, canceled and deleted are the same. */
export async function findInvitation({ db }: Pick<Services, "db">, token: string): Promise<Found | null> {
  if (!isToken(token)) return null;
  const [row] = await db.asPublic(hashOfToken(token), (tx) =>
    tx.query<{ id: string; user_id: string }>(
      "SELECT * FROM invitation_of_visitor()",
      [],
      "invitation-of-visitor",
    ),
  );
  return row ? { id: row.id, userId: row.user_id } : null;
}

export const readInvitation = (db: Database, { id, userId }: Found): Promise<Invitation | null> =>
  db.asJob(userId, "show an invitation to whom it was sent", async (tx) => {
    const guests = await guestsOf(tx, id);
    const invitation = guests?.invitations.find((one) => one.id === id);
    const [row] = guests && invitation ? rowsFor(guests, invitation.email) : [];
    return guests && invitation && row ? { row, guests, invitation } : null;
  });

async function guestsOf(tx: Tx, invitationId: string): Promise<Guests | null> {
  const [row] = await tx.query<{ event_id: string }>(
    "SELECT event_id FROM event_invitations WHERE id = $2 AND user_id = $1",
    [tx.userId, invitationId],
    "event-of-invitation",
  );
  return row ? loadGuests(tx, row.event_id) : null;
}

/** Keeps an answer, and tells the organizer; the same one again is no news. False when there is nothing to answer any more. */
export const answerInvitation = (db: Database, { id, userId }: Found, reply: Reply): Promise<boolean> =>
  db.asJob(userId, "keep the answer of a guest", (tx) => keepAnswer(tx, id, reply));

export async function keepAnswer(tx: Tx, id: string, { status, comment, times }: Reply): Promise<boolean> {
  const [row] = await tx.query<{ event_id: string; email: string; title: string; is_news: boolean }>(
    ANSWER,
    [tx.userId, id, status, comment, times ?? null],
    "keep-answer",
  );
  if (!row) return false;
  if (!row.is_news) return true;
  // Programs that keep the event by CalDAV see the answer in its file.
  await tx.query(
    "UPDATE calendar_events SET updated_at = now() WHERE user_id = $1 AND id = $2",
    [tx.userId, row.event_id],
    "touch-answered-event",
  );
  await recordEventChanges(tx, [row.event_id], "update");
  const who = await nameOf(tx, row.event_id, row.email);
  await notify(tx, {
    type: "info",
    title: `${who} ${SAID[status]} ${oneLine(row.title, 100)}`.slice(0, 200),
    message: comment.slice(0, 500),
    href: `/app/calendar?event=${row.event_id}`,
  });
  return true;
}

const SAID = { accepted: "is coming to", tentative: "may come to", declined: "can't come to" };

/** Both rows are locked, so that of two answers at once the second sees the first. */
const ANSWER = `WITH before AS (
    SELECT i.id, i.status, i.comment, i.answered_at, e.title FROM event_invitations i JOIN calendar_events e ON e.id = i.event_id AND e.user_id = $1
    WHERE i.id = $2 AND i.user_id = $1 AND NOT i.is_canceled AND e.trashed_at IS NULL FOR UPDATE)
  UPDATE event_invitations i SET status = $3, comment = $4, told_times = coalesce($5, i.told_times), answered_at = now(), updated_at = now()
  FROM before b WHERE i.id = b.id
  RETURNING i.event_id, i.email, b.title, (b.answered_at IS NULL OR b.status <> $3 OR b.comment <> $4) AS is_news`;

async function nameOf(tx: Tx, eventId: string, email: string): Promise<string> {
  const [row] = await tx.query<{ name: string | null }>(
    `SELECT max(a->>'name') AS name FROM calendar_events e CROSS JOIN LATERAL jsonb_array_elements(e.attendees) a
     WHERE e.user_id = $1 AND e.id = $2 AND a->>'email' = $3`,
    [tx.userId, eventId, email],
    "name-of-guest",
  );
  return oneLine(row?.name ?? "", 60) || email;
}
