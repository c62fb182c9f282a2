import type { IncomingMessage } from "node:http";
import { isIP } from "../platform/network.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { Failure } from "../failure.ts";
import type { Config } from "../platform/config.ts";

type Guarded = Pick<Config, "publicUrl" | "allowedHosts">;

/**
 * True when the Host header is one of ours. Anything else is a page of another site whose name was pointed at this
 * server (DNS rebinding), and a browser would send our cookies along.
 */
export function isHostAllowed(host: string | undefined, config: Guarded): boolean {
  if (!host) return false;
  const name = host.toLowerCase().replace(/:\d+$/, "");
  // An address has no name that somebody could point elsewhere.
  return config.allowedHosts.includes(name) || isIP(name.replaceAll(/[[\]]/g, "")) !== 0;
}

/** True when the request comes from our own pages: exactly the public origin, or the very address it was sent to. */
export function isOriginAllowed(request: IncomingMessage, config: Guarded): boolean {
  const { origin, host } = request.headers;
  if (!origin) return false;
  if (origin === config.publicUrl.origin) return true;
  return isHostAllowed(host, config) && (origin === `http://${host}` || origin === `https://${host}`);
}

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/** Who asks here says with each request who it is. Thunderbird says "none", as for what no page began, and sends the cookies of its windows along. */
export const KNOWS_NO_COOKIE = /^\/(?:dav|mcp|oauth|hooks|\.well-known\/(?:caldav|oauth-[a-z-]+))(?:[/?]|$)/;

/**
 * Refuses what another site's page could make a browser send: every mutation must carry our Origin. A program without a
 * browser sends neither Origin nor Sec-Fetch-Site; it is let through only while it carries no cookie.
 */
function assertOwnOrigin(request: IncomingMessage, config: Guarded): void {
  if (SAFE.has(request.method ?? "")) return;
  const { origin, cookie } = request.headers;
  const site = request.headers["sec-fetch-site"];
  if (
    KNOWS_NO_COOKIE.test(request.url ?? "") &&
    origin === undefined &&
    (site === undefined || site === "none")
  )
    return;
  if (
    origin !== undefined ? isOriginAllowed(request, config) && site !== "cross-site" : site === "same-origin"
  )
    return;
  if (origin === undefined && site === undefined && !cookie) return;
  throw new Failure("ORIGIN_REFUSED");
}

/** How often the log says so. */
const REMIND_MS = 60 * 60_000;

/** A proxy nobody told us of makes everybody behind it one address, which then has the tries of all of them. */
function createProxyReminder(config: Pick<Config, "trustedProxies">) {
  let last = -Infinity;
  return ({ headers, ip, socket, log }: FastifyRequest) => {
    const isForwarded = headers["x-forwarded-for"] !== undefined || headers["forwarded"] !== undefined;
    if (!isForwarded || ip !== socket.remoteAddress || performance.now() - last < REMIND_MS) return;
    last = performance.now();
    log.warn(
      { proxy: ip, trustedProxies: config.trustedProxies },
      "forwarded headers are ignored: if the proxy at this address is yours, name it in TRUSTED_PROXIES, or everybody behind it counts as one visitor",
    );
  };
}

export function addGuards(app: FastifyInstance, config: Guarded & Pick<Config, "trustedProxies">): void {
  const remindOfProxy = createProxyReminder(config);
  app.addHook("onRequest", async (request) => {
    remindOfProxy(request);
    if (!isHostAllowed(request.headers.host, config)) {
      throw new Failure(
        "ORIGIN_REFUSED",
        `This server doesn't answer to the name "${request.headers.host}". Its administrator can add it to ALLOWED_HOSTS.`,
      );
    }
    assertOwnOrigin(request.raw, config);
  });
}
