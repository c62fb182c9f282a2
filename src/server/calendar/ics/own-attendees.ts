import { Attendee } from "#contract/events.ts";
import { MOST_ATTENDEES } from "#contract/shared/email-address.ts";
import type { Tx } from "../../db/client.ts";
import { attendeesOf, organizerOf } from "../../ics/people.ts";

/** What the user of the transaction is known by in files. */
export async function ownAddress(tx: Tx): Promise<string> {
  const [row] = await tx.query<{ email: string }>(
    "SELECT lower(email) AS email FROM user_profiles WHERE id = $1",
    [tx.userId],
    "own-address",
  );
  return row?.email ?? "";
}

/** Those that a file of one's own asks to come. Who is asked by somebody else is that one's business: such lines are kept, and no more. */
export function ownAttendees(ics: string | null, own: string): Attendee[] {
  if (own === "" || organizerOf(ics) !== own) return [];
  return attendeesOf(ics)
    .flatMap(({ email, name, isOptional }) => Attendee.safeParse({ email, name, isOptional }).data ?? [])
    .slice(0, MOST_ATTENDEES);
}
