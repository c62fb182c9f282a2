import { randomInt } from "node:crypto";
import { hashPassword } from "../accounts/sign-in/library-crypto.ts";
import type { Publication } from "#contract/sharing.ts";
import { isReservedSlug, slugOf } from "#contract/shared/slug.ts";
import { logActivity, quoted } from "../activity/log-activity.ts";
import type { Database, Tx } from "../db/client.ts";
import { Failure, notFound } from "../failure.ts";
import { recordChange } from "../live/record-change.ts";
import { setPublic } from "../notes/set-public.ts";
import type { Config } from "../platform/config.ts";
import type { Row } from "../db/row.ts";
import type { notePublications } from "../db/schema/sharing.ts";

type Deps = { db: Database; config: Pick<Config, "publicUrl"> };

const LISTED = [
  "note_id",
  "slug",
  "expires_at",
  "is_indexed",
  "is_signed",
  "theme",
  "accent",
  "created_at",
] as const;
type PublicationRow = Row<typeof notePublications, typeof LISTED> & { title: string; has_password: boolean };

export type PublicationChange = {
  slug?: string | undefined;
  password?: string | null | undefined;
  expiresAt?: string | null | undefined;
  isIndexed?: boolean | undefined;
  isSigned?: boolean | undefined;
  theme?: Publication["theme"] | undefined;
  accent?: Publication["accent"] | undefined;
};

const SELECT = `SELECT ${LISTED.map((column) => `p.${column}`).join(", ")}, n.title, p.password_hash IS NOT NULL AS has_password
  FROM note_publications p JOIN notes_v2 n ON n.id = p.note_id WHERE p.user_id = $1 AND n.trashed_at IS NULL`;

const toPublication = (row: PublicationRow, { publicUrl }: Deps["config"]): Publication => ({
  noteId: row.note_id,
  title: row.title,
  slug: row.slug,
  url: `${publicUrl.origin}/p/${row.slug}`,
  hasPassword: row.has_password,
  expiresAt: row.expires_at?.toISOString() ?? null,
  isIndexed: row.is_indexed,
  isSigned: row.is_signed,
  theme: row.theme,
  accent: row.accent,
  publishedAt: row.created_at.toISOString(),
});

export async function listPublications({ db, config }: Deps, userId: string): Promise<Publication[]> {
  const rows = await db.queryAs<PublicationRow>(
    userId,
    `${SELECT} ORDER BY p.created_at DESC, p.note_id LIMIT 1000`,
    [userId],
  );
  return rows.map((row) => toPublication(row, config));
}

export function getPublication({ db, config }: Deps, userId: string, noteId: string) {
  return db.withUser(userId, async (tx) => {
    const title = await titleOfOwn(tx, noteId);
    const row = await select(tx, noteId);
    return { publication: row ? toPublication(row, config) : null, suggestedSlug: suggestSlug(title) };
  });
}

async function select(tx: Tx, noteId: string): Promise<PublicationRow | undefined> {
  const [row] = await tx.query<PublicationRow>(`${SELECT} AND p.note_id = $2`, [tx.userId, noteId]);
  return row;
}

/**
 * Only the owner publishes, and nothing that is in the trash.
 * @throws Failure NOT_FOUND
 */
async function titleOfOwn(tx: Tx, noteId: string): Promise<string> {
  const [note] = await tx.query<{ title: string }>(
    "SELECT title FROM notes_v2 WHERE id = $1 AND user_id = $2 AND trashed_at IS NULL",
    [noteId, tx.userId],
  );
  if (!note) throw notFound();
  return note.title;
}

const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";

/** Eight letters that nobody guesses: without a password, whoever knows the address reads the page. */
function suggestSlug(title: string): string {
  const ending = Array.from({ length: 8 }, () => LETTERS[randomInt(LETTERS.length)]).join("");
  return `${slugOf(title) || "note"}-${ending}`;
}

/**
 * Makes the page or changes it.
 * @throws Failure CONFLICT when the address is taken, INVALID_INPUT for one that is reserved or a past hour
 */
export async function publish(
  { db, config }: Deps,
  userId: string,
  noteId: string,
  change: PublicationChange,
): Promise<Publication> {
  if (change.slug !== undefined && isReservedSlug(change.slug))
    throw new Failure("INVALID_INPUT", "slug: This address is reserved. Choose another one.");
  if (change.expiresAt && Date.parse(change.expiresAt) <= Date.now())
    throw new Failure("INVALID_INPUT", "expiresAt: This time has already passed.");
  // Slow on purpose, hence before the transaction, and for nobody whose note it is not.
  if (change.password) await db.withUser(userId, (tx) => titleOfOwn(tx, noteId));
  const hash = change.password ? await hashPassword(change.password) : null;
  return db.withUser(userId, async (tx) => {
    const title = await titleOfOwn(tx, noteId);
    const isNew = await keep(tx, noteId, change, hash, suggestSlug(title));
    await setPublic(tx, noteId, true);
    await tell(tx, noteId);
    if (isNew)
      await logActivity(tx, {
        type: "note_published",
        title: `Published ${quoted(title)}`,
        entityType: "note",
        entityId: noteId,
      });
    return toPublication((await select(tx, noteId))!, config);
  });
}

async function keep(
  tx: Tx,
  noteId: string,
  change: PublicationChange,
  hash: string | null,
  suggested: string,
): Promise<boolean> {
  const values = [
    noteId,
    tx.userId,
    change.slug ?? null,
    suggested,
    change.password !== undefined,
    hash,
    change.expiresAt !== undefined,
    change.expiresAt ?? null,
    change.isIndexed ?? null,
    change.isSigned ?? null,
    change.theme ?? null,
    change.accent !== undefined,
    change.accent ?? null,
  ];
  try {
    const [row] = await tx.query<{ is_new: boolean }>(KEEP, values);
    return row!.is_new;
  } catch (error) {
    const isTaken =
      error instanceof Error && "constraint" in error && error.constraint === "note_publications_slug";
    throw isTaken ? new Failure("CONFLICT", "This address is taken. Choose another one.") : error;
  }
}

/** xmax tells a row that was there from one that is new. */
const KEEP = `INSERT INTO note_publications AS p (note_id, user_id, slug, password_hash, expires_at, is_indexed, is_signed, theme, accent)
  VALUES ($1, $2, coalesce($3, $4), $6, $8::timestamptz, coalesce($9, false), coalesce($10, false), coalesce($11, 'system'), $13)
  ON CONFLICT (note_id) DO UPDATE SET
    slug = coalesce($3, p.slug),
    password_hash = CASE WHEN $5 THEN $6 ELSE p.password_hash END,
    expires_at = CASE WHEN $7 THEN $8::timestamptz ELSE p.expires_at END,
    is_indexed = coalesce($9, p.is_indexed), is_signed = coalesce($10, p.is_signed), theme = coalesce($11, p.theme),
    accent = CASE WHEN $12 THEN $13 ELSE p.accent END, updated_at = now()
  RETURNING xmax = 0 AS is_new`;

/** From the commit on there is no page. Repeated, it changes nothing. */
export async function unpublish({ db }: Deps, userId: string, noteId: string): Promise<void> {
  await db.withUser(userId, async (tx) => {
    const [note] = await tx.query<{ title: string }>(
      "SELECT title FROM notes_v2 WHERE id = $1 AND user_id = $2",
      [noteId, userId],
    );
    if (!note) throw notFound();
    await setPublic(tx, noteId, false);
    const gone = await tx.query("DELETE FROM note_publications WHERE note_id = $1 RETURNING 1", [noteId]);
    if (gone.length === 0) return;
    await tell(tx, noteId);
    await logActivity(tx, {
      type: "note_unpublished",
      title: `Stopped publishing ${quoted(note.title)}`,
      entityType: "note",
      entityId: noteId,
    });
  });
}

const tell = (tx: Tx, noteId: string) =>
  recordChange(tx, { userId: tx.userId, entity: "note", entityId: noteId, operation: "update" });
