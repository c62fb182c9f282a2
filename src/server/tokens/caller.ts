import type { IncomingHttpHeaders } from "node:http";
import type { FastifyRequest } from "fastify";
import { type Access, scopesFor } from "#contract/token-access.ts";
import type { TokenScope } from "#contract/tokens.ts";
import type { CurrentSession } from "../accounts/accounts.ts";
import type { Services } from "../base.ts";
import type { Database } from "../db/client.ts";
import { Failure } from "../failure.ts";
import { authenticate, type Bearer } from "./authenticate.ts";

type Asked = { headers: IncomingHttpHeaders; ip: string };
type Door = Pick<Services, "db" | "accounts">;

/** Whoever sends one is a program: its cookies, if it has any, don't count beside it. */
export const sendsBearer = ({ headers }: Pick<Asked, "headers">): boolean =>
  /^Bearer\b/i.test(headers.authorization ?? "");

const asked = new WeakMap<object, Promise<Bearer | null>>();

/** Asked once for a request, in which there may be many calls. @throws Failure RATE_LIMITED */
export function bearerOf(db: Database, request: Asked): Promise<Bearer | null> {
  const known = asked.get(request);
  if (known) return known;
  const [, secret] = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? "") ?? [];
  const found = secret
    ? authenticate(db, { secret, ip: request.ip, userAgent: request.headers["user-agent"] })
    : Promise.resolve(null);
  asked.set(request, found);
  return found;
}

/**
 * Who asks at a door beside the operations: by an app password of the API, or by the session of a browser.
 * @throws Failure OUT_OF_SCOPE, RATE_LIMITED
 */
export async function callerOf(
  door: Door,
  request: FastifyRequest,
  access: Access | "session",
): Promise<CurrentSession | null> {
  if (!sendsBearer(request)) return door.accounts.readSession(request.headers.cookie);
  return bearerWith(door, request, access === "session" ? [] : scopesFor(access));
}

/** The sender of an app password that has one of these scopes. @throws Failure OUT_OF_SCOPE, RATE_LIMITED */
export async function bearerWith(
  { db, accounts }: Door,
  request: FastifyRequest,
  scopes: readonly TokenScope[],
): Promise<CurrentSession | null> {
  const bearer = await bearerOf(db, request);
  if (!bearer) return null;
  assertScope(request, bearer, scopes);
  return accounts.asProgram(bearer.userId, bearer.tokenId);
}

function assertScope(request: FastifyRequest, bearer: Bearer, scopes: readonly TokenScope[]): void {
  if (scopes.some((scope) => bearer.scopes.includes(scope))) return;
  const { tokenId, scopes: has } = bearer;
  request.log.warn({ tokenId, has, needs: scopes }, "an app password was refused: out of its scope");
  throw new Failure(
    "OUT_OF_SCOPE",
    scopes.length === 0
      ? "No app password opens this: it is for people who are signed in."
      : `This needs an app password with the scope ${scopes.join(" or ")}.`,
    { scopes },
  );
}
