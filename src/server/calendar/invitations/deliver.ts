import type { z } from "zod";
import { consumeAttempt, type Limit } from "../../accounts/rate-limit.ts";
import type { Services } from "../../base.ts";
import type { Tx } from "../../db/client.ts";
import { Failure } from "../../failure.ts";
import type { QueuedJob } from "../../jobs/job.ts";
import { notify } from "../../notifications/notifications.ts";
import { recordEventChanges } from "../log-events.ts";
import { composeMail } from "./compose-mail.ts";
import { pathOfStop, pathOfToken } from "./links.ts";
import { type Guests, type InvitationRow, loadGuests } from "./load-guests.ts";
import { isMailBlocked } from "./mail-blocks.ts";
import { rowsFor } from "./plan-mails.ts";
import { invitationMails } from "./queued-mails.ts";
import { oneLine } from "./words.ts";

type Data = z.infer<typeof invitationMails.data>;

/** With the queue's pauses about a quarter of an hour. */
const TRIES = 7;
/** That an address gets from here, whoever sends them, and from one of them. */
const TO_ONE: Limit = { max: 40, windowMinutes: 24 * 60 };
const FROM_ONE_TO_ONE: Limit = { max: 20, windowMinutes: 24 * 60 };

/** One mail; tried again with growing pauses, and given up with a word to whoever invited. */
export const deliverInvitation: QueuedJob<Services, Data> = {
  ...invitationMails,
  tries: TRIES,
  run: async (services, { userId, data, attempt }) => {
    const { db, mailer, config, invitationLinks } = services;
    const due = await db.asJob(userId, "read an invitation", (tx) => findDue(tx, data));
    if (!due) return;
    const { guests, invitation } = due;
    const refusal = await whyNotMailed(services, userId, invitation.email, attempt);
    if (refusal !== null) return settle(services, userId, data, refusal);
    const { method, sequence, isFirst } = data;
    const { email, told_instances: told } = invitation;
    const { origin } = config.publicUrl;
    const url = origin + pathOfToken(invitationLinks.tokenOf(invitation.id));
    const stop = origin + pathOfStop(invitationLinks.stopTokenOf(email));
    try {
      await mailer.send(composeMail(guests, { method, sequence, isFirst, told, email, url, stop }));
    } catch (error) {
      if (attempt < TRIES) throw error;
      services.log.warn({ err: error }, "an invitation was not delivered");
      await settle(services, userId, data, "The mail server did not take the mail.");
      return tellOwner(services, userId, guests, invitation);
    }
    await settle(services, userId, data, null);
  },
};

type Due = { guests: Guests; invitation: InvitationRow };

/** Null when a newer mail took its place, or the event is gone for good. */
async function findDue(tx: Tx, { invitationId, sequence, told, method }: Data): Promise<Due | null> {
  const [row] = await tx.query<{ event_id: string }>(
    `SELECT event_id FROM event_invitations
     WHERE id = $2 AND user_id = $1 AND sequence = $3 AND told = $4 AND is_canceled = $5 AND sent_at IS NULL`,
    [tx.userId, invitationId, sequence, told, method === "CANCEL"],
    "due-invitation",
  );
  const guests = row ? await loadGuests(tx, row.event_id) : null;
  const invitation = guests?.invitations.find(({ id }) => id === invitationId);
  if (!guests || !invitation) return null;
  const { isTrashed, isForeign } = guests;
  // Taken off the list, or handed to another organizer, since it was sent.
  const isOver = isTrashed || isForeign || rowsFor(guests, invitation.email).length === 0;
  if (method === "REQUEST" && isOver) return null;
  return { guests, invitation };
}

async function whyNotMailed(
  services: Pick<Services, "db" | "invitationLinks">,
  userId: string,
  email: string,
  attempt: number,
): Promise<string | null> {
  if (await isMailBlocked(services, email)) return "This person asked for no more email from this server.";
  if (attempt > 1) return null;
  const pool = services.db.authPool;
  const address = services.invitationLinks.hashOfAddress(email);
  try {
    await consumeAttempt(pool, `invitation-to:${userId}:${address}`, FROM_ONE_TO_ONE);
    await consumeAttempt(pool, `invitation-to:${address}`, TO_ONE);
    return null;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return "This address has had too many invitations today. Try again tomorrow.";
  }
}

const settle = ({ db }: Services, userId: string, data: Data, failure: string | null): Promise<void> =>
  db.asJob(userId, "note what became of an invitation", async (tx) => {
    const [row] = await tx.query<{ event_id: string }>(
      `UPDATE event_invitations SET sent_at = CASE WHEN $3::text IS NULL THEN now() END, failure = $3, updated_at = now()
       WHERE id = $2 AND user_id = $1 AND sequence = $4 AND told = $5 RETURNING event_id`,
      [userId, data.invitationId, failure, data.sequence, data.told],
      "settle-invitation",
    );
    if (row) await recordEventChanges(tx, [row.event_id], "update");
  });

const tellOwner = ({ db }: Services, userId: string, { root }: Guests, { id, sequence }: InvitationRow) =>
  db.asJob(userId, "tell of an invitation that was not delivered", (tx) =>
    notify(tx, {
      type: "warning",
      title: "An invitation couldn't be sent",
      message: `A guest of "${oneLine(root.title, 100)}" has not been told. Open the event to try again.`,
      href: `/app/calendar?event=${root.id}`,
      dedupeKey: `invitation-failed:${id}:${sequence}`,
    }),
  );
