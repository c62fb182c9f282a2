import { once } from "node:events";
import { type IncomingMessage, type ClientRequest, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { Readable } from "node:stream";
import type { ReadableStream as WebStream } from "node:stream/web";
import { type Internet, literalAddress, NOT_PUBLIC, publicLookup } from "./addresses.ts";
import type { Reach } from "./destination.ts";
import { EgressError } from "./egress-error.ts";
import type { Headers } from "./headers.ts";
import type { Limits } from "./limits.ts";

export type Body = string | Uint8Array | AsyncIterable<Uint8Array>;

export interface Ask {
  url: URL;
  method: string;
  headers: Headers;
  body?: Body;
  bodyLength?: number | undefined;
}

/** One request to one address. */
type Hop = Ask & Reach;

/** Sends the request; resolves with the head of the answer, whose body is read by `readBody`. */
export async function exchange(hop: Hop, limits: Limits, internet: Internet): Promise<IncomingMessage> {
  let isConnected = false;
  try {
    limits.signal.throwIfAborted();
    const literal = literalAddress(hop.url);
    // Node asks for no lookup when the host is an address already.
    if (hop.isPublicOnly && literal !== undefined && !internet.isPublic(literal)) throw new Error(NOT_PUBLIC);
    return await send(hop, limits, internet, () => (isConnected = true));
  } catch (error) {
    const fault = limits.signal.aborted ? limits.signal.reason : error;
    const told = describe(fault, hop, isConnected);
    limits.stop(told);
    throw told;
  }
}

function send(hop: Hop, limits: Limits, internet: Internet, onConnected: () => void) {
  const isSecure = hop.url.protocol === "https:";
  return new Promise<IncomingMessage>((done, fail) => {
    const outgoing = (isSecure ? requestHttps : requestHttp)(hop.url, {
      method: hop.method,
      headers: { ...hop.headers.plain, ...hop.headers.credentials, ...lengthOf(hop) },
      lookup: hop.isPublicOnly ? publicLookup(internet) : internet.lookup,
      // A kept connection would outlive the check of its address.
      agent: false,
    });
    let isAnswered = false;
    // For as long as the socket lives: what has no listener ends the process.
    outgoing.on("error", fail);
    outgoing.once("socket", (socket) => socket.once(isSecure ? "secureConnect" : "connect", onConnected));
    outgoing.once("response", (incoming) => {
      isAnswered = true;
      limits.resume();
      done(incoming);
    });
    limits.signal.addEventListener("abort", () => outgoing.destroy(limits.signal.reason));
    limits.awaitPeer();
    if (!isStream(hop.body)) return void outgoing.end(hop.body);
    sendStream(outgoing, hop.body, limits, () => isAnswered).catch((error: unknown) => {
      // Who answers early need not take the rest.
      if (!isAnswered) limits.stop(new EgressError("interrupted", NOT_SENT, { cause: error }));
    });
  });
}

const lengthOf = ({ body, bodyLength }: Ask) =>
  isStream(body) && bodyLength !== undefined ? { "content-length": String(bodyLength) } : {};

const NOT_SENT = "The request could not be sent to its end.";

export const isStream = (body: Body | undefined): body is AsyncIterable<Uint8Array> =>
  typeof body === "object" && !(body instanceof Uint8Array);

/** Silence counts while the other side takes nothing, not while our own source has nothing to send. */
async function sendStream(
  outgoing: ClientRequest,
  body: AsyncIterable<Uint8Array>,
  limits: Limits,
  isAnswered: () => boolean,
): Promise<void> {
  // Of a stream of the web that is waiting only its own reader can be cancelled.
  const source = body instanceof ReadableStream ? Readable.fromWeb(body as WebStream) : Readable.from(body);
  outgoing.once("close", () => source.destroy());
  limits.resume();
  for await (const chunk of source as AsyncIterable<Uint8Array>) {
    if (outgoing.write(chunk)) continue;
    if (!isAnswered()) limits.awaitPeer();
    await once(outgoing, "drain", { signal: limits.signal });
    if (!isAnswered()) limits.resume();
  }
  outgoing.end();
  if (!isAnswered()) limits.awaitPeer();
}

/**
 * Until a connection stands, people learn one thing only: a name that is unknown, leads inside or refuses would tell a stranger
 * what our network has. After that the address is known to be a public one, or the operator's own.
 */
function describe(fault: unknown, hop: Hop, isConnected: boolean): EgressError {
  const isTold = isConnected || hop.isFrank;
  if (fault instanceof EgressError && (isTold || fault.kind === "cancelled")) return fault;
  const { host } = hop.url;
  if (isConnected) return new EgressError("interrupted", `${host} broke off its answer.`, { cause: fault });
  const message = hop.isFrank
    ? `${host} could not be reached: ${(fault as Error).message}`
    : `${host} could not be reached on the public internet.`;
  return new EgressError("unreachable", message, { cause: fault });
}
