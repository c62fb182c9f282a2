import { MOST_TOKENS, type Token, type TokenScope } from "#contract/tokens.ts";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { logActivity, quoted } from "../activity/log-activity.ts";
import type { Database, Tx } from "../db/client.ts";
import type { Row } from "../db/row.ts";
import type { tokens } from "../db/schema/tokens.ts";
import { Failure, notFound } from "../failure.ts";
import { hashOf, newSecret } from "./secret.ts";

const LISTED = [
  "id",
  "name",
  "scopes",
  "client_id",
  "expires_at",
  "last_used_at",
  "last_user_agent",
  "created_at",
] as const;
const COLUMNS = LISTED.join(", ");
type TokenRow = Row<typeof tokens, typeof LISTED>;

const toToken = (row: TokenRow): Token => ({
  id: row.id,
  name: row.name,
  scopes: row.scopes,
  isConnected: row.client_id !== null,
  expiresAt: row.expires_at?.toISOString() ?? null,
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  lastProgram: row.last_user_agent,
  createdAt: row.created_at.toISOString(),
});

export async function listTokens(db: Database, userId: string): Promise<Token[]> {
  const rows = await db.queryAs<TokenRow>(
    userId,
    `SELECT ${COLUMNS} FROM tokens WHERE user_id = $1 ORDER BY id DESC`,
    [userId],
    "list-tokens",
  );
  return rows.map(toToken);
}

/** Those of these that still count: sockets outlive requests and ask this every few seconds. */
export async function aliveTokens(db: Database, userId: string, ids: string[]): Promise<string[]> {
  const rows = await db.queryAs<{ id: string }>(
    userId,
    "SELECT id FROM tokens WHERE user_id = $1 AND id = ANY ($2::uuid[]) AND (expires_at IS NULL OR expires_at > now())",
    [userId, ids],
    "alive-tokens",
  );
  return rows.map(({ id }) => id);
}

type NewToken = { name: string; scopes: TokenScope[]; expiresAt?: string | null | undefined };

/** @throws Failure QUOTA_EXCEEDED, INVALID_INPUT for an end that has passed */
export function createToken(
  db: Database,
  userId: string,
  { name, scopes, expiresAt }: NewToken,
): Promise<{ token: Token; secret: string }> {
  if (expiresAt && Date.parse(expiresAt) <= Date.now())
    throw new Failure("INVALID_INPUT", "Choose a day that is still to come.");
  const secret = newSecret();
  return db.withUser(userId, async (tx) => {
    // One at a time, so that none comes in while another counts.
    await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('tokens ' || $1, 0))", [userId]);
    const [row] = await tx.query<TokenRow>(
      `INSERT INTO tokens (id, user_id, name, scopes, token_hash, expires_at)
       SELECT $1, $2, $3, $4, $5, $6::timestamptz WHERE (SELECT count(*) FROM tokens WHERE user_id = $2) < ${MOST_TOKENS}
       RETURNING ${COLUMNS}`,
      [uuidV7(), userId, name, [...new Set(scopes)], hashOf(secret), expiresAt ?? null],
    );
    if (!row)
      throw new Failure("QUOTA_EXCEEDED", `You already have ${MOST_TOKENS} app passwords. Revoke one first.`);
    await logSecurity(tx, `Created the app password ${quoted(name)}`);
    return { token: toToken(row), secret };
  });
}

export function renameToken(db: Database, userId: string, tokenId: string, name: string): Promise<Token> {
  return db.withUser(userId, async (tx) => {
    const [row] = await tx.query<TokenRow>(
      `UPDATE tokens SET name = $3 WHERE id = $2 AND user_id = $1 RETURNING ${COLUMNS}`,
      [userId, tokenId, name],
    );
    if (!row) throw notFound();
    return toToken(row);
  });
}

/** @throws Failure QUOTA_EXCEEDED */
export async function assertRoom(db: Database, userId: string): Promise<void> {
  const { length } = await listTokens(db, userId);
  if (length >= MOST_TOKENS)
    throw new Failure(
      "QUOTA_EXCEEDED",
      `You already have ${MOST_TOKENS} app passwords and programs. Revoke one first.`,
    );
}

/** Its next request is refused: nothing keeps in mind that it once counted. @throws Failure NOT_FOUND */
export function revokeToken(db: Database, userId: string, tokenId: string): Promise<void> {
  return db.withUser(userId, async (tx) => {
    const [gone] = await tx.query<{ name: string; client_id: string | null }>(
      "DELETE FROM tokens WHERE id = $2 AND user_id = $1 RETURNING name, client_id",
      [userId, tokenId],
    );
    if (!gone) throw notFound();
    const done = gone.client_id === null ? "Revoked the app password" : "Disconnected the program";
    await logSecurity(tx, `${done} ${quoted(gone.name)}`);
  });
}

/** Where the account's own log tells of its sign-in. */
const logSecurity = (tx: Tx, title: string) =>
  logActivity(tx, { type: "settings_updated", title, entityType: "account", entityId: tx.userId });
