import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import type pg from "pg";
import type { Passkey } from "#contract/security.ts";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { Failure, notFound } from "../failure.ts";
import { issueOneTimeToken, consumeOneTimeToken } from "./one-time-tokens.ts";
import type { Row } from "../db/row.ts";
import type { passkeys } from "../db/schema/accounts.ts";

const VALID_MINUTES = 5;

/** With all it needs to read certificates, hundreds of files: loaded when a passkey is made or asked for. */
const library = () => import("@simplewebauthn/server");

type PasskeyRow = Row<typeof passkeys>;

/** The page that asks: its origin, which the guards have found to be ours, and the name that passkeys bind to. */
export type Site = { origin: string; rpId: string };

const refused = () => new Failure("PASSKEY_REFUSED");

/** The challenge stands in what the browser signed, so it is read from there and must be one that we gave. */
function challengeOf(response: { clientDataJSON?: unknown }): string {
  try {
    const text = Buffer.from(String(response.clientDataJSON), "base64url").toString("utf8");
    return String((JSON.parse(text) as { challenge: unknown }).challenge);
  } catch {
    throw refused();
  }
}

/** Without the parts that are undefined, which JSON has no word for. */
const plain = <T extends object>(options: T) =>
  JSON.parse(JSON.stringify(options)) as T & Record<string, unknown>;

type Given = { response: object };

/** Passkeys: kept by whoever proved who they are, asked at sign-in; each challenge counts once and for minutes. */
export class Passkeys {
  private readonly pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.pool = pool;
  }

  async list(userId: string): Promise<Passkey[]> {
    return (await this.ofUser(userId)).map(toPasskey);
  }

  async newOptions(user: { userId: string; email: string; name: string }, site: Site) {
    const { generateRegistrationOptions } = await library();
    const options = await generateRegistrationOptions({
      rpName: "Cairn",
      rpID: site.rpId,
      userID: new TextEncoder().encode(user.userId),
      userName: user.email,
      userDisplayName: user.name,
      excludeCredentials: (await this.ofUser(user.userId)).map((row) => ({ id: row.credential_id })),
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    });
    const kept = { purpose: "passkey-new", token: options.challenge, userId: user.userId };
    await issueOneTimeToken(this.pool, kept, VALID_MINUTES);
    return plain(options);
  }

  /** @throws Failure PASSKEY_REFUSED */
  async add(userId: string, site: Site, given: Given, name: string): Promise<Passkey> {
    const challenge = challengeOf(given.response);
    const kept = await consumeOneTimeToken(this.pool, "passkey-new", challenge);
    if (kept?.userId !== userId) throw refused();
    const { verifyRegistrationResponse } = await library();
    const verified = await verifyRegistrationResponse({
      response: given as unknown as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      requireUserVerification: true,
    }).catch(() => null);
    if (!verified?.verified) throw refused();
    const { credential } = verified.registrationInfo;
    const { rows } = await this.pool.query<PasskeyRow>(
      `INSERT INTO auth.passkeys (id, user_id, name, credential_id, public_key, counter, transports, rp_id)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING RETURNING *`,
      [
        uuidV7(),
        userId,
        name,
        credential.id,
        Buffer.from(credential.publicKey),
        credential.counter,
        credential.transports ?? [],
        site.rpId,
      ],
    );
    if (!rows[0]) throw refused();
    return toPasskey(rows[0]);
  }

  /** Asks for any passkey of this site; which account it is, the passkey says. */
  async askOptions(site: Site) {
    const { generateAuthenticationOptions } = await library();
    const options = await generateAuthenticationOptions({ rpID: site.rpId, userVerification: "required" });
    await issueOneTimeToken(
      this.pool,
      { purpose: "passkey", token: options.challenge, userId: null },
      VALID_MINUTES,
    );
    return plain(options);
  }

  /** Whose passkey answered. @throws Failure PASSKEY_REFUSED */
  async verify(site: Site, given: Given & { id: string }): Promise<{ userId: string }> {
    const challenge = challengeOf(given.response);
    const kept = await consumeOneTimeToken(this.pool, "passkey", challenge);
    const { rows } = await this.pool.query<PasskeyRow>(
      "SELECT * FROM auth.passkeys WHERE credential_id = $1",
      [given.id],
    );
    const row = rows[0];
    if (!kept || !row) throw refused();
    const { verifyAuthenticationResponse } = await library();
    const verified = await verifyAuthenticationResponse({
      response: given as unknown as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      requireUserVerification: true,
      credential: {
        id: row.credential_id,
        publicKey: new Uint8Array(row.public_key),
        counter: row.counter,
      },
    }).catch(() => null);
    if (!verified?.verified) throw refused();
    await this.pool.query("UPDATE auth.passkeys SET counter = $2, last_used_at = now() WHERE id = $1", [
      row.id,
      verified.authenticationInfo.newCounter,
    ]);
    return { userId: row.user_id };
  }

  async rename(userId: string, id: string, name: string): Promise<Passkey> {
    const { rows } = await this.pool.query<PasskeyRow>(
      "UPDATE auth.passkeys SET name = $3 WHERE id = $1 AND user_id = $2 RETURNING *",
      [id, userId, name],
    );
    if (!rows[0]) throw notFound();
    return toPasskey(rows[0]);
  }

  async remove(userId: string, id: string): Promise<string> {
    const { rows } = await this.pool.query<PasskeyRow>(
      "DELETE FROM auth.passkeys WHERE id = $1 AND user_id = $2 RETURNING *",
      [id, userId],
    );
    if (!rows[0]) throw notFound();
    return rows[0].name;
  }

  private async ofUser(userId: string): Promise<PasskeyRow[]> {
    const { rows } = await this.pool.query<PasskeyRow>(
      "SELECT * FROM auth.passkeys WHERE user_id = $1 ORDER BY created_at, id",
      [userId],
    );
    return rows;
  }
}

function toPasskey(row: PasskeyRow): Passkey {
  return {
    id: row.id,
    name: row.name,
    worksAt: row.rp_id,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  };
}
