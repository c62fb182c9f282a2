import { randomUUID } from "node:crypto";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import type { AnyRole, CalendarRole, Guest, ShareRole } from "#contract/sharing.ts";
import { logActivity, quoted } from "../activity/log-activity.ts";
import { queuedMail } from "../accounts/mails/queued-mail.ts";
import { consumeAttempt, type Limit } from "../accounts/rate-limit.ts";
import type { Database, Tx } from "../db/client.ts";
import { Failure, notFound } from "../failure.ts";
import { enqueue } from "../jobs/job.ts";
import { addNotification } from "../notifications/notifications.ts";
import type { Config } from "../platform/config.ts";
import type { Logger } from "../platform/log.ts";
import type { Row } from "../db/row.ts";
import type { shares } from "../db/schema/sharing.ts";
import { tellProjectsIn } from "./tell-projects.ts";

/** Exactly one of them. */
export type Shared = {
  noteId?: string | undefined;
  folderId?: string | undefined;
  calendarId?: string | undefined;
};
type Kind = "note" | "folder" | "calendar";

const kindOf = ({ noteId, folderId }: Shared): Kind => (noteId ? "note" : folderId ? "folder" : "calendar");
const COLUMN = { note: "note_id", folder: "folder_id", calendar: "calendar_id" } as const;
type Inviter = { userId: string; name: string; email: string };

const INVITATIONS: Limit = { max: 100, windowMinutes: 60 };
/** That an address is told of, by mail and in the app, whoever sends them; those beyond wait under "Shared with me". */
const TOLD_IN_ALL: Limit = { max: 20, windowMinutes: 24 * 60 };
const TOLD_OF_ONE_SENDER: Limit = { max: 5, windowMinutes: 24 * 60 };
/** Of one note, folder or calendar. */
const GUESTS_MAX = 200;

const GUEST = ["id", "email", "role", "accepted_at"] as const;
type GuestRow = Row<typeof shares, typeof GUEST> & {
  name: string | null;
  folder_id: string | null;
  folder_name: string | null;
};

type Deps = { config: Config; db: Database; log: Logger };

/** Invitations: who is told, and by which way, is the same whether or not the address has an account. */
export function createShares(deps: Deps) {
  const { db, log } = deps;
  return {
    /**
     * Shares a note, a folder or a calendar with whoever has this address, now or later; repeated, it changes the role. Neither the answer nor
     * its time tells whether there is such an account.
     * @throws Failure NOT_FOUND, RATE_LIMITED, INVALID_INPUT for one's own address, CONFLICT when there are too many, or for changes of
     *   a calendar that is subscribed to
     */
    async invite(inviter: Inviter, of: Shared, email: string, role: AnyRole): Promise<Guest> {
      await consumeAttempt(db.authPool, `share:${inviter.userId}`, INVITATIONS);
      if (email === inviter.email.toLowerCase())
        throw new Failure("INVALID_INPUT", "email: That's your own address.");
      const guestId = await accountOf(deps, email);
      const share = await db.withUser(inviter.userId, (tx) => keepShare(tx, of, { email, guestId, role }));
      if (share.isNew)
        // Not awaited: only some invitations lead to a notification.
        void tell(deps, inviter, { id: guestId, email }, share).catch((error: unknown) =>
          log.warn({ err: error }, "an invitation was not delivered"),
        );
      return { shareId: share.id, email, role, name: null, isAccepted: false, via: null };
    },
  };
}

export type Shares = ReturnType<typeof createShares>;

/**
 * Who answers to an address. Where mails go out, an account first proves that the address is its own; a server without mail
 * cannot ask for that.
 */
async function accountOf({ config, db }: Deps, email: string): Promise<string | null> {
  const { rows } = await db.authPool.query<{ id: string; email_verified: boolean }>(
    "SELECT id, email_verified FROM auth.users WHERE email = $1",
    [email],
  );
  const [account] = rows;
  return account && (account.email_verified || !config.smtpUrl) ? account.id : null;
}

/** Without the title: nobody's inbox is a place for what strangers write there. */
async function tell(
  { config, db }: Deps,
  inviter: Inviter,
  guest: { id: string | null; email: string },
  share: Told,
): Promise<void> {
  if (guest.id && (await isBlocked(db, inviter.userId, guest.id))) return;
  if (!(await mayBeTold(db, inviter, guest.email))) return;
  const title = `${oneLine(inviter.name)} shared a ${share.kind} with you`;
  const message = `You can ${whatOf(share)} once you accept the invitation.`;
  if (guest.id)
    await addNotification(db, guest.id, {
      type: "info",
      title,
      message,
      href: "/app/shared",
      dedupeKey: `share:${share.id}`,
    });
  const url = `${config.publicUrl.origin}/app/shared`;
  const hint = "If you don't have an account with this address yet, register with it first and confirm it.";
  const block = "If you don't know this person, block them there.";
  const mail = {
    to: guest.email,
    replyTo: { name: oneLine(inviter.name), address: inviter.email },
    subject: title,
    text: `${title}.\n\n${message}\n\n${url}\n\n${hint} ${block}\n`,
  };
  await db.withUser(inviter.userId, (tx) => enqueue(tx, queuedMail, mail));
}

const isBlocked = async (db: Database, sender: string, recipient: string) =>
  (
    await db.asSystem("is a sender blocked", (tx) =>
      tx.call<{ blocked: boolean }>("isSenderBlocked", sender, recipient),
    )
  )[0]!.blocked;

/** Whoever sends is not told: it would say how many others write to this address. */
async function mayBeTold(db: Database, { userId }: Inviter, email: string): Promise<boolean> {
  try {
    await consumeAttempt(db.authPool, `share-told:${userId}:${email}`, TOLD_OF_ONE_SENDER);
    await consumeAttempt(db.authPool, `share-told:${email}`, TOLD_IN_ALL);
    return true;
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}

type Told = { id: string; kind: Kind; thingId: string; role: AnyRole };

const WHAT: Record<ShareRole, string> = {
  viewer: "read",
  commenter: "read and comment on",
  editor: "read and edit",
};
const WHAT_OF_CALENDAR: Record<CalendarRole, string> = {
  free_busy: "see when they're busy",
  viewer: "see its events",
  editor: "see and edit its events",
};

const whatOf = ({ kind, role }: Told): string =>
  kind === "calendar"
    ? WHAT_OF_CALENDAR[role as CalendarRole]
    : `${WHAT[role as ShareRole]} ${kind === "note" ? "it" : "the notes in it"}`;

/** A header is one line. */
const oneLine = (text: string) =>
  text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim()
    .slice(0, 80) || "Someone";

async function keepShare(
  tx: Tx,
  of: Shared,
  guest: { email: string; guestId: string | null; role: AnyRole },
): Promise<Told & { isNew: boolean }> {
  const kind = kindOf(of);
  const title = await titleOfOwn(tx, of);
  if (of.calendarId && guest.role === "editor") await assertChangeable(tx, of.calendarId);
  const row = await insertShare(tx, of, guest);
  await giveTo(tx, row.id, guest.guestId);
  const told: Told = {
    id: row.id,
    kind,
    thingId: (of.noteId ?? of.folderId ?? of.calendarId)!,
    role: guest.role,
  };
  if (row.is_new)
    await logActivity(tx, {
      type: `${kind}_shared`,
      title: `Shared ${quoted(title)} with ${guest.email}`,
      entityType: told.kind,
      entityId: told.thingId,
    });
  return { ...told, isNew: row.is_new };
}

/** Repeated, it changes the role. @throws Failure CONFLICT when there are too many guests */
async function insertShare(
  tx: Tx,
  of: Shared,
  guest: { email: string; role: AnyRole },
): Promise<{ id: string; is_new: boolean }> {
  const [count] = await tx.query<{ guests: number }>(
    "SELECT count(*)::int AS guests FROM shares WHERE owner_id = $1 AND (note_id = $2 OR folder_id = $3 OR calendar_id = $4)",
    [tx.userId, of.noteId ?? null, of.folderId ?? null, of.calendarId ?? null],
  );
  if (count!.guests >= GUESTS_MAX)
    throw new Failure("CONFLICT", `This is already shared with ${GUESTS_MAX} people.`);
  const [row] = await tx.query<{ id: string; is_new: boolean }>(
    `INSERT INTO shares AS s (id, owner_id, note_id, folder_id, calendar_id, email, role) VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (${COLUMN[kindOf(of)]}, email) DO UPDATE SET role = excluded.role, updated_at = now()
     RETURNING id, xmax = 0 AS is_new`,
    [
      uuidV7(),
      tx.userId,
      of.noteId ?? null,
      of.folderId ?? null,
      of.calendarId ?? null,
      guest.email,
      guest.role,
    ],
  );
  return row!;
}

/** What comes from elsewhere is changed there. @throws Failure CONFLICT */
async function assertChangeable(tx: Tx, calendarId: string): Promise<void> {
  const subscribed = await tx.query("SELECT 1 FROM calendars WHERE id = $1 AND source_url IS NOT NULL", [
    calendarId,
  ]);
  if (subscribed.length > 0)
    throw new Failure("CONFLICT", "You subscribe to this calendar, so it can be shared for reading only.");
}

/** In the same statements whether or not there is an account: for an address without one to nobody, which is taken back. */
async function giveTo(tx: Tx, shareId: string, guestId: string | null): Promise<void> {
  await tx.query("SAVEPOINT given");
  await tx.query("UPDATE shares SET user_id = coalesce(user_id, $2), updated_at = now() WHERE id = $1", [
    shareId,
    guestId ?? randomUUID(),
  ]);
  await tx.query(guestId ? "RELEASE SAVEPOINT given" : "ROLLBACK TO SAVEPOINT given");
}

/** @throws Failure NOT_FOUND */
async function titleOfOwn(tx: Tx, of: Shared): Promise<string> {
  const [thing] = await tx.query<{ title: string }>(TITLE[kindOf(of)], [
    of.noteId ?? of.folderId ?? of.calendarId,
    tx.userId,
  ]);
  if (!thing) throw notFound();
  return thing.title;
}

const TITLE: Record<Kind, string> = {
  note: "SELECT title FROM notes_v2 WHERE id = $1 AND user_id = $2 AND trashed_at IS NULL",
  folder: "SELECT name AS title FROM folders WHERE id = $1 AND user_id = $2 AND trashed_at IS NULL",
  calendar: "SELECT name AS title FROM calendars WHERE id = $1 AND user_id = $2 AND trashed_at IS NULL",
};

/** With whom the owner shares a note, a folder or a calendar; for a note, also by the folders it lies in. */
export function listGuests(db: Database, userId: string, of: Shared): Promise<Guest[]> {
  return db.withUser(userId, async (tx) => {
    await titleOfOwn(tx, of);
    const rows = await tx.query<GuestRow>(
      `WITH RECURSIVE around AS (
         SELECT n.folder_id AS id FROM notes_v2 n WHERE n.id = $2
         UNION SELECT f.parent_folder_id FROM folders f WHERE f.id = $3
         UNION SELECT f.parent_folder_id FROM folders f JOIN around a ON f.id = a.id
       )
       SELECT ${GUEST.map((column) => `s.${column}`).join(", ")}, g.name, f.id AS folder_id, f.name AS folder_name
       FROM shares s LEFT JOIN names_of_my_guests() g ON g.share_id = s.id
         LEFT JOIN folders f ON f.id = s.folder_id AND f.id IS DISTINCT FROM $3
       WHERE s.owner_id = $1 AND (s.note_id = $2 OR s.folder_id = $3 OR s.calendar_id = $4 OR s.folder_id IN (SELECT id FROM around))
       ORDER BY f.id NULLS FIRST, s.created_at, s.id`,
      [userId, of.noteId ?? null, of.folderId ?? null, of.calendarId ?? null],
    );
    return rows.map((row) => ({
      shareId: row.id,
      email: row.email,
      role: row.role,
      name: row.name,
      isAccepted: row.accepted_at !== null,
      via: row.folder_id ? { folderId: row.folder_id, name: row.folder_name ?? "" } : null,
    }));
  });
}

/** @throws Failure NOT_FOUND, INVALID_INPUT for a role that the thing does not know */
export async function setRole(db: Database, userId: string, shareId: string, role: AnyRole): Promise<void> {
  const [row] = await db.queryAs<{ is_set: boolean }>(userId, SET_ROLE, [shareId, role, userId]);
  if (!row) throw notFound();
  if (!row.is_set) throw new Failure("INVALID_INPUT", "role: This can't be shared so.");
}

const SET_ROLE = `WITH found AS (
    SELECT id, CASE WHEN calendar_id IS NULL THEN $2 <> 'free_busy' ELSE $2 <> 'commenter' AND NOT ($2 = 'editor'
      AND EXISTS (SELECT FROM calendars c WHERE c.id = calendar_id AND c.source_url IS NOT NULL)) END AS is_known
    FROM shares WHERE id = $1 AND owner_id = $3),
  changed AS (UPDATE shares s SET role = $2, updated_at = now() FROM found f WHERE s.id = f.id AND f.is_known RETURNING 1)
  SELECT EXISTS (SELECT FROM changed) AS is_set FROM found`;

/** By its owner, or by whom it was made with: both see that it is gone at once. */
export async function endShare(db: Database, userId: string, shareId: string): Promise<void> {
  const ended = await db.withUser(userId, async (tx) => {
    const [share] = await tx.query<{
      owner_id: string;
      email: string;
      note_id: string | null;
      folder_id: string | null;
      calendar_id: string | null;
    }>("DELETE FROM shares WHERE id = $1 RETURNING owner_id, email, note_id, folder_id, calendar_id", [
      shareId,
    ]);
    if (!share) throw notFound();
    const isOwner = share.owner_id === userId;
    const kind = share.note_id ? "note" : share.folder_id ? "folder" : "calendar";
    await logActivity(tx, {
      type: `${kind}_unshared`,
      title: isOwner ? `Stopped sharing a ${kind} with ${share.email}` : `Left a shared ${kind}`,
      entityType: kind,
      entityId: share.note_id ?? share.folder_id ?? share.calendar_id,
    });
    return share;
  });
  if (ended.folder_id) await tellProjectsIn(db, ended.owner_id, ended.folder_id);
}
