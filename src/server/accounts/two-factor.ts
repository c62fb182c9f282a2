import { randomBytes } from "node:crypto";
import { symmetricDecrypt, symmetricEncrypt } from "./sign-in/library-crypto.ts";
import type pg from "pg";
import { Failure } from "../failure.ts";
import { sha256 } from "./one-time-tokens.ts";
import { newTotpSecret, otpauthUri, stepOfCode, toBase32 } from "./totp.ts";
import type { Row } from "../db/row.ts";
import type { twoFactors } from "../db/schema/accounts.ts";

const BACKUP_CODES = 10;

const COLUMNS = ["secret", "confirmed_at", "backup_codes"] as const;
type TwoFactorRow = Row<typeof twoFactors, typeof COLUMNS>;

/** Ten characters of base32 in two groups: 50 bits each, read over a telephone without doubt. */
function newBackupCodes(): string[] {
  return Array.from({ length: BACKUP_CODES }, () =>
    toBase32(randomBytes(7)).slice(0, 10).toLowerCase().replace(/^.{5}/, "$&-"),
  );
}

const bare = (code: string) => code.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
const hashes = (codes: string[]) => codes.map((code) => sha256(bare(code)));

/** The authenticator app of an account, its codes and the codes for when it is lost. */
export class TwoFactor {
  private readonly pool: pg.Pool;
  private readonly key: string;

  constructor(pool: pg.Pool, key: string) {
    this.pool = pool;
    this.key = key;
  }

  async status(userId: string): Promise<{ hasTotp: boolean; backupCodesLeft: number }> {
    const row = await this.select(userId);
    const hasTotp = Boolean(row?.confirmed_at);
    return { hasTotp, backupCodesLeft: hasTotp ? row!.backup_codes.length : 0 };
  }

  /** A new secret, which counts for nothing until `confirm`. */
  async setUp(userId: string, email: string): Promise<{ secret: string; uri: string }> {
    if ((await this.select(userId))?.confirmed_at)
      throw new Failure("CONFLICT", "An authenticator app is already set up. Turn it off first.");
    const secret = newTotpSecret();
    const data = await symmetricEncrypt({ key: this.key, data: secret });
    await this.pool.query(
      `INSERT INTO auth.two_factors (user_id, secret, backup_codes) VALUES ($1, $2, '{}')
       ON CONFLICT (user_id) DO UPDATE SET secret = excluded.secret, last_step = 0 WHERE two_factors.confirmed_at IS NULL`,
      [userId, data],
    );
    return { secret, uri: otpauthUri(secret, email, "Cairn") };
  }

  /** @throws Failure INVALID_CODE */
  async confirm(userId: string, code: string): Promise<string[]> {
    const row = await this.select(userId);
    if (!row || row.confirmed_at || !(await this.takeStep(userId, row, code.replaceAll(/\s/g, ""))))
      throw new Failure("INVALID_CODE");
    await this.pool.query("UPDATE auth.two_factors SET confirmed_at = now() WHERE user_id = $1", [userId]);
    return this.replaceBackupCodes(userId);
  }

  /** A code of the app, or one of the backup codes, each once. @throws Failure INVALID_CODE */
  async take(userId: string, code: string): Promise<"app" | "backup"> {
    const row = await this.select(userId);
    const digits = code.replaceAll(/\s/g, "");
    if (row?.confirmed_at) {
      if (/^\d{6}$/.test(digits)) {
        if (await this.takeStep(userId, row, digits)) return "app";
      } else if (await this.takeBackupCode(userId, code)) return "backup";
    }
    throw new Failure("INVALID_CODE");
  }

  async disable(userId: string): Promise<void> {
    await this.pool.query("DELETE FROM auth.two_factors WHERE user_id = $1", [userId]);
  }

  async renewBackupCodes(userId: string): Promise<string[]> {
    if (!(await this.select(userId))?.confirmed_at)
      throw new Failure("CONFLICT", "Set up an authenticator app first to get backup codes.");
    return this.replaceBackupCodes(userId);
  }

  private async select(userId: string): Promise<TwoFactorRow | undefined> {
    const text = `SELECT ${COLUMNS.join(", ")} FROM auth.two_factors WHERE user_id = $1`;
    return (await this.pool.query<TwoFactorRow>(text, [userId])).rows[0];
  }

  /** Null when the server's secret is another one than it was encrypted with; backup codes still work then. */
  private decrypt(row: TwoFactorRow): Promise<string | null> {
    return symmetricDecrypt({ key: this.key, data: row.secret }).catch(() => null);
  }

  /** Takes a code of the app once: of two that come with the same, one is refused. */
  private async takeStep(userId: string, row: TwoFactorRow, code: string): Promise<boolean> {
    const secret = await this.decrypt(row);
    const step = secret ? stepOfCode(secret, code, Date.now()) : null;
    if (step === null) return false;
    const { rowCount } = await this.pool.query(
      "UPDATE auth.two_factors SET last_step = $2 WHERE user_id = $1 AND last_step < $2",
      [userId, step],
    );
    return rowCount === 1;
  }

  private async takeBackupCode(userId: string, code: string): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      `UPDATE auth.two_factors SET backup_codes = array_remove(backup_codes, $2)
       WHERE user_id = $1 AND confirmed_at IS NOT NULL AND $2 = ANY (backup_codes)`,
      [userId, sha256(bare(code))],
    );
    return rowCount === 1;
  }

  private async replaceBackupCodes(userId: string): Promise<string[]> {
    const codes = newBackupCodes();
    await this.pool.query("UPDATE auth.two_factors SET backup_codes = $2 WHERE user_id = $1", [
      userId,
      hashes(codes),
    ]);
    return codes;
  }
}
