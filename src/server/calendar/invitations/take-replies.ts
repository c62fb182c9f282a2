import { randomUUID } from "node:crypto";
import { AttendeeStatus, MOST_COMMENT } from "#contract/attendees.ts";
import { isId } from "../../files/is-id.ts";
import type { Tx } from "../../db/client.ts";
import { attendeesOf } from "../../ics/people.ts";
import { nameOf, readProperty, textOf } from "../../ics/property.ts";
import type { SeriesLine } from "../ics/file-lines.ts";
import { keepAnswer, type Reply } from "./answer.ts";
import { MOST_INVITATIONS } from "./plan-mails.ts";
import { hashOfToken, type InvitationLinks } from "./links.ts";

/**
 * Takes one entry of a file with METHOD:REPLY as the answer of a guest: mail programs send such files to the organizer's mailbox.
 * @returns why it is none, or null
 */
export async function takeReply(
  tx: Tx,
  links: InvitationLinks,
  { uid, series }: SeriesLine,
): Promise<string | null> {
  if (!series) return "An answer to a single time of a series can't be kept.";
  const [guest] = attendeesOf(series.ics);
  const reply = guest && readReply(guest.status, series.ics);
  if (!reply) return "It holds no answer.";
  const invitation = await findInvitation(tx, links, uid, guest.email);
  if (!invitation) return `You have not invited ${guest.email} to an event of this file.`;
  if (Number(valueOf(series.ics, "SEQUENCE") || 0) < invitation.sequence)
    return "It answers an earlier invitation.";
  await keepAnswer(tx, invitation.id, reply);
  return null;
}

function readReply(told: string | null, ics: string | null): Reply | null {
  const status = AttendeeStatus.safeParse(told).data;
  if (status === undefined || status === "needs-action") return null;
  return { status, comment: valueOf(ics, "COMMENT").trim().slice(0, MOST_COMMENT) };
}

const valueOf = (ics: string | null, name: string): string => {
  const line = (ics ?? "").split("\n").find((text) => nameOf(text) === name);
  return line === undefined ? "" : textOf(readProperty(line));
};

/** Who was sent the file by other means than our mail is a guest, too. */
async function findInvitation(
  tx: Tx,
  links: InvitationLinks,
  uid: string,
  email: string,
): Promise<{ id: string; sequence: number } | null> {
  const [event] = await tx.query<{ id: string }>(
    EVENT,
    [tx.userId, uid, email, isId(uid) ? uid : null],
    "event-of-reply",
  );
  if (!event) return null;
  const id = randomUUID();
  await tx.query(
    `INSERT INTO event_invitations (id, user_id, event_id, email, token_hash, told, told_times)
     SELECT $1, $2, $3, $4, $5, '', '' WHERE (SELECT count(*) FROM event_invitations WHERE event_id = $3) < ${MOST_INVITATIONS}
     ON CONFLICT (event_id, email) DO NOTHING`,
    [id, tx.userId, event.id, email, hashOfToken(links.tokenOf(id))],
    "invitation-of-reply",
  );
  const [row] = await tx.query<{ id: string; sequence: number }>(
    `SELECT id, sequence FROM event_invitations
     WHERE user_id = $1 AND event_id = $2 AND email = $3 AND NOT is_canceled FOR UPDATE`,
    [tx.userId, event.id, email],
    "invitation-to-reply-to",
  );
  return row ?? null;
}

/** In two searches, each by its index. */
const EVENT = `SELECT those.id FROM (
    SELECT e.id, e.attendees FROM calendar_events e
    WHERE e.user_id = $1 AND e.uid = $2 AND e.series_id IS NULL AND e.trashed_at IS NULL
    UNION ALL
    SELECT e.id, e.attendees FROM calendar_events e
    WHERE e.user_id = $1 AND e.id = $4::uuid AND e.uid IS NULL AND e.series_id IS NULL AND e.trashed_at IS NULL) those
  WHERE those.attendees @> jsonb_build_array(jsonb_build_object('email', $3::text)) LIMIT 1`;
