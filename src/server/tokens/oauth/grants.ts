import { createHash, randomBytes } from "node:crypto";
import { MOST_TOKENS, type TokenScope } from "#contract/tokens.ts";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import {
  consumeOneTimeToken,
  issueOneTimeToken,
  peekOneTimeToken,
  PROGRAM_CODE,
} from "../../accounts/one-time-tokens.ts";
import { logActivity, quoted } from "../../activity/log-activity.ts";
import type { Database } from "../../db/client.ts";
import { hashOf } from "../secret.ts";
import { touchClient } from "./clients.ts";
import { OAuthFault } from "./oauth-fault.ts";

/** What became of a code that was used, so that a second use ends it. */
const USED = "oauth-used";
const CODE_MINUTES = 2;
const USED_MINUTES = 60;
export const ACCESS_SECONDS = 60 * 60;
/** Without a refresh. */
const GRANT_DAYS = 90;

/** What somebody said yes to. */
export type Allowed = {
  clientId: string;
  name: string;
  redirectUri: string;
  challenge: string;
  scopes: TokenScope[];
};
export type Issued = { accessToken: string; refreshToken: string; scopes: TokenScope[] };

const refused = (words: string) => new OAuthFault("invalid_grant", words);

export async function issueCode(db: Database, userId: string, allowed: Allowed): Promise<string> {
  const token = randomBytes(32).toString("hex");
  const kept = { purpose: PROGRAM_CODE, token, userId, detail: JSON.stringify(allowed) };
  await issueOneTimeToken(db.authPool, kept, CODE_MINUTES);
  return token;
}

type Exchange = { code: string; verifier: string; clientId: string; redirectUri: string };

/** Once; whatever is wrong with it, the code is gone. @throws OAuthFault */
export async function exchangeCode(
  db: Database,
  { code, verifier, clientId, redirectUri }: Exchange,
): Promise<Issued> {
  const kept = await consumeOneTimeToken(db.authPool, PROGRAM_CODE, code);
  if (!kept?.userId) {
    await endReplayed(db, code);
    throw refused("This code has expired or was already used.");
  }
  const allowed = JSON.parse(kept.detail) as Allowed;
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  if (allowed.clientId !== clientId) throw refused("This code was given to another program.");
  if (allowed.redirectUri !== redirectUri) throw refused("The redirect URI isn't the one of the request.");
  if (allowed.challenge !== challenge) throw refused("The code verifier doesn't fit.");
  const id = uuidV7();
  const used = { purpose: USED, token: code, userId: kept.userId, detail: id };
  // Before there is a grant: who comes with the code at this moment ends it all the same.
  await issueOneTimeToken(db.authPool, used, USED_MINUTES);
  const issued = await createGrant(db, kept.userId, { id, ...allowed });
  await touchClient(db.authPool, clientId);
  return issued;
}

/** Two have had it: one of them is not who was meant. */
async function endReplayed(db: Database, code: string): Promise<void> {
  const used = await peekOneTimeToken(db.authPool, USED, code);
  if (used?.userId) await endGrant(db, used.userId, used.detail, "its code was used twice");
}

/** The part that all refresh tokens of a grant begin with tells one that was used before from one that was made up. */
function newTokens(family: string) {
  const accessToken = `cairn_at_${randomBytes(32).toString("hex")}`;
  return { accessToken, refreshToken: `cairn_rt_${family}_${randomBytes(32).toString("hex")}` };
}
const familyOf = (refreshToken: string): string | null =>
  /^cairn_rt_([0-9a-f]{64})_[0-9a-f]{64}$/.exec(refreshToken)?.[1] ?? null;

async function createGrant(
  db: Database,
  userId: string,
  { id, clientId, name, scopes }: Allowed & { id: string },
): Promise<Issued> {
  const family = randomBytes(32).toString("hex");
  const { accessToken, refreshToken } = newTokens(family);
  await db.withUser(userId, async (tx) => {
    await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('tokens ' || $1, 0))", [userId]);
    await tx.query("DELETE FROM tokens WHERE user_id = $1 AND client_id IS NOT NULL AND expires_at < now()", [
      userId,
    ]);
    const [row] = await tx.query(
      `INSERT INTO tokens (id, user_id, name, scopes, client_id, token_hash, access_expires_at, family_hash, refresh_hash, expires_at)
       SELECT $1, $2, $3, $4, $5, $6, now() + make_interval(secs => ${ACCESS_SECONDS}), $7, $8, now() + make_interval(days => ${GRANT_DAYS})
       WHERE (SELECT count(*) FROM tokens WHERE user_id = $2) < ${MOST_TOKENS} RETURNING id`,
      [id, userId, name, scopes, clientId, hashOf(accessToken), hashOf(family), hashOf(refreshToken)],
    );
    if (!row) throw refused(`This account already has ${MOST_TOKENS} app passwords and programs.`);
    const title = `Connected the program ${quoted(name)}`;
    await logActivity(tx, { type: "settings_updated", title, entityType: "account", entityId: userId });
  });
  return { accessToken, refreshToken, scopes };
}

type GrantRow = {
  id: string;
  user_id: string;
  client_id: string;
  scopes: TokenScope[];
  refresh_hash: string;
};

async function grantOf(db: Database, refreshToken: string): Promise<GrantRow | null> {
  const family = familyOf(refreshToken);
  if (!family) return null;
  const [row] = await db.asPublic(hashOf(family), (tx) =>
    tx.query<GrantRow>("SELECT * FROM grant_of_refresh()", [], "grant-of-refresh"),
  );
  return row ?? null;
}

/** Each refresh token counts once: one that comes again was stolen, or its thief came first, and all is over. @throws OAuthFault */
export async function refreshGrant(
  db: Database,
  { refreshToken, clientId }: { refreshToken: string; clientId: string },
): Promise<Issued> {
  const grant = await grantOf(db, refreshToken);
  if (!grant || grant.client_id !== clientId) throw refused("This refresh token doesn't count.");
  const next = newTokens(familyOf(refreshToken)!);
  const renewed = await db.withUser(grant.user_id, (tx) =>
    tx.query(
      `UPDATE tokens SET token_hash = $4, refresh_hash = $5, access_expires_at = now() + make_interval(secs => ${ACCESS_SECONDS}),
         expires_at = now() + make_interval(days => ${GRANT_DAYS})
       WHERE id = $1 AND user_id = $2 AND refresh_hash = $3 RETURNING id`,
      [grant.id, grant.user_id, hashOf(refreshToken), hashOf(next.accessToken), hashOf(next.refreshToken)],
    ),
  );
  if (renewed.length === 0) {
    await endGrant(db, grant.user_id, grant.id, "an old key of it was used again");
    throw refused("This refresh token was already used. Connect the program again.");
  }
  await touchClient(db.authPool, clientId);
  return { ...next, scopes: grant.scopes };
}

/** By one of its tokens (RFC 7009); one that is not of this program is left alone. */
export async function revokeByToken(
  db: Database,
  { token, clientId }: { token: string; clientId: string },
): Promise<void> {
  const grant = (await grantOf(db, token)) ?? (await grantOfAccess(db, token));
  if (!grant) return;
  await db.withUser(grant.user_id, (tx) =>
    tx.query("DELETE FROM tokens WHERE id = $1 AND user_id = $2 AND client_id = $3", [
      grant.id,
      grant.user_id,
      clientId,
    ]),
  );
}

async function grantOfAccess(db: Database, token: string): Promise<Pick<GrantRow, "id" | "user_id"> | null> {
  const [row] = await db.asPublic(hashOf(token), (tx) =>
    tx.query<Pick<GrantRow, "id" | "user_id">>(
      "SELECT * FROM token_of_secret($1)",
      ["revocation"],
      "token-of-secret",
    ),
  );
  return row ?? null;
}

async function endGrant(db: Database, userId: string, id: string, why: string): Promise<void> {
  await db.withUser(userId, async (tx) => {
    const [gone] = await tx.query<{ name: string }>(
      "DELETE FROM tokens WHERE id = $1 AND user_id = $2 AND client_id IS NOT NULL RETURNING name",
      [id, userId],
    );
    if (!gone) return;
    const title = `Disconnected the program ${quoted(gone.name)}: ${why}`;
    await logActivity(tx, { type: "settings_updated", title, entityType: "account", entityId: userId });
  });
}
