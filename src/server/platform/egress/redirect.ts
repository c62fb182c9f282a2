import type { IncomingMessage } from "node:http";
import { EgressError } from "./egress-error.ts";
import { type Ask, isStream } from "./exchange.ts";
import { withoutBody } from "./headers.ts";

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Where an answer sends its reader, undefined when it is one to be read itself. */
export function locationOf({ statusCode = 0, headers }: IncomingMessage): string | undefined {
  return (REDIRECTS.has(statusCode) && headers.location) || undefined;
}

/**
 * The request that a redirect asks for, as browsers understand it, but that a body never goes to another origin: nobody chose that one.
 * @throws EgressError
 */
export function redirected(ask: Ask, status: number, location: string): Ask {
  const url = URL.parse(location, ask.url.href);
  if (!url) throw new EgressError("redirect", `${ask.url.host} redirects to what is no address.`);
  const isSameOrigin = url.origin === ask.url.origin;
  // Not given back to an origin that another one names.
  const headers = isSameOrigin ? ask.headers : { plain: ask.headers.plain, credentials: {} };
  const isRead = ask.method === "GET" || ask.method === "HEAD";
  if ((status === 303 && !isRead) || (status <= 302 && ask.method === "POST"))
    return { url, method: "GET", headers: withoutBody(headers) };
  if (ask.body !== undefined && !isSameOrigin)
    throw new EgressError("redirect", `${ask.url.host} wants what was sent to it sent to another server.`);
  if (isStream(ask.body))
    throw new EgressError("redirect", `${ask.url.host} wants a stream sent again, which is gone.`);
  return { ...ask, url, headers };
}
