import { randomBytes } from "node:crypto";
import { z } from "zod";
import { AttendeeStatus, MOST_COMMENT } from "#contract/attendees.ts";
import { EMAIL_MAX } from "#contract/shared/email-address.ts";
import type { Database } from "../../db/client.ts";
import { hashOfToken } from "./links.ts";

/** What an export says of an invitation, as far as this server can read it; the others are left out. */
const Exported = z.object({
  id: z.uuid(),
  event_id: z.uuid(),
  email: z.string().max(EMAIL_MAX),
  status: AttendeeStatus,
  comment: z.string().max(MOST_COMMENT),
  answered_at: z.iso.datetime({ offset: true }),
});

/**
 * Answers of guests, whose events are there by now. What they were mailed led to the other server: here they were told nothing yet, and their
 * next mail brings a link of its own.
 */
export async function importAnswers(db: Database, userId: string, rows: object[]): Promise<void> {
  const readable = rows
    .flatMap((row) => Exported.safeParse(row).data ?? [])
    .map((row) => ({ ...row, token_hash: hashOfToken(randomBytes(32).toString("base64url")) }));
  await db.withUser(userId, (tx) => tx.query(IMPORT, [userId, JSON.stringify(readable)], "import-answers"));
}

const IMPORT = `INSERT INTO event_invitations (id, user_id, event_id, email, token_hash, status, comment, answered_at, told, told_times)
  SELECT r.id, $1, r.event_id, r.email, r.token_hash, r.status, r.comment, r.answered_at, '', ''
  FROM jsonb_to_recordset($2::jsonb) AS r (id uuid, event_id uuid, email text, token_hash text, status text, comment text, answered_at timestamptz)
  WHERE EXISTS (SELECT FROM calendar_events e WHERE e.id = r.event_id AND e.user_id = $1
    AND e.attendees @> jsonb_build_array(jsonb_build_object('email', r.email)))
  ON CONFLICT DO NOTHING`;
