import type { Answer, AttendeeStatus } from "#contract/attendees.ts";
import { AttendeeStatus as Status } from "#contract/attendees.ts";
import type { Services } from "../../base.ts";
import type { Database } from "../../db/client.ts";
import { Failure, notFound } from "../../failure.ts";
import { attendeesOf, organizerOf } from "../../ics/people.ts";
import { type Guests, type InvitationRow, loadGuests } from "./load-guests.ts";
import { addressesOf, planMails, timesToldTo, wasTold } from "./plan-mails.ts";
import { writeInvitation } from "./write-invitation.ts";

const KNOWN_MAX = 200;

/** @throws Failure NOT_FOUND */
export async function listAttendees(
  { db, config }: Pick<Services, "db" | "config">,
  userId: string,
  eventId: string,
) {
  const guests = await db.withUser(userId, (tx) => loadGuests(tx, eventId));
  if (!guests) throw notFound();
  const row = [guests.root, ...guests.instances].find(({ id }) => id === eventId) ?? guests.root;
  const plan = planMails(guests);
  const waiting = new Set(plan.requests.map(({ email }) => email));
  const inFile = new Map(attendeesOf(row.ics).map(({ email, status }) => [email, status]));
  const attendees = row.attendees.map(({ email, name, isOptional }): Answer => {
    const invitation = guests.invitations.find((one) => one.email === email && !one.is_canceled);
    const told = toldOf(invitation, waiting.has(email));
    return {
      email,
      name,
      isOptional,
      // Another program may have been told what we were not.
      status: invitation?.answered_at ? invitation.status : statusOf(inFile.get(email)),
      comment: invitation?.comment ?? "",
      answeredAt: invitation?.answered_at?.toISOString() ?? null,
      isOfEarlierTimes: invitation !== undefined && answersEarlierTimes(guests, invitation),
      told,
      failure: invitation?.failure ?? null,
    };
  });
  const called = organizerOf(row.ics);
  return {
    attendees,
    canMail: Boolean(config.smtpUrl),
    unsent: guests.isForeign ? 0 : plan.requests.length + plan.cancels.length,
    organizer: guests.isForeign ? (called ?? "") : null,
  };
}

const statusOf = (told: string | null | undefined): AttendeeStatus =>
  Status.catch("needs-action").parse(told);

/** Of a file that a mail program made, nobody knows which times it answers. */
const answersEarlierTimes = (guests: Guests, { email, answered_at, told_times }: InvitationRow): boolean =>
  answered_at !== null && told_times !== "" && told_times !== timesToldTo(guests, email);

function toldOf(invitation: InvitationRow | undefined, isWaiting: boolean): Answer["told"] {
  if (!invitation || !wasTold(invitation)) return "never";
  if (invitation.failure !== null) return "failed";
  if (isWaiting) return "outdated";
  return invitation.sent_at === null ? "sending" : "current";
}

/** To be sent by other means. @throws Failure NOT_FOUND, CONFLICT */
export async function invitationFile(db: Database, userId: string, eventId: string): Promise<string> {
  const guests = await db.withUser(userId, (tx) => loadGuests(tx, eventId));
  if (!guests || guests.isTrashed) throw notFound();
  if (guests.isForeign)
    throw new Failure("CONFLICT", "Someone else organizes this event. Its invitations come from there.");
  assertSomebody(guests);
  return writeInvitation(guests, { method: "REQUEST", sequence: planMails(guests).sequence, email: null });
}

function assertSomebody(guests: Guests): void {
  if (addressesOf(guests).length === 0) throw new Failure("CONFLICT", "This event has no guests yet.");
}

export const knownPeople = (
  db: Database,
  userId: string,
): Promise<{ email: string; name: string | null }[]> => db.queryAs(userId, KNOWN, [userId], "known-people");

const KNOWN = `SELECT email, max(name) AS name FROM (
    SELECT a->>'email' AS email, a->>'name' AS name, e.updated_at AS at
    FROM calendar_events e CROSS JOIN LATERAL jsonb_array_elements(e.attendees) a
    WHERE e.user_id = $1 AND e.trashed_at IS NULL AND e.attendees <> '[]'
    UNION ALL
    SELECT s.email, NULL, s.created_at FROM shares s WHERE s.owner_id = $1) those
  WHERE email IS NOT NULL GROUP BY email ORDER BY max(at) DESC LIMIT ${KNOWN_MAX}`;
