import type { TokenScope } from "#contract/tokens.ts";
import { consumeAttempt, type Limit } from "../accounts/rate-limit.ts";
import type { Database } from "../db/client.ts";
import { networkOf } from "../platform/network.ts";
import { hashOf } from "./secret.ts";

/** Of wrong ones from one network. Nobody guesses one; this keeps a phone with an old one from asking all day. */
const PER_NETWORK: Limit = { max: 60, windowMinutes: 15 };
const AGENT_MAX = 200;

export type Bearer = { tokenId: string; userId: string; scopes: TokenScope[] };
type Caller = { secret: string; ip: string; userAgent: string | undefined };

/**
 * Who sends this app password, or null. The right one is never refused: what is counted are wrong ones, for their network, so that a phone
 * with an old one locks nobody out.
 * @throws Failure RATE_LIMITED
 */
export async function authenticate(db: Database, { secret, ip, userAgent }: Caller): Promise<Bearer | null> {
  const [row] = await db.asPublic(hashOf(secret), (tx) =>
    tx.query<{ id: string; user_id: string; scopes: TokenScope[] }>(
      "SELECT * FROM token_of_secret($1)",
      [userAgent?.toWellFormed().replaceAll("\0", "").slice(0, AGENT_MAX) ?? null],
      "token-of-secret",
    ),
  );
  if (row) return { tokenId: row.id, userId: row.user_id, scopes: row.scopes };
  await consumeAttempt(db.authPool, `token:network:${networkOf(ip)}`, PER_NETWORK);
  return null;
}
