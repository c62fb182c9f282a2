import type { Session } from "#contract/accounts.ts";
import type { Database } from "../../db/client.ts";
import type { Config } from "../../platform/config.ts";
import { revokePrograms } from "../session-list.ts";
import { SESSION_SECONDS, sessionCookieName } from "../session-cookie.ts";
import type { KnownDevices } from "../known-devices.ts";
import { credentialOf } from "../passwords.ts";
import { getProfile } from "../profiles.ts";
import { type CurrentSession, type SessionReader, startSession } from "../sessions.ts";
import { isOperator } from "./operator.ts";

/** From where a try comes; its address and headers go into the session's row. */
export type Visitor = {
  ip: string;
  /** What its tries are counted by. */
  network: string;
  /** The request's cookies, of which known-devices.ts reads one. */
  deviceCookie: string;
  headers: Headers;
};
/** A session and the Set-Cookie headers that make a browser keep it. */
export type SignedIn = { session: Session; cookies: string[] };

type Deps = { config: Config; db: Database; secret: string; devices: KnownDevices; reader: SessionReader };

/** What a browser is given when a session begins, goes on and ends. */
export class BrowserSessions {
  private readonly deps: Deps;
  private readonly cookieName: string;
  private readonly cookieAttributes: string;

  constructor(deps: Deps) {
    this.deps = deps;
    this.cookieName = sessionCookieName(deps.config);
    const secure = this.cookieName.startsWith("__Host-") ? "; Secure" : "";
    this.cookieAttributes = `Path=/; HttpOnly; SameSite=Lax${secure}`;
  }

  /** For whoever proved by a passkey or a second factor who they are. */
  async start(visitor: Visitor, userId: string): Promise<SignedIn> {
    const { db, secret } = this.deps;
    const userAgent = visitor.headers.get("user-agent") ?? "";
    const from = { seconds: SESSION_SECONDS, ip: visitor.ip, userAgent };
    const value = await startSession(db.authPool, secret, userId, from);
    return this.fromCookies(
      visitor,
      new Headers({ "set-cookie": this.keeping(`${this.cookieName}=${value}`) }),
    );
  }

  /** The session that the sign-in library has just begun. */
  async fromCookies(visitor: Visitor, headers: Headers): Promise<SignedIn> {
    const { db, devices } = this.deps;
    const cookies = headers.getSetCookie();
    const current = await this.readSet(cookies);
    if (!current) throw new Error("The sign-in library set no session cookie that we can read");
    const device = devices.remember(visitor.deviceCookie, await credentialOf(db.authPool, current.userId));
    return { session: await this.describe(current), cookies: [...cookies, device] };
  }

  async describe(session: CurrentSession): Promise<Session> {
    const { config, db } = this.deps;
    return {
      user: await getProfile(db, session),
      expiresAt: session.expiresAt.toISOString(),
      isEmailVerified: session.isEmailVerified,
      isOperator: await isOperator(config, db.authPool, session),
    };
  }

  /**
   * Someone who comes back within 30 days stays signed in: once a day the session and its cookie are extended.
   * Answers the cookie to set, if any.
   */
  async renew(session: CurrentSession, cookieHeader: string | undefined): Promise<string[]> {
    const leftMs = session.expiresAt.getTime() - Date.now();
    if (leftMs > (SESSION_SECONDS - 24 * 60 * 60) * 1000) return [];
    const pair = (cookieHeader ?? "").split(/;\s*/).find((part) => part.startsWith(`${this.cookieName}=`));
    if (!pair) return [];
    await this.deps.db.authPool.query(
      `UPDATE auth.sessions SET expires_at = now() + make_interval(secs => ${SESSION_SECONDS}), updated_at = now() WHERE id = $1`,
      [session.sessionId],
    );
    return [this.keeping(pair)];
  }

  /** Ends a session whose cookie nobody was given. */
  async discard({ cookies }: SignedIn): Promise<void> {
    const current = await this.readSet(cookies);
    if (current) await this.end(current);
  }

  /** Ends this session or all of the user's; answers the cookie that makes the browser forget. */
  async logout(session: CurrentSession | null, isEverywhere: boolean): Promise<string[]> {
    if (session && isEverywhere) await this.endAll(session);
    else if (session) await this.end(session);
    return [`${this.cookieName}=; Max-Age=0; ${this.cookieAttributes}`];
  }

  /** With them ends what was allowed to work without a session. */
  private async endAll({ userId }: CurrentSession): Promise<void> {
    const { db } = this.deps;
    await db.authPool.query("DELETE FROM auth.sessions WHERE user_id = $1", [userId]);
    await db.queryAs(userId, "UPDATE user_profiles SET signed_out_at = now() WHERE id = $1", [userId]);
    await revokePrograms(db, userId);
  }

  private readSet(cookies: string[]): Promise<CurrentSession | null> {
    return this.deps.reader.read(cookies.map((cookie) => cookie.split(";")[0]!).join("; "));
  }

  private async end({ sessionId }: CurrentSession): Promise<void> {
    await this.deps.db.authPool.query("DELETE FROM auth.sessions WHERE id = $1", [sessionId]);
  }

  private keeping(pair: string): string {
    return `${pair}; Max-Age=${SESSION_SECONDS}; ${this.cookieAttributes}`;
  }
}
