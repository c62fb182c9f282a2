import { createHash, randomBytes } from "node:crypto";
import type { Readable } from "node:stream";
import { logActivity, quoted } from "../../activity/log-activity.ts";
import type { Database, Tx } from "../../db/client.ts";
import { notFound } from "../../failure.ts";
import { recordChange } from "../../live/record-change.ts";
import { COLUMNS } from "../event-row.ts";
import { withoutPeople } from "../../ics/people.ts";
import type { FileRow } from "./to-ics.ts";
import { type FileHead, writeFile } from "./write-file.ts";

const SECRET_BYTES = 32;
const SECRET_FORM = /^[A-Za-z0-9_-]{43}$/;

/** @throws Failure NOT_FOUND */
export async function getFeed(
  db: Database,
  userId: string,
  calendarId: string,
): Promise<{ createdAt: string | null }> {
  const [row] = await db.queryAs<{ created_at: Date | null }>(
    userId,
    `SELECT f.created_at FROM calendars c LEFT JOIN calendar_feeds f ON f.calendar_id = c.id
     WHERE c.id = $2 AND c.user_id = $1 AND c.trashed_at IS NULL`,
    [userId, calendarId],
  );
  if (!row) throw notFound();
  return { createdAt: row.created_at?.toISOString() ?? null };
}

/** An address that nobody can guess; the one before answers nobody any more. @throws Failure NOT_FOUND */
export function createFeed(
  db: Database,
  userId: string,
  calendarId: string,
): Promise<{ path: string; createdAt: string }> {
  const secret = randomBytes(SECRET_BYTES).toString("base64url");
  return db.withUser(userId, async (tx) => {
    const name = await lockCalendar(tx, calendarId);
    const [row] = await tx.query<{ created_at: Date }>(
      `INSERT INTO calendar_feeds (calendar_id, user_id, secret_hash) VALUES ($2, $1, $3)
       ON CONFLICT (calendar_id) DO UPDATE SET secret_hash = excluded.secret_hash, created_at = now() RETURNING created_at`,
      [userId, calendarId, hashOf(secret)],
    );
    await tell(tx, calendarId, `Created a private address of calendar ${quoted(name)}`);
    return { path: `/feeds/${secret}.ics`, createdAt: row!.created_at.toISOString() };
  });
}

/** @throws Failure NOT_FOUND */
export function revokeFeed(db: Database, userId: string, calendarId: string): Promise<void> {
  return db.withUser(userId, async (tx) => {
    const name = await lockCalendar(tx, calendarId);
    const gone = await tx.query(
      "DELETE FROM calendar_feeds WHERE calendar_id = $2 AND user_id = $1 RETURNING 1",
      [userId, calendarId],
    );
    if (gone.length > 0)
      await tell(tx, calendarId, `Revoked the private address of calendar ${quoted(name)}`);
  });
}

async function lockCalendar(tx: Tx, calendarId: string): Promise<string> {
  const [row] = await tx.query<{ name: string }>(
    "SELECT name FROM calendars WHERE id = $2 AND user_id = $1 AND trashed_at IS NULL FOR UPDATE",
    [tx.userId, calendarId],
  );
  if (!row) throw notFound();
  return row.name;
}

async function tell(tx: Tx, calendarId: string, title: string): Promise<void> {
  const about = { entity: "calendar", entityId: calendarId, operation: "update" } as const;
  await recordChange(tx, { userId: tx.userId, ...about });
  await logActivity(tx, { type: "calendar_updated", entityType: "calendar", entityId: calendarId, title });
}

export type Feed = { etag: string; open: () => Readable };

/** The calendar of a private address, or null: revoked, in the trash and never made are the same. */
export async function findFeed(db: Database, secret: string): Promise<Feed | null> {
  if (!SECRET_FORM.test(secret)) return null;
  const hash = hashOf(secret);
  const [head] = await db.asPublic(hash, (tx) =>
    tx.query<FileHead & { stamp: string }>("SELECT * FROM feed_calendar()", [], "feed-calendar"),
  );
  if (!head) return null;
  const readPart = async (after: string) => {
    const rows = await db.asPublic(hash, (tx) => tx.query<FileRow>(PART, [after], "part-of-feed"));
    // Who comes is nobody's business who was handed the address.
    return rows.map((row) => ({ ...row, ics: withoutPeople(row.ics) }));
  };
  return { etag: `"${head.stamp}"`, open: () => writeFile(head, readPart) };
}

const PART = `SELECT ${COLUMNS}, e.uid, e.ics FROM feed_events($1) e`;

const hashOf = (secret: string) => createHash("sha256").update(secret).digest("hex");
