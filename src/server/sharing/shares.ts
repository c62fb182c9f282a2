import { randomUUID } from "node:crypto";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import type { Guest, ShareRole } from "#contract/sharing.ts";
import { logActivity, quoted } from "../activity/log-activity.ts";
import { consumeAttempt, type Limit } from "../accounts/rate-limit.ts";
import type { Database, Tx } from "../db/client.ts";
import { Failure, notFound } from "../failure.ts";
import { addNotification } from "../notifications/notifications.ts";
import type { Config } from "../platform/config.ts";
import type { Logger } from "../platform/log.ts";
import type { Mailer } from "../platform/mail.ts";
import type { Row } from "../db/row.ts";
import type { shares } from "../db/schema/sharing.ts";

/** Exactly one of them. */
export type Shared = { noteId?: string | undefined; folderId?: string | undefined };
type Inviter = { userId: string; name: string; email: string };

const INVITATIONS: Limit = { max: 100, windowMinutes: 60 };
/** That an address is told of, by mail and in the app, whoever sends them; those beyond wait under "Shared with me". */
const TOLD_IN_ALL: Limit = { max: 20, windowMinutes: 24 * 60 };
const TOLD_OF_ONE_SENDER: Limit = { max: 5, windowMinutes: 24 * 60 };
/** Of one note or folder. */
const GUESTS_MAX = 200;

const GUEST = ["id", "email", "role", "accepted_at"] as const;
type GuestRow = Row<typeof shares, typeof GUEST> & {
  name: string | null;
  folder_id: string | null;
  folder_name: string | null;
};

type Deps = { config: Config; db: Database; mailer: Mailer; log: Logger };

/** Invitations: who is told, and by which way, is the same whether or not the address has an account. */
export function createShares(deps: Deps) {
  const { db, log } = deps;
  return {
    /**
     * Shares a note or a folder with whoever has this address, now or later; repeated, it changes the role. Neither the answer nor
     * its time tells whether there is such an account.
     * @throws Failure NOT_FOUND, RATE_LIMITED, INVALID_INPUT for one's own address, CONFLICT when there are too many
     */
    async invite(inviter: Inviter, of: Shared, email: string, role: ShareRole): Promise<Guest> {
      await consumeAttempt(db.authPool, `share:${inviter.userId}`, INVITATIONS);
      if (email === inviter.email.toLowerCase())
        throw new Failure("INVALID_INPUT", "email: That's your own address.");
      const guestId = await accountOf(deps, email);
      const share = await db.withUser(inviter.userId, (tx) => keepShare(tx, of, { email, guestId, role }));
      if (share.isNew)
        // Not awaited: a mail takes its time, and only some invitations lead to a notification.
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
  { config, db, mailer }: Deps,
  inviter: Inviter,
  guest: { id: string | null; email: string },
  share: Told,
): Promise<void> {
  if (guest.id && (await isBlocked(db, inviter.userId, guest.id))) return;
  if (!(await mayBeTold(db, inviter, guest.email))) return;
  const title = `${oneLine(inviter.name)} shared a ${share.kind} with you`;
  const message = `You can ${WHAT[share.role]} ${share.kind === "note" ? "it" : "the notes in it"} once you accept the invitation.`;
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
  await mailer.send({
    to: guest.email,
    replyTo: { name: oneLine(inviter.name), address: inviter.email },
    subject: title,
    text: `${title}.\n\n${message}\n\n${url}\n\n${hint} ${block}\n`,
  });
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

type Told = { id: string; kind: "note" | "folder"; thingId: string; role: ShareRole };

const WHAT: Record<ShareRole, string> = {
  viewer: "read",
  commenter: "read and comment on",
  editor: "read and edit",
};

/** A header is one line. */
const oneLine = (text: string) =>
  text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim()
    .slice(0, 80) || "Someone";

async function keepShare(
  tx: Tx,
  { noteId, folderId }: Shared,
  guest: { email: string; guestId: string | null; role: ShareRole },
): Promise<Told & { isNew: boolean }> {
  const title = await titleOfOwn(tx, { noteId, folderId });
  const [count] = await tx.query<{ guests: number }>(
    "SELECT count(*)::int AS guests FROM shares WHERE owner_id = $1 AND (note_id = $2 OR folder_id = $3)",
    [tx.userId, noteId ?? null, folderId ?? null],
  );
  if (count!.guests >= GUESTS_MAX)
    throw new Failure("CONFLICT", `This is already shared with ${GUESTS_MAX} people.`);
  const [row] = await tx.query<{ id: string; is_new: boolean }>(
    `INSERT INTO shares AS s (id, owner_id, note_id, folder_id, email, role) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (${noteId ? "note_id" : "folder_id"}, email) DO UPDATE SET role = excluded.role, updated_at = now()
     RETURNING id, xmax = 0 AS is_new`,
    [uuidV7(), tx.userId, noteId ?? null, folderId ?? null, guest.email, guest.role],
  );
  await giveTo(tx, row!.id, guest.guestId);
  const told: Told = {
    id: row!.id,
    kind: noteId ? "note" : "folder",
    thingId: (noteId ?? folderId)!,
    role: guest.role,
  };
  if (row!.is_new)
    await logActivity(tx, {
      type: noteId ? "note_shared" : "folder_shared",
      title: `Shared ${quoted(title)} with ${guest.email}`,
      entityType: told.kind,
      entityId: told.thingId,
    });
  return { ...told, isNew: row!.is_new };
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
async function titleOfOwn(tx: Tx, { noteId, folderId }: Shared): Promise<string> {
  const [thing] = await tx.query<{ title: string }>(
    noteId
      ? "SELECT title FROM notes_v2 WHERE id = $1 AND user_id = $2 AND trashed_at IS NULL"
      : "SELECT name AS title FROM folders WHERE id = $1 AND user_id = $2 AND trashed_at IS NULL",
    [noteId ?? folderId, tx.userId],
  );
  if (!thing) throw notFound();
  return thing.title;
}

/** With whom the owner shares a note or a folder; for a note, also by the folders it lies in. */
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
       WHERE s.owner_id = $1 AND (s.note_id = $2 OR s.folder_id = $3 OR s.folder_id IN (SELECT id FROM around))
       ORDER BY f.id NULLS FIRST, s.created_at, s.id`,
      [userId, of.noteId ?? null, of.folderId ?? null],
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

export async function setRole(db: Database, userId: string, shareId: string, role: ShareRole): Promise<void> {
  const rows = await db.queryAs(
    userId,
    "UPDATE shares SET role = $2, updated_at = now() WHERE id = $1 AND owner_id = $3 RETURNING 1",
    [shareId, role, userId],
  );
  if (rows.length === 0) throw notFound();
}

/** By its owner, or by whom it was made with: both see that it is gone at once. */
export function endShare(db: Database, userId: string, shareId: string): Promise<void> {
  return db.withUser(userId, async (tx) => {
    const [share] = await tx.query<{
      owner_id: string;
      email: string;
      note_id: string | null;
      folder_id: string | null;
    }>("DELETE FROM shares WHERE id = $1 RETURNING owner_id, email, note_id, folder_id", [shareId]);
    if (!share) throw notFound();
    const isOwner = share.owner_id === userId;
    const kind = share.note_id ? "note" : "folder";
    await logActivity(tx, {
      type: share.note_id ? "note_unshared" : "folder_unshared",
      title: isOwner ? `Stopped sharing a ${kind} with ${share.email}` : `Left a shared ${kind}`,
      entityType: kind,
      entityId: share.note_id ?? share.folder_id,
    });
  });
}
