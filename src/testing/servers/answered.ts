import type { Attendee } from "#contract/events.ts";
import type { SignedInVisitor, TestApp } from "../test-app.ts";

/** Of an event that an export takes along. */
const GUESTS: Attendee[] = [
  { email: "grace@example.net", name: "Grace", isOptional: true },
  { email: "hedy@example.net", name: null, isOptional: false },
];
export const WITH_GUESTS = { location: "Hall", attendees: GUESTS };

/** The first of them has answered. */
export const answerAsGuest = (app: TestApp, { userId }: SignedInVisitor, eventId: string) =>
  app.database.asSuperuser(
    `INSERT INTO event_invitations (id, user_id, event_id, email, token_hash, status, comment, answered_at, told, told_times)
     VALUES (gen_random_uuid(), $1, $2, $3, 'hash', 'tentative', 'Perhaps', '2027-01-01T00:00:00Z', 'x', 'x')`,
    [userId, eventId, GUESTS[0]!.email],
  );

export async function answersTo(
  { client }: SignedInVisitor,
  events: { id: string; title: string }[],
  title: string,
) {
  const eventId = events.find((event) => event.title === title)!.id;
  const { attendees } = await client.attendees.list({ eventId });
  return attendees.map(({ email, status, comment }) => ({ email, status, comment }));
}
