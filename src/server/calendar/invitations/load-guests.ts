import type { AttendeeStatus } from "#contract/attendees.ts";
import type { Tx } from "../../db/client.ts";
import { zoneOfUser } from "../../db/account-clock.ts";
import type { Row } from "../../db/row.ts";
import type { eventInvitations } from "../../db/schema/calendar.ts";
import { organizerOf, type Person } from "../../ics/people.ts";
import { COLUMNS, type EventRow } from "../event-row.ts";

const INVITATION = [
  "id",
  "event_id",
  "email",
  "status",
  "comment",
  "answered_at",
  "sequence",
  "told",
  "told_times",
  "told_instances",
  "is_canceled",
  "sent_at",
  "failure",
] as const;
export type InvitationRow = Row<typeof eventInvitations, typeof INVITATION>;
export type GuestRow = EventRow & { uid: string | null; ics: string | null };

/** A single event, or a series with its changed instances, and whom it was told to. */
export type Guests = {
  root: GuestRow;
  instances: GuestRow[];
  invitations: InvitationRow[];
  organizer: Person;
  /** What times without a zone go by. */
  zone: string;
  isTrashed: boolean;
  /** Its events come from elsewhere, or somebody else has called it: nothing is ever mailed of it from here. */
  isForeign: boolean;
};

type RootRow = GuestRow & { is_trashed: boolean; is_subscribed: boolean };

/** Of the event, or of the series of that instance; null where there is none. What is in the trash is there for its cancellation. */
export async function loadGuests(tx: Tx, eventId: string, { isLocked = false } = {}): Promise<Guests | null> {
  const [root] = await tx.query<RootRow>(
    isLocked ? `${ROOT} FOR UPDATE OF e` : ROOT,
    [tx.userId, eventId],
    isLocked ? "lock-event-of-guests" : "event-of-guests",
  );
  if (!root) return null;
  const instances = await tx.query<GuestRow>(INSTANCES, [tx.userId, root.id], "instances-of-guests");
  const invitations = await tx.query<InvitationRow>(
    `SELECT ${INVITATION.join(", ")} FROM event_invitations WHERE user_id = $1 AND event_id = $2 ORDER BY id`,
    [tx.userId, root.id],
    "invitations-of-event",
  );
  const [organizer] = await tx.query<Person>(
    "SELECT lower(email) AS email, display_name AS name FROM user_profiles WHERE id = $1",
    [tx.userId],
    "organizer-of-event",
  );
  const zone = root.time_zone ?? (await zoneOfUser(tx)) ?? "UTC";
  const called = organizerOf(root.ics);
  return {
    root,
    instances,
    invitations,
    organizer: organizer!,
    zone,
    isTrashed: root.is_trashed,
    isForeign: root.is_subscribed || (called !== null && called !== organizer!.email),
  };
}

const ROOT = `SELECT ${COLUMNS}, e.uid, e.ics, e.trashed_at IS NOT NULL AS is_trashed, c.source_url IS NOT NULL AS is_subscribed
  FROM calendar_events e JOIN calendars c ON c.id = e.calendar_id AND c.user_id = $1
  WHERE e.user_id = $1 AND e.id = (SELECT coalesce(o.series_id, o.id) FROM calendar_events o WHERE o.id = $2 AND o.user_id = $1)`;

const INSTANCES = `SELECT ${COLUMNS}, e.uid, e.ics FROM calendar_events e
  WHERE e.user_id = $1 AND e.series_id = $2 AND e.trashed_at IS NULL ORDER BY e.instance`;

/** By address, as far as they have answered. */
export const answersOf = ({ invitations }: Guests): Map<string, AttendeeStatus> =>
  new Map(invitations.map(({ email, status }) => [email, status]));
