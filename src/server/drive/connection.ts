import type { DriveStatus } from "#contract/drive.ts";
import type { CurrentSession } from "../accounts/accounts.ts";
import {
  consumeOneTimeToken,
  issueOneTimeToken,
  newToken,
  revokeOneTimeTokens,
} from "../accounts/one-time-tokens.ts";
import { logActivity } from "../activity/log-activity.ts";
import type { Services } from "../base.ts";
import type { Tx } from "../db/client.ts";
import type { Row } from "../db/row.ts";
import type { driveConnections } from "../db/schema/drive.ts";
import { Failure } from "../failure.ts";
import { recordChange } from "../live/record-change.ts";
import { UserSecretError } from "../platform/user-secrets.ts";
import { stopBackups } from "./backup/places.ts";
import { accountEmail } from "./google/drive-files.ts";
import { GoogleFault } from "./google/google-fault.ts";
import {
  consentUrl,
  exchangeCode,
  newVerifier,
  redirectUri,
  refreshTokens,
  revokeToken,
  type Tokens,
} from "./google/oauth.ts";

export type DriveServices = Pick<Services, "db" | "config" | "egress" | "secrets" | "log">;

/** In auth.verifications, beside the tokens of mails. */
const STATE = "drive-connect";
const STATE_MINUTES = 15;
const REFRESH = "drive-refresh";
const ACCESS = "drive-access";
/** An access token that ends sooner is not used any more. */
const SPARE_MS = 60_000;

const COLUMNS = [
  "user_id",
  "email",
  "sealed_refresh",
  "sealed_access",
  "access_until",
  "folder_id",
  "is_refused",
  "created_at",
] as const;
type ConnectionRow = Row<typeof driveConnections, typeof COLUMNS>;

/** @throws Failure SWITCHED_OFF */
export function clientOf({ config }: Pick<Services, "config">) {
  const { client } = config.google;
  if (!client) throw new Failure("SWITCHED_OFF", "The server's administrator hasn't set up Google Drive.");
  return client;
}

async function findConnection({ db }: Pick<Services, "db">, userId: string): Promise<ConnectionRow | null> {
  const [row] = await db.queryAs<ConnectionRow>(
    userId,
    `SELECT ${COLUMNS.join(", ")} FROM drive_connections WHERE user_id = $1`,
    [userId],
    "drive-connection",
  );
  return row ?? null;
}

/** Asks nobody but our own database. */
export async function driveStatus(
  services: Pick<Services, "db" | "config">,
  userId: string,
): Promise<DriveStatus> {
  const row = await findConnection(services, userId);
  const { google } = services.config;
  return {
    isSetUp: google.client !== null,
    canPick: google.client !== null && google.apiKey !== null,
    redirectUri: redirectUri(services.config),
    connection: row && {
      email: row.email,
      connectedAt: row.created_at.toISOString(),
      needsReconnect: row.is_refused,
    },
  };
}

/** Where the browser is sent to allow it. What comes back counts for this session alone. */
export async function beginConnect(services: DriveServices, session: CurrentSession): Promise<string> {
  const client = clientOf(services);
  const { userId, sessionId } = session;
  const [state, verifier] = [newToken(), newVerifier()];
  const { authPool } = services.db;
  await revokeOneTimeTokens(authPool, userId, STATE);
  const use = { purpose: STATE, token: state, userId, detail: `${sessionId} ${verifier}` };
  await issueOneTimeToken(authPool, use, STATE_MINUTES);
  return consentUrl(services.config, client, { state, verifier });
}

/** @throws Failure INVALID_TOKEN for a state of another session, GoogleFault */
export async function finishConnect(
  services: DriveServices,
  session: CurrentSession,
  { state, code }: { state: string; code: string },
): Promise<void> {
  const client = clientOf(services);
  const { userId, sessionId } = session;
  const kept = await consumeOneTimeToken(services.db.authPool, STATE, state);
  const [ofSession, verifier] = kept?.detail.split(" ") ?? [];
  if (kept?.userId !== userId || ofSession !== sessionId || !verifier)
    throw new Failure(
      "INVALID_TOKEN",
      "This connection was begun elsewhere, or too long ago. Connect again.",
    );
  const tokens = await exchangeCode(services, client, { code, verifier });
  const email = await accountEmail({ ...services, token: tokens.access }).catch(async (error: unknown) => {
    // Nobody would know of this permission any more.
    await revokeToken(services, tokens.refresh).catch(() => undefined);
    throw error;
  });
  const former = await findConnection(services, userId);
  await services.db.withUser(userId, async (tx) => {
    await tx.query(
      `INSERT INTO drive_connections (user_id, email, sealed_refresh, sealed_access, access_until) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (user_id) DO UPDATE SET sealed_refresh = excluded.sealed_refresh, sealed_access = excluded.sealed_access,
         access_until = excluded.access_until, is_refused = false, updated_at = now(),
         folder_id = CASE WHEN drive_connections.email = excluded.email THEN drive_connections.folder_id END, email = excluded.email`,
      [userId, email, ...seal(services, userId, tokens), tokens.until],
    );
    await tell(tx, former ? "update" : "insert", {
      title: "Connected Google Drive",
      description: email,
    });
  });
  // Of the same account it would be the new permission, too, that Google takes back.
  if (former && former.email !== email) await revokeSealed(services, userId, former.sealed_refresh);
}

const seal = ({ secrets }: DriveServices, userId: string, tokens: Tokens & { refresh: string }) => [
  secrets.seal(tokens.refresh, { userId, purpose: REFRESH }),
  secrets.seal(tokens.access, { userId, purpose: ACCESS }),
];

async function tell(
  tx: Tx,
  operation: "insert" | "update" | "delete",
  logged?: { title: string; description: string },
): Promise<void> {
  const { userId } = tx;
  await recordChange(tx, { userId, entity: "drive", entityId: userId, operation });
  if (logged)
    await logActivity(tx, { type: "settings_updated", ...logged, entityType: "account", entityId: userId });
}

/**
 * Runs something with an access token that counts, and once more with a new one where Google says that it does not.
 * @throws Failure CONFLICT without a connection, GoogleFault
 */
export async function withDrive<T>(
  services: DriveServices,
  userId: string,
  run: (token: string) => Promise<T>,
): Promise<T> {
  try {
    return await run(await accessToken(services, userId));
  } catch (error) {
    if (!(error instanceof GoogleFault && error.kind === "expired")) throw error;
    return run(await accessToken(services, userId, { isRefused: true }));
  }
}

/** @param known what Google said of the token that is kept. @throws Failure CONFLICT without a connection, GoogleFault */
export async function accessToken(
  services: DriveServices,
  userId: string,
  known: { isRefused?: boolean } = {},
): Promise<string> {
  const client = clientOf(services);
  const row = await findConnection(services, userId);
  if (!row) throw new Failure("CONFLICT", "Connect Google Drive first.");
  if (row.is_refused) throw new GoogleFault("refused");
  const isFresh = row.access_until !== null && row.access_until.getTime() > Date.now() + SPARE_MS;
  try {
    if (isFresh && row.sealed_access !== null && !known.isRefused)
      return services.secrets.open(row.sealed_access, { userId, purpose: ACCESS });
    const refresh = services.secrets.open(row.sealed_refresh, { userId, purpose: REFRESH });
    const tokens = await refreshTokens(services, client, refresh);
    await keepTokens(services, row, { ...tokens, refresh: tokens.refresh ?? refresh });
    return tokens.access;
  } catch (error) {
    // Sealed with a secret that this server had before: nobody can use it any more.
    const isOver =
      error instanceof UserSecretError || (error instanceof GoogleFault && error.kind === "refused");
    if (!isOver) throw error;
    await markRefused(services, row);
    throw new GoogleFault("refused", { cause: error });
  }
}

/** Of the connection as it was read: one that was ended or made anew meanwhile is not touched. */
async function keepTokens(
  services: DriveServices,
  { user_id: userId, sealed_refresh: before }: ConnectionRow,
  tokens: Tokens & { refresh: string },
): Promise<void> {
  await services.db.queryAs(
    userId,
    `UPDATE drive_connections SET sealed_refresh = $3, sealed_access = $4, access_until = $5, updated_at = now()
     WHERE user_id = $1 AND sealed_refresh = $2`,
    [userId, before, ...seal(services, userId, tokens), tokens.until],
  );
}

const markRefused = (
  services: DriveServices,
  { user_id: userId, sealed_refresh: before }: ConnectionRow,
): Promise<void> =>
  services.db.withUser(userId, async (tx) => {
    const rows = await tx.query(
      `UPDATE drive_connections SET is_refused = true, sealed_access = NULL, access_until = NULL, updated_at = now()
       WHERE user_id = $1 AND sealed_refresh = $2 AND NOT is_refused RETURNING user_id`,
      [userId, before],
    );
    if (rows.length > 0) await tell(tx, "update");
  });

/** Google's id of the folder that Cairn made, as far as it is known. */
export const folderOf = async (services: DriveServices, userId: string): Promise<string | null> =>
  (await findConnection(services, userId))?.folder_id ?? null;

/** @returns false when another export has made one meanwhile, in the place of the one that was known */
export async function keepFolder(
  services: DriveServices,
  userId: string,
  { known, made }: { known: string | null; made: string },
): Promise<boolean> {
  const kept = await services.db.queryAs(
    userId,
    "UPDATE drive_connections SET folder_id = $2 WHERE user_id = $1 AND folder_id IS NOT DISTINCT FROM $3 RETURNING user_id",
    [userId, made, known],
  );
  return kept.length > 0;
}

/** Forgets the tokens, then takes the permission back at Google. @returns false where Google could not be told */
export async function disconnect(services: DriveServices, userId: string): Promise<boolean> {
  const sealed = await services.db.withUser(userId, async (tx) => {
    const [row] = await tx.query<{ email: string; sealed_refresh: string }>(
      "DELETE FROM drive_connections WHERE user_id = $1 RETURNING email, sealed_refresh",
      [userId],
    );
    if (row) {
      await stopBackups(tx, "google");
      await tell(tx, "delete", {
        title: "Disconnected Google Drive",
        description: row.email,
      });
    }
    return row?.sealed_refresh;
  });
  return sealed === undefined || revokeSealed(services, userId, sealed);
}

/** Also what is over already counts as revoked. */
export async function revokeSealed(
  services: Pick<Services, "config" | "egress" | "secrets" | "log">,
  userId: string,
  sealed: string,
): Promise<boolean> {
  try {
    await revokeToken(services, services.secrets.open(sealed, { userId, purpose: REFRESH }));
    return true;
  } catch (error) {
    if (error instanceof GoogleFault && error.kind === "refused") return true;
    services.log.warn({ err: error }, "a permission of Google Drive could not be revoked");
    return false;
  }
}
