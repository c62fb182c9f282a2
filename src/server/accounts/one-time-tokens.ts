import { createHash, randomBytes } from "node:crypto";
import type pg from "pg";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";

/** What a token is kept as, so that a leaked table opens nothing. */
export const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
export const newToken = (): string => randomBytes(24).toString("base64url");

/** By which a program fetches what it was granted. */
export const PROGRAM_CODE = "oauth-code";

export type OneUse = { purpose: string; token: string; userId: string | null; detail?: string };

/** Keeps a token that counts once, for some minutes. */
export async function issueOneTimeToken(pool: pg.Pool, use: OneUse, minutes: number): Promise<Date> {
  const { rows } = await pool.query<{ expires_at: Date }>(
    `INSERT INTO auth.verifications (id, identifier, value, expires_at)
     VALUES ($1, $2, $3, now() + make_interval(mins => $4)) RETURNING expires_at`,
    [uuidV7(), `${use.purpose}:${sha256(use.token)}`, valueOf(use), minutes],
  );
  return rows[0]!.expires_at;
}

const valueOf = ({ userId, detail }: OneUse) => `${userId ?? ""}${detail ? ` ${detail}` : ""}`;

export type Kept = { userId: string | null; detail: string };

function read(value: string | undefined): Kept | null {
  if (value === undefined) return null;
  const at = value.indexOf(" ");
  const userId = at < 0 ? value : value.slice(0, at);
  return { userId: userId || null, detail: at < 0 ? "" : value.slice(at + 1) };
}

/** Looks whose token it is and leaves it. */
export async function peekOneTimeToken(pool: pg.Pool, purpose: string, token: string): Promise<Kept | null> {
  const { rows } = await pool.query<{ value: string }>(
    "SELECT value FROM auth.verifications WHERE identifier = $1 AND expires_at > now()",
    [`${purpose}:${sha256(token)}`],
  );
  return read(rows[0]?.value);
}

/** Takes a token away; of two that come at once, one gets it. */
export async function consumeOneTimeToken(
  pool: pg.Pool,
  purpose: string,
  token: string,
): Promise<Kept | null> {
  const { rows } = await pool.query<{ value: string }>(
    "DELETE FROM auth.verifications WHERE identifier = $1 AND expires_at > now() RETURNING value",
    [`${purpose}:${sha256(token)}`],
  );
  return read(rows[0]?.value);
}

/** Takes all tokens of a user away, of one purpose or of all. */
export async function revokeOneTimeTokens(pool: pg.Pool, userId: string, purpose?: string): Promise<void> {
  await pool.query(
    `DELETE FROM auth.verifications WHERE (value = $1 OR value LIKE $1 || ' %') AND ($2::text IS NULL OR identifier LIKE $2 || ':%')`,
    [userId, purpose ?? null],
  );
}
