import type { IncomingHttpHeaders } from "node:http";
import { type Internet, INTERNET } from "./addresses.ts";
import { type AddressSource, createReach, type Reach } from "./destination.ts";
import { EgressError } from "./egress-error.ts";
import { type Ask, type Body, exchange } from "./exchange.ts";
import { sortHeaders } from "./headers.ts";
import { createLimits, type Limits } from "./limits.ts";
import { readBody } from "./read-body.ts";
import { locationOf, redirected } from "./redirect.ts";

const MAX_REDIRECTS = 3;
const PERMANENT = new Set([301, 308]);

export interface EgressRequest {
  url: string;
  source: AddressSource;
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "HEAD" | "PROPFIND" | "MKCOL" | "MOVE";
  headers?: Record<string, string>;
  /** Headers that only the origin of `url` may see. Authorization and Cookie are always such. */
  credentials?: Record<string, string>;
  body?: Body;
  /** Of a body that comes as a stream: servers that are told how long it is take it without chunks. */
  bodyLength?: number;
  /** Instead of `body`. */
  json?: unknown;
  /** For all of it, redirects and the body of the answer included; 10 s unless said otherwise. */
  timeoutMs?: number;
  /** For as long as the other side may send nothing; 10 s unless said otherwise. */
  idleMs?: number;
  /** 3 unless said otherwise. */
  maxRedirects?: number;
  /** Of the answer's body, as it comes over the wire; 1 MB unless said otherwise. */
  maxBytes?: number;
  signal?: AbortSignal;
}

export interface EgressHead {
  status: number;
  headers: IncomingHttpHeaders;
  /** Where it came from, after redirects. */
  url: string;
  /** Where the address asked for leads permanently, by redirects that are permanent; absent where the first is not. */
  movedTo?: string;
}
/** The body has to be read or cancelled; its limits go on counting. Its errors are EgressErrors too. */
export type EgressStream = EgressHead & { body: ReadableStream<Uint8Array> };
export type EgressAnswer = EgressHead & { body: Buffer };

/** The only way from the server to other machines. */
export interface Egress {
  /** @throws EgressError */
  stream(request: EgressRequest): Promise<EgressStream>;
  /** Reads the whole answer. @throws EgressError */
  request(request: EgressRequest): Promise<EgressAnswer>;
}

/** @param allowed `host:port` of servers that users may name though they are inside */
export function createEgress(allowed: readonly string[] = [], internet: Internet = INTERNET): Egress {
  const stream = async (request: EgressRequest): Promise<EgressStream> => {
    const first = firstAsk(request);
    const reachOf = createReach(first.url, request.source, { allowed, internet });
    const { timeoutMs = 10_000, idleMs = 10_000, maxBytes = 1_000_000, signal } = request;
    const limits = createLimits({ timeoutMs, idleMs, signal });
    try {
      const { incoming, url, movedTo } = await follow(first, limits, reachOf, {
        internet,
        most: request.maxRedirects ?? MAX_REDIRECTS,
      });
      const { statusCode: status = 0, headers } = incoming;
      return {
        status,
        headers,
        url: url.href,
        ...(movedTo && { movedTo: movedTo.href }),
        body: readBody(incoming, maxBytes, limits),
      };
    } catch (error) {
      limits.stop(error as EgressError);
      throw error;
    }
  };
  return {
    stream,
    async request(request) {
      const { body, ...head } = await stream(request);
      const chunks: Uint8Array[] = [];
      for await (const chunk of body) chunks.push(chunk);
      return { ...head, body: Buffer.concat(chunks) };
    },
  };
}

async function follow(
  first: Ask,
  limits: Limits,
  reachOf: (url: URL) => Reach,
  { internet, most }: { internet: Internet; most: number },
) {
  let ask = first;
  let movedTo: URL | undefined;
  for (let redirects = 0; ; redirects += 1) {
    const incoming = await exchange({ ...ask, ...reachOf(ask.url) }, limits, internet);
    const location = locationOf(incoming);
    if (location === undefined) return { incoming, url: ask.url, movedTo };
    incoming.destroy();
    if (redirects === most)
      throw new EgressError(
        "redirect",
        most === 0 ? `${first.url.host} redirects.` : `${first.url.host} redirects more than ${most} times.`,
      );
    const isFollowing = (movedTo ?? first.url) === ask.url;
    ask = redirected(ask, incoming.statusCode!, location);
    if (isFollowing && PERMANENT.has(incoming.statusCode!)) movedTo = ask.url;
  }
}

function firstAsk(request: EgressRequest): Ask {
  const url = URL.parse(request.url);
  if (!url) throw new EgressError("refused", "The address must begin with http:// or https://.");
  const type = request.json === undefined ? undefined : { "content-type": "application/json" };
  const headers = sortHeaders({ ...type, ...request.headers }, request.credentials ?? {});
  if (request.source === "user" && "cookie" in headers.credentials)
    throw new EgressError("refused", "The header cookie cannot be set.");
  const body = request.json === undefined ? request.body : JSON.stringify(request.json);
  return { url, method: request.method ?? "GET", headers, body, bodyLength: request.bodyLength };
}
