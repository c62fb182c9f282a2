import { randomUUID } from "node:crypto";
import type { Services } from "../../base.ts";
import type { CurrentSession } from "../../accounts/sessions.ts";
import { consumeTogether, type Limit } from "../../accounts/rate-limit.ts";
import type { Tx } from "../../db/client.ts";
import { Failure, notFound } from "../../failure.ts";
import { enqueue } from "../../jobs/job.ts";
import { recordEventChanges } from "../log-events.ts";
import { hashOfToken, type InvitationLinks } from "./links.ts";
import { loadGuests } from "./load-guests.ts";
import { MOST_INVITATIONS, type Plan, planMails, wasTold } from "./plan-mails.ts";
import { invitationMails } from "./queued-mails.ts";

/** Of one account, whoever they go to. */
export const MAILS_A_DAY: Limit = { max: 300, windowMinutes: 24 * 60 };

type SendServices = Pick<Services, "db" | "config" | "invitationLinks">;

/**
 * Leaves the mails of these events to the queue: to each attendee what it does not know yet. Nothing else sends any.
 * @throws Failure NOT_FOUND, CONFLICT, RATE_LIMITED
 */
export async function sendInvitations(
  { db, config, invitationLinks }: SendServices,
  { userId, isEmailVerified }: CurrentSession,
  eventIds: string[],
): Promise<number> {
  if (!config.smtpUrl)
    throw new Failure("CONFLICT", "This server can't send email. Save the invitation as a file instead.");
  if (!isEmailVerified)
    throw new Failure("CONFLICT", "Confirm your email address first: guests' answers are sent to it.");
  return db.withUser(userId, async (tx) => {
    let sent = 0;
    let found = 0;
    const done = new Set<string>();
    for (const eventId of [...new Set(eventIds)].toSorted()) {
      const guests = await loadGuests(tx, eventId, { isLocked: true });
      if (!guests || done.has(guests.root.id)) continue;
      found += 1;
      done.add(guests.root.id);
      if (guests.isForeign)
        throw new Failure("CONFLICT", "Someone else organizes this event. Its invitations come from there.");
      const plan = planMails(guests);
      const fresh = plan.requests.filter(({ known }) => known === null);
      if (guests.invitations.length + fresh.length > MOST_INVITATIONS)
        throw new Failure("CONFLICT", "This event has had too many guests. Create a new one for them.");
      const count = plan.requests.length + plan.cancels.length;
      if (count > 0) await consumeTogether(db.authPool, `invitation-mails:${userId}`, MAILS_A_DAY, count);
      await leave(tx, guests.root.id, plan, invitationLinks);
      if (count > 0) await recordEventChanges(tx, [guests.root.id], "update");
      sent += count;
    }
    if (found === 0) throw notFound();
    return sent;
  });
}

async function leave(tx: Tx, eventId: string, plan: Plan, links: InvitationLinks): Promise<void> {
  const { requests, cancels, sequence } = plan;
  if (requests.length + cancels.length === 0) return;
  const rows = requests.map(({ email, told, toldTimes, instances, known }) => {
    const id = known?.id ?? randomUUID();
    const isFirst = known === null || known.is_canceled || !wasTold(known);
    const token_hash = hashOfToken(links.tokenOf(id));
    return { id, email, told, told_times: toldTimes, told_instances: instances, token_hash, isFirst };
  });
  await tx.query(KEEP, [tx.userId, eventId, sequence, JSON.stringify(rows)], "keep-invitations");
  const canceled = cancels.map(({ id }) => id);
  await tx.query(CANCEL, [tx.userId, sequence, canceled], "cancel-invitations");
  for (const { id, told, isFirst } of rows) {
    const mail = { invitationId: id, sequence, told, method: "REQUEST" as const, isFirst };
    await enqueue(tx, invitationMails, mail, { key: id });
  }
  for (const { id, told } of cancels) {
    const mail = { invitationId: id, sequence, told, method: "CANCEL" as const, isFirst: false };
    await enqueue(tx, invitationMails, mail, { key: id });
  }
}

/** Other times, and an invitation after a cancellation, ask anew. */
const KEEP = `INSERT INTO event_invitations AS i (id, user_id, event_id, email, token_hash, sequence, told, told_times, told_instances)
  SELECT r.id, $1, $2, r.email, r.token_hash, $3, r.told, r.told_times, r.told_instances
  FROM jsonb_to_recordset($4::jsonb) AS r (id uuid, email text, token_hash text, told text, told_times text, told_instances text[])
  ON CONFLICT (event_id, email) DO UPDATE SET token_hash = excluded.token_hash, sequence = excluded.sequence, told = excluded.told, told_times = excluded.told_times,
    told_instances = excluded.told_instances,
    status = CASE WHEN i.is_canceled OR i.told_times NOT IN ('', excluded.told_times) THEN 'needs-action' ELSE i.status END,
    comment = CASE WHEN i.is_canceled OR i.told_times NOT IN ('', excluded.told_times) THEN '' ELSE i.comment END,
    answered_at = CASE WHEN i.is_canceled OR i.told_times NOT IN ('', excluded.told_times) THEN NULL ELSE i.answered_at END,
    is_canceled = false, sent_at = NULL, failure = NULL, updated_at = now()
  WHERE i.user_id = $1`;

const CANCEL = `UPDATE event_invitations SET is_canceled = true, sequence = $2, sent_at = NULL, failure = NULL, updated_at = now()
  WHERE user_id = $1 AND id = ANY ($3::uuid[])`;
